"""A page a disputed rule: its ways of reading, what speaks for and against each, an example, and what depends on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheriff_dev.site.known import Example, Known
from sheriff_dev.site.links import (
    position_sentence,
    quoted,
    to_answers,
    to_faq,
    to_passage,
    to_position,
    to_question,
    to_reading,
    to_rule,
)
from sheriff_dev.site.page import Page, box, bullets, comment, folded, heading, page, plain, table
from sheriff_dev.site.topics import topic_title
from sheriff_dev.site.verdict import picture
from sheriff_kb.evidence import Voice, balance, doubtful, passages, voices
from sheriff_kb.faq.focus import focus
from sheriff_kb.law import Question, interface, named_readings, questions
from sheriff_kb.report import sentence, value_in_words
from sheriff_kb.wording import Wording, sentence_case

MOST_POSITIONS = 8
"""Maximum number of positions that are listed by default."""


def pages(known: Known) -> Iterator[Page]:
    """The overview, and a page a disputed rule."""
    words = known.words
    yield page(
        "questions/index.md", words.site("questions", "title"), words.site("questions", "about"), _overview(known)
    )
    for question in questions().values():
        yield page(
            f"questions/{question.id}.md", words.title(question.id), words.ask(question.id), _question(question, known)
        )


def _overview(known: Known) -> Iterator[str]:
    words = known.words
    yield words.site("questions", "intro", count=len(questions()))
    yield bullets(f"**{words.site('status', name)}**: {plain(text)}" for name, text in words.statuses.items())
    for name, members in interface().topics.items():
        yield heading(2, topic_title(name, words), name)
        head = [words.site("questions", key) for key in ("rule", "status", "positions")]
        rows = [
            [
                f"{to_question(question, words)}<br>{plain(words.ask(question))}",
                words.site("status", questions()[question].status),
                str(len(known.positions(question))),
            ]
            for question in members
        ]
        yield table(head, rows)


def _question(question: Question, known: Known) -> Iterator[str]:
    words = known.words

    def say(key: str, **names: object) -> str:
        return words.site("question", key, **names)

    yield f"{plain(words.ask(question.id))}\n{{ .ask }}\n"
    yield f"{_verdict(question, words)} {say('no_ruling')}"
    yield from _example(question, known)
    yield heading(2, say("ways"), "ways")
    for answer in question.answers:
        yield from _answer(question, answer, words)
    yield from _open(question, words)
    yield from _doubt(question, words)
    dropped = words.dropped(question.id)
    if dropped:
        yield heading(2, say("dropped"), "dropped")
        yield bullets(plain(reason) for reason in dropped.values())
    if asked := known.asked_about(question.id):
        yield heading(2, say("asked"), "asked")
        yield bullets(map(to_faq, asked))
    yield heading(2, say("interacts"), "interacts")
    related = known.related(question.id)
    if related:
        yield say("interacts_intro")
        yield bullets(f"{to_question(other, words)} ({say('together', count=count)})" for other, count in related)
    else:
        yield say("interacts_none")
    yield from _positions(question, known)
    yield heading(2, say("rules"), "rules")
    yield say("rules_intro")
    # The comments of the law are in English, whatever the language of the page.
    yield bullets(
        f'{to_rule(rule)} <span lang="en">{comment(rule.says)}</span>' for rule in known.rules_that_read(question.id)
    )
    yield say("commands")
    yield f"\n```sh\nsheriff evidence {question.id}\n```\n"


def _verdict(question: Question, words: Wording) -> str:
    """The status, and what the sentences come to."""
    kind, told = balance(question.id)
    parts = [
        f"{plain(words.answer(question.id, answer))} "
        f"({', '.join(words.evidence('origins', origin) for origin in origins)})"
        for answer, origins in told.items()
    ]
    status = f"**{sentence_case(plain(words.statuses[question.status]))}.**"
    return f"{status} {words.evidence('balance', kind, answers=words.parted(parts))}"


def _answer(question: Question, answer: str, words: Wording) -> Iterator[str]:
    def say(key: str, **names: object) -> str:
        return words.site("question", key, **names)

    yield heading(3, plain(sentence_case(words.answer(question.id, answer))), answer)
    readings = [to_reading(name, words) for name, reading in named_readings().items() if reading[question.id] == answer]
    told = [f"`{question.id}={answer}`"]
    if readings:
        told.append(say("readings", names=", ".join(readings)))
    yield " · ".join(told) + "\n{ .readings }\n"
    heard = voices(question.id)
    speaks_for = [voice for voice in heard if answer in voice.supports]
    against = [voice for voice in heard if answer in voice.opposes]
    sides = [
        box("for", [f"**{say('for')}**", _voices(speaks_for, "", words)]),
        box("against", [f"**{say('against')}**", _voices(against, "opposes", words)]),
    ]
    yield box("sides", sides)


def _voices(heard: Sequence[Voice], how: str, words: Wording) -> str:
    """Sentences, each with how it speaks; `how` is said in place of what a voice does."""
    if not heard:
        return f"\n{plain(sentence_case(words.evidence('phrases', 'none')))}.\n"
    # A sentence may make several claims.
    return bullets(
        dict.fromkeys(
            f"{quoted(voice.passage, words)} <small>{words.parted(_how(voice, how, words))}</small>" for voice in heard
        )
    )


def _how(voice: Voice, how: str, words: Wording) -> tuple[str, str]:
    """How a sentence speaks, and how it is known."""
    speaks = words.evidence("how", how or voice.how)
    return speaks, plain(words.authority(passages()[voice.passage].authority))


def _open(question: Question, words: Wording) -> Iterator[str]:
    """Claims that speak for one answer or another, by the table that an example shows."""
    heard = [voice for voice in voices(question.id) if voice.left is not None]
    if heard:
        yield heading(3, words.site("question", "open"), "open")
        yield words.evidence("phrases", "table_open")
        for voice in heard:
            assert voice.left is not None
            yield f"\n{quoted(voice.passage, words)}\n"
            yield bullets(
                words.site(
                    "question",
                    "left",
                    position=f"[`{at}`](/gallery/{at.replace('/', '.md#')})",
                    answers=to_answers_of(question, some, words),
                )
                for at, some in voice.left.items()
                if some
            )


def _doubt(question: Question, words: Wording) -> Iterator[str]:
    """Sentences of which it is in doubt how much they say, with what is to be said for more and for less."""
    arguments = words.doubt(question.id)
    if arguments:
        passages = words.listed(map(to_passage, doubtful(question.id)))
        yield heading(3, words.site("question", "doubt"), "doubt")
        yield words.site("question", "doubt_intro", passages=passages)
        yield bullets(
            f"{words.leading(words.site('question', key))} {plain(arguments[side])}"
            for key, side in (("doubt_more", "more"), ("doubt_less", "less"))
        )


def to_answers_of(question: Question, answers: Sequence[str], words: Wording) -> str:
    """Several answers to one question."""
    return words.parted(to_answers({question.id: answer}, words) for answer in answers)


def _example(question: Question, known: Known) -> Iterator[str]:
    words = known.words
    example = known.example(question)
    position = example.entry.worded(words)

    def say(key: str, **names: object) -> str:
        return words.site("question", key, **names)

    yield heading(2, say("example"), "example")
    yield position_sentence(example.entry, words)
    cards = [_under(answer, question, example, words) for answer in question.answers]
    asked = plain(sentence(example.ruling, words))
    told = [f"**{asked}**", box("cases", cards)]
    if example.given:
        told.append(say("given", answers=to_answers(example.given, words)))
    yield box("beside", [picture(position, known.words, focus(position, example.ruling.matter)), box("told", told)])


def _under(answer: str, question: Question, example: Example, words: Wording) -> str:
    value = plain(value_in_words(example.values[answer], example.ruling, example.found, words))
    way = plain(sentence_case(words.answer(question.id, answer)))
    return box("case", [f"**{value}**{{ .value }}", f"\n[{way}](/questions/{question.id}.md#{answer}).\n"])


def _positions(question: Question, known: Known) -> Iterator[str]:
    words = known.words
    found = known.positions(question.id)
    yield heading(2, words.site("question", "positions"), "positions")
    yield words.site("question", "positions_intro", count=len(found))
    listed = [to_position(entry, words) for entry in found]
    yield bullets(listed[:MOST_POSITIONS])
    if more := listed[MOST_POSITIONS:]:
        yield folded(words.site("question", "more", count=len(more)), [bullets(more)])
