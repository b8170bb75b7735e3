"""Rulings: for every matter that a position raises, each value and exactly which answers lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheriff_kb.lazily import lazily
from sheriff_kb.rulings.facts import Facts, facts
from sheriff_kb.rulings.geometry import KINDS, Numbering, Table
from sheriff_kb.rulings.judge import MOST_CASES, Case, Judge, Ruling, Rulings, held_in, rulings, rulings_in_time
from sheriff_kb.rulings.unsaid import Omission, Unsaid

if TYPE_CHECKING:
    from sheriff_kb.rulings.fit import Fit, Outcome, Suggestion, Told, suggestions
    from sheriff_kb.rulings.observed import Observation, agrees, observations, together
    from sheriff_kb.rulings.survey import ByUnsaid, Survey, Surveyed
else:
    __getattr__ = lazily(
        __name__,
        {
            "fit": (
                "Fit",
                "Outcome",
                "Suggestion",
                "Told",
                "suggestions",
            ),
            "observed": (
                "Observation",
                "agrees",
                "observations",
                "together",
            ),
            "survey": (
                "ByUnsaid",
                "Survey",
                "Surveyed",
            ),
        },
    )

__all__ = [
    "KINDS",
    "MOST_CASES",
    "ByUnsaid",
    "Case",
    "Facts",
    "Fit",
    "Judge",
    "Numbering",
    "Observation",
    "Omission",
    "Outcome",
    "Ruling",
    "Rulings",
    "Suggestion",
    "Survey",
    "Surveyed",
    "Table",
    "Told",
    "Unsaid",
    "agrees",
    "facts",
    "held_in",
    "observations",
    "rulings",
    "rulings_in_time",
    "suggestions",
    "together",
]
