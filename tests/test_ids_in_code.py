"""What the law can say of itself is in the encoding only: Python has no id of a question, an answer or a source.

Nor has it the name of a kind of matters, or of a predicate that the interface of the law names.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from sheriff_kb.evidence import passages
from sheriff_kb.law import cells, interface, questions

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[1] / "kb" / "sheriff_kb"
ANSWERS = {answer for question in questions().values() for answer in question.answers}
SOURCES = {passage.source for passage in passages().values()}
PREDICATES = {name for _, (name, _) in interface().predicates()}
IDS = {*questions(), *ANSWERS, *SOURCES, *interface().kinds, *PREDICATES}

HOMONYMS = {
    "allowed": "a function",
    "amount": "a type of values",
    "assumed": "a key of answers as JSON, and an authority",
    "base": "a part of a program, as clingo names it",
    "city": "a kind of feature",
    "collected": "a predicate, and a key of positions",
    "counted": "a mark in drawings",
    "fixed": "a sentence of the report",
    "left": "a key of an answer as JSON",
    "matter": "a key of positions",
    "mountain": "a kind of feature",
    "mover": "a predicate",
    "placed": "a predicate, and what happens to a star tile",
    "points": "a key of scorings as JSON",
    "region": "a predicate, and a mark in drawings",
    "sees": "a sentence on differences",
    "sheriff": "a figure",
    "stack": "a drawing",
    "supply": "a predicate, and a key of positions",
    "tile": "a function in the law, and a placeholder in sentences",
}
"""Ids that are also words for something else, and what they stand for in the package."""


def literals() -> Iterator[tuple[str, str]]:
    """Every string in the package's Python, with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, f"{path.relative_to(PACKAGE)}:{node.lineno}"


def test_no_id_of_the_law_stands_in_the_python_of_the_package() -> None:
    found = [f"{where}: {text}" for text, where in literals() if text in IDS - set(HOMONYMS)]
    assert found == []


def test_every_word_that_is_excused_is_an_id_and_is_used() -> None:
    used = {text for text, _ in literals()}
    assert set(HOMONYMS) <= IDS & used


def test_how_many_cells_surround_a_graveyard_is_told_by_the_encoding() -> None:
    assert cells() == {8: "eight", 4: "four"}
    assert set(cells().values()) == set(questions()["surround"].answers)
