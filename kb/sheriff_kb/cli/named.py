"""Named readings in the terminal: how they answer, by whose word, and which sentences they break."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

from sheriff_kb.questions import named_readings, tag
from sheriff_kb.wording import Wording


def show_readings(names: Sequence[str], *, check: bool, form: str, words: Wording) -> None:
    """List the named readings with their arguments, or show some of them, checked against the sentences or not."""
    from sheriff_kb.coherence import TEXTS
    from sheriff_kb.evidence import check as check_reading
    from sheriff_kb.readings import preferences, ties

    known = named_readings()
    if form == "json" and check:
        data = {}
        for name in names or known:
            found = check_reading(known[name], TEXTS)
            data[name] = {
                "tables": dict(found.tables),
                "breaks": list(found.breaks),
                "strains": list(found.strains),
                "nearer": [{"change": dict(change), "breaks": list(broken)} for change, broken in found.nearer],
                "ties": {question: list(answers) for question, answers in ties(name).items()},
            }
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
            said = words.evidence(
                "phrases",
                "level",
                number=preference.level,
                sort=words.evidence("sorts", preference.sort),
                speaker=words.evidence("speakers", preference.speaker),
                strength=words.evidence("strengths", preference.strength),
            )
            click.echo(click.style(f"  {words.leading(said)} {preference.weight}", dim=True))
        for question, answer in known[name].items():
            tie = ties(name).get(question) if name != "default" else None
            click.echo(f"    {question:<24} {answer}" + (f" (= {', '.join(tie)})" if tie else ""))


def _check_lines(name: str, words: Wording) -> Iterator[str]:
    from sheriff_kb.coherence import TEXTS
    from sheriff_kb.evidence import check as check_reading
    from sheriff_kb.evidence import units_of

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
    for passage in found.breaks:
        yield f"    {passage}  {words.passage(passage)}"
    if found.strains:
        yield "  " + say("strains", count=len(found.strains), passages=", ".join(found.strains))
    if found.nearer:
        yield f"  {say('nearer')}"
        for change, broken in found.nearer:
            yield "    " + say("nearer_one", answers=tag(change), passages=", ".join(broken) or say("nothing"))
