"""Phrases: what a statement of the law says, in the words of a language.

The keys of the catalogue are statements as the law writes them, such as `tent(P,S)` or `not open(T,R)`, with variables
named by role, which says how their values are worded; `L` is a segment worded by its feature. After ` by ` may
stand the rule through which the statement follows. In what does not hold, `_` stands for anything. The first key that
fits is the one; a statement that none fits goes without saying, as does what `understood` has in the law's interface.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sheriff_kb.explain.forms import ANYTHING, Form
from sheriff_kb.explain.instrument import VARIABLE, form
from sheriff_kb.explain.justification import Statement
from sheriff_kb.law import interface
from sheriff_kb.position import Place, mountain_name
from sheriff_kb.rulings import Facts
from sheriff_kb.solving import Term, terms
from sheriff_kb.wording import Wording, wording

_PLACEHOLDER = re.compile(r"\{(\w+'*)\}")
_SPARE = re.compile(r"^ +| +(?=[ ,:\u00a0]|$)")
"""Blanks around what goes without saying; French has a blank that does not break before a colon."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template with its key: the form of the statement, whether it holds, and the rule by which it follows.

    `one` words it for one thing, `many` for several. Several statements share a sentence if it is `grouped`. If it is
    `telling`, it is worth saying though nothing is below it; if `disputed`, only if it rests on a disputed rule,
    and otherwise nothing below it is either. `place` is its place in the catalogue, `general` are the places of the
    arguments that are `_` in the key, `account` the variables of all arguments but the first.
    """

    key: str
    holds: bool
    form: Form
    rule: str
    one: str
    many: str
    grouped: bool
    telling: bool
    disputed: bool
    place: int
    general: tuple[int, ...]
    account: frozenset[str]

    def values(self, arguments: Sequence[Term], rule: str) -> Mapping[str, Term] | None:
        """What the variables stand for in a statement that follows by a rule; None if the phrase does not fit.

        The statement is worded by the arguments of its atom.
        """
        if self.rule not in ("", rule) or (not self.holds and not self._as_general(arguments)):
            return None
        return self.form.bind(arguments)

    def _as_general(self, arguments: Sequence[Term]) -> bool:
        """Whether a statement that nothing is so speaks of anything where the key does, and only there."""
        return self.general == tuple(place for place, term in enumerate(arguments) if term == ANYTHING)


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase, and what its variables stand for in a statement."""

    phrase: Phrase
    values: Mapping[str, Term]

    @property
    def times(self) -> tuple[Term, ...]:
        """The times that it speaks of; what happens at different times is kept apart."""
        return tuple(value for role, value in self.values.items() if role[0] in "TE")

    @property
    def order(self) -> tuple[Term, int]:
        """Its place among others: by the time of its account, if it has one, then as in the catalogue."""
        times = (self.values[role] for role in self.phrase.account if role[0] in "TE")
        return max(times, default=terms.number(0)), self.phrase.place

    @property
    def weight(self) -> int:
        """How many things the statement counts for: what `W` or `N` stands for, or one."""
        return next((self.values[role].number for role in "WN" if role in self.values), 1)


class Phrases:
    """The phrases of a language for one position."""

    def __init__(self, words: Wording, told: Facts) -> None:
        self._words = words
        self._facts = told
        self._phrases = _by_predicate(words.language)
        self._said: dict[tuple[Statement, str], Said | None] = {}

    def said(self, statement: Statement, rule: str) -> Said | None:
        """What says a statement that follows by a rule; None if it goes without saying."""
        key = statement, rule
        if key not in self._said:
            self._said[key] = self._find(statement, rule)
        return self._said[key]

    def _find(self, statement: Statement, rule: str) -> Said | None:
        arguments = statement.atom.arguments
        for phrase in self._phrases.get((statement.holds, statement.atom.name, len(arguments)), ()):
            values = phrase.values(arguments, rule)
            if values is not None:
                return Said(phrase, values) if phrase.one else None
        return None

    def sentence(self, told: Sequence[Said], turn: int, mountain: int) -> str:
        """The sentence for statements that share a phrase: `{count}` adds up their weights, their values are listed.

        That something happens in the given turn, or on the given mountain, goes without saying.
        """
        phrase = told[0].phrase
        count = abs(sum(one.weight for one in told))

        def value(placeholder: re.Match[str]) -> str:
            role = placeholder[1]
            if role == "count":
                return str(count)
            if role[0] in "TE" and self._number(told[0].values[role]) == turn:
                return ""
            if role[0] == "R" and told[0].values[role].number == mountain:
                return ""
            return self._words.listed(dict.fromkeys(self._value(role, one.values) for one in told))

        return _SPARE.sub("", _PLACEHOLDER.sub(value, phrase.one if count == 1 else phrase.many))

    def _value(self, role: str, values: Mapping[str, Term]) -> str:
        """What a variable stands for, worded by its role."""
        value, position, numbering = values[role], self._facts.position, self._facts.numbering
        match role[0]:
            case "T" | "E":
                return self._time(value)
            case "P" | "M":
                return self._words.player(position.players[value.number - 1])
            case "S" | "D":
                return self._words.place(position.label(numbering.place(value.number)))
            case "L":
                return self._feature(numbering.place(value.number))
            case "R":
                return self._mountain(values["T"], value)
            case "C":
                return position.tiles[value.number - 1].name
            case "G":
                return numbering.place(value.number).tile
            case "K":
                place = numbering.place(value.number)
                return position.tile(place.tile).cities[place.index]
            case "X":
                return self._words.reason(values["K"].name, value.name)
        return str(value)

    def _feature(self, place: Place) -> str:
        """The feature of a segment."""
        label = self._words.place(self._facts.position.label(place))
        return str(self._words.explanations["features"][place.kind].format(tile=place.tile, place=label))

    def _time(self, time: Term) -> str:
        """When something happens: in a turn, at the start, when the game ends, or after the turns of the position."""
        number = self._number(time)
        if number == self._facts.final:
            return self._words.when("end" if self._facts.position.end else "after")
        return self._words.when(number or "start")

    def _number(self, time: Term) -> int:
        """A time as a number: that of the end is the time after the last turn."""
        return time.number if time.is_number else self._facts.final

    def _mountain(self, time: Term, region: Term) -> str:
        """A mountain by its tiles, as of a turn."""
        segments = sorted(self._facts.mountains[self._number(time), region.number])
        return mountain_name(dict.fromkeys(self._facts.numbering.place(segment).tile for segment in segments))


@cache
def _by_predicate(language: str) -> Mapping[tuple[bool, str, int], list[Phrase]]:
    """The phrases of a language by whether they say that something holds, and by predicate."""
    found: dict[tuple[bool, str, int], list[Phrase]] = defaultdict(list)
    for phrase in phrases(wording(language).explanations):
        found[phrase.holds, phrase.form.name, phrase.form.arity].append(phrase)
    return dict(found)


def phrases(catalogue: Mapping[str, Any]) -> Iterator[Phrase]:
    """The phrases of a catalogue, in order."""
    sections: Mapping[str, Mapping[str, Any]] = {"unsaid": dict.fromkeys(interface().understood, ""), **catalogue}
    place = itertools.count()
    for section in ("unsaid", "statements", "groups", "contrary", "disputed"):
        for key, told in sections[section].items():
            yield _phrase(key, told, section, next(place))


def _phrase(key: str, told: str | Mapping[str, str], section: str, place: int) -> Phrase:
    one, many = (told, told) if isinstance(told, str) else (told["one"], told["many"])
    literal, _, rule = key.partition(" by ")
    atom = literal.removeprefix("not ")
    pattern = form(atom)
    assert pattern is not None, key
    grouped, telling = section in ("groups", "contrary", "disputed"), section in ("statements", "groups")
    general = tuple(number for number, term in enumerate(pattern.arguments) if term == ANYTHING)
    account = frozenset(name for term in pattern.arguments[1:] for name in VARIABLE.findall(str(term)))
    return Phrase(
        key,
        literal == atom,
        Form(pattern),
        rule,
        one,
        many,
        grouped,
        telling,
        section == "disputed",
        place,
        general,
        account,
    )
