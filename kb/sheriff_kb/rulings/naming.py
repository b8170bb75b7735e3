"""Names: what the symbols of the law stand for in a position, as rulings give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import clingo

from sheriff_kb.position import Matter, mountain_name
from sheriff_kb.rulings.facts import Facts
from sheriff_kb.rulings.unsaid import Omission, Unsaid


class Naming:
    """The names that a position has for the numbers of its facts."""

    def __init__(self, told: Facts) -> None:
        """Name the content of these facts."""
        self._told = told

    def matter(self, symbol: clingo.Symbol) -> Matter:
        """The matter that a symbol of the law stands for; ValueError if there is none."""
        arguments = symbol.arguments
        match symbol.name:
            case "may":
                turn, player, act, place = arguments
                return Matter("may", turn.number, self._player(player), act.name, self._label(str(place)))
            case "sheriff":
                return Matter("sheriff", arguments[0].number)
            case "tax" | "stack" as kind:
                return Matter(kind, arguments[0].number, mountain=self._label(str(arguments[1])))
            case "pays" | "collected" as kind:
                return Matter(kind, _moment(arguments[0]), self._player(arguments[1]))
            case "received":
                moment, player, mountain = arguments
                return Matter("received", _moment(moment), self._player(player), mountain=self._label(str(mountain)))
            case "points":
                moment, player, purpose, at = arguments
                scored = self._told.numbering.place(at.number)
                label = scored.tile if purpose.name == "graveyard" else self._told.position.label(scored)
                return Matter("points", _moment(moment), self._player(player), purpose=purpose.name, at=label)
            case "score":
                return Matter("score", player=self._player(arguments[0]))
            case "sees":
                turn, player, what = arguments
                return Matter("sees", turn.number, self._player(player), what=what.name)
        raise ValueError(f"the law raises an unknown matter: {symbol}")

    def value(self, matter: clingo.Symbol, value: clingo.Symbol) -> int | str:
        """A value as rulings give it: a number, a word, or the label of the place where the sheriff stands."""
        if not _is_number(value):
            return value.name
        return self._label(str(value)) if matter.name == "sheriff" else value.number

    def mountain(self, symbol: clingo.Symbol) -> frozenset[int]:
        """The segments of the mountain that a matter speaks of; none if it speaks of no mountain.

        Of a step of which no destination is named every mountain is one.
        """
        if symbol.name == "may":
            time, _, act, place = symbol.arguments
            if act.name != "sheriff" or time.number not in self._told.untold or not _is_number(place):
                return frozenset()
            then = (found for (turn, _), found in self._told.mountains.items() if turn == time.number)
            return next(mountain for mountain in then if place.number in mountain)
        scored = symbol.match("points", 4) and str(symbol.arguments[2]) == "mountain"
        if not scored and symbol.name not in ("tax", "stack", "received"):
            return frozenset()
        moment = symbol.arguments[0]
        turn = moment.number if _is_number(moment) else self._told.final
        return self._told.mountains[turn, symbol.arguments[-1].number]

    def places(self, symbol: clingo.Symbol) -> frozenset[str]:
        """The labels of these segments."""
        return frozenset(self._label(str(segment)) for segment in self.mountain(symbol))

    def mountains(self) -> dict[tuple[int, str], tuple[str, ...]]:
        """The tiles of each mountain, by turn and by the label of each of its segments."""
        return {
            (turn, self._label(str(segment))): names
            for (turn, _), mountain in self._told.mountains.items()
            for names in [self.tiles(mountain)]
            for segment in mountain
        }

    def unsaid(self) -> dict[str, Omission]:
        """What the position does not say, by the question that it is."""
        return {thing.question.id: self._omission(thing) for thing in self._told.unsaid}

    def _omission(self, thing: Unsaid) -> Omission:
        label = self._told.position.label
        place = self._told.numbering.place
        if thing.kind == "tokens":
            return Omission("tokens", dict(thing.answers()), place=place(thing.segment).tile)
        player = self._told.position.turns[thing.turn - 1].player
        if thing.kind == "sent":
            tiles = {answer: self.tiles(self._told.mountains[thing.turn, region]) for answer, region in thing.answers()}
            alike = Counter(tiles.values())
            ways = {
                answer: tiles[answer] if alike[tiles[answer]] == 1 else label(place(region))
                for answer, region in thing.answers()
            }
            return Omission("sent", ways, thing.turn, player)
        mountain = mountain_name(self.tiles(self._told.mountains[thing.turn, thing.segment]))
        spots = {answer: label(place(segment)) for answer, segment in thing.answers()}
        return Omission("spot", spots, thing.turn, player, mountain)

    def tiles(self, mountain: Iterable[int]) -> tuple[str, ...]:
        """The tiles on which these segments are, each once."""
        return tuple(dict.fromkeys(self._told.numbering.place(segment).tile for segment in sorted(mountain)))

    def _player(self, number: clingo.Symbol) -> str:
        return self._told.position.players[number.number - 1]

    def _label(self, place: str) -> str:
        return self._told.position.label(self._told.numbering.place(int(place))) if place.isdecimal() else place


def _moment(symbol: clingo.Symbol) -> Any:
    return symbol.number if _is_number(symbol) else symbol.name


def _is_number(symbol: clingo.Symbol) -> bool:
    return symbol.type is clingo.SymbolType.Number
