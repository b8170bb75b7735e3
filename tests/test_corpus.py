"""Every position that expects something is judged twice, by the law and by the oracle, and both agree with it.

The positions are those of the gallery and those of `oracle/positions`, which have the same form. The law is held
against what a document expects under all readings at once, the oracle under some: for each case that a document names,
the default and random answers to the questions that the case leaves open.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from comparison import Played, mountain, played
from oracle import DEFAULT, READINGS
from oracle.unsaid import untold
from sheriff_kb.gallery import Entry, differences, entries
from sheriff_kb.law import allowed, text
from sheriff_kb.position import Matter
from sheriff_kb.rulings import held_in
from sheriff_kb.solving import atoms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

AT_RANDOM = 2
"""How many random readings are taken for each case."""

NEVER_NONE = ("collected", "score")
"""Kinds of which the oracle always has a number; `none` is expected if there is nothing to rule on."""

_FOLDER = Path(__file__).parent / "oracle" / "positions"
OWN = [
    Entry(f"oracle/{file.relative_to(_FOLDER).with_suffix('').as_posix()}", file.read_text("utf-8"))
    for file in sorted(_FOLDER.glob("*/*.yaml"))
]
DOCUMENTS = [*entries(), *OWN]

each_document = pytest.mark.parametrize("found", DOCUMENTS, ids=lambda found: found.name)


@cache
def passages() -> frozenset[str]:
    return frozenset(passage.string for passage, *_ in atoms_of(text("sources.lp"))("passage", 3))


@pytest.mark.cases(quick=15)
@each_document
def test_the_law_rules_as_the_document_expects(found: Entry) -> None:
    assert [str(difference) for difference in differences(found)] == []


@pytest.mark.cases(quick=30)
@each_document
def test_the_oracle_plays_as_the_document_expects(found: Entry) -> None:
    position = found.position
    told = played(position, readings(found))
    for reading, outcome in told.outcomes:
        for expected in position.expected:
            possible = {
                without_reasons(value)
                for matter, values in outcome.values.items()
                if is_meant(matter, expected["matter"], told)
                for value in values
            }
            wanted = values_under(expected, reading)
            if wanted == {"none"} and expected["matter"]["kind"] in NEVER_NONE:
                continue
            assert on_mountains(possible or {"none"}, expected["matter"], told) == on_mountains(
                wanted, expected["matter"], told
            ), f"{expected['matter']} under {apart(reading)}"


@pytest.mark.cases(quick=15)
@each_document
def test_the_document_says_what_it_is_for_and_why_each_value_is_expected(found: Entry) -> None:
    position = found.position
    assert position.title
    assert position.about.endswith((".", "?")), position.about
    assert position.expected
    for expected in position.expected:
        assert set(expected) == {"matter", "passages", "because", "value" if "value" in expected else "cases"}
        assert expected["because"].strip().endswith("."), expected["matter"]
        assert expected["passages"], expected["matter"]
        assert len(set(expected["passages"])) == len(expected["passages"]), expected["matter"]
        assert set(expected["passages"]) <= passages()


@pytest.mark.cases(quick=15)
@each_document
def test_no_matter_is_expected_twice(found: Entry) -> None:
    matters = [str(expected["matter"]) for expected in found.position.expected]
    assert len(set(matters)) == len(matters)


@pytest.mark.cases(quick=0)
def test_a_title_is_used_once() -> None:
    assert len({found.position.title for found in DOCUMENTS}) == len(DOCUMENTS)


# --- readings under which the oracle plays ---------------------------------------------------------------------------


def readings(found: Entry) -> list[dict[str, str]]:
    """Total readings that agree with what the document holds: for each case the default, and some at random."""
    source = random.Random(found.name)
    held = held_in(found.position)
    chosen: list[dict[str, str]] = []
    for when in groups(found.position.expected):
        asked = {question: allowed(answers) for question, answers in when.items() if question in READINGS}
        if all(held.get(question, answers[0]) in answers for question, answers in asked.items()):
            at_random = [{q: source.choice(answers) for q, answers in READINGS.items()} for _ in range(AT_RANDOM)]
            chosen += [
                others | {q: source.choice(answers) for q, answers in asked.items()} | held
                for others in (DEFAULT, *at_random)
            ]
    return [dict(one) for one in dict.fromkeys(tuple(reading.items()) for reading in chosen)]


def groups(expectations: Any) -> Iterator[Mapping[str, Any]]:
    """The groups of answers that are named; the group without any is always among them."""
    yield {}
    for expected in expectations:
        for case in expected.get("cases", ()):
            yield from groups_of(case)


def groups_of(case: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    when = case["when"]
    return when if isinstance(when, list) else [when]


def apart(reading: Mapping[str, str]) -> dict[str, str]:
    return {question: answer for question, answer in reading.items() if answer != DEFAULT[question]}


# --- what is expected, and what the oracle has -----------------------------------------------------------------------


def values_under(expected: Mapping[str, Any], reading: Mapping[str, str]) -> set[Any]:
    """The values of the cases that apply under the reading, whatever was so of what the position does not say."""
    if "value" in expected:
        return {expected["value"]}
    return {
        case["value"]
        for case in expected["cases"]
        for when in groups_of(case)
        if all(reading[question] in allowed(answers) for question, answers in when.items() if question in reading)
    }


def is_meant(matter: Matter, keys: Mapping[str, Any], told: Played) -> bool:
    """Whether the matter of the oracle is the one with these keys, in which any segment may name a mountain."""
    found = {key: value for key, value in matter.as_json().items() if value is not None}
    return set(found) == set(keys) and all(
        found[key] == value or (key in ("mountain", "at") and same_mountain(matter, found[key], value, told))
        for key, value in keys.items()
    )


def same_mountain(matter: Matter, label: Any, other: Any, told: Played) -> bool:
    return mountain(matter, label, told) is not None and mountain(matter, label, told) == mountain(matter, other, told)


def on_mountains(values: set[Any], keys: Mapping[str, Any], told: Played) -> set[Any]:
    """The values, in which a place where the sheriff stands goes by its mountain if his destination is untold."""
    if keys["kind"] != "sheriff" or not any(untold(told.position, turn) for turn in told.position.turns):
        return values
    matter = Matter("sheriff", turn=keys["turn"])
    return {mountain(matter, value, told) or value for value in values}


def without_reasons(value: int | str) -> int | str:
    return "no" if str(value).startswith("no:") else value


class TestTheComparison:
    """It can fail."""

    def test_a_value_altered_is_found(self) -> None:
        found = next(one for one in OWN if one.position.expected[0].get("value") is not None)
        first, *others = found.position.expected
        wrong = Entry(found.name, found.text)
        wrong.__dict__["position"] = replace(found.position, expected=({**first, "value": "elsewhere"}, *others))
        with pytest.raises(AssertionError, match="elsewhere"):
            test_the_oracle_plays_as_the_document_expects(wrong)
