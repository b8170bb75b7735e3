"""Things that hang together, such as segments of one mountain: sorted into parts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)


def parts(things: Iterable[Thing], pairs: Iterable[tuple[Thing, Thing]]) -> list[list[Thing]]:
    """The things in parts, such that no pair reaches from one part to another; all in the order of the things."""
    leader = {thing: thing for thing in things}

    def first(thing: Thing) -> Thing:
        """The thing that leads a part; each step halves the way to it."""
        while leader[thing] != thing:
            leader[thing] = thing = leader[leader[thing]]
        return thing

    for one, other in pairs:
        leader[first(one)] = first(other)
    found: dict[Thing, list[Thing]] = {}
    for thing in leader:
        found.setdefault(first(thing), []).append(thing)
    return list(found.values())
