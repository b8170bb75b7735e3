"""Names: what the symbols of the law stand for in a position, as rulings give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from sheriff_kb.law import interface
from sheriff_kb.position import Matter, mountain_name
from sheriff_kb.rulings.facts import Facts
from sheriff_kb.rulings.unsaid import Omission, Unsaid
from sheriff_kb.solving import Term

PLACES = frozenset({"place", "mountain"})
"""The keys of a matter that are places, or `beside` the board."""


class Naming:
    """The names that a position has for the numbers of its facts."""

    def __init__(self, told: Facts) -> None:
        """Name the content of these facts."""
        self._told = told

    def matter(self, symbol: Term) -> Matter:
        """The matter that a symbol of the law stands for; ValueError if there is none."""
        kind = interface().kind(symbol)
        told = {
            "purpose" if key == "for" else key: self._key(key, argument)
            for key, argument in zip(kind.keys, symbol.arguments, strict=True)
        }
        return Matter(kind.name, **told)

    def _key(self, key: str, argument: Term) -> Any:
        """What a matter has for a key."""
        match key:
            case "player":
                return self._player(argument)
            case "at":
                scored = self._told.numbering.place(argument.number)
                return scored.tile if scored.kind == "graveyard" else self._told.position.label(scored)
        if key in PLACES:
            return self._label(str(argument))
        return argument.number if argument.is_number else argument.name

    def value(self, matter: Term, value: Term) -> int | str:
        """A value as rulings give it: a number, a word, or the label of the place where the sheriff stands."""
        if not value.is_number:
            return value.name
        return self._label(str(value)) if interface().kind(matter).value == "place" else value.number

    def mountain(self, symbol: Term) -> frozenset[int]:
        """The segments of the mountain that a matter speaks of; none if it speaks of no mountain.

        Of a step of which no destination is named every mountain is one.
        """
        kind = interface().kind(symbol)
        moment, place = kind.argument(symbol, "turn"), kind.argument(symbol, "place")
        if moment is None:
            return frozenset()
        turn = moment.number if moment.is_number else self._told.final
        if place is not None:
            if str(kind.argument(symbol, "act")) != "sheriff" or turn not in self._told.untold or not place.is_number:
                return frozenset()
            then = (found for (time, _), found in self._told.mountains.items() if time == turn)
            return next(mountain for mountain in then if place.number in mountain)
        region = kind.mountain(symbol)
        return frozenset() if region is None else self._told.mountains[turn, region]

    def places(self, symbol: Term) -> frozenset[str]:
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

    def _player(self, number: Term) -> str:
        return self._told.position.players[number.number - 1]

    def _label(self, place: str) -> str:
        return self._told.position.label(self._told.numbering.place(int(place))) if place.isdecimal() else place
