"""Stacks of which only the total is known: the ways in which their tokens may lie on single tiles.

Where every tile has a stack of its own, it matters which tile the tokens lie on. Each stack then is one more question,
whose answers are the ways to spread the total over the tiles that tents may draw on and the rest of the mountain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from sheriff_kb.faults import Fault, Faults
from sheriff_kb.questions import Question

MOST_WAYS = 300


@dataclass(frozen=True, slots=True)
class Spread:
    """A stack's question, and for each answer how many tokens lie on which segments; `label` names the mountain."""

    label: str
    question: Question
    ways: tuple[Mapping[int, int], ...]


def spread(label: str, total: int, segments: Sequence[int]) -> Spread:
    """The ways to spread `total` tokens over segments, one of each tile that matters.

    `label` names the mountain. Raises Faults where there are more ways than can be told apart.
    """
    ways = []
    for way in _compositions(total, len(segments)):
        ways.append(dict(zip(segments, way, strict=True)))
        if len(ways) > MOST_WAYS:
            message = f"the {total} tokens of `{label}` can lie in more than {MOST_WAYS} ways on the tiles that matter"
            raise Faults([Fault("stacks", 0, 0, message, "tell the `tokens` of the single tiles instead")])
    return Spread(
        label, Question(f"stack_{min(segments)}", "gap", tuple(f"way_{i}" for i in range(len(ways)))), tuple(ways)
    )


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as a sum of so many numbers from 0, in order; bars between stars."""
    for bars in combinations(range(total + parts - 1), parts - 1):
        edges = (-1, *bars, total + parts - 1)
        yield tuple(right - left - 1 for left, right in pairwise(edges))
