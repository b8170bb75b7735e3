"""How often `sheriff ask` finds what answers a question, over sets of questions with the entries that answer them.

    python tests/asking.py [FILE…]             the rates of these sets, or of all in `asked/`
    python tests/asking.py --missed [FILE…]    lists the questions whose first hit is wrong, too
    python tests/asking.py --left-out          asks each of the other ways to put a question that the catalogues list,
                                               a fifth at a time, while the search does not know that fifth

A set has for each language a list of `{words, entries}`: a question as people put it, and the entries that answer it.
The search is tuned to `asked/tuned.yaml`, so its rates say that the search stays as good as it is, not how good it is
for others. `asked/kept.yaml` is by somebody else, and nothing is ever changed because of a question in it. A rate comes
with its Wilson interval for 95 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import yaml

from sheriff_kb.faq import entries
from sheriff_kb.faq.search import Search, nearest
from sheriff_kb.faq.words import faq_languages, faq_words

SETS = sorted((Path(__file__).parent / "asked").glob("*.yaml"))
PARTS = 5
NORMAL = 1.96
"""How many standard deviations from the mean 95 % of a normal distribution lie."""


@dataclass(frozen=True)
class Asked:
    """A question as somebody puts it, and the ids of the entries that answer it."""

    words: str
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A question with the ids of the three nearest entries."""

    asked: Asked
    nearest: tuple[str, ...]

    @property
    def first(self) -> bool:
        return self.nearest[:1] != () and self.nearest[0] in self.asked.entries

    @property
    def in_three(self) -> bool:
        return not {*self.nearest}.isdisjoint(self.asked.entries)


def read(file: Path) -> dict[str, list[Asked]]:
    """The questions of a set by language."""
    data = yaml.safe_load(file.read_text("utf-8"))
    return {language: [Asked(one["words"], tuple(one["entries"])) for one in some] for language, some in data.items()}


def found(questions: Iterable[Asked], language: str) -> list[Found]:
    told = faq_words(language)
    return searched(questions, lambda words: [entry.id for entry in nearest(words, told)])


def searched(questions: Iterable[Asked], search: Callable[[str], Sequence[str]]) -> list[Found]:
    return [Found(one, tuple(search(one.words)[:3])) for one in questions]


def left_out(language: str) -> list[Found]:
    """The other ways to put a question, each asked while a fifth of them, it among them, is not known."""
    told = faq_words(language)
    ways = [Asked(way, (entry.id,)) for entry in entries() for way in told.also(entry.id)]
    results = []
    for part in range(PARTS):
        unknown = {one.words for one in ways[part::PARTS]}
        known = {
            entry.id: [told.question(entry.id), *(way for way in told.also(entry.id) if way not in unknown)]
            for entry in entries()
        }
        results += searched(ways[part::PARTS], Search(told, known).nearest)
    return results


def interval(hits: int, number: int) -> tuple[float, float]:
    """The Wilson interval of a rate."""
    rate, spread = hits / number, NORMAL**2 / number
    half = NORMAL * sqrt(rate * (1 - rate) / number + spread / number / 4)
    return (rate + spread / 2 - half) / (1 + spread), (rate + spread / 2 + half) / (1 + spread)


def lines(name: str, language: str, results: Sequence[Found], *, missed: bool) -> Iterator[str]:
    rates = []
    for hits in (sum(one.first for one in results), sum(one.in_three for one in results)):
        low, high = interval(hits, len(results))
        rates.append(f"{hits / len(results):7.1%} ({low:.1%} to {high:.1%})")
    yield f"{name:10} {language}  {len(results):5}  first {rates[0]}  in three {rates[1]}"
    for one in results if missed else ():
        if not one.first:
            yield f"    {one.asked.words}\n        {', '.join(one.asked.entries)}; found: {', '.join(one.nearest)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", default=SETS)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--left-out", action="store_true")
    options = parser.parse_args()
    sets = [(file.stem, read(file)) for file in options.files]
    asked = [(name, language, found(some, language)) for name, one in sets for language, some in one.items()]
    if options.left_out:
        asked = [("left out", language, left_out(language)) for language in faq_languages()]
    for name, language, results in asked:
        print("\n".join(lines(name, language, results, missed=options.missed)))


if __name__ == "__main__":
    main()
