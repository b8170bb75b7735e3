"""How notebooks show positions, rulings and explanations, once `%load_ext sheriff_kb.notebook` is said.

A position is a drawing, rulings are a table, an explanation is a list of reasons.
"""

from __future__ import annotations

from typing import Any

from sheriff_kb.drawing import svg
from sheriff_kb.explain import Explanation
from sheriff_kb.position import Position
from sheriff_kb.report import as_html
from sheriff_kb.report.explanations import as_markdown
from sheriff_kb.rulings import Rulings
from sheriff_kb.wording import wording


def load_ipython_extension(shell: Any) -> None:
    """Register how a notebook shows them, in English; its `%load_ext` calls this."""
    formatters = shell.display_formatter.formatters
    formatters["image/svg+xml"].for_type(Position, svg)
    formatters["text/html"].for_type(Rulings, _table)
    formatters["text/markdown"].for_type(Explanation, _list)


def _table(found: Rulings) -> str:
    return as_html(found, wording())


def _list(found: Explanation) -> str:
    return as_markdown(found, wording())
