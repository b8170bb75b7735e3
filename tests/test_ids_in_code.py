"""What the law can say of itself is in the encoding only: the package's Python names no answer to a question."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from sheriff_kb.law import cells, questions

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[1] / "kb" / "sheriff_kb"
ANSWERS = {answer for question in questions().values() for answer in question.answers}

HOMONYMS = {
    "allowed": "a function",
    "city": "a kind of feature",
    "counted": "a predicate, and a mark in drawings",
    "left": "a key of an answer as JSON",
    "mountain": "a kind of feature",
    "mover": "a predicate",
    "placed": "a predicate, and what happens to a star tile",
    "region": "a predicate, and a mark in drawings",
    "returned": "a predicate",
    "stack": "a kind of matter, and a drawing",
    "supply": "a predicate, and a key of positions",
    "tile": "a function in the law, and a placeholder in sentences",
}
"""Answers that are also words for something else, and what they stand for in the package."""


def literals() -> Iterator[tuple[str, str]]:
    """Every string in the package's Python, with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, f"{path.relative_to(PACKAGE)}:{node.lineno}"


def test_no_answer_stands_in_the_python_of_the_package() -> None:
    found = [f"{where}: {text}" for text, where in literals() if text in ANSWERS - set(HOMONYMS)]
    assert found == []


def test_every_word_that_is_excused_is_an_answer_and_is_used() -> None:
    used = {text for text, _ in literals()}
    assert set(HOMONYMS) <= ANSWERS & used


def test_how_many_cells_surround_a_graveyard_is_told_by_the_encoding() -> None:
    assert cells() == {8: "eight", 4: "four"}
    assert set(cells().values()) == set(questions()["surround"].answers)
