"""What a graveyard scores, as `sheriff conflicts` tells it before all else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.law import tag
from sheriff_kb.wording import Wording

if TYPE_CHECKING:
    from sheriff_kb.evidence import Coherence
    from sheriff_kb.report.scoring import Together
    from sheriff_kb.rulings import Ruling


def scoring_lines(program: Coherence, sources: Sequence[str], words: Wording) -> Iterator[str]:
    """What the law gives for the graveyards spoken of, and what can be true together; nothing where no rule is."""
    from sheriff_kb.report.scoring import points, scoring

    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    found = scoring(program, sources)
    if found is None:
        return
    yield click.style(say("scoring"), bold=True)
    for position, rulings in points():
        for ruling in rulings:
            matter = f"{words.evidence('shown', position)}, {words.when(ruling.matter.turn or 'after')}"
            yield f"  {words.leading(matter)} {_values(ruling, words)}"
    yield ""
    yield click.style(say("together"), bold=True)
    rows = [["", *(words.parted(words.evidence("shown", at) for at in table.values()) for table in found.tables)]]
    rows += [[_voices(pair, words), *_cells(pair, words)] for pair in found.pairs]
    rows.append([say("all_rules"), *_cells(found.rules, words)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""


def _values(ruling: Ruling, words: Wording) -> str:
    return words.either(
        f"{case.value} {words.either(tag(when) for when in case.when)}" if ruling.varies else str(case.value)
        for case in ruling.cases
    )


def _voices(pair: Together, words: Wording) -> str:
    one, other = (words.evidence("scoring", voice) for voice in pair.voices)
    return words.evidence("phrases", "pair", one=one, other=other)


def _cells(found: Together, words: Wording) -> Iterator[str]:
    return (words.values["no" if needs is None else "yes"] for needs in found.needs)


def scoring_as_json(program: Coherence, sources: Sequence[str]) -> dict[str, Any] | None:
    """The same for programs; None without rules."""
    from sheriff_kb.report.scoring import points, scoring

    found = scoring(program, sources)
    if found is None:
        return None
    return {
        "voices": {voice: list(passages) for voice, passages in found.voices.items()},
        "points": [
            {
                "position": position,
                "matter": ruling.matter.as_json(),
                "cases": [{"value": case.value, "when": [dict(when) for when in case.when]} for case in ruling.cases],
            }
            for position, rulings in points()
            for ruling in rulings
        ],
        "tables": [dict(table) for table in found.tables],
        "together": [
            {"voices": list(one.voices), "needs": [None if needs is None else dict(needs) for needs in one.needs]}
            for one in (*found.pairs, found.rules)
        ],
    }
