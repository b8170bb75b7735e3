"""The law in Answer Set Programming: where its files are, and which of them make which program."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def encoding_root() -> Traversable:
    """The folder of the `.lp` files: inside the package, or beside it in a checkout."""
    root = files("sheriff_kb") / "encoding"
    return root if root.is_dir() else Path(__file__).resolve().parents[2] / "encoding"


@cache
def tasks() -> dict[str, dict[str, object]]:
    """The manifest: for each task what it is about, and its files in order."""
    manifest: dict[str, dict[str, object]] = json.loads((encoding_root() / "tasks/manifest.json").read_text("utf-8"))
    return manifest


@cache
def program(task: str) -> str:
    """One self-contained program for a task; KeyError where the manifest has no such task."""
    names = tasks()[task]["files"]
    assert isinstance(names, list)
    return "\n".join(text(name) for name in names)


@cache
def text(name: str) -> str:
    """The text of one file of the encoding."""
    return (encoding_root() / name).read_text("utf-8")


@cache
def law_version() -> str:
    """A short digest of the law: it changes when any rule, question or task does."""
    digest = hashlib.sha256(program("rulings").encode())
    return digest.hexdigest()[:12]
