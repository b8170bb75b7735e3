"""The law against the oracle: every matter of random positions under random readings.

    python tests/comparison.py --positions 20000 --readings 5 --seed 1

plays so many positions, each under so many total readings, and prints every disagreement with the position. A third of
the positions leave something unsaid; there the values that are possible under a reading are compared. Ctrl-C stops it
after the positions at hand; the count so far is printed.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

from oracle import boards, completions
from oracle.board import Board
from oracle.completions import Completion, possible_values
from oracle.strategies import random_position, random_reading
from oracle.unsaid import says_everything, untold
from sheriff_kb.drawing import text
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings import Case, Ruling, Rulings, rulings

Values = frozenset[int | str]
"""Every value that a matter can have under one reading, over all that the position leaves unsaid."""

A_STACK_A_TILE = 0.6
"""How often each tile has its own stack if only totals are known: as one stack it would not matter how they lie."""
NEVER: Values = frozenset({"none"})


@dataclass(frozen=True)
class Disagreement:
    """A matter on which the law and the oracle differ under a reading."""

    position: Position
    matter: Matter
    law: str
    oracle: str
    reading: Mapping[str, str]

    def __str__(self) -> str:
        answers = ", ".join(f"{question}={answer}" for question, answer in self.reading.items())
        return f"{text(self.position)}\n{self.matter}\nlaw: {self.law}\noracle: {self.oracle}\nunder: {answers}"


@dataclass(frozen=True)
class Outcome:
    """What the oracle says of a position under one reading.

    `values` has every matter with its possible values, a refusal with its reasons as in `refused`. `called_for`
    are the matters on which there must be a ruling, `moves` the turns in which he moves whatever is unsaid.
    """

    values: Mapping[Matter, Values]
    called_for: frozenset[Matter]
    moves: frozenset[int]


@dataclass(frozen=True)
class Played:
    """A position that asks for everything, and what the oracle says of it under each of some total readings."""

    position: Position
    tables: Sequence[Board]
    outcomes: Sequence[tuple[Mapping[str, str], Outcome]]


def played(position: Position, readings: Iterable[Mapping[str, str]]) -> Played:
    """What the oracle says of a position under these readings."""
    position = replace(position, filters=(*position.filters, {}))
    tables = boards(position)
    return Played(
        position, tables, [(reading, _outcome(list(completions(position, reading, tables)))) for reading in readings]
    )


def _outcome(found: Sequence[Completion]) -> Outcome:
    values = possible_values([one.values for one in found])
    for matter in values:
        reasons = [one.refusals[matter] for one in found if one.refusals.get(matter)]
        if reasons:
            values[matter] = values[matter] - {"no"} | {refused(reasons)}
    called_for = {matter for one in found for matter in one.values if matter not in one.idle}
    moves = frozenset.intersection(*(frozenset(one.sent) for one in found))
    return Outcome(values, frozenset(m for m in called_for if m.kind not in ("collected", "score")), moves)


def refused(reasons: Sequence[Iterable[str]]) -> str:
    """The value of an act that is refused for these reasons, whatever is unsaid, and sometimes for further ones."""
    always = set(reasons[0]).intersection(*reasons[1:])
    sometimes = set().union(*reasons) - always
    return f"no: {', '.join(sorted(always))}" + (f"; perhaps {', '.join(sorted(sometimes))}" if sometimes else "")


def disagreements(
    position: Position, readings: Sequence[Mapping[str, str]], *, at_once: bool = True
) -> list[Disagreement]:
    """All disagreements on a position under these total readings.

    With `at_once` all questions are open in one run of the law; otherwise it runs reading by reading.
    """
    told = played(position, readings)
    if at_once:
        return list(compared(rulings(told.position, free=("all",)), told))
    return [
        found
        for reading, outcome in told.outcomes
        for found in compared(rulings(told.position, fixed=reading), replace(told, outcomes=[(reading, outcome)]))
    ]


def compared(found: Rulings, told: Played) -> Iterator[Disagreement]:
    """All disagreements of rulings with the oracle.

    Either all questions are open in them, or those of the one reading that was played are fixed. If they are open and
    things are unsaid, cases say what follows if he was sent somewhere, not under which readings he can have been. So
    they may have more values than are possible under a reading. What happens under no reading is not to be ruled on.
    """
    for ruling in found:
        if not ruling.varies and ruling.cases[0].value == "none":
            yield Disagreement(told.position, ruling.matter, "none", "left out", {})
    cut_short = {ruling.matter for ruling in found if ruling.partial}
    for reading, outcome in told.outcomes:
        law, oracle = law_says(found, told.position, reading), outcome.values
        roughly = not says_everything(told.position) and _open_questions(found, reading)
        if roughly:
            oracle = {matter: without_reasons(values) for matter, values in oracle.items() if matter not in cut_short}
        for matter in dict.fromkeys([*law, *oracle]):
            one, other = law.get(matter, NEVER), oracle.get(matter, NEVER)
            missing = matter not in law and not _must_be_raised(matter, law, outcome, told)
            agree = other <= one if roughly else one == other
            if not agree and not missing and not _same_mountains(matter, one, other, outcome, told):
                yield Disagreement(told.position, matter, written(one), written(other), reading)


def law_says(found: Rulings, position: Position, reading: Mapping[str, str]) -> dict[Matter, Values]:
    """The values that rulings give under a reading, with the reasons of refusals if they are known to go with it.

    If questions are open and things are unsaid, rulings that are cut short are left out.
    """
    if not _open_questions(found, reading):
        return {ruling.matter: frozenset(_value(case) for case in ruling.cases) for ruling in found}
    if says_everything(position):
        answers = [question.answers.index(reading[question.id]) for question in found.free]
        return {ruling.matter: _under(ruling, answers) for ruling in found}
    return {
        ruling.matter: frozenset(case.value for case in ruling.cases if _holds(case, reading))
        for ruling in found
        if not ruling.partial
    }


def _open_questions(found: Rulings, reading: Mapping[str, str]) -> bool:
    """Whether rulings leave questions open, and not only what is unsaid."""
    return any(question.id in reading for question in found.free)


def _value(case: Case) -> int | str:
    """The value of a case of rulings in which every question is fixed."""
    if case.value != "no":
        return case.value
    return refused([case.reasons, {*case.reasons, *case.reasons_in_some}] if case.reasons_in_some else [case.reasons])


def _under(ruling: Ruling, answers: Sequence[int]) -> Values:
    """The value under answers to all questions that are open, if everything is said."""
    value: Any = ruling.diagram(answers)
    if value == "no":
        value = refused([[name for name, holds in ruling.reasons.items() if holds(answers)]])
    return frozenset({value})


def _holds(case: Case, reading: Mapping[str, str]) -> bool:
    """Whether the case holds under the reading, if what is unsaid was so."""
    return any(
        all(
            reading[question] in ((answers,) if isinstance(answers, str) else answers)
            for question, answers in when.items()
            if question in reading
        )
        for when in case.when
    )


def without_reasons(values: Values) -> Values:
    return frozenset("no" if str(value).startswith("no:") else value for value in values)


def listed_often(found: Rulings, told: Played) -> Iterator[Matter]:
    """Destinations on one mountain that are listed one by one, if none is given, though they always fare alike."""
    listed: dict[tuple[Any, str | None], list[Ruling]] = {}
    for ruling in found:
        matter = ruling.matter
        if matter.act == "sheriff" and isinstance(matter.turn, int) and matter.place != "beside":
            turns = told.position.turns
            if matter.turn <= len(turns) and untold(told.position, turns[matter.turn - 1]):
                listed.setdefault((matter.turn, mountain(matter, matter.place, told)), []).append(ruling)
    for spots in listed.values():
        if len(spots) > 1 and all(spot.cases == spots[0].cases for spot in spots):
            yield spots[0].matter


def _must_be_raised(matter: Matter, law: Mapping[Matter, Values], outcome: Outcome, told: Played) -> bool:
    """Whether what the oracle gives may not be left out of the rulings.

    It gives more than is asked in collections and scores that nothing changed, in stacks and standing places to which
    nothing happened if something is unsaid, and in destinations: those that no reading allows are left out, and one
    spot stands for others of its mountain that fare alike.
    """
    if matter not in outcome.called_for:
        return False
    if matter.act != "sheriff" or matter.place == "beside":
        return matter.act != "sheriff" or without_reasons(outcome.values[matter]) != {"no"}
    if without_reasons(outcome.values[matter]) == {"no"}:
        return False
    where = mountain(matter, matter.place, told)
    return not any(
        other.act == "sheriff"
        and other.turn == matter.turn
        and other.place != "beside"
        and mountain(other, other.place, told) == where
        and outcome.values.get(other) == outcome.values[matter]
        for other in law
    )


def _same_mountains(matter: Matter, law: Values, oracle: Values, outcome: Outcome, told: Played) -> bool:
    """Whether both say that he stands on the same mountains, where the spot may be given or not.

    That is so if his destination is untold and he may have stayed on a spot that was given before.
    """
    if matter.kind != "sheriff" or not isinstance(matter.turn, int) or matter.turn in outcome.moves:
        return False
    if not untold(told.position, told.position.turns[matter.turn - 1]):
        return False
    return {mountain(matter, place, told) for place in law} == {mountain(matter, place, told) for place in oracle}


def mountain(matter: Matter, label: int | str | None, told: Played) -> str | None:
    """The mountain that a label of a mountain segment belongs to in the turn of the matter; None for `beside`."""
    number = min(matter.turn, len(told.tables) - 1) if isinstance(matter.turn, int) else -1
    board = told.tables[number]
    for place in board.mountain_segments():
        if told.position.label(place) == label:
            return board.mountain_label(place)
    return None


def written(values: Values) -> str:
    return " or ".join(map(str, sorted(values, key=str)))


def grown(seed: int, readings: int, *, unsaid: bool = False) -> tuple[Position, list[dict[str, str]]]:
    """The position that grows from a seed, and so many random readings; with `unsaid` it does not say everything."""
    source = random.Random(seed)
    position = random_position(source, sees=seed % 4 == 0, unsaid=unsaid)
    while unsaid and says_everything(position):
        position = random_position(source, sees=seed % 4 == 0, unsaid=True)
    chosen = [random_reading(source) for _ in range(readings)]
    for reading in chosen:
        if position.stacks and source.random() < A_STACK_A_TILE:
            reading["stack_unit"] = "tile"
    return position, chosen


def compare_seed(seed: int, readings: int, *, unsaid: bool = False) -> list[Disagreement]:
    """Compare the position that grows from a seed under so many random readings.

    If things are unsaid the law runs reading by reading on three of four.
    """
    try:
        return disagreements(*grown(seed, readings, unsaid=unsaid), at_once=not unsaid or seed % 4 == 3)
    except Exception as error:
        error.add_note(f"seed {seed}, {'unsaid' if unsaid else 'said'}")
        raise


def _a_third_unsaid(seed: int, readings: int) -> list[Disagreement]:
    return compare_seed(seed, readings, unsaid=seed % 3 == 0)


def main() -> None:
    """Compare many positions and count how many disagreed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20000)
    parser.add_argument("--readings", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, help="number of processes (default: all processors)")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.positions)
    start, done, apart = time.monotonic(), 0, 0
    with ProcessPoolExecutor(
        arguments.jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as pool:
        try:
            jobs = pool.map(_a_third_unsaid, seeds, repeat(arguments.readings), chunksize=20)
            for seed, found in zip(seeds, jobs, strict=True):
                done += 1
                apart += bool(found)
                for disagreement in found[:1]:
                    print(f"seed {seed}\n{disagreement}\n", flush=True)
                if done % 200 == 0:
                    seconds = time.monotonic() - start
                    rate = f"{60 * done * arguments.readings / seconds:.0f} comparisons a minute"
                    told = f"{done} positions, {apart} with a disagreement, {seconds:.0f} s, {rate}"
                    print(told, file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    print(f"{done} positions under {arguments.readings} readings each: {apart} with a disagreement")
    sys.exit(1 if apart else 0)


if __name__ == "__main__":
    main()
