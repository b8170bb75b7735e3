"""Evidence: what the sentences of the sources say for and against each answer, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal

from sheriff_kb.evidence.coherence import Coherence, Verdict
from sheriff_kb.evidence.sources import Strength, Unit, all_units, evidence_facts, passages, texts
from sheriff_kb.law import held_answers, questions

How = Literal["states", "suggests", "claims"]
_FIRM: tuple[How, ...] = ("states", "claims", "suggests")
"""How a passage can speak for one answer, the strongest first."""
Balance = Literal["stated", "opposed", "contradicted", "suggested", "divided", "silent"]


@dataclass(frozen=True, slots=True)
class Voice:
    """What one passage says on a question: the answers that it is for, and those that it is against.

    `left` has, of a claim whose table is not sure, the answers that it leaves on each position that the table may be.
    """

    passage: str
    how: How
    supports: tuple[str, ...] = ()
    opposes: tuple[str, ...] = ()
    left: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a passage: for each position that its table may be, the answers under which it holds there.

    An empty tuple: under none. A map that is empty: under all.
    """

    id: str
    table: str
    holds: Mapping[str, tuple[Mapping[str, str], ...]]


@cache
def voices(question: str) -> tuple[Voice, ...]:
    """What every passage says on a question, in the order of the sources."""
    facts = evidence_facts()
    answers = questions()[question].answers
    found: list[Voice] = []
    for passage, about, answer in facts("states", 3):
        if about.name == question:
            others = tuple(other for other in answers if other != answer.name)
            found.append(Voice(passage.string, "states", (answer.name,), others))
    for passage, about, answer in facts("suggests", 3):
        if about.name == question:
            found.append(Voice(passage.string, "suggests", (answer.name,)))
    for passage, claim in facts("claims", 2):
        voice = _claimed(passage.string, claim.name, question)
        if voice is not None:
            found.append(voice)
    order = {passage: number for number, passage in enumerate(passages())}
    return tuple(sorted(found, key=lambda voice: order[voice.passage]))


@cache
def contrary(question: str, answer: str) -> tuple[frozenset[str], frozenset[str]]:
    """The passages that state other answers only, and those that state or suggest other ones only.

    What comes of a claim, in an example or the note, is not counted. None says anything of what a position leaves open.
    """
    stated, suggested = ({told for told in _told(how) if told[1] == question} for how in ("states", "suggests"))
    for_it = {passage for passage, _, said in stated | suggested if said == answer}
    against, others = ({passage for passage, _, _ in told} - for_it for told in (stated, stated | suggested))
    return frozenset(against), frozenset(others)


@cache
def speaking(question: str, answer: str) -> tuple[tuple[str, ...], ...]:
    """The passages that speak for an answer, the strongest first.

    They state it; have a claim that needs it; suggest it; have a claim that on some table leaves it; or say that it is
    assumed. The note is not counted, since it makes no rules, and none speaks for anything that a position leaves open.
    """
    known = voices(question) if question in questions() else ()
    heard = [voice for voice in known if passages()[voice.passage].authority != "commentary"]
    ranks = [
        *([one.passage for one in heard if one.how == how and answer in one.supports] for how in _FIRM),
        [one.passage for one in heard if any(answer in some for some in (one.left or {}).values())],
        [passage for passage, about, said in _told("assumes") if (about, said) == (question, answer)],
    ]
    return tuple(tuple(rank) for rank in ranks if rank)


@cache
def _told(how: str) -> tuple[tuple[str, str, str], ...]:
    """Which passage states, or suggests, which answer to which question."""
    return tuple((passage.string, about.name, answer.name) for passage, about, answer in evidence_facts()(how, 3))


def _claimed(passage: str, claim: str, question: str) -> Voice | None:
    """What a claim says on a question; None if it does not bear on it."""
    answers = questions()[question].answers
    ruled_out: dict[str, set[str]] = {}
    for name, position, about, answer in evidence_facts()("rules_out", 4):
        if name.name == claim and about.name == question:
            ruled_out.setdefault(position.string, set()).add(answer.name)
    left = {
        position: tuple(answer for answer in answers if answer not in ruled_out.get(position, set()))
        for position in claim_of(claim).holds
    }
    if all(len(some) in (0, len(answers)) for some in left.values()):
        return None
    always = tuple(answer for answer in answers if any(answer in some for some in left.values()))
    never = tuple(answer for answer in answers if answer not in always)
    sure = len({some for some in left.values() if some}) == 1
    return Voice(passage, "claims", always if len(always) == 1 else (), never, None if sure else left)


@cache
def claim_of(claim: str) -> Claim:
    """A claim with the answers under which it holds."""
    facts = evidence_facts()
    table = next(where.name for name, where in facts("in", 2) if name.name == claim)
    base = {name.name: of for name, *of in facts("only_if", 4)}
    holds: dict[str, tuple[Mapping[str, str], ...]] = {}
    for name, position in facts("may_show", 2):
        if name.name != table:
            continue
        if claim in base:
            other, question, answer = (term.name for term in base[claim])
            rests = all(case.get(question) == answer for case in _cases(other, position.string))
            holds[position.string] = ({},) if rests else ()
        else:
            holds[position.string] = tuple(_cases(claim, position.string))
    return Claim(claim, table, holds)


def _cases(claim: str, position: str) -> list[dict[str, str]]:
    facts = evidence_facts()
    found: dict[int, dict[str, str]] = {
        number.number: {} for name, where, number in facts("case", 3) if (name.name, where.string) == (claim, position)
    }
    for name, where, number, question, answer in facts("when", 5):
        if (name.name, where.string) == (claim, position):
            found[number.number][question.name] = answer.name
    return list(found.values())


def said(unit: Unit) -> Iterator[tuple[str, str]]:
    """How a clause speaks, and what it says: `states` an answer, `claims` a claim, `fixes` a position, and so on."""
    if unit.strength == "stated" and any(claim.id == unit.point for claim in claims(unit.passage)):
        yield "claims", unit.point
    for how in ("states", "fixes") if unit.strength == "stated" else ("suggests", "leans"):
        for passage, point, what in evidence_facts()(how, 3):
            if (passage.string, point.name) == (unit.passage, unit.point):
                yield how, what.string if how in ("fixes", "leans") else what.name


def claims(passage: str) -> tuple[Claim, ...]:
    """The claims of a passage."""
    return tuple(claim_of(claim.name) for of, claim in evidence_facts()("claims", 2) if of.string == passage)


def tables_fixed(passage: str) -> Iterator[tuple[str, str, Strength]]:
    """The tables of which a passage says what position they are, the position, and whether it states or suggests it."""
    for predicate, strength in (("fixes", "stated"), ("leans", "suggested")):
        for of, table, position in evidence_facts()(predicate, 3):
            if of.string == passage:
                yield table.name, position.string, "stated" if strength == "stated" else "suggested"


def doubtful(question: str) -> tuple[str, ...]:
    """The passages of which it is in doubt how much they say on a question, in the order of the sources."""
    doubted = {passage.string for passage, about in evidence_facts()("doubtful", 2) if about.name == question}
    return tuple(passage for passage in passages() if passage in doubted)


def silence(passage: str) -> str | None:
    """The reason why a passage says nothing of any answer; None if it says something, or no reason is given."""
    return next((reason.name for of, reason in evidence_facts()("silent", 2) if of.string == passage), None)


def balance(question: str) -> tuple[Balance, dict[str, tuple[str, ...]]]:
    """What the voices on a question come to, and for each answer the origins that speak for it most.

    `stated`: one answer is stated, and nothing is for another; `opposed`: one is stated, another suggested;
    `contradicted`: two are stated; `suggested`: one is suggested; `divided`: several are; `silent`: none. The note is
    not counted, since it makes no rules.
    """
    known = passages()
    stated: dict[str, set[str]] = {}
    suggested: dict[str, set[str]] = {}
    for voice in voices(question):
        passage = known[voice.passage]
        if passage.authority == "commentary":
            continue
        for answer in voice.supports:
            (suggested if voice.how == "suggests" else stated).setdefault(answer, set()).add(passage.origin)
    strong = stated or suggested
    told = {answer: tuple(sorted(strong[answer])) for answer in questions()[question].answers if answer in strong}
    if len(stated) > 1:
        return "contradicted", told
    if stated:
        return ("stated" if suggested.keys() <= stated.keys() else "opposed"), told
    if suggested:
        return ("suggested" if len(suggested) == 1 else "divided"), told
    return "silent", {}


# --- what is counted -------------------------------------------------------------------------------------------------


def units_of(sources: Iterable[str], *, suggestions: bool = False) -> list[Unit]:
    """The units of these sources, with or without what their passages only suggest."""
    wanted = set(sources)
    return [
        unit
        for unit in all_units()
        if passages()[unit.passage].source in wanted and (suggestions or unit.strength == "stated")
    ]


def undisputed(units: Iterable[Unit]) -> list[Unit]:
    """Those units that are in no conflict among them, settled questions being held."""
    units = list(units)
    disputed = {unit for conflict in Coherence(units, held=held_answers()).conflicts() for unit in conflict}
    return [unit for unit in units if unit not in disputed]


def judge(passage: str, sources: Iterable[str] | None = None) -> Verdict:
    """Whether what a passage states follows from those clauses of the sources, or texts, that no other contradicts."""
    given = [unit for unit in undisputed(units_of(texts() if sources is None else sources)) if unit.passage != passage]
    return Coherence([], held=held_answers()).verdict(stated_by(passage), given)


def stated_by(passage: str) -> list[Unit]:
    """What a passage states; empty if it states nothing."""
    return [unit for unit in all_units() if unit.passage == passage and unit.strength == "stated"]


# --- a reading against the sentences ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Check:
    """How a reading fares with the sentences: the clauses that it breaks, stated ones and suggested ones.

    `tables` are the positions that serve it best; `nearer` the smallest changes after which less is broken of what is
    stated, as maps from questions to other answers, each with what is then broken.
    """

    tables: Mapping[str, str]
    breaks: tuple[Unit, ...]
    strains: tuple[Unit, ...]
    nearer: tuple[tuple[Mapping[str, str], tuple[Unit, ...]], ...]


def check(reading: Mapping[str, str], sources: Iterable[str]) -> Check:
    """Check a total reading against these sources."""
    sources = tuple(sources)
    stated = units_of(sources)
    program = Coherence(stated)
    fewest = program.fewest_broken(reading)
    everything = Coherence(units_of(sources, suggestions=True), tables=fewest.tables).fewest_broken(reading)
    nearer: list[tuple[Mapping[str, str], tuple[Unit, ...]]] = []
    for changes in range(1, 3):
        if nearer or not fewest.broken:
            break
        # Only answers to questions on which something broken depends can mend anything.
        touched = [question for question in questions() if question in program.touched(fewest.broken)]
        for chosen in combinations(touched, changes):
            for change in _other_answers(reading, chosen):
                broken = program.fewest_broken({**reading, **change}).broken
                if len(broken) < len(fewest.broken):
                    nearer.append((change, broken))
    nearer.sort(key=lambda one: len(one[1]))
    return Check(
        fewest.tables,
        fewest.broken,
        tuple(unit for unit in everything.broken if unit.strength == "suggested"),
        tuple(nearer),
    )


def _other_answers(reading: Mapping[str, str], chosen: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Every way to answer these questions otherwise."""
    if not chosen:
        yield {}
        return
    first, *rest = chosen
    for change in _other_answers(reading, tuple(rest)):
        for answer in questions()[first].answers:
            if answer != reading[first]:
                yield {first: answer, **change}
