"""Test vectors: the positions of the gallery as plain data, with what happens in each under named readings.

They are for programs that play or score the game and cannot run this one. So everything is explicit: cells with
coordinates, segments with the edges that they touch, and of every matter the value under each reading.
`output/vectors.schema.json` is the format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sheriff_kb.gallery import Entry
from sheriff_kb.law import check_answers, line_as_json, path_of, questions
from sheriff_kb.position import EDGES, Kind, Place, Position, Tile, Turn
from sheriff_kb.rulings import KINDS, MOST_CASES, Ruling, Rulings, facts, rulings
from sheriff_kb.rulings.lines import lines, named
from sheriff_kb.solving import Value
from sheriff_kb.wording import Wording

Readings = Mapping[str, Mapping[str, str]]
"""Readings by name, each with an answer to every question."""

_EDGES = {"M": "mountain", "R": "railroad", "P": "prairie"}


def head(readings: Readings, words: Wording) -> dict[str, Any]:
    """What the vectors have in common: the licence, the questions and the readings."""
    return {
        "licence": "MIT",
        "questions": {
            question.id: {
                "status": question.status,
                "ask": words.ask(question.id),
                "answers": {answer: words.answer(question.id, answer) for answer in question.answers},
            }
            for question in questions().values()
        },
        "readings": {name: dict(reading) for name, reading in readings.items()},
    }


def is_told(entry: Entry) -> bool:
    """Whether a position has all that a program needs: where tokens lie, and where the sheriff is sent."""
    return not entry.position.stacks and not facts(entry.position).unsaid


def vector(entry: Entry, readings: Readings, *, cases: bool = True) -> dict[str, Any]:
    """A position of the gallery that is complete as data, and what happens under each reading.

    With `cases` also the values under all readings that answer settled questions as the texts do. Raises UnknownAnswer.
    """
    for reading in readings.values():
        check_answers(reading)
    position = replace(entry.position, free=(), reading={}, observed=())
    found = rulings(position, free=["all"])
    return {
        "id": entry.name,
        "title": position.title,
        "players": list(position.players),
        "start": position.start,
        "last": position.last,
        "cells": [_cell(position, tile) for tile in position.tiles],
        "sheriff": position.label(position.sheriff) if position.sheriff else "beside",
        "collected": {player: position.collected.get(player, 0) for player in position.players},
        "supply": position.supply,
        "turns": [_turn(position, turn) for turn in position.turns],
        "asked": [
            {"player": asked.player, "act": asked.act, "place": _label(position, asked.at)} for asked in position.asks
        ],
        "end": position.end,
        "outcomes": [_outcome(ruling, found, readings, cases=cases) for ruling in found],
    }


# --- the position ----------------------------------------------------------------------------------------------------


def _cell(position: Position, tile: Tile) -> dict[str, Any]:
    placed = position.placed_in(tile.name)
    return {
        "tile": tile.name,
        "column": tile.cell[0],
        "row": tile.cell[1],
        "placed": placed,
        "edges": {edge: _EDGES[letter] for edge, letter in zip(EDGES, tile.edges, strict=True)},
        "star": tile.star,
        "graveyard": tile.graveyard,
        "segments": [
            _segment(position, tile, Place(tile.name, kind, index))
            for kind in KINDS
            for index in range(tile.count(kind))
        ],
    }


def _segment(position: Position, tile: Tile, place: Place) -> dict[str, Any]:
    cowboys = [player for player, where in tile.cowboys if where == place]
    return {
        "place": position.label(place),
        "kind": place.kind,
        **_shape(tile, place.kind, place.index, later=position.placed_in(tile.name) > 0),
        **({"cowboy": cowboys[0]} if cowboys else {}),
    }


def _shape(tile: Tile, kind: Kind, index: int, *, later: bool) -> dict[str, Any]:
    """What only segments of a kind have; a tile that is placed later has no tokens yet."""
    if kind == "mountain":
        mountain = tile.mountains[index]
        return {
            "edges": list(mountain.edges),
            "nuggets": mountain.nuggets,
            "tokens": 0 if later else mountain.tokens,
            **({"tent": mountain.tent} if mountain.tent else {}),
        }
    if kind == "railroad":
        return {"edges": list(tile.railroads[index])}
    if kind == "prairie":
        return {"half_edges": sorted(f"{edge} {corner}" for edge, corner in tile.prairies[index])}
    return {"city": tile.cities[index]} if kind == "city" else {}


def _turn(position: Position, turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {"player": turn.player}
    if turn.discard:
        data["discard"] = turn.discard
    if turn.place is not None:
        data["place"] = turn.place
    if turn.sheriff is not None:
        data["sheriff"] = _label(position, turn.sheriff)
    if turn.act is not None and turn.at is not None:
        data["act"] = {"kind": turn.act, "place": position.label(turn.at)}
    return data


def _label(position: Position, place: Place | str) -> str:
    return place if isinstance(place, str) else position.label(place)


# --- what happens ----------------------------------------------------------------------------------------------------


def _outcome(ruling: Ruling, found: Rulings, readings: Readings, *, cases: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"matter": ruling.matter.as_json()}
    if ruling.tiles:
        data["mountain"] = list(ruling.tiles)
    data["under"] = {name: ruling.diagram(path_of(found.free, reading)) for name, reading in readings.items()}
    if cases:
        data |= _cases(ruling, found)
    return data


def _cases(ruling: Ruling, found: Rulings) -> dict[str, Any]:
    settled = {number: 0 for number, question in enumerate(found.free) if question.status == "settled"}
    told = lines(found.diagrams, found.diagrams.restrict(ruling.diagram, settled), most=MOST_CASES)
    if told is None:
        return {"partial": True}
    when: dict[Value, list[dict[str, str | list[str]]]] = {}
    for value, answers in told:
        when.setdefault(value, []).append(line_as_json(named(found.free, answers)))
    return {"cases": [{"value": value, "when": some} for value, some in when.items()]}
