"""The output of `sheriff readings`: how the named readings answer, by whose word, and which sentences they break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from sheriff_kb.evidence import Unit, check, dependent, texts, units_of
from sheriff_kb.law import Preference, named_readings, preferences, questions, tag, ties
from sheriff_kb.report.clauses import as_json, in_words
from sheriff_kb.wording import Wording


def readings_as_json(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """The answers of some named readings."""
    return {name: dict(named_readings()[name]) for name in names}


def checks_as_json(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Which sentences some named readings break, and what would break fewer."""
    data: dict[str, dict[str, Any]] = {}
    for name in names:
        found = check(named_readings()[name], texts())
        data[name] = {
            "tables": dict(found.tables),
            "breaks": [*map(as_json, found.breaks)],
            "strains": [*map(as_json, found.strains)],
            "nearer": [{"change": dict(change), "breaks": [*map(as_json, broken)]} for change, broken in found.nearer],
            "ties": {question: list(answers) for question, answers in ties(name).items()},
        }
        if name == "recommended":
            data[name]["dependent"] = _dependent_as_json()
    return data


def list_lines(words: Wording) -> Iterator[str]:
    """All named readings, a line each with its argument."""
    for name in named_readings():
        yield f"{click.style(name, bold=True):<12} {words.argument(name)}"


def reading_lines(names: Sequence[str], words: Wording) -> Iterator[str]:
    """How some named readings answer each question, and what they follow."""
    for number, name in enumerate(names):
        yield from _head(number, name, words)
        for preference in preferences(name):
            said = words.evidence("phrases", "level", number=preference.level, **_followed(preference, words))
            yield click.style(f"  {words.leading(said)} {preference.weight}", dim=True)
        for question, answer in named_readings()[name].items():
            tie = ties(name).get(question) if name != "default" else None
            yield f"    {question:<24} {answer}" + (f" (= {', '.join(tie)})" if tie else "")
        if name == "recommended":
            yield from _dependent_lines(words)


def check_lines(names: Sequence[str], words: Wording) -> Iterator[str]:
    """Which sentences some named readings break, and what would break fewer, in words."""
    for number, name in enumerate(names):
        yield from _head(number, name, words)
        yield from _check_lines(name, words)


def _head(number: int, name: str, words: Wording) -> Iterator[str]:
    if number:
        yield ""
    yield f"{words.leading(click.style(name, bold=True))} {words.argument(name)}"


def _followed(preference: Preference, words: Wording) -> dict[str, str]:
    """What a preference follows, in words."""
    return {
        "sort": words.evidence("sorts", preference.sort),
        "speaker": words.evidence("speakers", preference.speaker),
        "strength": words.evidence("strengths", preference.strength),
    }


def _dependent_lines(words: Wording) -> Iterator[str]:
    """How far the recommended reading depends on its weights."""
    found = dependent()
    count, everything = len(questions()) - len(found), len(questions())
    if not found:
        yield "  " + words.evidence("phrases", "weights_all", all=everything)
        return
    yield "  " + words.leading(words.evidence("phrases", "weights", count=count, all=everything))
    for question, others in found.items():
        for other in others:
            first = words.parted(
                words.evidence("phrases", "followed", **_followed(preference, words)) for preference in other.first
            )
            key = "if_first" if len(other.first) == 1 else "if_first_of_all"
            yield f"    {question:<24} {words.evidence('phrases', key, answer=other.answer, first=first)}"


def _dependent_as_json() -> dict[str, list[dict[str, Any]]]:
    return {
        question: [
            {
                "answer": other.answer,
                "first": [{"of": one.speaker, "sort": one.sort, "strength": one.strength} for one in other.first],
            }
            for other in others
        ]
        for question, others in dependent().items()
    }


def _check_lines(name: str, words: Wording) -> Iterator[str]:
    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    found = check(named_readings()[name], texts())
    count = len(units_of(texts()))
    sources = words.listed(words.evidence("speakers", source) for source in texts())
    yield "  " + (
        say("breaks", count=len(found.breaks), all=count, sources=sources)
        if found.breaks
        else say("breaks_none", all=count, sources=sources)
    )
    yield from (f"    {in_words(unit, words)}" for unit in found.breaks)
    if found.strains:
        yield "  " + say("strains", count=len(found.strains), passages=_points(found.strains))
    if found.nearer:
        yield f"  {say('nearer')}"
        for change, broken in found.nearer:
            yield "    " + say("nearer_one", answers=tag(change), passages=_points(broken) or say("nothing"))


def _points(units: Sequence[Unit]) -> str:
    """Clauses that are all stated, or all suggested, by their ids."""
    return ", ".join(f"{unit.passage} ({unit.point})" for unit in units)
