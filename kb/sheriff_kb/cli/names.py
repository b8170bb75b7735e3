"""Types of arguments and options: what they accept, how a shell completes them, and what is said of anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isnan
from typing import Any

import click
from click.shell_completion import CompletionItem

from sheriff_kb.faults import closest
from sheriff_kb.law import UnknownAnswer, check_answers, named_readings, questions, tasks

_LISTED = 12
"""A message lists all known names if there are at most this many."""


class Type(click.ParamType):  # type: ignore[type-arg]  # click 8.2, which we allow, has it without arguments
    """A type of arguments or options."""


class Named(Type):
    """One of the known names; they are asked for only if the command is used."""

    def __init__(self, what: str, known: Callable[[], Iterable[str]]) -> None:
        self.name = what
        self._known = known

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself."""
        known = [*self._known()]
        if value not in known:
            self.fail(f"no such {self.name}: '{value}'{_hint(value, known)}", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in self._known() if name.startswith(incomplete)]


def _hint(name: str, known: list[str]) -> str:
    """What may be meant by an unknown name: the closest one, or any of a few."""
    if (close := closest(name, known)) is not None:
        return f"; did you mean {close}?"
    return f"; choose from {', '.join(known)}" if len(known) <= _LISTED else ""


class Folded(Named):
    """A position of the gallery, or a folder of it."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself."""
        if any(matches(name, value) for name in self._known()):
            return value
        return super().convert(value, param, ctx)


def matches(entry: str, name: str) -> bool:
    """Whether a position of the gallery is meant by its name, or by that of its folder."""
    return entry == name or entry.startswith(f"{name.rstrip('/')}/")


class Answer(Type):
    """An answer to a question, as QUESTION=ANSWER; also as rulings print it, with a colon."""

    name = "answer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """The question and its answer."""
        question, equals, answer = (part.strip() for part in value.replace(":", "=").partition("="))
        if not equals:
            self.fail(f"'{value}' is not of the form question=answer", param, ctx)
        try:
            check_answers({question: answer})
        except UnknownAnswer as error:
            self.fail(str(error), param, ctx)
        return question, answer

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The pairs that begin so."""
        pairs = (f"{question.id}={answer}" for question in questions().values() for answer in question.answers)
        return [CompletionItem(pair) for pair in pairs if pair.startswith(incomplete)]


class Reading(Type):
    """A reading by its name, or by answers that are separated by commas."""

    name = "reading"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, str]:
        """The answers; not all questions need to have one."""
        if "=" not in value and ":" not in value:
            return {**named_readings()[READING.convert(value, param, ctx)]}
        return together((ANSWER.convert(pair, param, ctx) for pair in value.split(",") if pair), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names and the pairs that begin so."""
        return [*READING.shell_complete(ctx, param, incomplete), *ANSWER.shell_complete(ctx, param, incomplete)]


def together(
    answers: Iterable[tuple[str, str]], param: click.Parameter | None = None, ctx: click.Context | None = None
) -> dict[str, str]:
    """Answers by question; a usage error if a question is answered in two ways."""
    found: dict[str, str] = {}
    for question, answer in answers:
        if found.setdefault(question, answer) != answer:
            ANSWER.fail(f"{question} is answered twice, by {found[question]} and by {answer}", param, ctx)
    return found


def all_together(ctx: click.Context, param: click.Parameter, answers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The callback of an option for answers: all of them by question."""
    return together(answers, param, ctx)


class Seconds(click.FloatRange):
    """A number of seconds; rejects NaN, which `float()` accepts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert to a number."""
        seconds: float = super().convert(value, param, ctx)
        if isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


def _gallery() -> list[str]:
    from sheriff_kb.gallery import entries

    return [entry.name for entry in entries()]


def _passages() -> Iterable[str]:
    from sheriff_kb.evidence import passages

    return passages()


QUESTION = Named("question", questions)
FREED = Named("question", lambda: ("settled", "all", *questions()))
READING = Named("reading", named_readings)
PASSAGE = Named("passage", _passages)
QUESTION_OR_PASSAGE = Named("question or passage", lambda: (*questions(), *_passages()))
QUESTION_OR_READING = Named("question or reading", lambda: (*questions(), *named_readings()))
TASK = Named("task", tasks)
POSITION = Folded("position in the gallery", _gallery)
ANSWER = Answer()
