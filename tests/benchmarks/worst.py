"""What positions at the limits cost: processor time and peak memory of each command, in a process of its own.

    python tests/benchmarks/worst.py [--shapes mountain ...] [--commands rulings ...]

The shapes are what turned out dear when everything was tried that a position can have much of: tiles, turns, star
tiles, acts, tents, cowboys, nuggets, a supply that runs out, stacks that nobody has counted, observations, questions
left open. docs/trust.md has the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

PLAYERS = ("p1", "p2", "p3", "p4", "p5")
COMMANDS = {
    "rulings": ("rulings", "FILE"),
    "open": ("rulings", "FILE", "--free", "all", "--format", "json"),
    "explain": ("explain", "FILE", "1"),
    "draw": ("draw", "FILE"),
    "facts": ("facts", "FILE"),
    "fit": ("readings", "--fit", "FILE", "--suggest", "0"),
}


class Cost(NamedTuple):
    """What a process took: its exit status, seconds of the processor, and megabytes at its peak."""

    status: int
    seconds: float
    megabytes: float


def mountain(
    tiles: int, turns: int, *, star: bool = True, acts: Sequence[str] = ("tent", "mine", "cowboy"), **keys: Any
) -> dict[str, Any]:
    """One mountain over the whole board, tents and cowboys of all players on it.

    Half of the tiles at most are placed in the turns, as star tiles with the sheriff sent somewhere in each turn if
    `star`; an act in each turn.
    """
    chance = Random(1)
    columns = max(20, tiles // 30)
    names = [f"t{number}" for number in range(tiles)]
    rows = [names[start : start + columns] for start in range(0, tiles, columns)]
    rows[-1] += ["."] * (columns - len(rows[-1]))
    described: dict[str, dict[str, Any]] = {name: {"edges": "MMMM", "nuggets": 3, "star": star} for name in names}
    placed = names[tiles - min(turns, tiles // 2) :]
    lying = names[: tiles - len(placed)]
    for player, name in zip(PLAYERS, lying, strict=False):
        described[name]["tent"] = player
    for number, name in enumerate(lying[5:20]):
        described[name]["cowboy"] = {PLAYERS[number % 5]: "mountain"}
    played: list[dict[str, Any]] = []
    for number in range(turns):
        turn: dict[str, Any] = {"player": PLAYERS[number % 5]}
        if number < len(placed):
            turn["place"] = placed[number]
        known = [*lying, *placed[: number + 1]]
        if star:
            turn["sheriff"] = chance.choice(known)
        act = chance.choice(acts)
        if act == "cowboy" and number < len(placed):
            turn["cowboy"] = "mountain"
        elif act != "cowboy":
            turn[act] = chance.choice(known)
        played.append(turn)
    board = "\n".join(" ".join(row) for row in rows)
    whole = {"players": [*PLAYERS], "board": board, "tiles": described, "turns": played, "end": True, "sheriff": "t0"}
    return {**whole, **keys}


def stacks(number: int) -> dict[str, Any]:
    """A number of mountains of five tiles with a tent, each with a stack that nobody has counted, taxed one by one."""
    rows = [[f"m{row}_{column}" for column in range(5)] for row in range(number)]
    described: dict[str, dict[str, Any]] = {}
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            described[name] = {"edges": ("PMPP", "PMPM", "PMPM", "PMPM", "PMPM")[column], "nuggets": 9}
        described[names[1]]["tent"] = PLAYERS[row % 5] if row < 5 else None
    for entry in described.values():
        if entry.get("tent", "") is None:
            del entry["tent"]
    turns = [{"player": PLAYERS[(row + 1) % 5], "sheriff": names[0]} for row, names in enumerate(rows)]
    board = "\n".join(" ".join(names) for names in rows)
    known = {names[0]: 40 for names in rows[:5]}
    return {"players": [*PLAYERS], "board": board, "tiles": described, "turns": turns, "stacks": known, "end": True}


SHAPES: Mapping[str, dict[str, Any]] = {
    "mountain 80x40": mountain(80, 40),
    "mountain 60x60": mountain(60, 60),
    "mountain 100x65": mountain(100, 65),
    "mountain 50x200": mountain(50, 200),
    "no star 50x200": mountain(50, 200, star=False),
    "mining 50x200": mountain(50, 200, star=False, acts=("mine",)),
    "wide 900x11": mountain(900, 11),
    "wide 900x0": mountain(900, 0),
    "supply 60x30": mountain(60, 30, supply=50),
    "observed 100x30": mountain(100, 30, observed=[{"kind": "stack", "value": 3}] * 1000),
    "seen 60x30": mountain(60, 30, asks=[{"kind": "sees"}, {"kind": "collected"}, {"kind": "stack"}]),
    "stacks 5": stacks(5),
}


def cost(data: Mapping[str, Any], arguments: Sequence[str]) -> Cost:
    """Run the command on a position, and measure it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        words = [str(file) if word == "FILE" else word for word in arguments]
        code = "from sheriff_kb.__main__ import main; main()"
        job = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(job.pid, 0)
        job.returncode = os.waitstatus_to_exitcode(status)
        return Cost(job.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    """Print a row for each shape and command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=[*SHAPES])
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=[*COMMANDS])
    options = parser.parse_args()
    for shape in options.shapes:
        for name in options.commands:
            found = cost(SHAPES[shape], COMMANDS[name])
            row = f"{shape:<16} {name:<8} status {found.status} {found.seconds:6.1f} s {found.megabytes:5.0f} MB"
            print(row, flush=True)


if __name__ == "__main__":
    main()
