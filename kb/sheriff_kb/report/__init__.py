"""Reports: what is found, as text, JSON, HTML and Markdown. Here is that of rulings; each other one has a module."""

from __future__ import annotations

from sheriff_kb.report.cases import cases, tree
from sheriff_kb.report.columns import page_width
from sheriff_kb.report.glance import at_a_glance
from sheriff_kb.report.rulings import as_html, as_json, rulings_as_json, rulings_as_text
from sheriff_kb.report.values import sentence, value_in_words

__all__ = [
    "as_html",
    "as_json",
    "at_a_glance",
    "cases",
    "page_width",
    "rulings_as_json",
    "rulings_as_text",
    "sentence",
    "tree",
    "value_in_words",
]
