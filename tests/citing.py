"""Passages that explanations cite beside the point: of the end, the tax, the ban or graveyards if there is none.

    python tests/citing.py --positions 300 --seed 1

counts them over all rulings of the gallery, under the first reading of each case, and over random positions under
random readings.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import clingo

from oracle.strategies import random_position, random_reading
from sheriff_kb.evidence import passages, speaking
from sheriff_kb.explain import Explainer, Explanation
from sheriff_kb.gallery import entries
from sheriff_kb.position import Position
from sheriff_kb.rulings import facts


def stray(told: Explanation) -> Iterator[tuple[str, str, str]]:
    """What an explanation cites beside the point: the sentence, the passage, and what this supposes and is not there.

    A passage on which a way of reading rests may be cited beside this reading, if it speaks for it most strongly, or if
    none speaks for it that is not beside the point.
    """
    there = happening(told.position, told.matter.turn)
    suppose = {passage.id: passage.supposes for passage in passages().values()}
    for reason in told.reason.all():
        spoken = [{passage for rank in speaking(*answer) for passage in rank} for answer in reason.answers]
        readings = {one for some in spoken for one in some if not any(suppose[other] <= there for other in some)}
        readings |= {passage for answer in reason.answers for passage in chain(*speaking(*answer)[:1])}
        for passage in reason.passages:
            for missing in suppose[passage] - there:
                if passage not in readings:
                    yield reason.text, passage, missing


def happening(position: Position, turn: int | str | None) -> frozenset[str]:
    """Which of the things that passages suppose there are in a position by a turn, or when it ends."""
    told = facts(position)
    until = turn if isinstance(turn, int) else told.final
    control = clingo.Control(["--warn=none"])
    control.add("base", [], told.program({}))
    control.ground([("base", [])])

    def of(name: str, arity: int) -> Iterator[list[clingo.Symbol]]:
        return (atom.symbol.arguments for atom in control.symbolic_atoms.by_signature(name, arity))

    placed = {tile.number: turn.number for turn, tile in of("placed", 2)}
    stars = [kind.name for turn, _, kind in of("star_tile", 3) if turn.number <= until]
    found = {atom.symbol.name for atom in control.symbolic_atoms}
    if stars:
        found.add("sheriff")
    else:
        found.discard("star_tile")
    if any(placed.get(tile.number, 0) <= until for _, tile in of("graveyard", 2)) or "graveyard" in stars:
        found.add("graveyard")
    else:
        found.discard("graveyard")
    if isinstance(turn, int):
        found.discard("game_end")
    return frozenset(found)


def gallery() -> Iterator[Explanation]:
    """The explanations of all rulings of the gallery, under the first reading of each case."""
    for entry in entries():
        explainer = Explainer(entry.position)
        for ruling in explainer.rulings:
            for case in ruling.cases:
                yield explainer.explain(ruling, case.when[0])


def at_random(seed: int) -> Iterator[Explanation]:
    """The explanations of all rulings on a random position under a random reading."""
    source = random.Random(seed)
    explainer = Explainer(random_position(source, sees=seed % 4 == 0), free=["all"])
    reading = random_reading(source)
    for ruling in explainer.rulings:
        yield explainer.explain(ruling, reading, full=bool(seed % 2))


def _count(what: str, told: Iterator[Explanation]) -> None:
    explained, wrong, by_missing = 0, 0, Counter[str]()
    for one in told:
        missing = {missing for _, _, missing in stray(one)}
        explained += 1
        wrong += bool(missing)
        by_missing.update(missing)
    causes = ", ".join(f"{count} without {missing}" for missing, count in by_missing.most_common())
    print(f"{what}: {wrong} of {explained} explanations cite beside the point{f': {causes}' if causes else ''}")


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=0, help="number of random positions besides the gallery")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first random position")
    chosen = parser.parse_args()
    _count("the gallery", gallery())
    if chosen.positions:
        seeds = range(chosen.seed, chosen.seed + chosen.positions)
        _count(f"{chosen.positions} random positions", (one for seed in seeds for one in at_random(seed)))


if __name__ == "__main__":
    main()
