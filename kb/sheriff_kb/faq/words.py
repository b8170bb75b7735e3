"""The wording of the FAQ in one language: the questions of its entries, and the phrases that answers are made of."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from sheriff_kb.wording import DEFAULT_LANGUAGE, sentence_case, wording

if TYPE_CHECKING:
    from sheriff_kb.position import Matter


_CATALOGUES = files("sheriff_kb.wording") / "faq"


class FaqWords:
    """The catalogue `wording/faq/` of one language.

    `topics` has the titles of the topics, `readings` the names of the named readings, `search` and `synonyms` what the
    search knows of words (`terms.py`); `words` is what is worded for all of the knowledge base.
    """

    def __init__(self, language: str) -> None:
        """Read the catalogue; KeyError if there is none for the language."""
        if language not in faq_languages():
            raise KeyError(language)
        self.language = language
        self.words = wording(language)
        self._catalogue: Mapping[str, Any] = tomllib.loads((_CATALOGUES / f"{language}.toml").read_text("utf-8"))
        self.topics: Mapping[str, str] = self._catalogue["topics"]
        self.readings: Mapping[str, str] = self._catalogue["readings"]
        self.search: Mapping[str, tuple[str, ...]] = self._catalogue["search"]
        self.synonyms: Mapping[str, tuple[str, ...]] = self._catalogue["synonyms"]

    def question(self, entry: str) -> str:
        """An entry's question."""
        return str(self._catalogue["entries"][entry]["question"])

    def also(self, entry: str) -> tuple[str, ...]:
        """Other ways to put an entry's question."""
        return tuple(self._catalogue["entries"][entry]["also"])

    def say(self, phrase: str, **names: object) -> str:
        """A phrase, filled in."""
        return str(self._catalogue["phrases"][phrase]).format(**names)

    def condition(self, question: str, answer: str) -> str:
        """An answer to a disputed rule as a clause that can follow “if”: words of its own, or the usual ones."""
        clause = self._catalogue["conditions"].get(question, {}).get(answer)
        return self.words.answer(question, answer) if clause is None else str(clause)

    def value(self, matter: Matter, value: int | str) -> str:
        """What happens if a matter has a value, as a clause; empty if the value says it alone."""
        phrases = self._catalogue["values"].get(matter.kind, {})
        phrases = phrases.get(matter.what, phrases)
        template = phrases.get(str(value), phrases.get("other", ""))
        names = self.words.names(matter)
        told = self.words.place(value) if isinstance(value, str) else value
        return str(template).format(**{**names, "player": sentence_case(names["player"])}, value=told)


@cache
def faq_languages() -> tuple[str, ...]:
    """The languages in which the FAQ has its words; they may be fewer than those of the rest."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _CATALOGUES.iterdir()))


@cache
def faq_words(language: str = DEFAULT_LANGUAGE) -> FaqWords:
    """The catalogue of a language, read once; KeyError if there is none."""
    return FaqWords(language)
