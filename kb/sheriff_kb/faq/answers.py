"""The answers of the FAQ: what is ruled on an entry's matter, on which rules that depends, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from sheriff_kb import gallery
from sheriff_kb.drawing import Focus
from sheriff_kb.evidence import balance, passages, texts, voices
from sheriff_kb.explain import Explainer
from sheriff_kb.faq.catalogue import Entry, Value, YesOrNo, entries
from sheriff_kb.faq.focus import focus
from sheriff_kb.faq.why import reasons
from sheriff_kb.faq.words import FaqWords, faq_words
from sheriff_kb.law import allowed, questions
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings import Ruling, Rulings, rulings
from sheriff_kb.solving import variables
from sheriff_kb.wording import Wording, sentence_case

Verdict = Literal["always", "never", "depends"]
Sure = Literal["same", "differ", "silent"]


@dataclass(frozen=True, slots=True)
class Condition:
    """An answer to a disputed rule, or several of which any will do, and how that is worded."""

    question: str
    answer: str | tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class AnswerCase:
    """A value that some reading gives: what it means, and when it holds, under any of the `ways`.

    `meaning` is yes or no if the entry's question is so answered; `value_text` is the value as a clause, empty if
    the meaning says it all; `reasons` say why an act is refused, those of `reasons_in_some` in part of the ways;
    `readings` are the named readings with this value; `why` says how it comes about.
    """

    value: Value
    meaning: YesOrNo | None
    value_text: str
    ways: tuple[tuple[Condition, ...], ...]
    reasons: tuple[str, ...] = ()
    reasons_in_some: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a source: its id, what it says in our words, where it stands, and which answers it speaks for."""

    id: str
    says: str
    locator: str
    address: str | None
    supports: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an entry's question.

    `verdict` is `always` or `never` if no reading differs (`always` also for a number or a place), else `depends`.
    `rules` are the disputed rules on which the answer depends, in their order; `settled` those that the texts decide
    and that would change it. `sure`: no reading differs, the sources differ, or they are silent; `sureness` says so in
    sentences. `assumed` are other disputed rules with the answer that is taken for granted, `focus` is what to mark in
    the drawing, `near` are the ids of entries on the same rules.
    """

    entry: Entry
    question: str
    verdict: Verdict
    headline: str
    cases: tuple[AnswerCase, ...]
    rules: tuple[str, ...]
    settled: tuple[str, ...]
    sure: Sure
    sureness: tuple[str, ...]
    assumed: tuple[Condition, ...]
    sentences: tuple[Sentence, ...]
    position: Position
    matter: Matter
    focus: Focus
    near: tuple[str, ...]
    partial: bool = False


def answer(entry: Entry, words: Wording) -> Answer:
    """Answer an entry in a language.

    Raises KeyError if the gallery has no such position.
    """
    told = faq_words(words.language)
    position = _gallery()[entry.position].worded(words)
    assumed = tuple(entry.assume.items())
    explainer = _explainer(entry.position, assumed).in_language(words.language)
    freed = _freed(entry.position, assumed)
    ruling = _on(entry, explainer.rulings)
    matter = ruling.matter if ruling else _matter(entry.matter)
    depends = ruling.questions if ruling else ()
    settled = _settled(_on(entry, freed), freed)
    telling = depends or ((entry.rule,) if entry.rule in settled else settled)
    cases = tuple(_cases(entry, ruling, matter, explainer, words))
    sentences = _sentences(entry, position, telling, words)
    return Answer(
        entry,
        told.question(entry.id),
        _verdict(cases),
        _headline(cases, depends, settled, words, told),
        cases,
        depends,
        settled,
        _sure(depends),
        tuple(_sureness(depends, () if depends else telling, words, told)),
        tuple(_condition(question, value, words) for question, value in {**position.reading, **entry.assume}.items()),
        sentences,
        position,
        matter,
        focus(position, matter),
        tuple(other.id for other in entries() if other.rule in telling and other.id != entry.id),
        partial=bool(ruling and ruling.partial),
    )


@cache
def _gallery() -> Mapping[str, gallery.Entry]:
    return {found.name: found for found in gallery.entries()}


@lru_cache(maxsize=4)
def _explainer(name: str, assumed: tuple[tuple[str, str], ...]) -> Explainer:
    """What rules on a position of the gallery, and explains that; settled rules are held."""
    position = _gallery()[name].position
    return Explainer(replace(position, free=(), reading={**position.reading, **dict(assumed)}))


@lru_cache(maxsize=4)
def _freed(name: str, assumed: tuple[tuple[str, str], ...]) -> Rulings:
    """The rulings on the same with the settled rules left open."""
    return rulings(_explainer(name, assumed).position, free=["settled"])


def _on(entry: Entry, found: Rulings) -> Ruling | None:
    """The ruling on an entry's matter; None if it is not raised, so that nothing happens under any reading."""
    return next((ruling for ruling in found if ruling.matches(entry.matter)), None)


def _matter(keys: Mapping[str, str]) -> Matter:
    """The matter with these keys, if no ruling names it."""
    return Matter(**{"purpose" if key == "for" else key: value for key, value in keys.items()})  # type: ignore[arg-type]


def _settled(freed: Ruling | None, among: Rulings) -> tuple[str, ...]:
    """The settled rules each of which alone, read in another way, could change the answer."""
    if freed is None:
        return ()
    number = {question.id: number for number, question in enumerate(among.free) if question.status == "settled"}
    found = []
    for rule in (rule for rule in freed.questions if rule in number):
        others = {number[other]: 0 for other in number if other != rule}
        if number[rule] in variables(among.diagrams.restrict(freed.diagram, others)):
            found.append(rule)
    return tuple(found)


# --- verdict and cases -----------------------------------------------------------------------------------------------


def _cases(
    entry: Entry, ruling: Ruling | None, matter: Matter, explainer: Explainer, words: Wording
) -> Iterable[AnswerCase]:
    told = faq_words(words.language)
    if ruling is None:
        yield AnswerCase("none", entry.means("none"), told.value(matter, "none"), ((),))
        return
    for case, why in zip(ruling.cases, reasons(explainer, ruling), strict=True):
        yield AnswerCase(
            case.value,
            entry.means(case.value),
            told.value(matter, case.value),
            tuple(tuple(_condition(q, some, words) for q, some in way.items()) for way in case.when),
            tuple(words.reason(matter.act or "", reason) for reason in case.reasons),
            tuple(words.reason(matter.act or "", reason) for reason in case.reasons_in_some),
            tuple(name for name, value in ruling.under.items() if value == case.value),
            why,
        )


def _verdict(cases: tuple[AnswerCase, ...]) -> Verdict:
    if len(cases) > 1:
        return "depends"
    return "never" if cases[0].meaning == "no" else "always"


def _headline(
    cases: tuple[AnswerCase, ...], depends: tuple[str, ...], settled: tuple[str, ...], words: Wording, told: FaqWords
) -> str:
    """The verdict in a sentence or two."""
    if depends:
        rules = told.say("and").join(told.say("quoted", text=words.title(rule)) for rule in depends)
        return told.say("depends" if len(depends) == 1 else "depends_many", rules=rules, number=len(depends))
    case = cases[0]
    first = told.say(case.meaning) if case.meaning else sentence_case(case.value_text)
    more = [*([case.value_text] if case.meaning and case.value_text else []), *case.reasons]
    verdict = told.say("settled_so" if settled else "always_so", answer=first)
    return " ".join([verdict, *(f"{sentence_case(clause)}." for clause in more)])


# --- how sure, and on what it rests ----------------------------------------------------------------------------------


def _sure(depends: tuple[str, ...]) -> Sure:
    if not depends:
        return "same"
    known = questions()
    # A stack of which only the total is known is a question of the position, not of the sources.
    live = any(rule in known and known[rule].status == "live" for rule in depends)
    return "differ" if live else "silent"


def _sureness(rules: tuple[str, ...], settled: tuple[str, ...], words: Wording, told: FaqWords) -> Iterable[str]:
    if settled and not rules:
        other = (words.answer(rule, answer) for rule in settled for answer in questions()[rule].answers[1:])
        yield told.say("sure_settled", answers=words.parted(other))
    elif _sure(rules) == "differ" and not any(_texts_differ(rule) for rule in rules if rule in questions()):
        yield told.say("sure_unclear")
    else:
        yield told.say(f"sure_{_sure(rules)}")
    for rule in rules or settled:
        if rule in questions():
            yield _who_says(rule, words, told)
    if rules:
        yield told.say("official")


def _who_says(rule: str, words: Wording, told: FaqWords) -> str:
    """For which way of reading a disputed rule each text speaks, in a sentence or two."""
    title = words.title(rule)
    sides = {text: side for text in texts() if (side := _side(rule, text))[1]}
    answers = {answer for _, spoken in sides.values() for answer in spoken}
    if not sides or any(len(spoken) > 1 for _, spoken in sides.values()):
        said = _torn_or_silent(rule, title, words, told)
    else:
        if len(sides) == len(texts()) == 2 and len(answers) == 1:
            how = "both_say" if all(how == "says" for how, _ in sides.values()) else "both_lean"
            said = told.say(how, title=title, answer=words.answer(rule, *answers))
        else:
            each = words.parted(
                f"{words.evidence('speakers', text)} {told.say(how)} {words.answer(rule, answer)}"
                for text, (how, (answer,)) in sides.items()
            )
            said = told.say("each_speaks" if len(sides) > 1 else "one_speaks", title=title, each=each)
        others = {answer for voice in voices(rule) for answer in voice.supports} - answers
        if others:
            rivals = words.parted(words.answer(rule, answer) for answer in sorted(others))
            said += " " + told.say("still", answers=rivals)
    if any(voice.left is not None for voice in voices(rule)):
        said += " " + words.evidence("phrases", "table_open")
    return said


def _texts_differ(rule: str) -> bool:
    """Whether the texts do not say the same: each speaks for one way of reading, or only one of them does."""
    sides = [_side(rule, text)[1] for text in texts()]
    return all(len(spoken) < 2 for spoken in sides) and len(set(sides)) > 1


def _torn_or_silent(rule: str, title: str, words: Wording, told: FaqWords) -> str:
    """What there is to say if a text speaks for several ways of reading, or neither speaks for any."""
    _, witnesses = balance(rule)
    answers = words.parted(
        f"{words.answer(rule, answer)} ({', '.join(words.evidence('origins', origin) for origin in sorted(origins))})"
        for answer, origins in witnesses.items()
    )
    if not witnesses:
        return told.say("nobody_speaks", title=title)
    return told.say("torn" if len(witnesses) > 1 else "elsewhere", title=title, answers=answers)


def _side(rule: str, text: str) -> tuple[Literal["says", "suggests"], tuple[str, ...]]:
    """The answers for which a text speaks: those that it states, or else those that it suggests."""
    heard = [voice for voice in voices(rule) if passages()[voice.passage].source == text]
    stated = dict.fromkeys(answer for voice in heard if voice.how != "suggests" for answer in voice.supports)
    suggested = dict.fromkeys(answer for voice in heard if voice.how == "suggests" for answer in voice.supports)
    return ("says", tuple(stated)) if stated else ("suggests", tuple(suggested))


def _sentences(entry: Entry, position: Position, rules: Iterable[str], words: Wording) -> tuple[Sentence, ...]:
    """The sentences on which the gallery's expectation rests, and those that speak on the disputed rules."""
    known = passages()
    supports: dict[str, list[Condition]] = {
        passage: []
        for expected in position.expected
        if dict(expected["matter"]) == dict(entry.matter)
        for passage in expected.get("passages", ())
    }
    for rule in rules:
        for voice in voices(rule):
            speaks = supports.setdefault(voice.passage, [])
            speaks += [_condition(rule, answer, words) for answer in voice.supports]
    return tuple(
        Sentence(
            passage,
            words.passage(passage),
            words.locator(passage),
            words.address(passage, known[passage].source),
            tuple(supports[passage]),
        )
        for passage in known
        if passage in supports
    )


def _condition(question: str, answer: str | tuple[str, ...], words: Wording) -> Condition:
    told = faq_words(words.language)
    return Condition(question, answer, words.either(told.condition(question, one) for one in allowed(answer)))
