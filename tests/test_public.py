"""What is public does not change unnoticed: everything that `docs/stability.md` promises, compared with `public.txt`.

`python tests/test_public.py --update` takes it as it is now. Read the difference before you commit it, and note it in
the changelog.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import click

from sheriff_dev.site import python
from sheriff_dev.site.literate import predicates
from sheriff_kb import output
from sheriff_kb.cli import GROUPS, cli
from sheriff_kb.evidence import passages
from sheriff_kb.exits import ANSWERED, FAULT, INCOMPLETE, INTERRUPTED, MISUSE
from sheriff_kb.faq import entries as faq_entries
from sheriff_kb.law import named_readings, questions
from sheriff_kb.position.structure import schema as position_schema
from sheriff_kb.wording import languages, wording

KEPT = Path(__file__).with_name("public.txt")
SIGNATURE = re.compile(r"^```python\n(?P<signature>.*?)\n```$", re.MULTILINE | re.DOTALL)


def test_what_is_public_is_what_is_kept() -> None:
    difference = list(unified_diff(KEPT.read_text("utf-8").splitlines(), public(), "kept", "now", lineterm="", n=1))
    assert not difference, "\n".join(["python tests/test_public.py --update keeps it:", *difference])


def test_changes_are_noticed() -> None:
    """Every part says something, and in a form in which a change of it shows."""
    told = public()
    assert "    def load(path: str | os.PathLike[str]) -> Position" in told
    assert "    self_tile: counted, not_counted" in told
    assert any(re.fullmatch(r"    sheriff draw FILE .*--format=svg.*", line) for line in told)
    assert "    urn:sheriff-kb:position:1" in told
    assert "    tent(P,S)" in told


def public() -> list[str]:
    """Everything that is public, a line each, in parts."""
    parts = {
        "Python": _python(),
        "Commands": (
            line for group in GROUPS.values() for name in group for line in _command(name, cli.commands[name])
        ),
        "Exit statuses": (str(status) for status in (ANSWERED, FAULT, MISUSE, INCOMPLETE, INTERRUPTED)),
        "Languages": iter(languages()),
        "Questions and their answers, the default first": (
            f"{question.id}: {', '.join(question.answers)}" for question in questions().values()
        ),
        "Named readings": iter(named_readings()),
        "Sentences of the sources": (passage.id for passage in passages().values()),
        "Questions of the FAQ": (entry.id for entry in faq_entries()),
        "Schemas": (schema["$id"] for schema in (position_schema(), *map(output.schema, output.NAMES))),
        "Predicates from outside": (one.signature for one in predicates() if one.file == "vocabulary.lp"),
    }
    return [line for title, lines in parts.items() for line in (title, *(f"    {line}" for line in lines))]


def _python() -> Iterator[str]:
    """Classes with their fields, functions and methods, as the Python reference lists them."""
    for page in python.pages(wording()):
        for found in SIGNATURE.finditer(page.markdown):
            yield from found["signature"].splitlines()


def _command(name: str, command: click.Command) -> Iterator[str]:
    """A command and those below it, each with its arguments and options, and what can be chosen if that is given."""
    yield " ".join(["sheriff", name, *(_parameter(parameter) for parameter in command.params)])
    if isinstance(command, click.Group):
        for own, sub in command.commands.items():
            yield from _command(f"{name} {own}", sub)


def _parameter(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Argument):
        return parameter.make_metavar(click.Context(click.Command("")))
    told = "/".join([*parameter.opts, *parameter.secondary_opts])
    return f"{told}={'|'.join(parameter.type.choices)}" if isinstance(parameter.type, click.Choice) else told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", required=True)
    parser.parse_args()
    KEPT.write_text("\n".join(public()) + "\n", encoding="utf-8")
