"""The files of the encoding as texts to be read: headings, and paragraphs of rules with the comments above them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheriff_kb.law import Annotation, text, told_in
from sheriff_kb.law.annotations import files

_SECTION = re.compile(r"% (?:--- )?(?P<title>[^-].*?) -{5,}")
_PREDICATE = re.compile(r"^%\*! (?P<signature>.+)\n(?P<says>(?:.*\n)*?)\*%$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Header:
    """What a file is for, and the predicates (`name/arity`) that it reads and defines."""

    purpose: str
    reads: tuple[str, ...]
    defines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of rules as in the file, under a heading of the file (empty before the first)."""

    section: str
    annotation: Annotation
    code: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate as in its comment, such as `held(Q,A)`, and the file of the comment."""

    signature: str
    says: str
    file: str

    @property
    def name(self) -> str:
        """Name and arity, as in `held/2`."""
        name, _, arguments = self.signature.partition("(")
        return f"{name}/{arguments.count(',') + 1 if arguments else 0}"


def header(file: str) -> Header:
    """The head of a file of the encoding."""
    told: dict[str, str] = {}
    key = ""
    for line in text(file).splitlines():
        if not line.startswith("%") or not line.lstrip("% "):
            break
        said = line.lstrip("% ")
        word, mark, rest = said.partition(":")
        if mark and word in ("Purpose", "Reads", "Defines"):
            key, said = word, rest
        told[key] = f"{told.get(key, '')} {said.strip()}".strip()
    return Header(told.get("Purpose", ""), _predicates(told.get("Reads", "")), _predicates(told.get("Defines", "")))


def _predicates(told: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+/\d+", told))


def paragraphs(file: str) -> Iterator[Paragraph]:
    """The paragraphs of rules of a file, in order."""
    lines = text(file).splitlines()
    sections = [(number, match["title"]) for number, line in enumerate(lines, 1) if (match := _SECTION.fullmatch(line))]
    for one in told_in(file):
        if isinstance(one, Annotation):
            section = next((title for number, title in reversed(sections) if number < one.line), "")
            yield Paragraph(section, one, _code(lines, one.line))


def _code(lines: list[str], begin: int) -> str:
    """The rules below the comment in line `begin`, up to the next blank line, without the comment."""
    below = lines[begin:]
    end = next((number for number, line in enumerate(below) if not line.strip()), len(below))
    return "\n".join(line for line in below[:end] if not line.startswith("%"))


def predicates() -> list[Predicate]:
    """The predicates of the whole encoding, file by file."""
    return [
        Predicate(match["signature"].strip(), " ".join(match["says"].split()), file)
        for file in files()
        for match in _PREDICATE.finditer(text(file))
    ]
