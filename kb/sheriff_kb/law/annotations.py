"""Where the rules come from: the structured comments above them, read from the program as clingo parses it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from sheriff_kb.law.encoding import encoding_root, text
from sheriff_kb.solving.syntax import Piece, pieces

_FORM = re.compile(r"%! (?P<id>\w+\.\w+)  (?:cites(?P<cites>(?: [\w.]+)+)|defines)")


@dataclass(frozen=True, slots=True)
class Annotation:
    """The comment above a paragraph of rules: its id, the passages that it cites, and in English what the rules say.

    `cites` is empty if the rules only define something for others. `rules` are the rules below it as clingo writes
    them, facts included; `line` is that of the comment.
    """

    id: str
    file: str
    line: int
    cites: tuple[str, ...]
    says: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unannotated:
    """A paragraph of rules without such a comment, or with one that is not of the form; `why` says which."""

    file: str
    line: int
    why: str


def files() -> list[str]:
    """The files of the encoding, in the order of their names."""
    root = encoding_root()
    folders = [("", root), *((f"{name}/", root / name) for name in ("law", "tasks"))]
    return sorted(
        prefix + file.name for prefix, folder in folders for file in folder.iterdir() if file.name.endswith(".lp")
    )


@cache
def told_in(file: str) -> tuple[Annotation | Unannotated, ...]:
    """The paragraphs of rules of a file, with the comments above them."""
    return tuple(annotated(text(file), file))


def annotated(program: str, file: str) -> Iterator[Annotation | Unannotated]:
    """The paragraphs of rules of a program, which no blank line parts, with the comments above them."""
    blank = [number for number, line in enumerate(program.splitlines(), 1) if not line.strip()]
    for _, paragraph in groupby(pieces(program), lambda piece: bisect(blank, piece.line)):
        inside = list(paragraph)
        rules = [piece for piece in inside if piece.is_rule]
        comments = [piece for piece in inside if piece.is_comment]
        if rules:
            yield _paragraph(file, rules, comments)


def _paragraph(file: str, rules: Sequence[Piece], comments: Iterable[Piece]) -> Annotation | Unannotated:
    begins = rules[0].line
    above = [piece for piece in comments if piece.line < begins]
    structured = [piece for piece in above if piece.text.startswith("%!")]
    if len(structured) != 1:
        return Unannotated(file, begins, "no comment says where it comes from" if not structured else "several ids")
    match = _FORM.fullmatch(structured[0].text.rstrip())
    if match is None:
        return Unannotated(file, structured[0].line, f"`{structured[0].text}` is not of the form")
    says = " ".join(piece.text.lstrip("% ").strip() for piece in above if piece is not structured[0])
    cites = tuple((match["cites"] or "").split())
    line = structured[0].line
    return Annotation(match["id"], file, line, cites, says, tuple(rule.text for rule in rules))
