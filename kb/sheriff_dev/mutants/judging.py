"""Judges of mutants: whether the changed law still grounds, and rules as people and a second program expect.

What is expected is never what the law says: the values of the gallery were derived by hand from the sources, and those
of random positions come from the oracle, which is handed in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import prod
from typing import Literal

import clingo

from sheriff_dev.mutants.instances import Instances
from sheriff_dev.mutants.making import Mutant, program
from sheriff_kb.gallery import differences_in
from sheriff_kb.law import interface, questions
from sheriff_kb.position import Position
from sheriff_kb.rulings import Facts, Judge, Rulings, facts, held_in
from sheriff_kb.solving import Circular, Term
from sheriff_kb.solving.by_clingo import term

Name = Literal["grounding", "limit", "gallery", "clingo alone", "oracle"]
"""What can kill a mutant: it does not ground; it takes too long, or too much memory; or a judge."""
Expectation = Callable[[Rulings], str]
"""What rulings differ in from what is expected of their position; empty if they agree."""

_ALONE = ("questions.lp", "tasks/totals.lp")
"""What only counts for a solver that runs alone: the engine takes readings and totals into its own hands."""
_ASKED = "tasks/rulings.lp"
"""Where the findings are made, of which a solver alone must have exactly one a matter."""
_OPEN = ("owner", "self_tile")
"""The questions that are left open to it."""


@dataclass(frozen=True, eq=False)
class Case:
    """A position with what is expected of it; `name` identifies it for people."""

    name: str
    judge: Name
    told: Facts
    held: Mapping[str, str]
    expectation: Expectation

    @cached_property
    def instances(self) -> Instances:
        """What rules come to here."""
        return Instances(program("parts"), self.told.program(self.held))

    def touched(self, mutant: Mutant) -> bool:
        """Whether the mutant makes any difference here."""
        return mutant.file in _ALONE or self.instances.differ(mutant.before, mutant.after)

    @property
    def cost(self) -> int:
        """About how long it takes."""
        return len(self.told.lines)


def gallery_case(name: str, position: Position) -> Case:
    """A position of the gallery, with the values that its document expects."""
    return Case(name, "gallery", facts(position), held_in(position), _as_the_document_expects)


def oracle_case(name: str, position: Position, expectation: Expectation) -> Case:
    """A position with the results of another program under some readings; every question is open."""
    return Case(name, "oracle", facts(position), {}, expectation)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What kills a mutant, and where; both empty if it is alive."""

    killed: Name | Literal[""]
    where: str = ""


class Bench:
    """The judges: of the gallery and of the positions with an oracle so many each on which the mutant shows at all.

    What killed most mutants of the same paragraph of rules comes first, then of the same file, then what is cheap.
    """

    def __init__(self, gallery: Sequence[Case], others: Sequence[Case], most: int) -> None:
        self._gallery = gallery
        self._others = others
        self._most = most
        self._kills: dict[str, Counter[str]] = defaultdict(Counter)

    def prepare(self) -> None:
        """Ground the law on every position, so that this is done once."""
        for case in (*self._gallery, *self._others):
            _ = case.instances

    def judge(self, mutant: Mutant) -> Iterator[Verdict]:
        """The verdict; before it comes one of the living for every judgement, so that one sees how long each takes."""
        law = program("parts", mutant)
        alone = program("rulings", mutant)
        if not _grounds(alone):
            yield Verdict("grounding")
            return
        near, far = self._kills[mutant.paragraph], self._kills[mutant.file]

        def ruled(case: Case) -> Verdict | None:
            return _ruled(case, law)

        def found_alone(case: Case) -> Verdict | None:
            return _alone(case, law, alone)

        stages = [(self._gallery, ruled), (self._others, ruled)]
        if mutant.file in _ALONE:
            # The solver alone is asked first: it notices most. That it agrees with the package is not enough, though.
            stages = [(self._gallery, found_alone), (self._gallery, ruled)]
        elif mutant.file == _ASKED:
            stages.append((self._gallery, found_alone))
        for cases, judgement in stages:
            ordered = sorted(cases, key=lambda case: (-near[case.name], -far[case.name], case.cost))
            for case in islice((case for case in ordered if case.touched(mutant)), self._most):
                yield Verdict("")
                killed = judgement(case)
                if killed is not None:
                    near[case.name] += 1
                    far[case.name] += 1
                    yield killed
                    return
        yield Verdict("")


def _grounds(law: str) -> bool:
    """Whether a law grounds at all, which needs no position."""
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    try:
        control.add("base", [], law)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


def _ruled(case: Case, law: str) -> Verdict | None:
    try:
        found = Judge(case.told, case.held, law)
    except RuntimeError:
        return Verdict("grounding", case.name)
    except MemoryError:
        return Verdict("limit", case.name)
    except (KeyError, Circular) as error:
        return Verdict(case.judge, f"{case.name}: {error!r}")
    try:
        differs = case.expectation(found.rulings())
    # Whatever a faulty law leads to, there are no rulings.
    except Exception as error:  # noqa: BLE001
        differs = repr(error)
    return Verdict(case.judge, f"{case.name}: {differs}") if differs else None


def _alone(case: Case, law: str, alone: str) -> Verdict | None:
    """Whether a solver finds without the package, in one model a reading, what the package does with the same law."""
    if case.told.unsaid:  # which are choices beside the questions
        return None
    held = {q.id: q.default for q in questions().values() if q.id not in _OPEN} | {**case.held}
    judge = Judge(case.told, held, law)
    ruled = judge.rulings()
    control = clingo.Control(["--models=0", "--warn=none"])
    try:
        control.add("base", [], alone + case.told.program(held))
        control.ground([("base", [])])
    except RuntimeError:
        return Verdict("grounding", case.name)
    position = case.told.position
    asked = position.asks or position.filters
    seen = set[tuple[int, ...]]()
    with control.solve(yield_=True) as models:
        for number, model in enumerate(models, 1):
            atoms = model.symbols(atoms=True)
            reading = {str(atom.arguments[0]): str(atom.arguments[1]) for atom in atoms if atom.match("reading", 2)}
            if any(question.id not in reading for question in judge.free):
                return Verdict("clingo alone", f"{case.name}: a question has no answer")
            answers = tuple(question.answers.index(reading[question.id]) for question in judge.free)
            seen.add(answers)
            found = [term(atom).arguments for atom in atoms if atom.match("finding", 2)]
            for ruling in ruled:
                value = [judge.naming.value(one, other) for one, other in found if one == ruling.symbol]
                if value != [ruling.diagram(answers)]:
                    return Verdict("clingo alone", f"{case.name}: {ruling.matter.as_json()}: {value}")
            if not (asked or case.told.untold) and (odd := _told_beside(found, {ruling.symbol for ruling in ruled})):
                return Verdict("clingo alone", f"{case.name}: {odd} is told")
            if number > len(seen):
                return Verdict("clingo alone", f"{case.name}: a reading has several models")
    if len(seen) != prod(len(question.answers) for question in judge.free):
        return Verdict("clingo alone", f"{case.name}: not every reading has a model")
    return None


def _told_beside(found: Iterable[Sequence[Term]], ruled: Container[Term]) -> str:
    """A finding on something that happens and that is not ruled on; some are given only where they are of interest."""
    for matter, value in found:
        always = interface().kind(matter).told_if not in ("changed", "several")
        of_interest = always and str(value) not in ("none", "no")
        if of_interest and matter not in ruled:
            return f"finding({matter},{value})"
    return ""


def _as_the_document_expects(found: Rulings) -> str:
    return next((str(difference) for difference in differences_in(found)), "")
