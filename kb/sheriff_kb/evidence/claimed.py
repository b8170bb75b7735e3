"""What claims say of their tables: how the values of matters compare, on which positions of the gallery."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sheriff_kb.law import program
from sheriff_kb.solving import Term, atoms_of


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing that a claim says of its table: how the values of matters compare, with a value or each other."""

    kind: str
    matters: tuple[Term, ...]
    value: int | str | None = None


@cache
def claimed() -> tuple[dict[str, list[Comparison]], dict[str, list[str]]]:
    """What each claim says of its table, and the positions that the table may be."""
    facts = atoms_of(program("evidence"))
    tests: dict[str, list[Comparison]] = {}
    for kind in ("value", "not_value", "differ"):
        for claim, matter, other in facts(kind, 3):
            both = kind == "differ"
            test = Comparison(kind, (matter, other)) if both else Comparison(kind, (matter,), _plain(other))
            tests.setdefault(claim.name, []).append(test)
    shown: dict[str, list[str]] = {}
    for table, position in facts("may_show", 2):
        shown.setdefault(table.name, []).append(position.string)
    return tests, {claim.name: shown[table.name] for claim, table in facts("in", 2)}


def keys(matter: Term) -> dict[str, Any]:
    """The keys of a matter: tax(turn(1)) is {kind: tax, turn: 1}."""
    return {"kind": matter.name, **{key.name: _plain(key.arguments[0]) for key in matter.arguments}}


def _plain(term: Term) -> int | str:
    if term.is_number:
        return term.number
    return term.string if term.is_string else term.name
