"""Explanations: why a ruling is so, why it is another one under another reading, and why it is not another one."""

from __future__ import annotations

from sheriff_kb.explain.contrast import Contrast, contrast
from sheriff_kb.explain.explainer import Explainer, Explanation, explain
from sheriff_kb.explain.telling import Reason
from sheriff_kb.explain.whynot import Change, Changes, WhyNot, why_not

__all__ = [
    "Change",
    "Changes",
    "Contrast",
    "Explainer",
    "Explanation",
    "Reason",
    "WhyNot",
    "contrast",
    "explain",
    "why_not",
]
