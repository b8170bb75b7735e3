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
from sheriff_kb.law import interface, path_of, questions
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
class Trial:
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


def gallery_trial(name: str, position: Position) -> Trial:
    """A position of the gallery, with the values that its document expects."""
    return Trial(name, "gallery", facts(position), held_in(position), _as_the_document_expects)


def oracle_trial(name: str, position: Position, expectation: Expectation) -> Trial:
    """A position with the results of another program under some readings; every question is open."""
    return Trial(name, "oracle", facts(position), {}, expectation)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What kills a mutant, and where; both empty if it is alive."""

    killed: Name | Literal[""]
    where: str = ""


class Bench:
    """The judges: of the gallery and of the positions with an oracle so many each on which the mutant shows at all.

    What killed most mutants of the same paragraph of rules comes first, then of the same file, then what is cheap.
    """

    def __init__(self, gallery: Sequence[Trial], others: Sequence[Trial], most: int) -> None:
        self._gallery = gallery
        self._others = others
        self._most = most
        self._kills: dict[str, Counter[str]] = defaultdict(Counter)

    def prepare(self) -> None:
        """Ground the law on every position, so that this is done once."""
        for trial in (*self._gallery, *self._others):
            _ = trial.instances

    def judge(self, mutant: Mutant) -> Iterator[Verdict]:
        """The verdict; before it comes one of the living for every judgement, so that one sees how long each takes."""
        law = program("parts", mutant)
        alone = program("rulings", mutant)
        if not _grounds(alone):
            yield Verdict("grounding")
            return
        near, far = self._kills[mutant.paragraph], self._kills[mutant.file]

        def ruled(trial: Trial) -> Verdict | None:
            return _ruled(trial, law)

        def found_alone(trial: Trial) -> Verdict | None:
            return _alone(trial, law, alone)

        stages = [(self._gallery, ruled), (self._others, ruled)]
        if mutant.file in _ALONE:
            # The solver alone is asked first: it notices most. That it agrees with the package is not enough, though.
            stages = [(self._gallery, found_alone), (self._gallery, ruled)]
        elif mutant.file == _ASKED:
            stages.append((self._gallery, found_alone))
        for trials, judgement in stages:
            ordered = sorted(trials, key=lambda trial: (-near[trial.name], -far[trial.name], trial.cost))
            for trial in islice((trial for trial in ordered if trial.touched(mutant)), self._most):
                yield Verdict("")
                killed = judgement(trial)
                if killed is not None:
                    near[trial.name] += 1
                    far[trial.name] += 1
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


def _ruled(trial: Trial, law: str) -> Verdict | None:
    try:
        found = Judge(trial.told, trial.held, law)
    except RuntimeError:
        return Verdict("grounding", trial.name)
    except MemoryError:
        return Verdict("limit", trial.name)
    except (KeyError, Circular) as error:
        return Verdict(trial.judge, f"{trial.name}: {error!r}")
    try:
        differs = trial.expectation(found.rulings())
    # Whatever a faulty law leads to, there are no rulings.
    except Exception as error:  # noqa: BLE001
        differs = repr(error)
    return Verdict(trial.judge, f"{trial.name}: {differs}") if differs else None


def _alone(trial: Trial, law: str, alone: str) -> Verdict | None:
    """Whether a solver finds without the package, in one model a reading, what the package does with the same law."""
    if trial.told.unsaid:  # which are choices beside the questions
        return None
    held = {q.id: q.default for q in questions().values() if q.id not in _OPEN} | {**trial.held}
    judge = Judge(trial.told, held, law)
    ruled = judge.rulings()
    control = clingo.Control(["--models=0", "--warn=none"])
    try:
        control.add("base", [], alone + trial.told.program(held))
        control.ground([("base", [])])
    except RuntimeError:
        return Verdict("grounding", trial.name)
    position = trial.told.position
    asked = position.asks or position.filters
    seen = set[tuple[int, ...]]()
    with control.solve(yield_=True) as models:
        for number, model in enumerate(models, 1):
            atoms = model.symbols(atoms=True)
            reading = {str(atom.arguments[0]): str(atom.arguments[1]) for atom in atoms if atom.match("reading", 2)}
            if any(question.id not in reading for question in judge.free):
                return Verdict("clingo alone", f"{trial.name}: a question has no answer")
            answers = tuple(path_of(judge.free, reading).values())
            seen.add(answers)
            found = [term(atom).arguments for atom in atoms if atom.match("finding", 2)]
            for ruling in ruled:
                value = [judge.naming.value(one, other) for one, other in found if one == ruling.symbol]
                if value != [ruling.diagram(answers)]:
                    return Verdict("clingo alone", f"{trial.name}: {ruling.matter.as_json()}: {value}")
            if not (asked or trial.told.untold) and (odd := _told_beside(found, {ruling.symbol for ruling in ruled})):
                return Verdict("clingo alone", f"{trial.name}: {odd} is told")
            if number > len(seen):
                return Verdict("clingo alone", f"{trial.name}: a reading has several models")
    if len(seen) != prod(len(question.answers) for question in judge.free):
        return Verdict("clingo alone", f"{trial.name}: not every reading has a model")
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
