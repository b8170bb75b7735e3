"""Random positions with the outcomes of the oracle, a second program that plays by the rules.

It is in `tests/` and no part of the package, so this needs the checkout.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sheriff_dev.mutants.judging import Trial, oracle_trial
from sheriff_kb.gallery import entries
from sheriff_kb.rulings import Rulings

if TYPE_CHECKING:
    from comparison import Played

READINGS = 16
"""Number of random readings under which each position is played."""

FOUND = (313,)
"""Seeds of positions that show what few do."""
MANY = 100
"""From this number of positions on, those of the gallery are played as well, with one answer after the other."""

_TESTS = Path(__file__).resolve().parents[3] / "tests"


class NoOracle(Exception):
    """The oracle is not there."""


@dataclass(frozen=True)
class AsTheOraclePlays:
    """What is expected of a position that the oracle has played."""

    told: Played

    def __call__(self, found: Rulings) -> str:
        """What rulings differ in from what the oracle says; empty if they agree."""
        from comparison import compared

        differs = next(compared(found, self.told), None)
        return f"{differs.matter.as_json()}: expected {differs.oracle}, found {differs.law}" if differs else ""


def oracle_trials(positions: int) -> list[Trial]:
    """Positions with what the oracle says of them, always the same: a number of random ones, and those of the gallery.

    Of the gallery the oracle leaves out those of which only totals are known. Raises NoOracle.
    """
    if not (_TESTS / "oracle").is_dir():
        raise NoOracle("the oracle is in the folder tests/ of a checkout, and there is none around this package")
    if str(_TESTS) not in sys.path:
        sys.path.insert(0, str(_TESTS))
    try:
        from comparison import grown, played
        from oracle.readings import DEFAULT
        from oracle.readings import READINGS as ANSWERS
    except ImportError as error:
        raise NoOracle(f"the oracle needs what tests need: {error}") from error
    chosen = {
        f"seed {seed}": grown(seed, READINGS) for seed in (*range(positions), *(s for s in FOUND if s >= positions))
    }
    if positions >= MANY:
        one_by_one = [DEFAULT, *(DEFAULT | {q: answer} for q, answers in ANSWERS.items() for answer in answers[1:])]
        chosen |= {one.name: (one.position, one_by_one) for one in entries() if not one.position.stacks}
    told = {name: played(position, readings) for name, (position, readings) in chosen.items()}
    return [oracle_trial(name, one.position, AsTheOraclePlays(one)) for name, one in told.items()]
