"""What the search takes a text to be about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheriff_kb.faq.terms import Terms
from sheriff_kb.faq.words import faq_languages, faq_words

SEARCH = {"first": ["tent", "sheriff"], "endings": ["s", "ed", "ing"], "ignored": ["the", "his", "is"]}
SYNONYMS = {
    "tent": ["tents", "camp", "zelt"],
    "mountain": ["hill", "berg"],
    "sheriff": ["lawman"],
    "star tile": ["tile with the star", "sternkarte"],
    "tile": ["card"],
    "star": ["badge"],
    "unfinished": ["not finished"],
    "no": ["not"],
}
ABROAD = [{"graveyard": ["friedhof"], "mountain": ["montagne", "zone de montagne"]}]
TERMS = Terms(SEARCH, SYNONYMS, ABROAD, ["the graveyard is surrounded", "a frozen mountain was finished"])


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("hill", ["mountain"]),
        ("the hills", ["mountain"]),
        ("tile with the star", ["star", "tile"]),
        ("card with a badge", ["tile", "with", "a", "star"]),
        ("not finished", ["unfinished"]),
        ("not the finished hill", ["no", "finish", "mountain"]),
        ("HILL, hill; (Hill)!", ["mountain"]),
        ("", []),
        ("the … his", []),
    ],
)
def test_words_and_phrases_for_a_thing_have_its_name(text: str, terms: list[str]) -> None:
    assert TERMS.of(text) == terms


def test_what_a_text_names_first_is_what_it_is_about() -> None:
    assert TERMS.of("lawman on a camp's hill")[-1] == "sheriff first"
    assert TERMS.of("camp where the lawman is")[-1] == "tent first"
    assert not any(term.endswith("first") for term in TERMS.of("hill"))


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("surounded", "surround"),
        ("surrounde", "surround"),
        ("surruonded", "surround"),
        ("graveyrad", "graveyard"),
        ("gravyeard", "graveyard"),
        ("hlil", "hlil"),  # too short to be taken for another word
        ("unheardof", "unheardof"),
    ],
)
def test_a_misspelt_word_is_taken_for_the_nearest(word: str, term: str) -> None:
    assert TERMS.of(word) == [term]


@pytest.mark.parametrize(
    ("word", "terms"),
    [("bergzelt", ["mountain", "tent", "tent first"]), ("zeltberg", ["tent", "mountain", "tent first"])],
)
def test_a_compound_is_taken_apart(word: str, terms: list[str]) -> None:
    assert TERMS.of(word) == terms


def test_words_of_other_languages_are_understood() -> None:
    assert TERMS.of("friedhof, montagne") == ["graveyard", "mountain"]
    assert TERMS.of("zone") == ["zone"]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("fr", "le shérif au cimetière", "le sherif au cimetiere"),
        ("fr", "l\u2019étoile", "L'E\u0301TOILE"),
        ("de", "Friedhöfe schürfen", "friedhoefe schuerfen"),
        ("de", "Sheriffberg", "Berg des Sheriffs"),
        ("en", "the sheriff's meeples", "a sheriff and his cowboy"),
        ("en", "meeple in the cemetery", "follower in the graveyard"),
    ],
)
def test_accents_umlauts_and_endings_make_no_difference(language: str, one: str, other: str) -> None:
    told = faq_words(language)
    terms = Terms(told.search, told.synonyms, [], [])
    assert {*terms.of(one)} - {"sheriff first"} == {*terms.of(other)} - {"sheriff first"}


@given(st.text(max_size=200))
def test_any_text_has_terms(text: str) -> None:
    assert len(TERMS.of(text)) <= 2 * len(text) + 1


@pytest.mark.parametrize("language", faq_languages())
def test_every_language_has_the_same_names(language: str) -> None:
    assert faq_words(language).synonyms.keys() == faq_words("en").synonyms.keys()
    assert {*faq_words(language).search["first"]} <= faq_words("en").synonyms.keys()


@pytest.mark.parametrize("language", faq_languages())
def test_no_phrase_has_two_names(language: str) -> None:
    told = faq_words(language)
    terms = Terms(told.search, {"none": []}, [], [])
    names: dict[tuple[str, ...], str] = {}
    for name, phrases in told.synonyms.items():
        for phrase in phrases:
            assert names.setdefault(tuple(terms._stems(phrase)), name) == name, phrase
