"""What the changelog says of a release: `python .ci/release.py v1.2.3`; refuses a tag that does not fit.

The tag, the version in `pyproject.toml` and the newest entry of `CHANGELOG.md` have to agree, and nothing may be left
under `Unreleased`. `--check` only looks whether version and changelog go together, released or not.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "Unreleased"
_ENTRY = re.compile(r"^## (?P<title>.+?)(?: - (?P<day>\S+))?\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True)
class Entry:
    """What changed in a version: its title, the day it came out (empty where it has not), and the text below."""

    title: str
    day: str
    text: str

    @property
    def number(self) -> tuple[int, ...]:
        """The version as numbers, which have an order. Raises ValueError where it is none."""
        return number(self.title)


def number(version: str) -> tuple[int, ...]:
    """A version such as 1.2.3 as numbers. Raises ValueError."""
    if not (found := _VERSION.fullmatch(version)):
        raise ValueError(f"{version} is no version such as 1.2.3")
    return tuple(map(int, found.groups()))


def entries(changelog: str) -> list[Entry]:
    """The entries of a changelog, as they stand in it."""
    return [Entry(found["title"], found["day"] or "", found["text"].strip()) for found in _ENTRY.finditer(changelog)]


def check(changelog: str, version: str) -> None:
    """Raise ValueError where a changelog is not in order, or the version is not that of its newest release or later."""
    first, *released = entries(changelog)
    if (first.title, first.day) != (UNRELEASED, ""):
        raise ValueError(f"the changelog begins with {first.title}; it has to begin with {UNRELEASED}")
    for entry in released:
        date.fromisoformat(entry.day)
    numbers = [entry.number for entry in released]
    if numbers != sorted(set(numbers), reverse=True):
        raise ValueError("the releases of the changelog are not in order, newest first")
    if numbers and number(version) < numbers[0]:
        raise ValueError(f"the version is {version}, but {released[0].title} came out already")
    if numbers and first.text and number(version) == numbers[0]:
        raise ValueError(f"{version} came out already, and there are changes since: the version has to be a later one")


def notes(changelog: str, version: str, tag: str) -> str:
    """What the changelog says of the release that a tag names. Raises ValueError where they do not agree."""
    check(changelog, version)
    if tag != f"v{version}":
        raise ValueError(f"the tag is {tag}, but the version is {version}")
    first, *released = entries(changelog)
    if first.text:
        raise ValueError(f"there are changes under {UNRELEASED}; they have to stand under {version}")
    if not released or released[0].title != version:
        raise ValueError(f"the newest entry of the changelog is not {version}")
    return released[0].text


def main(arguments: list[str]) -> str:
    """Run the command; what it says."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    if arguments == ["--check"]:
        check(changelog, version)
        return f"version {version} and the changelog go together"
    (tag,) = arguments
    return notes(changelog, version, tag)


if __name__ == "__main__":
    try:
        sys.stdout.write(main(sys.argv[1:]) + "\n")
    except ValueError as error:
        sys.exit(str(error))
