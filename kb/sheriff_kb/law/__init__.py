"""The law as text: the files of the encoding, the questions that they leave open, and the named readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheriff_kb.law.encoding import checks, encoding_root, law_version, number, program, tasks, text
from sheriff_kb.law.interface import ANYTHING, NOTHING, Interface, Pattern, interface
from sheriff_kb.law.questions import (
    Line,
    Question,
    Status,
    UnknownAnswer,
    allowed,
    answers_on,
    cells,
    check_answers,
    check_question,
    held_answers,
    is_settled,
    line_as_json,
    path_of,
    questions,
    tag,
)
from sheriff_kb.law.readings import RECOMMENDED, Preference, named_readings, preferences, ties
from sheriff_kb.law.schemas import schema_of, schema_text
from sheriff_kb.lazily import lazily

if TYPE_CHECKING:
    from sheriff_kb.law.annotations import Annotation, Unannotated, told_in
else:
    __getattr__ = lazily(
        __name__,
        {
            "annotations": (
                "Annotation",
                "Unannotated",
                "told_in",
            )
        },
    )

__all__ = [
    "ANYTHING",
    "NOTHING",
    "RECOMMENDED",
    "Annotation",
    "Interface",
    "Line",
    "Pattern",
    "Preference",
    "Question",
    "Status",
    "Unannotated",
    "UnknownAnswer",
    "allowed",
    "answers_on",
    "cells",
    "check_answers",
    "check_question",
    "checks",
    "encoding_root",
    "held_answers",
    "interface",
    "is_settled",
    "law_version",
    "line_as_json",
    "named_readings",
    "number",
    "path_of",
    "preferences",
    "program",
    "questions",
    "schema_of",
    "schema_text",
    "tag",
    "tasks",
    "text",
    "ties",
    "told_in",
]
