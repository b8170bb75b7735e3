"""Where the rules come from: the structured comments above them, read from clingo's syntax tree."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from clingo.ast import AST, ASTType, parse_string

from sheriff_kb.law.encoding import encoding_root, text

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
    statements: list[AST] = []
    parse_string(program, statements.append)
    blank = [number for number, line in enumerate(program.splitlines(), 1) if not line.strip()]
    for _, paragraph in groupby(statements, lambda node: bisect(blank, node.location.begin.line)):
        inside = list(paragraph)
        rules = [node for node in inside if node.ast_type == ASTType.Rule]
        comments = [node for node in inside if node.ast_type == ASTType.Comment]
        if rules:
            yield _paragraph(file, rules, comments)


def _paragraph(file: str, rules: Iterable[AST], comments: Iterable[AST]) -> Annotation | Unannotated:
    rules = list(rules)
    begins = rules[0].location.begin.line
    above = [node for node in comments if node.location.begin.line < begins]
    structured = [node for node in above if node.value.startswith("%!")]
    if len(structured) != 1:
        return Unannotated(file, begins, "no comment says where it comes from" if not structured else "several ids")
    match = _FORM.fullmatch(structured[0].value.rstrip())
    if match is None:
        return Unannotated(file, structured[0].location.begin.line, f"`{structured[0].value}` is not of the form")
    says = " ".join(node.value.lstrip("% ").strip() for node in above if node is not structured[0])
    cites = tuple((match["cites"] or "").split())
    line = structured[0].location.begin.line
    return Annotation(match["id"], file, line, cites, says, tuple(str(rule) for rule in rules))
