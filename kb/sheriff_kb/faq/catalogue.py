"""The entries of the FAQ as they are kept: a position, what is asked about it, and which values mean yes.

A file of `topics/` has the entries of a topic; the number in its name gives the order. An entry has

* `position`, a name of the gallery, and `matter`, keys of what is asked, as position files have them;
* `rule`, the disputed rule that it is about, if it is about one;
* `yes` and `no`, for a question that is answered so: the values that mean it. Whether an act is allowed says it itself;
* `assume`, answers to other disputed rules, so that the answer is about one of them. The answer mentions them.

The question in a player's words is in the catalogue `wording/faq/`, under the same id.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from sheriff_kb.law import interface

Value = int | str
YesOrNo = Literal["yes", "no"]

TOPICS = files("sheriff_kb.faq") / "topics"


@dataclass(frozen=True)
class Entry:
    """An entry: its id, which never changes, and the keys listed above."""

    id: str
    topic: str
    position: str
    matter: Mapping[str, Any]
    rule: str | None
    yes: tuple[Value, ...]
    no: tuple[Value, ...]
    assume: Mapping[str, str]

    @property
    def is_yes_or_no(self) -> bool:
        """Whether the question is answered by yes or no, and not by a number or a place."""
        return bool(self.yes or self.no)

    def means(self, value: Value) -> YesOrNo | None:
        """Whether a value means yes or no; None if the entry does not say."""
        return "yes" if value in self.yes else "no" if value in self.no else None


@cache
def entries() -> tuple[Entry, ...]:
    """All entries, topic by topic."""
    found: list[Entry] = []
    for file in sorted(TOPICS.iterdir(), key=lambda file: file.name):
        topic = file.name.removesuffix(".toml").partition("-")[2]
        for name, data in tomllib.loads(file.read_text("utf-8")).items():
            may = interface().kinds[data["matter"]["kind"]].value == "yes_no"
            found.append(
                Entry(
                    name,
                    topic,
                    data["position"],
                    data["matter"],
                    data.get("rule"),
                    tuple(data.get("yes", ("yes",) if may else ())),
                    tuple(data.get("no", ("no",) if may else ())),
                    data.get("assume", {}),
                )
            )
    return tuple(found)


def entry(name: str) -> Entry:
    """The entry of that id; KeyError if there is none."""
    for found in entries():
        if found.id == name:
            return found
    raise KeyError(name)
