"""Reports: what is found, as text, JSON, HTML and Markdown. Here is that of rulings; each other one has a module."""

from __future__ import annotations

from sheriff_kb.report.rulings import (
    as_html,
    as_json,
    as_text,
    rulings_as_json,
    rulings_as_text,
    sentence,
    value_in_words,
)

__all__ = ["as_html", "as_json", "as_text", "rulings_as_json", "rulings_as_text", "sentence", "value_in_words"]
