"""The entries of the FAQ that are nearest to somebody's own words.

`nearest` compares the terms of a text (`terms.py`) with the terms of every way to ask about an entry: its question, and
what the catalogue lists as `also`. A term that n of N entries have weighs `sqrt(log(1 + N / n))`; what a text is about
weighs `FIRST` of that.

* One way is as near as the weights that it shares with the text, divided by the square root of the product of all
  weights of the text and all weights of the way. An entry has the nearness of its nearest way, and `SECOND` of that of
  the next.
* All ways of an entry together are as near as the part of the text's weights that they have. A term counts
  `c / (c + RARE)` if c of the ways have it, where the question counts as `QUESTION` ways.

The score of an entry is `TOGETHER` of the second and the rest of the first. An entry whose question has the terms
of the text, all and no others, goes first; of entries with the same score the one that is listed first.

So another program, say in a browser, needs the sections `search`, `synonyms` and `entries` of a catalogue and the
`synonyms` of the others as data, the steps of `terms.py`, and these two sums: no library and no stemmer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import log, sqrt

from sheriff_kb.faq.catalogue import Entry, entries
from sheriff_kb.faq.terms import Terms
from sheriff_kb.faq.words import FaqWords, faq_languages, faq_words

SECOND = 0.2
RARE = 0.6
QUESTION = 2
TOGETHER = 0.6
FIRST = 0.5
DIGITS = 9
"""Scores that agree to so many digits are equal."""


def nearest(text: str, told: FaqWords) -> list[Entry]:
    """The entries that share terms with a text, the nearest first."""
    known = {entry.id: entry for entry in entries()}
    return [known[name] for name in _search(told.language).nearest(text)]


class Search:
    """The index of one language. `asked` has for the id of each entry the ways to ask about it, the question first."""

    def __init__(self, told: FaqWords, asked: Mapping[str, Sequence[str]]) -> None:
        abroad = [faq_words(other).synonyms for other in faq_languages() if other != told.language]
        texts = [way for ways in asked.values() for way in ways]
        self._terms = Terms(told.search, told.synonyms, abroad, texts)
        self._names: list[str] = []
        self._ways: dict[str, list[int]] = defaultdict(list)
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._questions: dict[frozenset[str], str] = {}
        found = []
        for name, ways in asked.items():
            for number, way in enumerate(ways):
                found.append(self._terms.of(way))
                for term in found[-1]:
                    self._ways[term].append(len(self._names))
                    self._counts[term][name] += 1 if number else QUESTION
                self._names.append(name)
            self._questions[frozenset(found[-len(ways)])] = name
        self._weight = {
            term: sqrt(log(1 + len(asked) / len(having))) * (FIRST if term.endswith(" first") else 1)
            for term, having in self._counts.items()
        }
        self._total = [sum(self._weight[term] for term in way) for way in found]

    def nearest(self, text: str) -> list[str]:
        """The ids of the entries that share terms with a text, the nearest first."""
        wanted = {term: self._weight[term] for term in self._terms.of(text) if term in self._weight}
        single, together = self._single(wanted), self._together(wanted)
        scores = {name: TOGETHER * together[name] + (1 - TOGETHER) * near for name, near in single.items()}
        asked = self._questions.get(frozenset(wanted))
        return sorted(scores, key=lambda name: (name != asked, -round(scores[name], DIGITS)))

    def _single(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """How near each entry is by its two nearest ways; in the order of the entries."""
        shared: dict[int, float] = defaultdict(float)
        for term, weight in wanted.items():
            for way in self._ways[term]:
                shared[way] += weight
        total = sum(wanted.values())
        near: dict[str, list[float]] = defaultdict(list)
        for way in sorted(shared):
            near[self._names[way]].append(shared[way] / sqrt(total * self._total[way]))
        return {name: max(ways) + SECOND * max(sorted(ways)[:-1], default=0) for name, ways in near.items()}

    def _together(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """How near each entry is with all its ways taken together."""
        total = sum(wanted.values())
        near: dict[str, float] = defaultdict(float)
        for term, weight in wanted.items():
            for name, count in self._counts[term].items():
                near[name] += weight / total * count / (count + RARE)
        return near


@cache
def _search(language: str) -> Search:
    told = faq_words(language)
    return Search(told, {entry.id: (told.question(entry.id), *told.also(entry.id)) for entry in entries()})
