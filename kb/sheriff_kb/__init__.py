"""What happens in a position of Carcassonne: Gold Rush - The Sheriff, under every reading of its rules.

>>> import sheriff_kb
>>> position = sheriff_kb.entry("examples/star_tile_with_two_tents").position  # or sheriff_kb.load("game.yaml")
>>> tax = sheriff_kb.rulings(position).on(kind="tax")
>>> for case in tax.cases:
...     print(case.value, *case.when)
2 {'tax_source': 'stack', 'stack_unit': 'mountain'}
1 {'tax_source': 'stack', 'stack_unit': 'tile'}
0 {'tax_source': 'collection'}
>>> print(sheriff_kb.explain(position, {"tax_source": "stack"}, kind="tax").reason.text)
2 tokens are taken from the mountain star-west-mid-east in turn 1

These names are public, and nothing else is: anything else in the package may change without notice. Catching
`SheriffError` catches all exceptions of this package.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sheriff_kb.lazily import lazily

if TYPE_CHECKING:
    from sheriff_kb.drawing import png, svg
    from sheriff_kb.explain import Contrast, Explainer, Explanation, Reason, WhyNot, contrast, explain, why_not
    from sheriff_kb.faults import Fault, Faults, NoSuch, SheriffError
    from sheriff_kb.gallery import Entry, entries, entry
    from sheriff_kb.law import Question, UnknownAnswer, named_readings, questions
    from sheriff_kb.position import Matter, Position, from_data, load, parse, to_data, to_yaml
    from sheriff_kb.report import rulings_as_json, rulings_as_text
    from sheriff_kb.rulings import Case, Ruling, Rulings, rulings
    from sheriff_kb.solving import OutOfTime, TooMuch, within

HOMES = {
    "position": ("load", "parse", "from_data", "to_data", "to_yaml", "Position", "Matter"),
    "rulings": ("rulings", "Rulings", "Ruling", "Case"),
    "law": ("questions", "Question", "named_readings", "UnknownAnswer"),
    "explain": ("explain", "contrast", "why_not", "Explainer", "Explanation", "Reason", "Contrast", "WhyNot"),
    "report": ("rulings_as_text", "rulings_as_json"),
    "drawing": ("svg", "png"),
    "gallery": ("entry", "entries", "Entry"),
    "solving": ("within", "OutOfTime", "TooMuch"),
    "faults": ("SheriffError", "Faults", "Fault", "NoSuch"),
}
"""The public names, by the package that defines them."""

__all__ = [
    "Case",
    "Contrast",
    "Entry",
    "Explainer",
    "Explanation",
    "Fault",
    "Faults",
    "Matter",
    "NoSuch",
    "OutOfTime",
    "Position",
    "Question",
    "Reason",
    "Ruling",
    "Rulings",
    "SheriffError",
    "TooMuch",
    "UnknownAnswer",
    "WhyNot",
    "contrast",
    "entries",
    "entry",
    "explain",
    "from_data",
    "load",
    "named_readings",
    "parse",
    "png",
    "questions",
    "rulings",
    "rulings_as_json",
    "rulings_as_text",
    "svg",
    "to_data",
    "to_yaml",
    "why_not",
    "within",
]

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, HOMES)


def __dir__() -> list[str]:
    return list(__all__)


class _Face(ModuleType):
    """`rulings` and `explain` are the functions, also once the packages of these names have been imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face
