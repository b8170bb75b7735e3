"""The commands for maintainers: coverage, the effect of settling questions, generated files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheriff_dev.cli.mutants import mutants
from sheriff_kb.cli import CONTEXT, Careful
from sheriff_kb.cli.names import ANSWER, all_together
from sheriff_kb.cli.progress import progress
from sheriff_kb.cli.shared import format_option, language_option, print_json
from sheriff_kb.exits import FAULT
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_dev.amend import Amended, Settled, Smallest
    from sheriff_dev.coverage import Coverage, CoveredPassage


@click.group(cls=Careful, context_settings=CONTEXT)
def dev() -> None:
    """Commands for maintainers. They need a source checkout.

    \b
    python -m sheriff_dev coverage
    python -m sheriff_dev mutants --sample 50
    python -m sheriff_dev amend tax_source=stack
    python -m sheriff_dev site pages/
    """  # noqa: D301


dev.add_command(mutants)


# --- coverage --------------------------------------------------------------------------------------------------------


@dev.command(short_help="Show which rules and positions cover each sentence.")
@click.option("--gaps", "only_gaps", is_flag=True, help="Print only what is missing.")
@format_option
@language_option
def coverage(only_gaps: bool, form: str, language: str) -> None:
    """Show for each sentence which rules encode it and which positions test and explain it; and each rule's sources.

    Exits with 1 if something is missing: a sentence that is not encoded, tested and explained, and is not declared out
    of scope; a rule that does not name its sources, or that no explanation uses; answers that no position
    distinguishes.

    \b
    python -m sheriff_dev coverage
    python -m sheriff_dev coverage --gaps
    """  # noqa: D301
    from sheriff_dev.coverage import coverage as cover
    from sheriff_dev.explained import Explained
    from sheriff_kb.gallery import entries

    words = wording(language)
    positions = progress(list(entries()), "Searching the gallery")
    found = cover(positions, words.out_of_scope, explained=Explained(), unused=words.unused)
    if form == "json":
        print_json(_coverage_as_json(found))
    else:
        for line in found.gaps if only_gaps else _coverage_as_text(found):
            click.echo(line)
    if found.gaps:
        sys.exit(FAULT)


def _coverage_as_text(found: Coverage) -> Iterator[str]:
    yield click.style("Sentences", bold=True)
    width = max((len(one.passage.id) for one in found.passages), default=0)
    for one in found.passages:
        yield f"  {one.passage.id:<{width}}  {_state(one)}"
    yield ""
    yield click.style("Rules", bold=True)
    width = max((len(rule.annotation.id) for rule in found.rules), default=0)
    for rule in found.rules:
        cites = f": {' '.join(rule.annotation.cites)}" if rule.annotation.cites else ""
        explains = f"; explains {_positions(rule.explained)}" if rule.explained else ""
        unused = f"; needed by no explanation: {rule.unused}" if rule.unused else ""
        yield f"  {rule.annotation.id:<{width}}  {rule.basis}{cites}{explains}{unused}"
    yield ""
    yield click.style("Disputed rules, and in how many positions their answers differ", bold=True)
    width = max(map(len, found.questions))
    for question, names in found.questions.items():
        yield f"  {question:<{width}}  {len(names)}"
    yield ""
    if found.gaps:
        yield click.style("Missing", fg="red", bold=True)
        yield from (f"  {gap}" for gap in found.gaps)
    else:
        encoded = sum(one.encoded and not one.out_of_scope for one in found.passages)
        yield (
            f"Nothing is missing: of {len(found.passages)} sentences {encoded} are encoded, tested and explained, "
            f"{len(found.passages) - encoded} are out of scope with a reason."
        )


def _state(one: CoveredPassage) -> str:
    parts = []
    if one.rules:
        parts.append(f"rules {' '.join(one.rules)}")
    if one.questions:
        parts.append(f"questions {' '.join(one.questions)}")
    if one.evidence:
        parts.append("evidence")
    if one.positions:
        parts.append(f"tested by {_positions(one.positions)}")
    if one.explained:
        parts.append(f"explained in {_positions(one.explained)}")
    if one.out_of_scope:
        parts.append(f"out of scope: {one.out_of_scope}")
    return "; ".join(parts) or "nothing"


def _positions(names: Sequence[str]) -> str:
    return f"{len(names)} position{'s' if len(names) > 1 else ''}"


def _coverage_as_json(found: Coverage) -> dict[str, Any]:
    return {
        "passages": [
            {
                "id": one.passage.id,
                "authority": one.passage.authority,
                "rules": list(one.rules),
                "questions": list(one.questions),
                "evidence": list(one.evidence),
                "positions": list(one.positions),
                "explained": list(one.explained),
                **({"out_of_scope": one.out_of_scope} if one.out_of_scope else {}),
            }
            for one in found.passages
        ],
        "rules": [
            {
                "id": rule.annotation.id,
                "file": rule.annotation.file,
                "line": rule.annotation.line,
                "basis": rule.basis,
                "cites": list(rule.annotation.cites),
                "explained": list(rule.explained),
                **({"unused": rule.unused} if rule.unused else {}),
            }
            for rule in found.rules
        ],
        "questions": {question: list(names) for question, names in found.questions.items()},
        "gaps": list(found.gaps),
    }


# --- rewordings ------------------------------------------------------------------------------------------------------


@dev.command(short_help="Show the effect of settling some questions.")
@click.argument("answers", nargs=-1, metavar="[QUESTION=ANSWER...]", type=ANSWER, callback=all_together)
@click.option("--smallest", is_flag=True, help="Find the fewest further answers that settle every ruling.")
@click.option("--any", "any_answer", is_flag=True, help="With --smallest: allow any answers, not only the first ones.")
@format_option
@language_option
def amend(answers: dict[str, str], smallest: bool, any_answer: bool, form: str, language: str) -> None:
    """Show how the conflicts of the two texts and the rulings would change if these answers were settled.

    A ruling is settled if it no longer depends on a disputed rule. It changes if it has a different value when all
    questions left open have their first answer.

    With --smallest, find the fewest answers after which no ruling of the gallery depends on a disputed rule. Settled
    questions keep their first answer. The result has the fewest questions answered, then the fewest answers that are
    not the first.

    \b
    python -m sheriff_dev amend tax_source=collection stack_unit=tile
    python -m sheriff_dev amend --smallest
    """  # noqa: D301
    from sheriff_dev import amend as amending
    from sheriff_kb.gallery import entries

    if any_answer and not smallest:
        raise click.BadParameter("only with --smallest", param_hint="--any")
    if not answers and not smallest:
        raise click.UsageError("Name answers to settle, such as tax_source=stack, or ask for --smallest.")
    words = wording(language)
    positions = progress(list(entries()), "Searching the gallery")
    data: dict[str, Any]
    if smallest:
        found = amending.smallest(positions, answers, any_answer=any_answer)
        data, lines = _smallest_as_json(found), _smallest_as_text(found, words)
    else:
        rulings = amending.amend(positions, answers)
        ended = amending.conflicts(answers)
        data = {**_amended_as_json(rulings, answers), "conflicts": _settled_as_json(ended)}
        lines = chain(_settled_as_text(ended, words), _amended_as_text(rulings, words))
    if form == "json":
        print_json(data)
    else:
        for line in lines:
            click.echo(line)


def _settled_as_text(ended: Settled, words: Wording) -> Iterator[str]:
    from sheriff_kb.report.clauses import listed

    for title, ones in (
        ("Conflicts of the two texts that it ends", ended.vanished),
        ("Conflicts that stay", ended.kept),
        ("Conflicts that it brings", ended.new),
    ):
        if ones:
            yield click.style(f"{title}: {len(ones)}", bold=True)
            yield from (f"  {listed(one, words)}" if one else "  the rewording alone" for one in ones)
            yield ""


def _settled_as_json(ended: Settled) -> dict[str, Any]:
    from sheriff_kb.report.clauses import as_json

    return {
        name: [[*map(as_json, conflict)] for conflict in conflicts]
        for name, conflicts in (("vanished", ended.vanished), ("kept", ended.kept), ("new", ended.new))
    }


def _amended_as_text(rulings: Sequence[Amended], words: Wording) -> Iterator[str]:
    settled = [one for one in rulings if one.varied and not one.varies]
    opened = [one for one in rulings if one.varies and not one.varied]
    changed = [one for one in rulings if one.before != one.after]
    yield (
        f"Of {len(rulings)} rulings {sum(one.varied for one in rulings)} depended on a disputed rule; "
        f"now {sum(one.varies for one in rulings)} do."
    )
    for title, ones in (
        ("No longer depend on a disputed rule", settled),
        ("Depend on a disputed rule that did not", opened),
    ):
        if ones:
            yield ""
            yield click.style(f"{title}: {len(ones)}", bold=True)
            yield from (f"  {_matter(one, words)}: {_value(one.after, words)}" for one in ones)
    yield ""
    yield click.style(f"Change if all questions left open have their first answer: {len(changed)}", bold=True)
    yield from (
        f"  {_matter(one, words)}: {_value(one.before, words)} -> {_value(one.after, words)}" for one in changed
    )


def _matter(one: Amended, words: Wording) -> str:
    when = f" {words.when(one.matter.turn)}" if one.matter.turn is not None else ""
    return f"{one.source}: {words.matter(one.matter)}{when}"


def _value(value: object, words: Wording) -> str:
    return words.values.get(value, value) if isinstance(value, str) else str(value)


def _amended_as_json(rulings: Iterable[Amended], fixed: dict[str, str]) -> dict[str, Any]:
    rulings = list(rulings)
    return {
        "answers": fixed,
        "rulings": len(rulings),
        "varied": sum(one.varied for one in rulings),
        "vary": sum(one.varies for one in rulings),
        "concerned": [
            {
                "position": one.source,
                "matter": one.matter.as_json(),
                "before": _plain(one.before),
                "after": _plain(one.after),
                "varied": one.varied,
                "varies": one.varies,
            }
            for one in rulings
            if one.before != one.after or one.varied != one.varies
        ],
    }


def _plain(value: object) -> int | str:
    return value if isinstance(value, int | str) else str(value)


def _smallest_as_text(found: Smallest, words: Wording) -> Iterator[str]:
    yield (
        f"{len(found.answers)} answers settle all {found.rulings} rulings of the gallery that depend on the "
        f"{found.open} open questions; no fewer do."
    )
    width = max(map(len, found.answers), default=0)
    for question, answer in found.answers.items():
        yield f"    {question:<{width}}  {answer}: {words.answer(question, answer)}"


def _smallest_as_json(found: Smallest) -> dict[str, Any]:
    return {"answers": dict(found.answers), "open": found.open, "rulings": found.rulings}


# --- what is kept in files --------------------------------------------------------------------------------------------


@dev.command(short_help="Print encoding/claims.lp.")
def claims() -> None:
    """Print encoding/claims.lp: the answers under which the claims of the examples and of the note hold.

    \b
    python -m sheriff_dev claims > claims.lp && mv claims.lp encoding/claims.lp
    """  # noqa: D301
    from sheriff_dev.claims import cases, program

    click.echo(program(cases()), nl=False)


@dev.command(short_help="Print kb/sheriff_kb/law/readings.json.")
def readings() -> None:
    """Print kb/sheriff_kb/law/readings.json: the named readings, as the solver finds them.

    \b
    python -m sheriff_dev readings > readings.json && mv readings.json kb/sheriff_kb/law/readings.json
    """  # noqa: D301
    from sheriff_kb.law.readings import digest, found_readings

    click.echo(json.dumps({"program": digest(), "readings": found_readings()}, indent=1))


# --- the site --------------------------------------------------------------------------------------------------------


@dev.command()
@click.argument("target", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@language_option
def site(target: Path, language: str) -> None:
    """Write the generated pages of the site to a folder, as Markdown.

    mkdocs generates them by itself; use this command to build a site in another way.

    \b
    python -m sheriff_dev site pages/
    """  # noqa: D301
    from sheriff_dev.site import write

    click.echo(f"{write(target, wording(language))} files", err=True)
