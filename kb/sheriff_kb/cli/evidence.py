"""Commands on the evidence: what the sentences say for and against each answer, and which cannot hold together."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.cli.shared import (
    check_freed,
    complete_free,
    complete_questions,
    fixed_answers,
    format_option,
    language_option,
    near,
    set_option,
)
from sheriff_kb.questions import held_answers, named_readings, questions
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_kb.coherence import Coherence, Unit
    from sheriff_kb.evidence import Claim, Voice

SOURCES = ("wiki", "sheet", "note", "base", "analogy")
EXPANSION = ("wiki", "sheet")
PREFERENCES = ("rules", "examples", *SOURCES)

# --- sheriff evidence ------------------------------------------------------------------------------------------------


@click.command()
@click.argument("ids", nargs=-1, metavar="[QUESTION|PASSAGE...]", shell_complete=complete_questions)
@format_option
@language_option
def evidence(ids: Sequence[str], form: str, language: str) -> None:
    """Tell what the sentences of the sources say for and against each way of reading a disputed rule.

    Of a single sentence, such as note.1a, tell what it says, and whether what it claims follows from the two texts.

    \b
    sheriff evidence                 every disputed rule
    sheriff evidence self_tile
    sheriff evidence note.1a note.1b note.3 note.5
    """  # noqa: D301
    from sheriff_kb.coherence import passages

    words = wording(language)
    known = [*questions(), *passages()]
    for name in ids:
        if name not in known:
            raise click.BadParameter(f"there is no question and no passage '{name}'{near(name, known)}")
    data = [_question(name, words) if name in questions() else _passage(name, words) for name in ids or questions()]
    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for number, one in enumerate(data):
        if number:
            click.echo()
        for line in _question_lines(one, words) if "answers" in one else _passage_lines(one, words):
            click.echo(line)


def _question(question: str, words: Wording) -> dict[str, Any]:
    from sheriff_kb.evidence import balance, voices

    kind, told = balance(question)
    heard = voices(question)
    answers = {
        answer: {
            "text": words.answer(question, answer),
            "for": [_voice(voice, voice.how, words) for voice in heard if answer in voice.supports],
            "against": [
                _voice(voice, "opposes" if voice.how != "excludes" else "excludes", words)
                for voice in heard
                if answer in voice.opposes
            ],
        }
        for answer in questions()[question].answers
    }
    return {
        "id": question,
        "status": questions()[question].status,
        "ask": words.ask(question),
        "balance": kind,
        "witnesses": {answer: list(origins) for answer, origins in told.items()},
        "verdict": _verdict(question, kind, told, words)
        + (f" {words.evidence('phrases', 'table_open')}" if any(voice.left is not None for voice in heard) else ""),
        "answers": answers,
        "open": [
            {**_voice(voice, "claims", words), "left": {at: list(some) for at, some in voice.left.items()}}
            for voice in heard
            if voice.left is not None
        ],
    }


def _verdict(question: str, kind: str, told: Mapping[str, Sequence[str]], words: Wording) -> str:
    status = words.statuses[questions()[question].status]
    parts = [
        f"{words.answer(question, answer)} ({', '.join(words.evidence('origins', origin) for origin in origins)})"
        for answer, origins in told.items()
    ]
    return f"{status[:1].upper()}{status[1:]}. {words.evidence('balance', kind, answers='; '.join(parts))}"


def _voice(voice: Voice, how: str, words: Wording) -> dict[str, Any]:
    from sheriff_kb.coherence import passages

    passage = passages()[voice.passage]
    return {
        "passage": passage.id,
        "how": how,
        "kind": passage.kind,
        "authority": passage.authority,
        "says": words.passage(passage.id),
    }


def _question_lines(data: Mapping[str, Any], words: Wording) -> Iterator[str]:
    yield f"{click.style(data['id'], bold=True)} ({data['status']}): {data['ask']}"
    for answer, told in data["answers"].items():
        yield f"  {click.style(answer, bold=True)}: {told['text']}"
        for side, sign in (("for", "+"), ("against", "-")):
            for voice in told[side]:
                how = words.evidence("how", voice["how"])
                known = click.style(f"({words.authority(voice['authority'])})", dim=True)
                yield f"    {sign} {voice['passage']} {how}: {voice['says']} {known}"
        if not told["for"] and not told["against"]:
            yield f"      {words.evidence('phrases', 'none')}"
    for voice in data["open"]:
        for position, some in voice["left"].items():
            if some:
                answers = ", ".join(some)
                yield "  ? " + words.evidence(
                    "phrases", "left", passage=voice["passage"], position=position, answers=answers
                )
    yield f"  {words.evidence('phrases', 'verdict')}: {data['verdict']}"


def _passage(name: str, words: Wording) -> dict[str, Any]:
    from sheriff_kb import evidence as told
    from sheriff_kb.coherence import Unit, all_units, passages

    passage = passages()[name]
    says = [
        {"question": question, "how": voice.how, "answer": (voice.supports or voice.opposes)[0]}
        for question in questions()
        for voice in told.voices(question)
        if voice.passage == name and voice.how != "claims"
    ]
    data: dict[str, Any] = {
        "id": name,
        "locator": words.locator(name),
        "says": words.passage(name),
        "kind": passage.kind,
        "authority": passage.authority,
        "evidence": says,
        "claims": [_claim(claim, words) for claim in told.claims(name)],
        "tables": [
            {"table": table, "position": position, "strength": strength}
            for table, position, strength in told.tables_fixed(name)
        ],
    }
    reason = told.silence(name)
    if reason is not None:
        data["silent"] = words.evidence("silent", reason)
    if passage.source == "note" and Unit(name) in all_units():
        data["verdict"] = told.judge(name)
    return data


def _claim(claim: Claim, words: Wording) -> dict[str, Any]:
    return {
        "id": claim.id,
        "text": words.evidence("claims", claim.id),
        "table": claim.table,
        "holds": {position: [dict(when) for when in cases] for position, cases in claim.holds.items()},
    }


def _passage_lines(data: Mapping[str, Any], words: Wording) -> Iterator[str]:
    yield f"{click.style(data['id'], bold=True)}: {data['says']}"
    yield click.style(f"  {data['locator']} ({words.authority(data['authority'])})", dim=True)
    for one in data["evidence"]:
        yield f"  {one['how']} {one['question']}: {one['answer']}"
    for claim in data["claims"]:
        yield f"  claims: {claim['text']}"
        for position, cases in claim["holds"].items():
            when = " or ".join(_tag(case) if case else words.evidence("phrases", "always") for case in cases)
            when = when or words.evidence("phrases", "never")
            yield "    " + words.evidence("phrases", "holds", position=position, when=when)
    for one in data["tables"]:
        table = words.evidence("tables", one["table"])
        yield "  " + words.evidence("phrases", f"fixed_{one['strength']}", table=table, position=one["position"])
    if "silent" in data:
        yield f"  {words.evidence('how', 'silent')}: {data['silent']}"
    if "verdict" in data:
        yield f"  {words.evidence('phrases', 'verdict')}: {words.evidence('verdicts', data['verdict'])}"


def _tag(answers: Mapping[str, str]) -> str:
    return "[" + ", ".join(f"{question}: {answer}" for question, answer in answers.items()) + "]"


# --- sheriff conflicts -----------------------------------------------------------------------------------------------


@click.command()
@click.option(
    "--source",
    "sources",
    type=click.Choice(SOURCES),
    multiple=True,
    help="Weigh the sentences of this source. Repeatable.  [default: wiki and sheet]",
)
@click.option("--note", is_flag=True, help="Count the transcriber's note as well.")
@click.option("--suggestions", is_flag=True, help="Count what sentences only suggest, not just what they state.")
@click.option(
    "--prefer",
    type=click.Choice(PREFERENCES),
    multiple=True,
    help="Keep these before others: rules over examples or the reverse, or a source. The first of several weighs most.",
)
@click.option("--keep", metavar="PASSAGE", multiple=True, help="A sentence that stands in any case. Repeatable.")
@click.option("--shows", metavar="POSITION", multiple=True, help="The position that an example shows. Repeatable.")
@set_option
@click.option(
    "--free",
    metavar="QUESTION",
    multiple=True,
    callback=check_freed,
    shell_complete=complete_free,
    help="Leave a settled rule open: its id, or 'settled' (all of them). Repeatable.",
)
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="How many of each to show.")
@format_option
@language_option
def conflicts(
    sources: Sequence[str],
    note: bool,
    suggestions: bool,
    prefer: Sequence[str],
    keep: Sequence[str],
    shows: Sequence[str],
    answers: Sequence[str],
    free: Sequence[str],
    limit: int,
    form: str,
    language: str,
) -> None:
    """Find the sentences that cannot hold together, and what to give up so that the others do; smallest first.

    Settled rules are held as everywhere; an example may show any of the positions that fit its words.

    \b
    sheriff conflicts                              the two texts
    sheriff conflicts --source sheet --note        the sheet and the note on it
    sheriff conflicts --prefer rules               if in doubt, examples give way
    """  # noqa: D301
    from sheriff_kb.coherence import Coherence, Unit, Unknown, all_units, passages
    from sheriff_kb.evidence import units_of

    words = wording(language)
    for name in keep:
        if name not in passages():
            raise click.BadParameter(f"there is no passage '{name}'{near(name, passages())}", param_hint="--keep")
    chosen = [*(sources or EXPANSION), *(["note"] if note else [])]
    kept = [unit for unit in all_units() if unit.passage in keep and unit.strength == "stated"]
    held = held_answers(free, fixed_answers(answers, None))
    try:
        program = Coherence(
            [Unit(unit.passage, unit.strength) for unit in units_of(chosen, suggestions=suggestions)],
            held=held,
            tables=_tables(shows),
            keep=kept,
        )
    except Unknown as error:
        raise click.BadParameter(str(error), param_hint="--shows") from error
    rank = _ranking(prefer)
    if form == "json":
        click.echo(json.dumps(_conflicts_as_json(program, rank if prefer else None, limit), indent=2))
        return
    for line in _conflict_lines(program, rank if prefer else None, limit, words):
        click.echo(line)


def _tables(shows: Iterable[str]) -> dict[str, str]:
    """The tables that these positions are."""
    from sheriff_kb.coherence import evidence_facts

    known = {position.string: table.name for table, position in evidence_facts()("may_show", 2)}
    for position in shows:
        if position not in known:
            raise click.BadParameter(
                f"no example can show '{position}'; there are {', '.join(known)}", param_hint="--shows"
            )
    return {known[position]: position for position in shows}


def _ranking(prefer: Sequence[str]) -> Callable[[Unit], tuple[bool, ...]]:
    """How much a unit is preferred: whether it is of what is preferred first, second, and so on."""
    from sheriff_kb.coherence import passages

    def belongs(unit: Unit, what: str) -> bool:
        passage = passages()[unit.passage]
        if what in ("rules", "examples"):
            return (passage.kind == "example") == (what == "examples") and passage.kind in ("rule", "example")
        return passage.source == what

    return lambda unit: tuple(belongs(unit, what) for what in prefer)


Ranking = Callable[["Unit"], tuple[bool, ...]]


def _gives_way(conflict: Sequence[Unit], rank: Ranking | None) -> list[Unit]:
    """Those of a conflict that are preferred least; none where all are preferred alike."""
    if rank is None or len({rank(unit) for unit in conflict}) < 2:
        return []
    least = min(map(rank, conflict))
    return [unit for unit in conflict if rank(unit) == least]


def _repairs(program: Coherence, rank: Ranking | None) -> Iterator[tuple[Unit, ...]]:
    """The repairs, or those that give up nothing preferred for the sake of something else."""
    return (one for one in program.repairs() if rank is None or program.preferred(one, rank))


def _conflicts_as_json(program: Coherence, rank: Ranking | None, limit: int) -> dict[str, Any]:
    found = list(islice(_watched(program.conflicts()), limit + 1))
    agreement = program.agreement(program.units)
    data: dict[str, Any] = {
        "passages": len({unit.passage for unit in program.units}),
        "agree": not found,
        "fixed_rules_conflict": found == [()],
        "conflicts": [
            {
                "units": [_unit(unit) for unit in conflict],
                "over": program.disputed(conflict),
                "gives_way": [_unit(unit) for unit in _gives_way(conflict, rank)],
            }
            for conflict in found[:limit]
            if conflict
        ],
    }
    if agreement is not None:
        data["reading"], data["tables"] = dict(agreement.reading), dict(agreement.tables)
        data["repairs"], more = [], False
    else:
        ways = list(islice(_watched(_repairs(program, rank)), limit + 1))
        data["repairs"], more = [[*map(_unit, way)] for way in ways[:limit]], len(ways) > limit
    data["more"] = {"conflicts": len(found) > limit, "repairs": more}
    return data


def _conflict_lines(program: Coherence, rank: Ranking | None, limit: int, words: Wording) -> Iterator[str]:
    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    count = 0
    for conflict in _watched(program.conflicts()):
        if not conflict:
            yield say("no_agreement")
            return
        count += 1
        if count > limit:
            yield say("more", limit=limit)
            break
        yield say("conflict" if len(conflict) > 1 else "conflict_one", number=count)
        weakest = _gives_way(conflict, rank)
        for unit in conflict:
            mark = click.style(f" ({say('gives_way')})", fg="yellow") if unit in weakest else ""
            yield f"     {_name(unit, words)}{mark}  {words.passage(unit.passage)}"
        yield click.style(f"     {say('over', points=', '.join(program.disputed(conflict)))}", dim=True)
    if not count:
        found = program.agreement(program.units)
        assert found is not None
        unlike = {q: a for q, a in found.reading.items() if a != questions()[q].default}
        yield say("agree", count=len({unit.passage for unit in program.units}))
        yield say("one_reading", answers=_tag(unlike)) if unlike else say("default_reading")
        shown = ", ".join(
            say("fixed_stated", table=words.evidence("tables", table), position=position)
            for table, position in found.tables.items()
        )
        yield say("on_tables", tables=shown)
        return
    yield ""
    yield say("repairs")
    for number, way in enumerate(_watched(_repairs(program, rank)), 1):
        if number > limit:
            yield say("more", limit=limit)
            break
        yield "  " + say("repair", number=number, passages=", ".join(_name(unit, words) for unit in way))


def _unit(unit: Unit) -> dict[str, str]:
    return {"passage": unit.passage, "as": unit.strength}


def _name(unit: Unit, words: Wording) -> str:
    return (
        unit.passage if unit.strength == "stated" else f"{unit.passage} ({words.evidence('phrases', 'as_suggested')})"
    )


def _watched(found: Iterator[tuple[Unit, ...]]) -> Iterator[tuple[Unit, ...]]:
    """The same, with a count on standard error for people who wait at a terminal for longer than a second."""
    if not sys.stderr.isatty():
        yield from found
        return
    start, shown = time.monotonic(), False
    for number, one in enumerate(found, 1):
        yield one
        if time.monotonic() - start > 1:
            click.echo(f"\r{number}", nl=False, err=True)
            shown = True
    if shown:
        click.echo("\r", nl=False, err=True)


# --- sheriff readings ------------------------------------------------------------------------------------------------


def show_readings(names: Sequence[str], *, check: bool, form: str, words: Wording) -> None:
    """List the named readings with their arguments, or show some of them, checked against the sentences or not."""
    from sheriff_kb.evidence import check as check_reading
    from sheriff_kb.readings import preferences, ties

    known = named_readings()
    if form == "json" and check:
        data = {}
        for name in names or known:
            found = check_reading(known[name], EXPANSION)
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
        click.echo(f"{click.style(name, bold=True)}: {words.argument(name)}")
        if check:
            for line in _check_lines(name, words):
                click.echo(line)
            continue
        for preference in preferences(name):
            whom = f"{words.evidence('sorts', preference.sort)} of {words.evidence('speakers', preference.speaker)}"
            strength = words.evidence("strengths", preference.strength)
            said = words.evidence("phrases", "level", number=preference.level, whom=whom, strength=strength)
            click.echo(click.style(f"  {said}: {preference.weight}", dim=True))
        for question, answer in known[name].items():
            tie = ties(name).get(question) if name != "default" else None
            click.echo(f"    {question:<24} {answer}" + (f" (= {', '.join(tie)})" if tie else ""))


def _check_lines(name: str, words: Wording) -> Iterator[str]:
    from sheriff_kb.evidence import check as check_reading
    from sheriff_kb.evidence import units_of

    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    found = check_reading(named_readings()[name], EXPANSION)
    count = len(units_of(EXPANSION))
    sources = " and ".join(words.evidence("speakers", source) for source in EXPANSION)
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
            yield "    " + say("nearer_one", answers=_tag(change), passages=", ".join(broken) or say("nothing"))
