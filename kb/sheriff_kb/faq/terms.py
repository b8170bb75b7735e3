"""What a text is about, as the terms that the search compares.

A term is a stem, or the name that the catalogue gives to all words and phrases for one thing: the keys of `synonyms` in
`wording/faq/`, the same in every language. So it does not matter whether people say meeple or follower, use the plural,
leave out an accent, or misspell a word. These are the steps:

1. `plain_words`: lower case, no accents, words of letters and digits.
2. `_stem`: the word without its longest ending that leaves `SHORTEST_STEM` letters; one of a double letter at the end.
3. `_recognise`: a stem that is not known is taken for a compound, a word of another language, or misspelt.
4. `_named`: from left to right, the longest phrase of `synonyms` becomes its name; other stems stay, unless ignored.
5. `of`: the first name that is one of `first` is what the text is about, which is one more term.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sheriff_kb.wording.plain import plain_words

MOST_WORDS = 60
"""Maximum number of words of a text that are used."""
LONGEST_WORD = 30
"""Longer words are left out."""
SHORTEST_STEM = 4
"""Minimum length of what is left of a word without its ending."""
SHORTEST_PART = 4
"""Minimum length of a part of a compound."""
SHORTEST_MISSPELT = 5
"""Minimum length of a stem that may have a mistake."""
TWO_MISTAKES = 9
"""Minimum length of a stem that may have two."""

Synonyms = Mapping[str, Sequence[str]]
Phrase = tuple[str, ...]


class Terms:
    """The terms of texts in one language.

    `search` has the lists `first`, `endings` and `ignored` of the catalogue, `synonyms` the words and phrases for each
    name, `abroad` those of other languages. Every word of `texts` is known.
    """

    def __init__(self, search: Synonyms, synonyms: Synonyms, abroad: Iterable[Synonyms], texts: Iterable[str]) -> None:
        self._first = frozenset(search["first"])
        self._endings = sorted(search["endings"], key=len, reverse=True)
        self._stem_of: dict[str, str] = {}
        self._ignored = {stem for word in search["ignored"] for stem in self._stems(word)}
        self._names = self._named_by(synonyms)
        self._longest: dict[str, int] = {}
        for phrase in self._names:
            self._longest[phrase[0]] = max(len(phrase), self._longest.get(phrase[0], 0))
        foreign = [one for other in abroad for one in self._named_by(other).items()]
        self._abroad = {phrase[0]: name for phrase, name in foreign if len(phrase) == 1}
        in_phrases = {stem for phrase in self._names for stem in phrase}
        self._known = self._ignored | in_phrases | {stem for text in texts for stem in self._stems(text)}
        self._stems_for: dict[str, Phrase] = {}

    def of(self, text: str) -> list[str]:
        """The terms of a text, each once, in their order."""
        stems = [known for stem in self._stems(text)[:MOST_WORDS] for known in self._recognised(stem)]
        terms = list(dict.fromkeys(self._named(stems)))
        return terms + [f"{term} first" for term in terms if term in self._first][:1]

    def _named_by(self, synonyms: Synonyms) -> dict[Phrase, Phrase]:
        """The name of each phrase; a name stands for itself unless it is listed under another."""
        named = {tuple(self._stems(name)): tuple(name.split()) for name in synonyms}
        for name, phrases in synonyms.items():
            named |= {tuple(self._stems(phrase)): tuple(name.split()) for phrase in phrases}
        return named

    def _named(self, stems: Sequence[str]) -> Iterator[str]:
        start = 0
        while start < len(stems):
            ends = range(start + self._longest.get(stems[start], 0), start, -1)
            end = next((end for end in ends if tuple(stems[start:end]) in self._names), start + 1)
            phrase = tuple(stems[start:end])
            yield from self._names.get(phrase, () if phrase[0] in self._ignored else phrase)
            start = end

    def _stems(self, text: str) -> list[str]:
        return [self._stem(word) for word in plain_words(text) if len(word) <= LONGEST_WORD]

    def _stem(self, word: str) -> str:
        if word not in self._stem_of:
            fitting = (end for end in self._endings if word.endswith(end) and len(word) - len(end) >= SHORTEST_STEM)
            stem = word.removesuffix(next(fitting, ""))
            self._stem_of[word] = stem[:-1] if len(stem) >= SHORTEST_STEM and stem[-1] == stem[-2] else stem
        return self._stem_of[word]

    # --- words that are not known as they are ------------------------------------------------------------------------

    def _recognised(self, stem: str) -> Phrase:
        if stem not in self._stems_for:
            self._stems_for[stem] = self._recognise(stem)
        return self._stems_for[stem]

    def _recognise(self, stem: str) -> Phrase:
        """The stems that a stem stands for: itself, the parts of a compound, a name, or the nearest in spelling."""
        if (stem,) in self._names or stem in self._ignored:
            return (stem,)
        if parts := self._parts(stem):
            return parts
        if stem in self._known:
            return (stem,)
        return self._abroad.get(stem) or (self._nearest(stem),)

    def _parts(self, word: str) -> Phrase:
        """The parts of a compound of words with names, the first as long as possible; empty if it is none."""
        for end in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
            head, tail = self._stem(word[:end]), word[end:]
            if (head,) in self._names and (rest := (tail,) if (tail,) in self._names else self._parts(tail)):
                return (head, *rest)
        return ()

    def _nearest(self, stem: str) -> str:
        """The known stem with the fewest mistakes, of several the first in the alphabet; or the stem as it is."""
        most = (len(stem) >= SHORTEST_MISSPELT) + (len(stem) >= TWO_MISTAKES)
        near = ((_mistakes(stem, known), known) for known in self._known if abs(len(known) - len(stem)) <= most)
        return min((found for found in near if found[0] <= most), default=(0, stem))[1]


def _mistakes(one: str, other: str) -> int:
    """How many letters have to be changed, added, left out, or exchanged with the next."""
    last: list[int] = []
    before = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        line = [i + 1]
        for j, against in enumerate(other):
            line.append(min(before[j + 1] + 1, line[j] + 1, before[j] + (letter != against)))
            if i and j and letter == other[j - 1] and one[i - 1] == against:
                line[-1] = min(line[-1], last[j - 1] + 1)
        last, before = before, line
    return before[-1]
