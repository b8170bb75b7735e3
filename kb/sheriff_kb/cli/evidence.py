"""The command `sheriff evidence`: what the sources say for and against each answer."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sheriff_kb.cli.names import QUESTION_OR_PASSAGE
from sheriff_kb.cli.shared import format_option, language_option, print_json
from sheriff_kb.law import questions
from sheriff_kb.wording import wording


@click.command(short_help="Show what the sources say for and against each answer.")
@click.argument("ids", nargs=-1, metavar="[QUESTION|PASSAGE...]", type=QUESTION_OR_PASSAGE)
@format_option
@language_option
def evidence(ids: Sequence[str], form: str, language: str) -> None:
    """Show what the sentences of the sources say for and against each answer to a disputed rule.

    \b
    sheriff evidence                 show every disputed rule
    sheriff evidence self_tile
    sheriff evidence note.1a note.1b note.3 note.5

    QUESTION is the id of a disputed rule; without one, all are shown. PASSAGE is the id of a sentence, such as note.1a:
    the output shows what it says, and whether its claims follow from the two texts.
    """  # noqa: D301
    from sheriff_kb.report.evidence import passage_as_json, passage_lines, question_as_json, question_lines

    words = wording(language)
    data = [
        question_as_json(name, words) if name in questions() else passage_as_json(name, words)
        for name in ids or questions()
    ]
    if form == "json":
        print_json(
            {
                "questions": [one for one in data if "answers" in one],
                "passages": [one for one in data if "answers" not in one],
            }
        )
        return
    for number, one in enumerate(data):
        if number:
            click.echo()
        for line in question_lines(one, words) if "answers" in one else passage_lines(one, words):
            click.echo(line)
