"""Witnesses: the smallest position in which readings part, built by the solver, or a proof that there is none.

The law is lifted to a world for each reading (`lift.py`), and the board, the figures and what is played are choices
(`encoding/tasks/board.lp`). Boards are tried by their number of tiles, each shape and number of turns by itself.

Most of them are done with at once: if worlds differ, a rule that asks for the disputed answer must have made the
first difference, and something must differ in which the answer first shows (`lift.py`); what that rests on is little.
The smallest position in which it does is a lower bound, found quickly; one in which a matter really differs is then
sought from there upwards, first among a few kinds of matters. If it is as small as the bound it is a smallest one;
otherwise smaller ones are asked for, among all matters, until there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from sheriff_kb.faults import SheriffError
from sheriff_kb.law import Pattern, interface
from sheriff_kb.position import Position
from sheriff_kb.solving import OutOfTime
from sheriff_kb.witness.built import built
from sheriff_kb.witness.posed import ANY, PLAIN, Ask, Found, asked_for, smallest
from sheriff_kb.witness.shapes import Shape, shapes
from sheriff_kb.witness.slices import Form
from sheriff_kb.witness.sought import Bounds, Contrast, Size


@dataclass(frozen=True)
class Witness:
    """A smallest position in which the worlds of a contrast part; `sees`: only what players get to see differs."""

    contrast: Contrast
    position: Position
    size: Size
    sees: bool = False


class Unfinished(SheriffError):
    """The search was broken off since the time is over; `tiles` is how many tiles were searched in full."""

    def __init__(self, tiles: int) -> None:
        super().__init__(tiles)
        self.tiles = tiles


Watch = Callable[[int, int, int], None]
"""Called with the numbers of tiles and turns, and how many shapes of so many tiles are left to search."""


def find(contrast: Contrast, bounds: Bounds | None = None, *, watch: Watch | None = None) -> Witness | None:
    """A smallest position within the bounds in which the worlds part; None if there is none.

    What players get to look at is asked about only if nothing else parts them. Raises Unfinished when the time is
    over that `effort.within` has set.
    """
    for sees in (False, True):
        found = Search(contrast, bounds or Bounds(), sees=sees, watch=watch).find()
        if found is not None:
            return found
    return None


_FIRST, _POLISH = 500, 5_000
"""Limit of conflicts in the solver while it makes a first position smaller, or a smallest one plainer."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A shape of the board, a number of turns, and the smallest size that a witness can have there."""

    least: Size
    shape: Shape
    turns: int
    players: int


@cache
def sought(*, sees: bool = False) -> tuple[Form, ...]:
    """The matters among which a difference is sought, each by its functor and the forms of its arguments.

    With `sees`, those that are told only if they are asked for; else all others, but those that sum up what is among
    them, in the order of `sought` in the interface of the law.
    """
    kinds = interface().kinds
    asked = {name for name, kind in kinds.items() if kind.told_if == "wanted"}
    if sees:
        return tuple((name, (ANY,) * len(kinds[name].keys)) for name in kinds if name in asked)
    named = [_form(pattern) for pattern in interface().sought]
    left = [kind for name, kind in kinds.items() if name not in {form[0] for form in named} | asked and not kind.sums]
    return (*named, *((kind.name, (ANY,) * len(kind.keys)) for kind in left))


def _form(matter: Pattern) -> tuple[str, tuple[Form, ...]]:
    """The form of matters of a pattern, in which a key stands for anything."""
    keys = interface().kinds[matter.name].keys
    given = map(str, matter.arguments)
    return matter.name, tuple(ANY if word == key else word for key, word in zip(keys, given, strict=True))


class Search:
    """The search for a smallest witness; with `sees`, for one in what players get to look at."""

    def __init__(self, contrast: Contrast, bounds: Bounds, *, sees: bool = False, watch: Watch | None = None) -> None:
        self._contrast = contrast
        self._bounds = bounds
        self._sees = sees
        self._watch = watch
        self._tiles = 0
        self._kinds = tuple(k for k in sought(sees=sees) if not asked_for(k).isdisjoint(contrast.disputed))

    def find(self) -> Witness | None:
        """A smallest witness; None if there is none within the bounds. Raises Unfinished."""
        for tiles in range(1, self._bounds.tiles + 1):
            found = self.at(tiles)
            if found is not None:
                return found
        return None

    def at(self, tiles: int) -> Witness | None:
        """A smallest witness of this number of tiles, if fewer are not enough; None if there is none within the bounds.

        Raises Unfinished.
        """
        if not self._kinds:
            return None
        try:
            best = self._best(tiles)
        except OutOfTime:
            raise Unfinished(self._tiles) from None
        self._tiles = tiles
        if best is None:
            return None
        with suppress(OutOfTime):  # plainer words are not worth the loss of what was found
            best = self._plain(best)
        position = built(best.ask.shape, best.atoms, self._contrast.disputed)
        return Witness(self._contrast, position, best.size, self._sees)

    def _best(self, tiles: int) -> Found | None:
        """A smallest witness of this number of tiles, all their shapes and all numbers of turns considered."""
        best: Found | None = None
        boards = shapes(tiles)
        for turns in range(self._bounds.turns + 1):
            for number, shape in enumerate(boards):
                if self._watch is not None:
                    self._watch(tiles, turns, len(boards) - number)
                # With more turns a smaller position has fewer figures, with as many no more.
                figures = self._bounds.figures
                if best is not None:
                    figures = best.size.figures - (turns > best.size.turns)
                case = self._case(shape, turns, figures)
                if case is None or (best is not None and best.size <= case.least):
                    continue
                found = self._least(case, figures)
                if found is not None and (best is None or found.size < best.size):
                    best = found
        return best

    def _case(self, shape: Shape, turns: int, figures: int) -> _Case | None:
        """The least size with which that differs in which a disputed answer first shows; None if it cannot."""
        if figures < 0:
            return None
        found = smallest(None, self._ask(shape, turns, {"figures": figures}))
        return None if found is None else _Case(found.size, shape, turns, found.players(movers=True))

    def _least(self, case: _Case, figures: int) -> Found | None:
        """A smallest witness in this case, with at most this number of figures; None if there is none.

        A first one bounds the size from above, as the case does from below. What lies between is asked for, the
        smallest first: figures, then tokens, then answers off their default.
        """
        found = self._first(case, figures)
        if found is None:
            return None
        # As small as can be among the matters in which it was found, which is cheaper than among all.
        within = replace(found.ask, limits={"figures": found.size.figures, "tokens": found.size.tokens})
        found = smallest(found.targets, within) or found
        for limits in _between(case.least, found.size):
            if "off" in limits and self._contrast.all_held:
                continue
            if (better := self._among(case, limits)) is not None:
                return better
        return found

    def _first(self, case: _Case, figures: int) -> Found | None:
        """Some witness in this case, sought where it is found soon: few figures, matters, players and tokens first."""
        few = replace(self._bounds, tokens=min(1, self._bounds.tokens))
        for most in dict.fromkeys((min(case.least.figures, figures), figures)):
            for kind in self._kinds if len(case.shape) > 2 else ():
                for players in range(case.players, self._bounds.players + 1):
                    ask = self._ask(case.shape, case.turns, {"figures": most}, few, players)
                    if (found := smallest((kind,), ask, conflicts=_FIRST)) is not None:
                        return found
            if (found := self._among(case, {"figures": most}, conflicts=_FIRST)) is not None:
                return found
        return None

    def _among(self, case: _Case, limits: Mapping[str, int], conflicts: int | None = None) -> Found | None:
        """A smallest witness in this case within these limits, among all matters; None if there is none.

        With few `conflicts` it is not always a smallest one.
        """
        return smallest(self._kinds, self._ask(case.shape, case.turns, limits), conflicts=conflicts, insist=True)

    def _plain(self, found: Found) -> Found:
        """A position as small that needs fewer words, as far as a fixed effort finds one."""
        size = found.size
        limits = {"figures": size.figures, "tokens": size.tokens, "off": size.off}
        for fewer in range(found.players(), found.ask.players + 1):
            ask = replace(found.ask, limits=limits, players=fewer)
            if (plain := smallest(found.targets, ask, PLAIN, conflicts=_POLISH)) is not None:
                return plain
        return found

    def _ask(
        self,
        shape: Shape,
        turns: int,
        limits: Mapping[str, int],
        bounds: Bounds | None = None,
        players: int | None = None,
    ) -> Ask:
        bounds = bounds or self._bounds
        return Ask(self._contrast, shape, turns, bounds, players or bounds.players, limits, self._sees)


def _between(least: Size, size: Size) -> Iterator[dict[str, int]]:
    """Limits that let pass exactly what may be smaller than a size and is not below the least, the smallest first."""
    for figures in range(least.figures, size.figures):
        yield {"figures": figures}
    tight = size.figures == least.figures
    for tokens in range(least.tokens if tight else 0, size.tokens):
        yield {"figures": size.figures, "tokens": tokens}
    tight = tight and size.tokens == least.tokens
    for off in range(least.off if tight else 0, size.off):
        yield {"figures": size.figures, "tokens": size.tokens, "off": off}
