"""The command `sheriff explain`: why a ruling has its value, why not another, and where two readings differ."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.cli.names import Reading, Seconds
from sheriff_kb.cli.progress import counting
from sheriff_kb.cli.shared import (
    FaultsToStderr,
    file_argument,
    fixed_answers,
    free_option,
    language_option,
    load,
    print_json,
    reading_option,
    rule_on,
    set_option,
    timeout_option,
)
from sheriff_kb.exits import FAULT, INCOMPLETE
from sheriff_kb.faults import printable
from sheriff_kb.law import interface
from sheriff_kb.position.spelling import MAX_DIGITS
from sheriff_kb.solving import OutOfTime, within
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_kb.explain import Contrast, Explainer, Explanation, WhyNot
    from sheriff_kb.position import Position
    from sheriff_kb.report.explanations import Found
    from sheriff_kb.rulings import Ruling

_ASKABLE = ("mine", "tent", "sheriff")
"""Acts that a position may ask about."""


@click.command(short_help="Show the reasons for a ruling, with the sentences behind it.")
@file_argument
@click.argument("which", nargs=-1, metavar="[N|WORDS...]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "md", "mermaid"]),
    default="text",
    help="Output format.",
    show_default=True,
)
@language_option
@set_option
@reading_option
@free_option
@click.option("--full", is_flag=True, help="Show reasons of every depth, and also explain events of earlier turns.")
@click.option("--why-not", metavar="VALUE", help="Show what would have to change for the ruling to have this value.")
@click.option(
    "--between",
    nargs=2,
    type=Reading(),
    metavar="READING READING",
    help="Show only where two readings differ. A reading is a name, or answers: QUESTION=ANSWER[,...].",
)
@timeout_option
@click.option(
    "--seconds",
    type=Seconds(0),
    metavar="SECONDS",
    default=10,
    help="Time limit for the changed positions that --why-not tries.",
    show_default=True,
)
def explain(
    file: str,
    which: Sequence[str],
    form: str,
    language: str,
    answers: Mapping[str, str],
    reading: str | None,
    free: Sequence[str],
    full: bool,
    why_not: str | None,
    between: tuple[Mapping[str, str], Mapping[str, str]] | None,
    timeout: float | None,
    seconds: float,
) -> None:
    """Show the reasons for a ruling, each with the sentences and the answers behind it.

    \b
    sheriff explain game.yaml 2
    sheriff explain game.yaml red graveyard --set self_tile=not_counted
    sheriff explain game.yaml red graveyard --why-not 9
    sheriff explain game.yaml 2 --between wiki sheet
    sheriff explain game.yaml 2 --between tax_unit=per_player tax_unit=per_tile

    N is the number of a ruling in the output of 'sheriff rulings'. WORDS select the rulings that contain all of them.
    Without either, every ruling is explained. To ask about another act, give a player, an act and a place: blue mine
    mid.
    """  # noqa: D301
    words = wording(language)
    fixed = fixed_answers(answers, reading)
    if form == "mermaid" and (between or why_not is not None):
        raise click.BadParameter("a diagram shows one explanation; choose another form", param_hint="--format")
    if not which and why_not is not None:
        *before, why_not = why_not.split() or [""]
        which = tuple(before)
    with FaultsToStderr(file) as failed, within(timeout):
        asker = _Asker(load(file, language), free, between or [fixed], words)

        def found() -> Iterator[Found]:
            for ruling in asker.chosen(which):
                if between:
                    yield asker.contrast(ruling, full=full)
                elif why_not is None:
                    yield asker.explain(ruling, fixed, full=full)
                else:
                    yield asker.why_not(ruling, why_not, fixed, seconds)

        from sheriff_kb.report.explanations import LEVELS

        levels = None if full else LEVELS
        complete = _print_json(found(), words) if form == "json" else _print_lines(found(), form, words, levels)
        if not complete:
            sys.exit(INCOMPLETE)
    if failed.count:
        sys.exit(FAULT)


def _print_json(found: Iterator[Found], words: Wording) -> bool:
    """Print the list of explanations; returns whether they are complete (no timeout)."""
    from sheriff_kb.report import explanations as reasons

    data: list[Any] = []
    complete = True
    try:
        for one in found:
            data.append(reasons.as_json(one, words))  # noqa: PERF401 (what was found in time is kept)
    except OutOfTime:
        complete = False
    print_json({"explanations": data}, complete=complete)
    return complete


def _print_lines(found: Iterator[Found], form: str, words: Wording, levels: int | None) -> bool:
    """Print explanations one after another; returns whether they are complete (no timeout)."""
    told = 0
    try:
        for one in found:
            lines = list(_lines(one, form, words, levels))
            if told:
                click.echo()
            for line in lines:
                click.echo(line)
            told += 1
    except OutOfTime:
        click.echo(words.report("incomplete_reasons", count=told), err=form == "mermaid")
        return False
    return True


def _lines(found: Found, form: str, words: Wording, levels: int | None) -> Iterable[str]:
    from sheriff_kb.explain import Explanation
    from sheriff_kb.report import explanations as reasons
    from sheriff_kb.report.columns import page_width

    if form == "mermaid" and isinstance(found, Explanation):
        return [reasons.as_mermaid(found)]
    if form == "md":
        return [reasons.as_markdown(found, words, levels=levels)]
    return reasons.as_text(found, words, levels=levels, width=page_width())


class _Asker:
    """Picks rulings on a position, and asks for their reasons."""

    def __init__(
        self, position: Position, free: Sequence[str], readings: Sequence[Mapping[str, str]], words: Wording
    ) -> None:
        """`readings` are those to be explained: questions that they answer otherwise than is held are left open."""
        self._position = position
        self._free = free
        self._readings = readings
        self._words = words

    @cached_property
    def _numbered(self) -> tuple[Ruling, ...]:
        """The rulings as the command `rulings` numbers them."""
        rulings = rule_on(self._position, {}, self._free) if self._opened else self._explainer.rulings
        return rulings.rulings

    @cached_property
    def _opened(self) -> set[str]:
        """The questions that are left open for the readings and would be held otherwise."""
        from sheriff_kb.rulings import held_in

        held = held_in(self._position, free=self._free)
        return {q for reading in self._readings for q, answer in reading.items() if held.get(q, answer) != answer}

    @cached_property
    def _explainer(self) -> Explainer:
        from sheriff_kb.explain import Explainer

        return Explainer(self._position, free=(*self._free, *self._opened), language=self._words.language)

    def chosen(self, which: Sequence[str]) -> list[Ruling]:
        """The rulings with these numbers, or those with all of these words, or else those that share most with them.

        All of them if `which` is empty. Words that are a player, an act and a place choose this act even if the
        position does not raise it.
        """
        from sheriff_kb.report.asked import asked_for

        if which and all(word.isdecimal() for word in which):
            return [self._number(word) for word in which]
        found = [ruling for ruling in self._numbered if self._has(ruling, which)]
        if not found and len(which) >= 3 and which[0] in self._position.players and which[1] in _ASKABLE:
            self._ask(which[0], which[1], " ".join(which[2:]))
            found = [ruling for ruling in self._numbered if ruling.matter.act is not None]
        if not found:
            found = asked_for(self._numbered, self._position, " ".join(which), self._words)
        if not found:
            known = "\n".join(f"  {number}  {self._sentence(one)}" for number, one in enumerate(self._numbered, 1))
            raise click.BadParameter(
                f"no ruling contains '{' '.join(which)}'; the rulings are\n{known}" if known else "there are no rulings"
            )
        return found

    def _number(self, word: str) -> Ruling:
        last = len(self._numbered)
        number = int(word) if len(word) <= MAX_DIGITS else 0
        if not 1 <= number <= last:
            cited = printable(word, MAX_DIGITS)
            raise click.BadParameter(f"no such ruling: {cited}; 'sheriff rulings' numbers them from 1 to {last}")
        return self._numbered[number - 1]

    def _has(self, ruling: Ruling, which: Sequence[str]) -> bool:
        keys = " ".join(map(str, ruling.matter.as_json().values()))
        told = f"{self._sentence(ruling)} {' '.join(ruling.tiles)} {keys}".lower()
        return all(word.lower() in told for word in which)

    def _sentence(self, ruling: Ruling) -> str:
        from sheriff_kb.report import sentence

        return sentence(ruling, self._words)

    def _ask(self, player: str, act: str, place: str) -> None:
        """Make the position ask for an act after its last turn, and for nothing else."""
        from sheriff_kb.faults import Faults
        from sheriff_kb.position import from_data, to_data

        told = {**to_data(self._position), "asks": [{"player": player, act: place}]}
        try:
            self._position = from_data(told)
        except Faults as error:
            raise click.BadParameter("; ".join(fault.told for fault in error.faults)) from error
        del self._numbered
        self.__dict__.pop("_explainer", None)

    def _same(self, ruling: Ruling) -> Ruling:
        """The ruling on the same matter with more questions open."""
        return next(one for one in self._explainer.rulings if one.matter == ruling.matter)

    def explain(self, ruling: Ruling, answers: Mapping[str, str], *, full: bool) -> Explanation:
        """Why the ruling has its value under these answers."""
        return self._explainer.explain(self._same(ruling), answers, full=full)

    def contrast(self, ruling: Ruling, *, full: bool) -> Contrast:
        """Where the reasons under the two readings differ."""
        from sheriff_kb.explain import contrast

        one, other = (self.explain(ruling, answers, full=full) for answers in self._readings)
        return contrast(one, other)

    def _value(self, ruling: Ruling, told: str) -> int | str:
        """A value that a ruling of its kind can have, whether any reading gives it or not."""
        from sheriff_kb.position import Place

        position = self._position
        segments = (Place(tile.name, "mountain", n) for tile in position.tiles for n in range(len(tile.mountains)))
        known = {"yes_no": ["yes", "no"], "place": ["beside", *map(position.label, segments)]}.get(
            interface().kinds[ruling.matter.kind].value
        )
        if known is None and told.isdecimal() and len(told) <= MAX_DIGITS:
            return int(told)
        if told not in (known or ["none"]):
            choice = ", ".join(known) if known else "a number, or none"
            message = f"{self._sentence(ruling)}: it cannot be '{printable(told, 60)}'; choose {choice}"
            raise click.BadParameter(message, param_hint="--why-not")
        return told

    def why_not(self, ruling: Ruling, told: str, answers: Mapping[str, str], seconds: float) -> WhyNot:
        """Why the ruling does not have the given value."""
        from sheriff_kb.explain import why_not

        value = self._value(ruling, told)
        try:
            return why_not(
                self._explainer, self._same(ruling), value, answers, seconds=seconds, tell=counting("changed positions")
            )
        except ValueError as error:
            raise click.BadParameter(
                f"{self._sentence(ruling)}: it is {told} already; choose another value", param_hint="--why-not"
            ) from error
