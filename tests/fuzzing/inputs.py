"""The inputs of a run: the one of each number follows from the seed and the number alone."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from ruamel.yaml import YAML

from fuzzing.commands import Line, line
from fuzzing.mutation import changed, changed_data, nested, noise, soup
from sheriff_kb.gallery import entries
from sheriff_kb.position import parse, to_data

Kind = Literal["text", "data", "command"]

SMALL = (
    b"players: [a]\nboard: +\n",
    b"players: [a, b]\nboard: |\n  x +\ntiles: {x: {edges: MPPP, tent: a}}\nsheriff: x\n",
    b"players: [a]\nboard: |\n  x\ntiles:\n  x: {edges: PPPP, graveyard: true, cowboy: {a: graveyard}}\nend: true\n",
    b"players: [a]\nboard: x\ntiles: {x: {edges: MPMP, star: true}}\nturns: [{player: a, sheriff: x}]\n",
    b'{"players": ["a"], "board": "+", "supply": 3, "asks": [{"kind": "tax"}]}',
    b"players: &p [a, b]\nboard: [[x, ~], ['+', .]]\ntiles: {x: &x {edges: MPPP, tent: !!str a, nuggets: '2'}}\n",
    b"board: >\n  x y\n\n  + .\nplayers: [a]\ntiles:\n  x: &x {edges: PMPP, city: ~}\n  y: {<<: *x, edges: PPPM}\n",
    b"players: [1, yes]\nboard: 0\ntiles: {0: {edges: RRMP, city: true}}\ncollected: {1: 2}\nstacks: {0: 1}\n",
)
"""Positions so small that many variants of them can be read in a second."""


class Input(NamedTuple):
    """What is tried: a text or plain data of a position, or a command line.

    A position that reads well is also ruled on, explained and drawn if it is `deep`.
    """

    kind: Kind
    content: Any
    deep: bool = False


@cache
def corpus() -> tuple[bytes, ...]:
    """The texts of the gallery, and those with a single slip each that the tests of the reader have."""
    found = [entry.text.encode() for entry in entries()]
    base = found[0]
    cases = YAML(typ="safe", pure=True).load((Path(__file__).parents[1] / "bad" / "faults.yaml").read_text("utf-8"))
    found += [str(case["new"]).encode() for case in cases]
    found += [json.dumps(to_data(entry.position)).encode() for entry in list(entries())[::20]]
    return (*found, base)


@cache
def _small_data() -> tuple[dict[str, Any], ...]:
    return tuple(to_data(parse(text.decode())) for text in SMALL)


@cache
def _data() -> tuple[dict[str, Any], ...]:
    return tuple(to_data(entry.position) for entry in list(entries())[::4])


def prepare() -> None:
    """Read what inputs are made from, once for all processes, and import what commands import where they need it.

    A library whose import is broken off is of no use to the next command in the same process.
    """
    for library in ("networkx", "jsonschema", "resvg_py"):
        with suppress(ModuleNotFoundError):
            import_module(library)
    corpus()
    _data()
    _small_data()


def make(seed: int, number: int) -> Input:
    """The input of this number: most are cheap, some are whole positions, and few of those go the whole way."""
    chance = Random(f"{seed}/{number}")
    share = chance.random()
    if share < 0.50:
        return Input("text", _small(chance))
    if share < 0.51:
        return Input("text", changed(chance, chance.choice(corpus()), corpus()), deep=chance.random() < 0.05)
    if share < 0.96:
        return Input("data", changed_data(chance, chance.choice(_small_data())))
    if share < 0.975:
        return Input("data", changed_data(chance, chance.choice(_data())), deep=chance.random() < 0.05)
    return Input("command", line(chance))


def _small(chance: Random) -> bytes:
    share = chance.random()
    if share < 0.33:
        return changed(chance, chance.choice(SMALL), SMALL)
    if share < 0.35:
        text = changed(chance, chance.choice(SMALL), SMALL).decode("utf-8", "replace")
        return changed(chance, text.encode(chance.choice(("utf-16", "utf-16-be", "utf-32", "utf-8-sig"))), SMALL)
    if share < 0.65:
        return noise(chance)
    if share < 0.98:
        return soup(chance).encode("utf-8", "surrogatepass")
    return nested(chance).encode("utf-8", "surrogatepass")


def shown(found: Input) -> str:
    """An input in Python's own notation, as it is printed and kept."""
    content = found.content._asdict() if isinstance(found.content, Line) else found.content
    return f"{found.kind}{' deep' if found.deep else ''}: {content!r}"
