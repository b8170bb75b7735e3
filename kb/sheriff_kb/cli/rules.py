"""Commands on the rules: the disputed questions, and readings of them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sheriff_kb.cli.names import QUESTION, READING
from sheriff_kb.cli.shared import format_option, language_option, print_json
from sheriff_kb.law import named_readings, questions
from sheriff_kb.wording import wording


@click.command("questions", short_help="List the disputed rules and their possible answers.")
@click.argument("ids", nargs=-1, metavar="[QUESTION...]", type=QUESTION)
@format_option
@language_option
def list_questions(ids: Sequence[str], form: str, language: str) -> None:
    """List the disputed rules and their possible answers; the first answer is the default.

    \b
    sheriff questions
    sheriff questions tax_source stack_unit

    QUESTION is the id of a disputed rule, such as tax_source; without one, all are listed.
    """  # noqa: D301
    words = wording(language)
    chosen = [question for question in questions().values() if not ids or question.id in ids]
    if form == "json":
        data = [
            {
                "id": question.id,
                "status": question.status,
                "title": words.title(question.id),
                "ask": words.ask(question.id),
                "answers": {answer: words.answer(question.id, answer) for answer in question.answers},
            }
            for question in chosen
        ]
        print_json({"questions": data})
        return
    for question in chosen:
        head = f"{click.style(question.id, bold=True)} ({question.status})"
        click.echo(f"{words.leading(head)} {words.ask(question.id)}")
        for answer in question.answers:
            click.echo(f"    {answer:<24} {words.answer(question.id, answer)}")


@click.command(short_help="List or show named readings, or find those that fit a game.")
@click.argument("names", nargs=-1, metavar="[NAME|FILE...]")
@click.option("--fit", is_flag=True, help="Find the readings that agree with everything observed in the FILEs.")
@click.option(
    "--try", "tries", metavar="FILE", multiple=True, help="With --fit: also suggest from this position. Repeatable."
)
@click.option(
    "--suggest",
    "most",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="With --fit: suggest N things to observe next.",
)
@click.option(
    "--check", is_flag=True, help="Show which sentences a named reading breaks, and which change would break fewer."
)
@format_option
@language_option
def readings(
    names: Sequence[str], fit: bool, tries: Sequence[str], most: int, check: bool, form: str, language: str
) -> None:
    """List the named readings with their arguments; with NAMEs, show how they answer each disputed rule.

    \b
    sheriff readings
    sheriff readings recommended
    sheriff readings example --check
    sheriff readings --fit monday.yaml friday.yaml

    With --fit, find out by which rules a program or a group plays: which readings agree with everything that the
    FILEs have as 'observed', and which position of the gallery would narrow them down most.
    """  # noqa: D301
    if fit:
        from sheriff_kb.cli.fit import show_fit

        show_fit(names, tries, most, form, language)
        return
    if tries:
        raise click.BadParameter("only with --fit", param_hint="--try")
    from sheriff_kb.report.readings import check_lines, checks_as_json, list_lines, reading_lines, readings_as_json

    words = wording(language)
    chosen = [READING.convert(name, None, None) for name in names] or list(named_readings())
    if form == "json":
        print_json({"readings": checks_as_json(chosen) if check else readings_as_json(chosen)})
        return
    if not names and not check:
        lines = list_lines(words)
    else:
        lines = check_lines(chosen, words) if check else reading_lines(chosen, words)
    for line in lines:
        click.echo(line)
