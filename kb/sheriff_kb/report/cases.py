"""The exact cases of rulings: one table for all that depend on the same questions, and a decision tree for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import click

from sheriff_kb.law import Line, allowed, tag
from sheriff_kb.report.columns import GAP, PAGE, folded, hanging, row
from sheriff_kb.report.values import answers_in_words, shown_matter, shown_value
from sheriff_kb.rulings import MOST_CASES, Ruling, Rulings
from sheriff_kb.rulings.tables import CaseTable, case_tables
from sheriff_kb.wording import Wording

_INDENT = 2
_MOST_VALUE, _LEAST_READING = 9, 24
"""The greatest width of a column of values, and the least of that of answers."""


def cases(found: Rulings, words: Wording, *, width: int = PAGE) -> Iterator[str]:
    """The lines of all tables: each has a column for a ruling, and a row for the answers that lead to its values."""
    yield from (click.style(line, bold=True) for line in hanging("", found.position.title, width))
    tables = [*case_tables(found)]
    for table in tables:
        yield ""
        for number, ruling in table.rulings:
            yield from hanging(f"{number:>3}{GAP}", _titled(ruling, found, words), width)
        yield from _rows(table, found, words, width)
        if table.partial:
            questions = ", ".join(table.rulings[0][1].questions)
            yield from hanging("", words.report("partial", count=MOST_CASES, questions=questions), width)
    if tables:
        yield ""
        yield from _legend((line for table in tables for _, line in table.rows), found, words, width)


def _titled(ruling: Ruling, found: Rulings, words: Wording) -> str:
    turn = ruling.matter.turn
    asked = shown_matter(ruling, found.position, words)
    return asked if turn is None else f"{asked} ({words.when(turn)})"


def _rows(table: CaseTable, found: Rulings, words: Wording, width: int) -> Iterator[str]:
    """The rows of a table; if it has more columns than fit, some after others."""
    columns = [
        [str(number), *(shown_value(values[place], ruling, found, words) for values, _ in table.rows)]
        for place, (number, ruling) in enumerate(table.rulings)
    ]
    readings = ["", *(_reading(line, found, words) for _, line in table.rows)]
    most = max(1, (width - _INDENT - _LEAST_READING) // (_MOST_VALUE + len(GAP)))
    for some in _batches(columns, most):
        widths = [min(max(map(len, column)), _MOST_VALUE) for column in some]
        left = width - _INDENT - sum(widths) - len(GAP) * len(widths)
        for number, cells in enumerate(zip(*some, readings, strict=True)):
            yield from row(cells, [*widths, left], _INDENT, [] if number else ["cyan"] * len(some))


def _reading(line: Line, found: Rulings, words: Wording) -> str:
    """The answers of a row by their ids; what a position does not say is in words."""
    told = [
        answers_in_words(question, some, found, words) for question, some in line.items() if question in found.unsaid
    ]
    ids = {question: some for question, some in line.items() if question not in found.unsaid}
    return words.parted([tag(ids), *told] if ids else told)


def _legend(used: Iterable[Line], found: Rulings, words: Wording, width: int) -> Iterator[str]:
    """What the ids mean, each answer once, question by question."""
    answers: dict[str, dict[str, None]] = {}
    for line in used:
        for question, some in line.items():
            if question not in found.unsaid:
                answers.setdefault(question, {}).update(dict.fromkeys(allowed(some)))
    for one in found.free:
        if one.id in answers:
            yield from hanging("", f"{one.id}: {words.title(one.id)}", width)
            for answer in one.answers:
                if answer in answers[one.id]:
                    yield from hanging(f"  {answer}: ", words.answer(one.id, answer), width)


def tree(ruling: Ruling, found: Rulings, words: Wording, *, width: int = PAGE) -> Iterator[str]:
    """The cases of a ruling as a decision tree: under each answer what is left to decide."""
    yield from (click.style(line, bold=True) for line in hanging("", _titled(ruling, found, words), width))
    lines = [
        (shown_value(case.value, ruling, found, words), list(line.items()))
        for case in ruling.cases
        for line in case.when
    ]
    yield from _branches(lines, found, words, width, "")


_Left = tuple[str, Sequence[tuple[str, str | tuple[str, ...]]]]
"""A value, with the answers that are left to choose."""


def _branches(lines: Sequence[_Left], found: Rulings, words: Wording, width: int, indent: str) -> Iterator[str]:
    if len(lines) == 1 and not lines[0][1]:
        yield from hanging(f"{indent}= ", lines[0][0], width)
        return
    ordered = sorted(lines, key=lambda one: str(one[1][0]))
    for (question, answers), some in groupby(ordered, key=lambda one: one[1][0]):
        left = [(value, rest[1:]) for value, rest in some]
        told = answers_in_words(question, answers, found, words)
        name = "" if question in found.unsaid else f"  {tag({question: answers})}"
        if len(left) == 1 and not left[0][1]:
            yield from hanging(f"{indent}- ", f"{told}{name} = {left[0][0]}", width)
        else:
            first, *rest = folded(told + name, max(width - len(indent) - 2, 20))
            yield f"{indent}- {first}"
            yield from (f"{indent}  {line}" for line in rest)
            yield from _branches(left, found, words, width, indent + "    ")


def _batches(things: Sequence[list[str]], number: int) -> Iterator[Sequence[list[str]]]:
    return (things[first : first + number] for first in range(0, len(things), number))
