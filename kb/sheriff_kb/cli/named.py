"""Named readings in the terminal: how they answer, by whose word, and which sentences they break."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.law import named_readings, questions, tag
from sheriff_kb.wording import Wording

if TYPE_CHECKING:
    from sheriff_kb.evidence import Unit
    from sheriff_kb.law import Preference


def show_readings(names: Sequence[str], *, check: bool, form: str, words: Wording) -> None:
    """List the named readings with their arguments, or show some of them, checked against the sentences or not."""
    from sheriff_kb.evidence import TEXTS
    from sheriff_kb.evidence import check as check_reading
    from sheriff_kb.law import preferences, ties
    from sheriff_kb.report.clauses import as_json

    known = named_readings()
    if form == "json" and check:
        data: dict[str, dict[str, Any]] = {}
        for name in names or known:
            found = check_reading(known[name], TEXTS)
            data[name] = {
                "tables": dict(found.tables),
                "breaks": [*map(as_json, found.breaks)],
                "strains": [*map(as_json, found.strains)],
                "nearer": [
                    {"change": dict(change), "breaks": [*map(as_json, broken)]} for change, broken in found.nearer
                ],
                "ties": {question: list(answers) for question, answers in ties(name).items()},
            }
            if name == "recommended":
                data[name]["dependent"] = _dependent_as_json()
        click.echo(json.dumps(data, indent=2))
        return
    if form == "json":
        click.echo(json.dumps({name: dict(known[name]) for name in names or known}, indent=2))
        return
    if not names and not check:
        for name in known:
            click.echo(f"{click.style(name, bold=True):<12} {words.argument(name)}")
        return
    for number, name in enumerate(names or known):
        if number:
            click.echo()
        click.echo(f"{words.leading(click.style(name, bold=True))} {words.argument(name)}")
        if check:
            for line in _check_lines(name, words):
                click.echo(line)
            continue
        for preference in preferences(name):
            said = words.evidence("phrases", "level", number=preference.level, **_followed(preference, words))
            click.echo(click.style(f"  {words.leading(said)} {preference.weight}", dim=True))
        for question, answer in known[name].items():
            tie = ties(name).get(question) if name != "default" else None
            click.echo(f"    {question:<24} {answer}" + (f" (= {', '.join(tie)})" if tie else ""))
        if name == "recommended":
            for line in _dependent_lines(words):
                click.echo(line)


def _followed(preference: Preference, words: Wording) -> dict[str, str]:
    """What a preference follows, in words."""
    return {
        "sort": words.evidence("sorts", preference.sort),
        "speaker": words.evidence("speakers", preference.speaker),
        "strength": words.evidence("strengths", preference.strength),
    }


def _dependent_lines(words: Wording) -> Iterator[str]:
    """How far the recommended reading depends on its weights."""
    from sheriff_kb.evidence import dependent

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
    from sheriff_kb.evidence import dependent

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
    from sheriff_kb.evidence import TEXTS, units_of
    from sheriff_kb.evidence import check as check_reading
    from sheriff_kb.report.clauses import in_words

    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    found = check_reading(named_readings()[name], TEXTS)
    count = len(units_of(TEXTS))
    sources = words.listed(words.evidence("speakers", source) for source in TEXTS)
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
