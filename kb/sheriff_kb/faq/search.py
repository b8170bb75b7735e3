"""The entries of the FAQ that are nearest to somebody's own words.

lunr ranks them: it knows the stems of English words and which words matter. An entry counts for all the ways in
which its question can be put, taken together, and for the one that is nearest. Words that players use for the same
thing are made one before, and words that nobody knows are taken for the nearest that is known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches

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
    same = {synonym: word for word, synonyms in told.synonyms.items() for synonym in synonyms}
    known = {entry.id: entry for entry in entries()}
    ways = {name: [" ".join(_plain(way, same)) for way in (told.question(name), *told.also(name))] for name in known}
    vocabulary = {word for some in ways.values() for way in some for word in way.split()} | same.keys()
    wanted = " ".join(same.get(word, word) for word in _spelt(_plain(text, same)[:MOST_WORDS], vocabulary))
    together = _scores(wanted, [(name, " ".join(some)) for name, some in ways.items()])
    single = _scores(wanted, [(name, way) for name, some in ways.items() for way in some])
    score = {name: TOGETHER * together[name] + (1 - TOGETHER) * single[name] for name in single}
    # Who copies a question means it, however well its words fit others.
    return [known[name] for name in sorted(score, key=lambda name: (wanted not in ways[name], -score[name]))]


def _scores(wanted: str, texts: list[tuple[str, str]]) -> dict[str, float]:
    """For each name the score of its best text, where 1 is the best of all; names that share no word are left out."""
    from lunr import lunr  # type: ignore[import-untyped]

    documents = [{"id": str(number), "text": text} for number, (_, text) in enumerate(texts)]
    found = lunr(ref="id", fields=["text"], documents=documents).search(wanted) if wanted else []
    scores: dict[str, float] = {}
    for one in found:
        scores.setdefault(texts[int(one["ref"])][0], one["score"] / found[0]["score"])
    return scores


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
