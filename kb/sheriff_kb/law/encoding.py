"""The law in Answer Set Programming: where its files are, and which of them make which program."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, NotRequired, TypedDict


def encoding_root() -> Traversable:
    """The folder of the `.lp` files: inside the package, or beside it in a checkout."""
    root = files("sheriff_kb") / "encoding"
    return root if root.is_dir() else Path(__file__).resolve().parents[3] / "encoding"


class Task(TypedDict):
    """A program of the manifest: what it is about, and its files in order.

    `checks` are the files that check its input, if any; only what is printed has them, since the package checks its
    input itself. `made` says what the package makes of the files before it solves them: `recorded` (see `instrument`)
    or `lifted` (see `lift`).
    """

    about: str
    files: list[str]
    checks: list[str]
    made: NotRequired[Literal["recorded", "lifted"]]


@cache
def tasks() -> dict[str, Task]:
    """Every program that the package solves, by name: those of the manifest, with the files of a group in its place."""
    manifest = json.loads((encoding_root() / "tasks/manifest.json").read_text("utf-8"))
    groups: dict[str, list[str]] = manifest["groups"]
    found: dict[str, Task] = manifest["tasks"]
    for task in found.values():
        task["files"] = _ungrouped(task["files"], groups)
        task["checks"] = _ungrouped(task.get("checks", ()), groups)
    return found


def _ungrouped(names: Iterable[str], groups: Mapping[str, Sequence[str]]) -> list[str]:
    return [file for name in names for file in groups.get(name, (name,))]


@cache
def program(task: str) -> str:
    """One self-contained program for a task, without its checks; KeyError if the manifest has no such task."""
    return "\n".join(text(name) for name in tasks()[task]["files"])


@cache
def checks(task: str) -> str:
    """The rules that check the input of a task; KeyError if the manifest has no such task."""
    return "\n".join(text(name) for name in tasks()[task]["checks"])


@cache
def text(name: str) -> str:
    """The text of one file of the encoding."""
    return (encoding_root() / name).read_text("utf-8")


@cache
def number(predicate: str) -> int:
    """The number in a fact of the law, as in `usable_cowboys(4).`; KeyError if there is no such fact."""
    for name in tasks()["parts"]["files"]:
        if fact := re.search(rf"^{predicate}\((\d+)\)\.$", text(name), re.MULTILINE):
            return int(fact[1])
    raise KeyError(predicate)


@cache
def law_version() -> str:
    """A short digest of what values and named readings rest on.

    That is every file of the encoding, the named readings that were found, and the version of the package up to its
    minor number: no patch makes a ruling another one.
    """
    from importlib.metadata import version

    minor = version("sheriff-kb").rpartition(".")[0]
    digest = hashlib.sha256(minor.encode())
    for name, content in [*_contents(encoding_root()), ("readings.json", (files("sheriff_kb.law") / "readings.json"))]:
        digest.update(f"\0{name}\0".encode() + content.read_bytes())
    return digest.hexdigest()[:12]


def _contents(folder: Traversable, within: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files of the encoding below a folder, by name."""
    for entry in sorted(folder.iterdir(), key=_name):
        if entry.is_dir():
            yield from _contents(entry, f"{within}{entry.name}/")
        elif entry.name.endswith((".lp", ".json")):
            yield within + entry.name, entry


def _name(entry: Traversable) -> str:
    return entry.name
