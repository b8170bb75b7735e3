"""Explanations: the reasons for a value under one reading, in sentences, each with its passages and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from sheriff_kb.explain import forms
from sheriff_kb.explain.instrument import rules
from sheriff_kb.explain.justification import Graph, Justifier, Statement
from sheriff_kb.explain.phrases import Phrases
from sheriff_kb.explain.telling import Reason, Teller
from sheriff_kb.law import ANYTHING, NOTHING, Line, check_answers, interface, path_of, questions
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings import Judge, Omission, Ruling, Rulings, facts, held_in
from sheriff_kb.solving import Term, effort
from sheriff_kb.solving.terms import function, number
from sheriff_kb.wording import DEFAULT_LANGUAGE, wording


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a matter has a value under a reading: the reasons in words, and the justification that they word.

    `reading` answers the questions that are open, and `unsaid` has those that are none of the sources; `roots` are the
    statements of the graph that give the value together.
    """

    position: Position
    matter: Matter
    value: int | str
    reading: Mapping[str, str]
    held: Mapping[str, str]
    reason: Reason
    roots: tuple[Statement, ...] = field(repr=False)
    graph: Graph = field(repr=False)
    unsaid: Mapping[str, Omission] = field(default_factory=dict, repr=False)

    @property
    def answers(self) -> Mapping[str, str]:
        """The answers on which the reasons rest, by question in the fixed order, held ones included."""
        found = {question: answer for reason in self.reason.all() for question, answer in reason.answers}
        return {question: found[question] for question in [*questions(), *found] if question in found}

    @property
    def passages(self) -> tuple[str, ...]:
        """The passages that the reasons cite, in the order of the explanation."""
        return tuple(dict.fromkeys(passage for reason in self.reason.all() for passage in reason.passages))


class Explainer:
    """Rules on a position and explains the rulings; the law is ground once for all explanations."""

    def __init__(self, position: Position, *, free: Iterable[str] = (), language: str = DEFAULT_LANGUAGE) -> None:
        """Rule on a position with the questions in `free` left open as well. Raises UnknownAnswer."""
        self.position = position
        self._facts = facts(position)
        self._judge = Judge(self._facts, held_in(position, free=free))
        self.rulings: Rulings = self._judge.rulings()
        self._speak(language)

    def _speak(self, language: str) -> None:
        self._words = wording(language)
        self._phrases = Phrases(self._words, self._facts)

    def in_language(self, language: str) -> Explainer:
        """The same in another language; nothing is ground again."""
        self.prepare()
        other = copy(self)
        other._speak(language)  # noqa: SLF001 (it is one of these)
        return other

    @cached_property
    def _justifier(self) -> Justifier:
        return Justifier(self._facts.program(self.rulings.held))

    def prepare(self) -> None:
        """Ground the law for explanations, which the first of them does otherwise."""
        self._justifier  # noqa: B018

    def reading(self, answers: Line | None = None) -> dict[str, str]:
        """Answers to all open questions: those given, else the first that can be. Raises UnknownAnswer."""
        answers = answers or {}
        check_answers({q: answer for q, answer in answers.items() if q not in self.rulings.unsaid})
        return self.rulings.completed(answers)

    def value(self, ruling: Ruling, reading: Mapping[str, str]) -> int | str:
        """The value of a ruling under a reading of the open questions."""
        return ruling.diagram(path_of(self.rulings.free, reading))  # type: ignore[return-value]

    @effort.all_kept()
    def explain(self, ruling: Ruling, answers: Line | None = None, *, full: bool = False) -> Explanation:
        """Why a ruling has its value under a reading: the given answers, and the first one to every other question.

        If it is `full`, what happened in earlier turns is explained as well. Raises UnknownAnswer.
        """
        reading = self.reading(answers)
        value = self.value(ruling, reading)
        roots = list[Statement]()

        def wanted(holds: Callable[[Term], bool]) -> Iterable[Statement]:
            roots.extend(root for root in self._roots(ruling.symbol, holds) if full or not self._is_idle(root, turn))
            return roots

        turn = _turn(ruling.matter, self._facts.final)
        graph = self._justifier.justify(reading, wanted, lambda statement: not full and _is_earlier(statement, turn))

        def rests_on(statement: Statement) -> Mapping[str, str]:
            return self._judge.rests_on(statement.atom, reading)

        # A refusal can have reasons that hold in some readings only, though it is a refusal in all of them.
        refused = any(root.atom.name == "reason" for root in roots)
        disputed = frozenset(one.id for one in self.rulings.free) if refused else frozenset(ruling.questions)
        told_of = turn, interface().kind(ruling.symbol).mountain(ruling.symbol) or 0
        held = self.rulings.held
        at_hand = self._facts.predicates(ruling.matter.turn if isinstance(ruling.matter.turn, int) else None)
        teller = Teller(graph, self._phrases, *told_of, disputed, held, {**held, **reading}, rests_on, at_hand)
        reason = teller.tell(self._words.ruled(ruling.about, value), roots)
        unsaid = self.rulings.unsaid
        return Explanation(self.position, ruling.matter, value, reading, held, reason, tuple(roots), graph, unsaid)

    def _roots(self, matter: Term, holds: Callable[[Term], bool]) -> Iterator[Statement]:
        """The statements that give a matter its value."""

        def about(name: str, others: int) -> Iterable[Term]:
            return self._justifier.heads(function(name, [matter, *[forms.ANYTHING] * others]))

        for found in filter(holds, about("finding", 1)):
            refused = list(filter(holds, about("reason", 1)))
            yield from (Statement(True, one) for one in refused or [found])
            yield from self._besides(matter, str(found.arguments[1]), holds)
            return
        occurs = function("occurs", [matter])
        yield Statement(holds(occurs), occurs)
        if holds(occurs):
            parts = self._judge.parts(matter)
            for part in parts:
                sums = interface().kind(matter).sums
                yield self._nothing(part, holds) if sums else Statement(holds(part), part)
            if not parts:
                yield from self._besides(matter, NOTHING, holds)

    def _besides(self, matter: Term, value: str, holds: Callable[[Term], bool]) -> Iterator[Statement]:
        """What is told besides, if a finding only rests on what is not so, or nothing can be a part of an amount."""
        turn = interface().kind(matter).argument(matter, "turn")
        ended = turn is not None and not turn.is_number
        terms = {ANYTHING: forms.ANYTHING} | ({"turn": number(self._facts.final)} if ended else {})
        for one in interface().besides:
            if one.fits(matter, value):
                about = one.about(matter, terms)
                found = [atom for atom in self._justifier.heads(about) if holds(atom)]
                if one.holds:
                    yield from (Statement(True, atom) for atom in found)
                elif not found:
                    yield Statement(False, about)
                    return

    def _is_idle(self, root: Statement, turn: int) -> bool:
        """Whether it is an amount that no reading gives, for something that might have happened before this turn."""
        if root.holds or root.atom.name != "part":
            return False
        return _happened_before(turn, root.atom.arguments[1]) and not self._judge.can_hold(root.atom)

    def _nothing(self, part: Term, holds: Callable[[Term], bool]) -> Statement:
        """A part of a score, or that there is none because the scoring does not occur."""
        scoring = function("occurs", part.arguments[1].arguments[:1])
        return Statement(holds(part), part) if holds(scoring) else Statement(False, scoring)


def explain(
    position: Position, answers: Mapping[str, str] | None = None, *, full: bool = False, **keys: Any
) -> Explanation:
    """Why the matter with these keys, as `Rulings.on` takes them, has its value under a reading.

    The reading has the given answers, and the first one to every other question. Raises NoSuch, a KeyError, if not
    exactly one matter has the keys or none can have one of them, and UnknownAnswer.
    """
    explainer = Explainer(position, free=answers or ())
    return explainer.explain(explainer.rulings.on(**keys), answers, full=full)


def _turn(matter: Matter, final: int) -> int:
    """The turn whose events an explanation gives in full; what came before is earlier."""
    return matter.turn if isinstance(matter.turn, int) else 0 if matter.turn is None else final


def _is_earlier(statement: Statement, turn: int) -> bool:
    """Whether it happened, or might have, in a turn before this one; what the position begins with happened in none."""
    sort = _events().get(statement.atom.name)
    return (sort == "tokens" or (sort is not None and statement.holds)) and _happened_before(turn, statement.atom)


@cache
def _events() -> Mapping[str, str]:
    """What happens in turns, by predicate: to `tokens` and the sheriff, or to `figures`.

    Raises LookupError if no rule derives what the interface of the law names.
    """
    interface().check({rule.head for rule in rules()})
    return {event.name: sort for event, sort in interface().events.items()}


def _happened_before(turn: int, what: Term) -> bool:
    """Whether something is an event of an earlier turn, in front of which the turn stands, perhaps with its phase."""
    if not what.arguments:
        return False
    time = what.arguments[0]
    if time.arguments:
        time = time.arguments[0]
    return time.is_number and 0 < time.number < turn
