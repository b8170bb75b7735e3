"""Progress of long work, on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import click

Item = TypeVar("Item")


def progress(items: Sequence[Item], label: str) -> Iterator[Item]:
    """The items one by one; in a terminal a bar shows how many are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, label=label, file=sys.stderr) as bar:
        yield from bar


def counting(label: str) -> Callable[[int], None]:
    """In a terminal, a function that shows a count."""
    if not sys.stderr.isatty():
        return lambda _count: None
    return lambda count: click.echo(f"\r{label}: {count}", nl=False, err=True)
