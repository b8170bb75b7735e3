"""Witnesses: the smallest positions on which readings differ."""

from __future__ import annotations

from sheriff_kb.witness.differences import (
    Kind,
    depending,
    interplay,
    kinds,
    other_words,
    question_contrast,
    sentences,
    smallest,
)
from sheriff_kb.witness.parted import Parting, partings
from sheriff_kb.witness.search import Search, Unfinished, Watch, Witness, find, sought
from sheriff_kb.witness.sought import Bounds, Contrast, Size

__all__ = [
    "Bounds",
    "Contrast",
    "Kind",
    "Parting",
    "Search",
    "Size",
    "Unfinished",
    "Watch",
    "Witness",
    "depending",
    "find",
    "interplay",
    "kinds",
    "other_words",
    "partings",
    "question_contrast",
    "sentences",
    "smallest",
    "sought",
]
