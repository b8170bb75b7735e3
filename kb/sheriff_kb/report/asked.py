"""Rulings asked for by number or in a player's own words, such as "may yellow mine at the ridge?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from math import log

from sheriff_kb.position import Position
from sheriff_kb.position.spelling import MAX_DIGITS
from sheriff_kb.report.values import sentence, shown_matter
from sheriff_kb.rulings import Ruling
from sheriff_kb.wording import Wording
from sheriff_kb.wording.plain import plain_words

_LEAST_ALIKE = 0.8
"""Words as alike as this are taken for the same: one may be mistyped, or have another ending."""


def asked_for(rulings: Sequence[Ruling], position: Position, asked: str, words: Wording) -> list[Ruling]:
    """The rulings that are asked for; none if there are none.

    In words these are the rulings that share most with them, counting rare words more; several if they share the same.
    """
    if asked.strip().isdecimal():
        number = int(asked) if len(asked.strip()) <= MAX_DIGITS else 0
        return [*rulings[number - 1 : number]] if number else []
    texts = [
        {*plain_words(f"{sentence(one, words)} {shown_matter(one, position, words)} {' '.join(one.tiles)}")}
        for one in rulings
    ]
    among = Counter(word for text in texts for word in text)
    wanted = {word for one in plain_words(asked) for word in _known(one, among)}
    weight = {word: log(1 + len(texts) / among[word]) for word in wanted}
    scores = [sum(weight[word] for word in wanted & text) for text in texts]
    best = max(scores, default=0)
    return [ruling for ruling, score in zip(rulings, scores, strict=True) if best and score == best]


def _known(word: str, among: Counter[str]) -> list[str]:
    """The word as the rulings have it, or the one that is most like it; none if none is."""
    return [word] if word in among else get_close_matches(word, among, 1, _LEAST_ALIKE)
