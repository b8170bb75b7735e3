"""Clauses in words: what a passage says on one point."""

from __future__ import annotations

from collections.abc import Iterable

from sheriff_kb.evidence import Unit, said
from sheriff_kb.wording import Wording


def in_words(unit: Unit, words: Wording, passage: str | None = None) -> str:
    """A clause as a sentence; `passage` stands for its passage, by default the id."""
    return words.parted(_worded(unit, how, what, passage or unit.passage, words) for how, what in said(unit))


def _worded(unit: Unit, how: str, what: str, passage: str, words: Wording) -> str:
    if how == "claims":
        return words.evidence("clauses", how, passage=passage, claim=words.evidence("claims", what))
    if how in ("fixes", "leans"):
        table = words.evidence("tables", unit.point)
        return words.evidence("clauses", how, passage=passage, table=table, position=what)
    title, answer = words.title(unit.point), words.answer(unit.point, what)
    return words.evidence("clauses", how, passage=passage, title=title, answer=answer)


def named(unit: Unit, words: Wording) -> str:
    """A clause by the ids of its passage and its point."""
    suggested = [words.evidence("phrases", "as_suggested")] if unit.strength == "suggested" else []
    return f"{unit.passage} ({', '.join([unit.point, *suggested])})"


def listed(units: Iterable[Unit], words: Wording) -> str:
    """Clauses by their ids, one after another."""
    return ", ".join(named(unit, words) for unit in units)


def as_json(unit: Unit) -> dict[str, str]:
    """A clause for programs: its passage, its point, and whether it is stated or suggested."""
    return {"passage": unit.passage, "on": unit.point, "as": unit.strength}
