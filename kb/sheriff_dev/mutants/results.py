"""What came of the mutants: counted, kept while they are judged, and written for the page about them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from sheriff_dev.mutants.judging import Name, Verdict
from sheriff_dev.mutants.listed import listed
from sheriff_dev.mutants.making import TASKS, Mutant, program

FORMAT = 1
"""Version of the JSON form."""
FILE = "results.json"
"""The file with the results of all mutants, beside this module."""


@dataclass(frozen=True, slots=True)
class Results:
    """Counts and ids. `killed` counts by what kills; `stale` are listed as equivalent, but killed or not made any more.

    `law` is the digest of the rules that were mutated, `positions` how many each judge looked at, at most.
    """

    law: str
    positions: int
    made: int
    operators: Mapping[str, int]
    killed: Mapping[Name, int]
    equivalent: tuple[str, ...]
    alive: tuple[str, ...]
    stale: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The results as plain data."""
        return {
            "format": FORMAT,
            "law": self.law,
            "positions": self.positions,
            "made": self.made,
            "operators": dict(self.operators),
            "killed": dict(self.killed),
            "equivalent": len(self.equivalent),
            "alive": list(self.alive),
            "stale": list(self.stale),
        }


def law_digest() -> str:
    """A short digest of the rules, whatever their comments and the way they are laid out."""
    return hashlib.sha256("".join(map(program, TASKS)).encode()).hexdigest()[:12]


def results(judged: Iterable[tuple[Mutant, Verdict]], positions: int, known: Iterable[Mutant]) -> Results:
    """The results of mutants with their verdicts; `known` are all mutants that there are."""
    judged = list(judged)
    equivalent = listed()
    there = {mutant.id for mutant in known if equivalent.get(mutant.id) == mutant.was}
    dead = {mutant.id for mutant, verdict in judged if verdict.killed}
    alive = [mutant.id for mutant, verdict in judged if not verdict.killed]
    return Results(
        law_digest(),
        positions,
        len(judged),
        dict(sorted(Counter(mutant.operator for mutant, _ in judged).items())),
        dict(sorted(Counter(verdict.killed for _, verdict in judged if verdict.killed).items())),
        tuple(id_ for id_ in alive if id_ in there),
        tuple(id_ for id_ in alive if id_ not in there),
        tuple(id_ for id_ in equivalent if id_ not in there or id_ in dead),
    )


def written() -> dict[str, Any]:
    """The results of all mutants as they were last written."""
    found: dict[str, Any] = json.loads((files("sheriff_dev.mutants") / FILE).read_text("utf-8"))
    return found


class Kept:
    """Verdicts in a file, a line each, so that what was judged is not lost when the work is stopped."""

    def __init__(self, path: Path) -> None:
        """Read what is there. Raises OSError."""
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._verdicts = {
            (kept["law"], kept["id"]): Verdict(kept["killed"], kept["where"]) for kept in map(json.loads, lines)
        }
        self._law = law_digest()

    def verdict(self, mutant: Mutant) -> Verdict | None:
        """The verdict on a mutant of the law as it is now; None if there is none."""
        return self._verdicts.get((self._law, mutant.id))

    def keep(self, mutant: Mutant, verdict: Verdict) -> None:
        """Add a verdict. Raises OSError."""
        kept = {"law": self._law, "id": mutant.id, "killed": verdict.killed, "where": verdict.where}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")
