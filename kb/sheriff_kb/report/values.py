"""Matters, values and answers of rulings in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sheriff_kb.law import allowed, interface
from sheriff_kb.position import Position
from sheriff_kb.rulings import Ruling, Rulings
from sheriff_kb.wording import Wording, sentence_case


def value_in_words(value: int | str, ruling: Ruling, found: Rulings, words: Wording) -> str:
    """A value as people read it, with all tiles of the mountain if it is a place."""
    if isinstance(value, int):
        return str(value)
    if is_place(value, ruling):
        tiles = ", ".join(mountain_of(value, ruling, found))
        if _mountain_alone(ruling, found) and " " not in value:  # else the tile has several mountains
            return words.report("stands_somewhere", tiles=tiles)
        return words.report("stands", place=words.place(value), tiles=tiles)
    return words.values.get(value, value)


def sentence(ruling: Ruling, words: Wording) -> str:
    """What a ruling is about, with its turn, as a sentence begins."""
    asked, turn = words.matter(ruling.about), ruling.matter.turn
    return sentence_case(asked) + (f" {words.when(turn)}" if turn is not None else "")


def answers_in_words(question: str, answers: str | Sequence[str], found: Rulings, words: Wording) -> str:
    """The answers that a line allows, in words, or what a position does not say."""
    if question in found.unsaid:
        return words.omission(found.unsaid[question], allowed(answers))
    return words.answers(question, answers)


def is_place(value: str, ruling: Ruling) -> bool:
    """Whether a value is a place on the board."""
    return interface().kinds[ruling.matter.kind].value == "place" and value != "beside"


def mountain_of(place: str, ruling: Ruling, found: Rulings) -> tuple[str, ...]:
    """The tiles of the mountain at a place, as of the turn of a ruling."""
    turn = ruling.matter.turn
    assert isinstance(turn, int)
    return found.mountains.get((turn, place), ())


def shown_matter(ruling: Ruling, position: Position, words: Wording) -> str:
    """What a ruling is about in a few words, its mountain by the name that it keeps however it grows."""
    matter = ruling.matter
    if ruling.places:
        name = _oldest(ruling.places, position)
        if matter.mountain is not None:
            matter = replace(matter, mountain=name)
        elif matter.purpose is not None:
            matter = replace(matter, at=name)
        elif ruling.tiles:
            matter = replace(matter, place=name)
    return words.shown(matter)


def _oldest(places: Iterable[str], position: Position) -> str:
    """The label of the part of a mountain that has lain there longest, the first in board order."""
    order = {tile.name: number for number, tile in enumerate(position.tiles)}

    def age(label: str) -> tuple[int, int, str]:
        tile = label.partition(" ")[0]
        return position.placed_in(tile), order[tile], label

    return min(places, key=age)


def shown_value(value: int | str, ruling: Ruling, found: Rulings, words: Wording) -> str:
    """A value in a few words; a place by its label, or by its mountain if nobody said on which tile he stands."""
    if isinstance(value, str) and is_place(value, ruling) and _mountain_alone(ruling, found) and " " not in value:
        return words.report("stands_somewhere", tiles=value)
    return words.shown_value(value)


def _mountain_alone(ruling: Ruling, found: Rulings) -> bool:
    """Whether nobody said on which tile of his mountain the sheriff stands, since he was last sent there."""
    turn = ruling.matter.turn
    steps = (number for number, one in enumerate(found.position.turns, 1) if one.sheriff or number in found.untold)
    return max((step for step in steps if isinstance(turn, int) and step <= turn), default=0) in found.untold
