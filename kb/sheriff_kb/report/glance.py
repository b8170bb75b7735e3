"""Rulings at a glance: what happened, turn by turn, and what one other answer would change."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby, product

import click

from sheriff_kb.law import RECOMMENDED, Line, allowed, interface, is_settled, path_of, tag
from sheriff_kb.position import Position, default_last
from sheriff_kb.report.columns import GAP, PAGE, hanging, row
from sheriff_kb.report.values import answers_in_words, shown_matter, shown_value
from sheriff_kb.rulings import Observation, Ruling, Rulings, observations, together
from sheriff_kb.rulings.changes import Change, Changes, Possible, changes, reading_of
from sheriff_kb.wording import Wording

MOST_FIXED = 5
"""Maximum number of fixed answers that are listed one by one."""
_MOST_CHANGES = 8
"""Maximum number of changes that a row lists."""
_NOTHING = (0, "none")
_KEPT = "\u00a0"
"""A blank at which no line is broken."""
_NUMBER, _MARK = 3, 2
"""Least widths of columns: the number of a ruling, and its mark."""
_MOST_VALUE, _LEAST_CHANGES = 9, 20
"""The greatest width of the column of values, and the least of that of changes."""
_SURE, _UNSURE = "green", "yellow"


def at_a_glance(
    found: Rulings,
    words: Wording,
    *,
    reading: str = RECOMMENDED,
    everything: bool = False,
    only: Collection[Ruling] = (),
    width: int = PAGE,
) -> Iterator[str]:
    """The lines of the report, with terminal colours, at most `width` columns wide.

    Each matter has one row: its value under a named reading, and what other answers change. With `everything`, also
    what is nothing under every reading; with `only`, just these rulings.
    """
    yield from _Glance(found, words, reading, everything, only, width).lines()


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    ruling: Ruling
    changes: Changes


class _Glance:
    def __init__(
        self,
        found: Rulings,
        words: Wording,
        reading: str,
        everything: bool,
        only: Collection[Ruling],
        width: int,
    ) -> None:
        self._found, self._words, self._width = found, words, width
        self._reading = reading
        self._answers = found.completed(reading_of(found, reading))
        self._letters: dict[tuple[str, str], str] = {}
        self._answers_by_letter: dict[str, tuple[str, str]] = {}
        self._rows = [
            _Row(number, ruling, changes(found, ruling, self._answers))
            for number, ruling in _merged(found)
            if (ruling in only if only else everything or found.position.filters or not _is_nothing(ruling))
        ]
        self._left_out = not only and len(self._rows) < len(found.rulings)
        rows = self._rows
        number = max(_NUMBER, len(str(len(found.rulings))))
        mark = max((len(_mark(one.ruling)) for one in rows), default=_MARK)
        self._indent = number + max(mark, _MARK) + 2 * len(GAP)
        named = max((len(self._matter(one.ruling)) for one in rows), default=0)
        value = min(max((len(self._value(one)) for one in rows), default=0), _MOST_VALUE)
        room = width - self._indent - value - 2 * len(GAP)
        matter = min(named, max(room - _LEAST_CHANGES, room // 2))
        self._widths = (number, max(mark, _MARK), matter, value, room - matter)

    def lines(self) -> Iterator[str]:
        found = self._found
        if found.position.title:
            yield from (click.style(line, bold=True) for line in hanging("", found.position.title, self._width))
            yield ""
        if not self._rows and found.complete:
            yield from hanging("", self._why_nothing(), self._width)
        for heading, rows in groupby(self._rows, key=lambda one: self._heading(one.ruling.matter.turn)):
            yield from (click.style(line, bold=True) for line in hanging("", heading, self._width))
            for one in rows:
                yield from self._row(one)
        yield from self._observed()
        yield ""
        yield from self._notes()

    def _heading(self, when: int | str | None) -> str:
        turns = self._found.position.turns
        if not isinstance(when, int):
            return self._words.report("end_of_game")
        if when <= len(turns):
            return self._words.report("turn_of", turn=when, player=self._words.player(turns[when - 1].player))
        return self._words.report("turn_asked", last=len(turns)) if turns else self._words.report("asked_now")

    # --- a row -------------------------------------------------------------------------------------------------------

    def _row(self, one: _Row) -> Iterator[str]:
        varies = one.ruling.varies
        told = [*self._changes(one.changes)]
        others = self._words.parted(_together(text, self._widths[-1]) for text, _ in told)
        cells = (f"{one.number:>{_NUMBER}}", _mark(one.ruling), self._matter(one.ruling), self._value(one), others)
        colour = _UNSURE if varies else _SURE
        for line in row(cells, self._widths, colours=(None, colour, None, colour, None)):
            yield line.replace(_KEPT, " ")
        yield from self._reasons(one)
        for _, introduced in told:
            for letter in introduced:
                yield from self._introduced(letter)

    def _matter(self, ruling: Ruling) -> str:
        return shown_matter(ruling, self._found.position, self._words)

    def _value(self, one: _Row) -> str:
        return self._words.either(
            shown_value(value, one.ruling, self._found, self._words) for value in one.changes.values
        )

    def _changes(self, found: Changes) -> Iterator[tuple[str, list[str]]]:
        """What other answers change, by the letters of these answers, with the letters that are new."""
        words = self._words
        ways = [(change.values, way) for change in (*found.alone, *found.together) for way in _ways(change)]
        by_values: dict[Possible, list[str]] = {}
        new: dict[Possible, list[str]] = {}
        for values, way in ways[:_MOST_CHANGES]:
            letters = [self._letter(*answer, new.setdefault(values, [])) for answer in way]
            by_values.setdefault(values, []).append("+".join(sorted(letters, key=_place)))
        for values, some in by_values.items():
            value = words.either(words.shown_value(value) for value in values)
            yield words.report("value_if", value=value, answers=words.either(sorted(some, key=_place))), new[values]
        if len(ways) > _MOST_CHANGES:
            yield words.report("more_changes", count=len(ways) - _MOST_CHANGES), []

    def _letter(self, question: str, answer: str, new: list[str]) -> str:
        """The letter that stands for an answer; one that is not used yet is added to `new`."""
        if (question, answer) not in self._letters:
            letter = self._letters[question, answer] = _letters(len(self._letters))
            self._answers_by_letter[letter] = question, answer
            new.append(letter)
        return self._letters[question, answer]

    def _introduced(self, letter: str) -> Iterator[str]:
        """What a letter stands for, and instead of which answer."""
        question, answer = self._answers_by_letter[letter]
        told = answers_in_words(question, answer, self._found, self._words)
        if question not in self._found.unsaid:
            usual = answers_in_words(question, self._answers[question], self._found, self._words)
            told = self._words.report("instead", answer=told, usual=usual)
        lines = hanging(f"{'':{self._indent}}{letter:<2}{GAP}", told, self._width)
        yield from (click.style(line, dim=True) for line in lines)

    def _reasons(self, one: _Row) -> Iterator[str]:
        """Why an act is refused under the reading."""
        act = one.ruling.matter.act
        if act is None or one.changes.values != ("no",):
            return
        answers = path_of(self._found.free, self._answers)
        for reason, holds in one.ruling.reasons.items():
            if holds(answers):
                told = self._words.report("because", reason=self._words.reason(act, reason))
                yield from hanging(" " * self._indent, told, self._width)

    # --- what comes after --------------------------------------------------------------------------------------------

    def _observed(self) -> Iterator[str]:
        found, words = self._found, self._words
        if not found.position.observed or not found.complete:
            return
        yield click.style(words.report("observed"), bold=True)
        for observation in observations(found):
            keys = ", ".join(f"{key}: {value}" for key, value in observation.observed.items())
            yield from self._observation(keys, observation)
        if len(found.position.observed) > 1:
            yield from self._observation(words.report("observed_all"), together(found))

    def _observation(self, what: str, observation: Observation) -> Iterator[str]:
        key = "observed_such" if observation.partial else "observed_only"
        if not observation.when:
            key = "observed_never"
        elif not observation.when[0]:
            key = "observed_always"
        yield from hanging("     ", self._words.report(key, what=what), self._width)
        for answers in observation.when:
            if answers:
                yield from hanging("        ", tag(answers), self._width)

    def _notes(self) -> Iterator[str]:
        words, found = self._words, self._found
        if not found.complete:
            told = words.report("incomplete", count=len(found.rulings))
            yield from (click.style(line, fg="red") for line in hanging("", told, self._width))
        varies = any(one.ruling.varies for one in self._rows)
        notes = [
            *([words.report("marks", reading=self._reading)] if varies else []),
            *([words.report("marks_same")] if self._rows and not varies else []),
            *([words.report("left_out")] if self._left_out else []),
            *_unsaid(found, words),
            *_held(found, words),
        ]
        for note in notes:
            yield from hanging("", note, self._width)

    def _why_nothing(self) -> str:
        position = self._found.position
        if position.filters or position.asks:
            return self._words.report("nothing_asked")
        return self._words.report("nothing_in_turns" if position.turns else "nothing")


def _mark(ruling: Ruling) -> str:
    """Whether a ruling varies, and on how many questions it depends."""
    return f"?{len(ruling.questions)}" if ruling.varies else "="


def _is_nothing(ruling: Ruling) -> bool:
    """Whether nobody would ask for a ruling: it is nothing under every reading, and of such a kind."""
    passed_over = ruling.matter.kind in interface().passed_over
    return passed_over and all(case.value in _NOTHING for case in ruling.cases)


def _merged(found: Rulings) -> Iterator[tuple[int, Ruling]]:
    """The rulings with their numbers; destinations on one mountain on which all is the same are one."""
    told = set[object]()
    for number, ruling in enumerate(found, 1):
        matter = ruling.matter
        if matter.act == "sheriff" and isinstance(matter.turn, int) and matter.place is not None:
            mountain = found.mountains.get((matter.turn, matter.place), (matter.place,))
            key = matter.turn, matter.player, mountain, ruling.diagram, tuple(ruling.reasons.items())
            if key in told:
                continue
            told.add(key)
        yield number, ruling


def _ways(change: Change) -> Iterator[list[tuple[str, str]]]:
    """Each way to answer otherwise that a change names: one answer to each of its questions."""
    for answers in product(*(allowed(some) for some in change.answers.values())):
        yield [*zip(change.answers, answers, strict=True)]


def _together(text: str, width: int) -> str:
    """A text that is not broken if it fits on a line."""
    return text.replace(" ", _KEPT) if len(text) < width else text


def _place(letters: str) -> tuple[int, str]:
    """Single letters before several, and in the order of the alphabet."""
    return len(letters), letters


def _letters(number: int) -> str:
    """The letters A to Z, and then AA, AB, ..."""
    rest, last = divmod(number, 26)
    return (_letters(rest - 1) if rest else "") + chr(ord("A") + last)


# --- notes -----------------------------------------------------------------------------------------------------------


def _unsaid(found: Rulings, words: Wording) -> Iterator[str]:
    """What the file leaves unsaid and the rulings take for granted."""
    position = found.position
    needed = frozenset[str]().union(*(interface().kinds[ruling.matter.kind].needs for ruling in found))
    things = []
    if "last" in needed and _last_unsaid(position):
        things.append(words.report("unsaid_last", player=words.player(position.last)))
    if "collected" in needed and not any(position.collected.values()):
        things.append(words.report("unsaid_collected"))
    if things:
        yield words.report("unsaid", things=", ".join(things))


def _last_unsaid(position: Position) -> bool:
    default = default_last(position.players, position.start, ())
    return position.end and not position.turns and position.last == default


def _held(found: Rulings, words: Wording) -> Iterator[str]:
    """Which questions are not open, and why."""
    fixed: Line = {question: answer for question, answer in found.held.items() if not is_settled(question, answer)}
    if len(fixed) < len(found.held):
        yield words.report("held", count=len(found.held) - len(fixed))
    if len(fixed) > MOST_FIXED:
        yield words.report("fixed_many", count=len(fixed))
    elif fixed:
        yield words.report("fixed", answers=", ".join(f"{question}={answer}" for question, answer in fixed.items()))
