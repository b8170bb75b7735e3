"""Proposed rewordings: what would follow for the gallery from settling some questions, and how few would settle all.

A rewording that settles a question is an answer that every reading then gives. What it does to a ruling is computed on
the ruling's diagram.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheriff_kb.evidence import Coherence, Unit, texts, units_of
from sheriff_kb.gallery import Entry
from sheriff_kb.law import encoding, held_answers
from sheriff_kb.position import Matter
from sheriff_kb.rulings import Survey, held_in
from sheriff_kb.solving import Diagram, Solver, Value, nodes, values


@dataclass(frozen=True, slots=True)
class Amended:
    """A ruling of the gallery before and after.

    `before` and `after` are the values if every question that is left open has its first answer. `varied` and
    `varies` say whether some reading gave, and gives, another one.
    """

    source: str
    matter: Matter
    before: Value
    after: Value
    varied: bool
    varies: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """What a rewording does to the conflicts of both texts: those that vanish, that stay, and that it brings."""

    vanished: tuple[tuple[Unit, ...], ...]
    kept: tuple[tuple[Unit, ...], ...]
    new: tuple[tuple[Unit, ...], ...]


def conflicts(answers: Mapping[str, str]) -> Settled:
    """The minimal conflicts of both texts before and after these answers are settled by a rewording.

    A rewording is one more sentence, which comes before the others: what they say of its questions no longer counts.
    """
    units = units_of(texts())
    held = held_answers()
    amended = "".join(f"\namended({question})." for question in answers)
    program = encoding.program("coherence") + amended
    before = list(Coherence(units, held=held).conflicts())
    after = list(Coherence(units, held={**held, **answers}, program=program).conflicts())
    return Settled(
        tuple(one for one in before if one not in after),
        tuple(one for one in before if one in after),
        tuple(one for one in after if one not in before),
    )


def amend(entries: Iterable[Entry], answers: Mapping[str, str]) -> list[Amended]:
    """The rulings of the gallery before and after these answers are settled, each position with its own settings.

    Settled questions are held, as everywhere. A matter that does not happen before nor after is left out.
    """
    survey = Survey()
    defaults = {question.id: question.default for question in survey.questions}
    found = []
    for entry in entries:
        held = held_in(entry.position)
        for one in survey.matters(entry.name, entry.position):
            before, after = survey.restrict(one.diagram, held), survey.restrict(one.diagram, {**held, **answers})
            if values(before) | values(after) != {"none"}:
                found.append(
                    Amended(
                        one.source,
                        one.matter,
                        survey.restrict(before, defaults).value,
                        survey.restrict(one.diagram, {**defaults, **held, **answers}).value,
                        before.variable is not None,
                        after.variable is not None,
                    )
                )
    return found


# --- the fewest answers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Smallest:
    """A smallest set of answers under which no ruling of the gallery depends on a reading.

    `answers` are as few as can be, and among the sets of as few answers none has fewer that are not the first of their
    question. `open` is how many questions were open, `rulings` how many rulings depended on them.
    """

    answers: Mapping[str, str]
    open: int
    rulings: int


def smallest(
    entries: Iterable[Entry], answers: Mapping[str, str], *, any_answer: bool = False, survey: Survey | None = None
) -> Smallest:
    """A smallest set of answers to fix beside those given, so that no ruling of the gallery depends on a reading.

    Settled questions are held at their first answer, even if a position frees them, and so is what a position's own
    `reading` says. Only first answers are fixed, or any. `survey` may be one that knows the positions already.
    """
    survey = survey or Survey()
    settled = {question.id: question.default for question in survey.questions if question.status == "settled"}
    diagrams = []
    for entry in entries:
        position = entry.position
        told = {q: a for q, a in position.reading.items() if q not in position.free and "all" not in position.free}
        for one in survey.matters(entry.name, position):
            left = survey.restrict(one.diagram, {**settled, **told, **answers})
            if left.variable is not None:
                diagrams.append(left)
    open_questions = [q for q in survey.questions if q.id not in settled and q.id not in answers]
    candidates = [(q.id, a) for q in open_questions for a in (q.answers if any_answer else q.answers[:1])]
    found = fewest(survey, diagrams, candidates)
    return Smallest(found, len(open_questions), len(diagrams))


def fewest(survey: Survey, diagrams: Sequence[Diagram], candidates: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A smallest choice of candidates, one answer a question, that leaves every diagram a single value.

    Raises ValueError if all of them together do not.
    """
    solver = Solver(encoding.program("fewest") + "\n".join(_facts(survey, diagrams, candidates)))
    chosen = solver.atoms("fix", 2)
    best = solver.best(chosen.values())
    if best is None:
        raise ValueError("these answers together do not settle every ruling")
    fixed = {str(one.arguments[0]): str(one.arguments[1]) for one, atom in chosen.items() if atom in best.holding}
    return {question.id: fixed[question.id] for question in survey.questions if question.id in fixed}


def _facts(survey: Survey, diagrams: Sequence[Diagram], candidates: Iterable[tuple[str, str]]) -> Iterator[str]:
    every = {id(node): node for diagram in diagrams for node in nodes(diagram)}
    number = {key: place for place, key in enumerate(every)}
    for key in dict.fromkeys(map(id, diagrams)):  # one may be a part of another one, too
        yield f"root({number[key]})."
    for key, node in every.items():
        here = number[key]
        if node.variable is None:
            yield f"leaf({here})."
            continue
        question = survey.questions[node.variable]
        yield f"test({here},{question.id})."
        for answer, branch in zip(question.answers, node.branches, strict=True):
            yield f"branch({here},{answer},{number[id(branch)]})."
    for asked, answer in candidates:
        yield f"candidate({asked},{answer})."
    for question in survey.questions:
        yield f"default({question.id},{question.default})."
