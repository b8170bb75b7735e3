"""The command reference, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from sheriff_dev.site.page import Page, code, heading, page, plain, table
from sheriff_kb.cli import GROUPS, cli
from sheriff_kb.wording import Wording


def pages(words: Wording) -> Iterator[Page]:
    """The one page."""
    yield page(
        "reference/commands.md", words.site("commands", "title"), words.site("commands", "about"), _commands(words)
    )


def _commands(words: Wording) -> Iterator[str]:
    yield from _help(cli)
    for title, names in GROUPS.items():
        yield f"\n## {title}\n"
        for name in names:
            yield from _command(cli.commands[name], f"sheriff {name}", words)


def _command(command: click.Command, path: str, words: Wording) -> Iterator[str]:
    context = click.Context(command, info_name=path)
    yield heading(3, path, path.replace(" ", "-"))
    yield code(f"{path} {' '.join(command.collect_usage_pieces(context))}", "text")
    yield from _help(command)
    rows = [
        [f"`{record[0]}`", plain(record[1])]
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None and record[1]
    ]
    yield table([words.site("commands", "option"), words.site("commands", "meaning")], rows)
    if isinstance(command, click.Group):
        for name, sub in command.commands.items():
            yield from _command(sub, f"{path} {name}", words)


def _help(command: click.Command) -> Iterator[str]:
    """The help of a command; what it does not let wrap are command lines."""
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b\n"):
            yield code(paragraph.removeprefix("\b\n"), "sh")
        else:
            yield f"\n{plain(' '.join(paragraph.split()))}\n"
