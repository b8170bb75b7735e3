"""Contrast: where the reasons for a matter under two readings part."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sheriff_kb.explain.explainer import Explanation
from sheriff_kb.explain.telling import Reason


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two explanations of one matter without the reasons that both have, which are counted in `shared`."""

    one: Explanation
    other: Explanation
    shared: int

    @property
    def alike(self) -> bool:
        """Whether both have the same value for the same reasons."""
        return self.one.value == self.other.value and not (self.one.reason.reasons or self.other.reason.reasons)


def contrast(one: Explanation, other: Explanation) -> Contrast:
    """Two explanations of one matter, each without those reasons that are in the other as well."""
    known: dict[tuple[str, frozenset[tuple[str, str]], frozenset[int]], int] = {}

    def forms(explanation: Explanation) -> dict[int, int]:
        """A number for each reason; two that say the same, down to the last reason below them, have the same."""
        found: dict[int, int] = {}
        for reason in _lowest_first(explanation.reason):
            below = frozenset(found[id(under)] for under in reason.reasons)
            found[id(reason)] = known.setdefault((reason.text, frozenset(reason.answers), below), len(known))
        return found

    ours, theirs = forms(one), forms(other)
    common = set(ours.values()) & set(theirs.values())
    return Contrast(_without(one, ours, common), _without(other, theirs, common), len(common))


def _without(explanation: Explanation, forms: dict[int, int], common: set[int]) -> Explanation:
    left: dict[int, Reason] = {}
    for reason in _lowest_first(explanation.reason):
        kept = tuple(left[id(below)] for below in reason.reasons if forms[id(below)] not in common)
        left[id(reason)] = replace(reason, reasons=kept)
    return replace(explanation, reason=left[id(explanation.reason)])


def _lowest_first(root: Reason) -> list[Reason]:
    """A reason and all below it, each after those on which it rests."""
    found: dict[int, Reason] = {}
    stack = [(root, False)]
    seen = set[int]()
    while stack:
        reason, entered = stack.pop()
        if entered:
            found[id(reason)] = reason
        elif id(reason) not in seen:
            seen.add(id(reason))
            stack.append((reason, True))
            stack.extend((one, False) for one in reason.reasons)
    return list(found.values())
