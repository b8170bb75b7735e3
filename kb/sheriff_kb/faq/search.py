"""The entries of the FAQ that are nearest to somebody's own words.

lunr ranks them: it knows the stems of English words and which words are telling. Words that players use for the same
thing are made one before, and words that nobody knows are taken for the nearest that is known. An entry is searched by
its question and by other ways to put it.
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
"""So many words of a search are read."""

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile("['\u2019]s\\b")


def nearest(text: str, told: FaqWords) -> list[Entry]:
    """The entries that share words with a text, the nearest first."""
    from lunr import lunr  # type: ignore[import-untyped]

    same = {synonym: word for word, synonyms in told.synonyms.items() for synonym in synonyms}
    known = {entry.id: entry for entry in entries()}
    asked = {name: _plain(told.question(name), same) for name in known}
    texts = {name: [*asked[name], *_plain(" ".join(told.also(name)), same)] for name in known}
    vocabulary = {word for words in texts.values() for word in words} | same.keys()
    wanted = [same.get(word, word) for word in _spelt(_plain(text, same)[:MOST_WORDS], vocabulary)]
    if not wanted:
        return []
    documents = [{"id": name, "text": " ".join(words)} for name, words in texts.items()]
    found = lunr(ref="id", fields=["text"], documents=documents).search(" ".join(wanted))
    names = [one["ref"] for one in found]
    # Who copies a question means it, however well its words fit others.
    return [known[name] for name in sorted(names, key=lambda name: asked[name] != wanted)]


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
