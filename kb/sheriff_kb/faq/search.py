"""The entries of the FAQ that are nearest to somebody's own words.

lunr ranks them: it knows the stems of English words and which words matter. An entry counts for all the ways in
which its question can be put, taken together, and for the one that is nearest. Words that players use for the same
thing are made one before, and words that nobody knows are taken for the nearest that is known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import cache

from sheriff_kb.faq.catalogue import Entry, entries
from sheriff_kb.faq.words import FaqWords

SHORTEST_MISSPELT = 5
"""Shorter words are taken as they are spelt."""
MOST_WORDS = 60
"""Maximum number of words of a search that are used."""
TOGETHER = 0.5
"""What all ways to put a question weigh, taken together; the nearest one weighs the rest."""

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile("['\u2019]s\\b")


def nearest(text: str, told: FaqWords) -> list[Entry]:
    """The entries that share words with a text, the nearest first."""
    return _searched(told).nearest(text)


class Search:
    """What can be searched in one language; the indexes are built once."""

    def __init__(self, told: FaqWords) -> None:
        same = {synonym: word for word, synonyms in told.synonyms.items() for synonym in synonyms}
        self._same = same
        self._known = {entry.id: entry for entry in entries()}
        self._ways = {
            name: [" ".join(_plain(way, same)) for way in (told.question(name), *told.also(name))]
            for name in self._known
        }
        self._vocabulary = {word for some in self._ways.values() for way in some for word in way.split()} | same.keys()
        self._together = Index([(name, " ".join(some)) for name, some in self._ways.items()])
        self._single = Index([(name, way) for name, some in self._ways.items() for way in some])

    def nearest(self, text: str) -> list[Entry]:
        """The entries that share words with a text, the nearest first."""
        given = _spelt(_plain(text, self._same)[:MOST_WORDS], self._vocabulary)
        wanted = " ".join(self._same.get(word, word) for word in given)
        together, single = self._together.scores(wanted), self._single.scores(wanted)
        score = {name: TOGETHER * together[name] + (1 - TOGETHER) * single[name] for name in single}
        # Who copies a question means it, however well its words fit others.
        ranked = sorted(score, key=lambda name: (wanted not in self._ways[name], -score[name]))
        return [self._known[name] for name in ranked]


class Index:
    """Texts with the names of what they stand for; several may have the same name."""

    def __init__(self, texts: list[tuple[str, str]]) -> None:
        from lunr import lunr  # type: ignore[import-untyped]

        self._names = [name for name, _ in texts]
        documents = [{"id": str(number), "text": text} for number, (_, text) in enumerate(texts)]
        self._index = lunr(ref="id", fields=["text"], documents=documents)

    def scores(self, wanted: str) -> dict[str, float]:
        """For each name the score of its best text; 1 is the best of all. Names that share no word are left out."""
        found = self._index.search(wanted) if wanted else []
        scores: dict[str, float] = {}
        for one in found:
            scores.setdefault(self._names[int(one["ref"])], one["score"] / found[0]["score"])
        return scores


_searched = cache(Search)


def _plain(text: str, same: Mapping[str, str]) -> list[str]:
    """The words of a text, synonyms made one."""
    found = _WORD.findall(_POSSESSIVE.sub("", text.lower()))
    return [same.get(word, word) for word in found]


def _spelt(given: list[str], vocabulary: Collection[str]) -> list[str]:
    """Words that are not known, as the nearest known word is spelt, if one is near."""
    return [
        word
        if word in vocabulary or len(word) < SHORTEST_MISSPELT
        else (get_close_matches(word, vocabulary, 1, 0.8) or [word])[0]
        for word in given
    ]
