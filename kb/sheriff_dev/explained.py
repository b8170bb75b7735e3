"""On which rules the explanations of the gallery rest, and so on which passages."""

from __future__ import annotations

from collections import defaultdict

from sheriff_kb.explain import Explainer
from sheriff_kb.gallery import Entry


class Explained:
    """The names of the positions whose explanations rest on a rule, or cite a passage."""

    def __init__(self) -> None:
        self._passages: dict[str, dict[str, None]] = defaultdict(dict)
        self._rules: dict[str, dict[str, None]] = defaultdict(dict)

    def add(self, entry: Entry) -> None:
        """Explain what a document expects, under the first and the last reading of each case."""
        explainer = Explainer(entry.position, free=["settled"])
        expected = [item["matter"] for item in entry.position.expected]
        for ruling in explainer.rulings:
            if any(map(ruling.matches, expected)):
                for reading in (one for case in ruling.cases for one in (case.when[0], *case.when[1:][-1:])):
                    found = explainer.explain(ruling, reading, full=True)
                    for rule in {rule.annotation.id for step in found.graph.values() for rule in step.rules}:
                        self._rules[rule][entry.name] = None
                    for passage in found.passages:
                        self._passages[passage][entry.name] = None

    def by_passage(self, passage: str) -> tuple[str, ...]:
        """The positions whose explanations cite a passage."""
        return tuple(self._passages.get(passage, ()))

    def by_rule(self, rule: str) -> tuple[str, ...]:
        """The positions whose explanations rest on a rule."""
        return tuple(self._rules.get(rule, ()))
