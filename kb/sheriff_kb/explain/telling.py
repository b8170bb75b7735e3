"""Reasons: a justification put into words.

A justification has a statement for every step of the law. Here those that a player needs are put into words, those that
go without saying give way to what is below them, and what several statements say in common is one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from sheriff_kb.evidence import contrary, passages, speaking
from sheriff_kb.explain.justification import Graph, Statement, Step
from sheriff_kb.explain.phrases import Phrases, Said
from sheriff_kb.law import interface


@dataclass(frozen=True, slots=True, eq=False)
class Reason:
    """A sentence, and why it is so.

    `statements` are what it words, as literals of the law; `rules` the ids of the rules through which these follow, and
    what goes without saying below them. `passages` are those that the rules cite, none if it only puts together what
    the reasons below it say; `answers` the disputed rules, with their answers, on which it rests directly. A `given`
    reason says no more than the position. An `earlier` one rests on what happened in an earlier turn, or did not, and
    is not explained again; its answers are all that it rests on.
    """

    text: str
    statements: tuple[str, ...]
    rules: tuple[str, ...]
    passages: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    reasons: tuple[Reason, ...] = ()
    given: bool = False
    earlier: bool = False

    def all(self) -> Iterator[Reason]:
        """The reason and all those below it, each once, in the order of the explanation."""
        seen = set[int]()
        stack = [self]
        while stack:
            reason = stack.pop()
            if id(reason) not in seen:
                seen.add(id(reason))
                yield reason
                stack.extend(reversed(reason.reasons))


@dataclass(slots=True)
class _Told:
    """What follows below a statement: reasons, what still has to be grouped, and what belongs to the sentence above.

    That sentence cites the `nearest` passages, which its own rule cites or else the next ones below it that go without
    saying, and besides the `passages` of ways of reading. On the answers in `idle` the value would not depend: another
    one would lead to it in another way. It is `earlier` if something of it was left out.
    """

    reasons: dict[int, Reason] = field(default_factory=dict)
    pending: dict[Statement, tuple[Said, Step, _Told]] = field(default_factory=dict)
    rules: dict[str, None] = field(default_factory=dict)
    nearest: dict[str, None] = field(default_factory=dict)
    passages: dict[str, None] = field(default_factory=dict)
    answers: dict[tuple[str, str], None] = field(default_factory=dict)
    idle: dict[tuple[str, str], None] = field(default_factory=dict)
    earlier: bool = False

    def add(self, other: _Told) -> None:
        """Take over the content of another."""
        self.reasons |= other.reasons
        self.pending |= other.pending
        self.rules |= other.rules
        self.nearest |= other.nearest
        self.passages |= other.passages
        self.answers |= other.answers
        self.idle |= other.idle
        self.earlier |= other.earlier

    def cite(self, step: Step, cited: Mapping[str, None], *, said: bool = True) -> None:
        """Take over the rules of a step, and what is cited for it.

        It is nearer than what was cited before; but what goes without saying and has an answer in its body is cited
        wherever that answer is mentioned.
        """
        self.rules = {**dict.fromkeys(rule.annotation.id for rule in step.rules), **self.rules}
        if not said and any(_answers_in(step)):
            self.passages = {**cited, **self.passages}
        elif cited:
            self.nearest = dict(cited)

    @property
    def tells(self) -> bool:
        """Whether there is a reason or an answer among it."""
        return bool(self.reasons or self.pending or self.answers)


class Teller:
    """Puts a justification into words."""

    def __init__(
        self,
        graph: Graph,
        phrases: Phrases,
        turn: int,
        mountain: int,
        disputed: frozenset[str],
        held: Collection[str],
        reading: Mapping[str, str],
        rests_on: Callable[[Statement], Mapping[str, str]],
        at_hand: frozenset[str],
    ) -> None:
        """`turn` and `mountain` are the matter's. The value can depend on the questions in `disputed`, none in `held`.

        `reading` answers both.

        `rests_on` has the answers on which an omitted statement rests; `at_hand` has the predicates that have facts by
        the turn of the matter.
        """
        self._graph = graph
        self._mountain = mountain
        self._disputed = disputed
        self._held = held
        self._denied = frozenset[str]().union(*(contrary(one, reading[one])[0] for one in disputed.union(held)))
        self._rests_on = rests_on
        self._at_hand = at_hand
        self._phrases = phrases
        self._turn = turn
        self._there = {statement.atom.name for statement in graph if statement.holds}
        self._only_asks = {one.name for one in interface().only_asks}
        self._lists_answers = {one.name for one in interface().lists_answers}
        self._instead = {one.name: other.name for one, other in interface().instead}
        self._told: dict[Statement, _Told] = {}
        self._reasons: dict[tuple[object, ...], Reason] = {}
        self._on_answers = set[int]()

    def tell(self, text: str, roots: Sequence[Statement]) -> Reason:
        """The reason with this text that rests on the roots."""
        for statement in _children_first(self._graph, roots):
            self._told[statement] = self._tell(statement, self._graph[statement])
        return self._reason(text, roots, self._below(roots))

    def _tell(self, statement: Statement, step: Step) -> _Told:
        """What a statement passes to the one above it."""
        name = statement.atom.name
        if name in self._only_asks or (not statement.holds and self._instead.get(name) in self._there):
            return _Told()
        if name == "reading":
            question, answer = statement.atom.arguments
            return self._answers({question.name: answer.name})
        below = self._below(step.because)
        if step.left_out:
            below.add(self._answers(self._rests_on(statement)))
            below.earlier = True
        if name in self._lists_answers:
            below = _Told(answers=below.answers)
        if not statement.holds:
            below.nearest.clear()
        said = self._phrases.said(statement, step.rule)
        if said is not None and said.phrase.disputed and not self._rests_on_answers(below):
            unsaid = _Told()
            unsaid.cite(step, self._cited(statement, step))
            return unsaid
        if said is not None and not said.phrase.telling and not below.tells:
            below.answers |= below.idle
            below.passages |= dict.fromkeys(chain.from_iterable(map(self._spoken_for, below.idle)))
        if said is None or not (said.phrase.telling or below.tells):
            if statement.holds or below.tells:
                below.cite(step, self._cited(statement, step, said=False), said=False)
            return below
        if said.phrase.grouped:
            return _Told(pending={statement: (said, step, below)})
        below.cite(step, self._cited(statement, step))
        return self._one(self._reason(self._sentence([said]), [statement], below))

    def _cited(self, statement: Statement, step: Step, *, said: bool = True) -> dict[str, None]:
        """What is cited for a statement.

        If it holds, what its rule cites, without sentences that the reading contradicts, if others are left. If it does
        not, what speaks for the answers that leave it out; all else is said by what stands below it. What goes without
        saying is not cited if it rests on answers that are not mentioned.
        """
        answers = list(_answers_in(step))
        if not said and answers and not any(map(self._is_known, answers)):
            return {}
        spoken = dict.fromkeys(chain.from_iterable(map(self._spoken_for, filter(self._is_known, answers))))
        if not statement.holds:
            return spoken
        cited = dict.fromkeys(passage for rule in step.rules for passage in rule.annotation.cites)
        others = frozenset[str]().union(*(contrary(*answer)[1] for answer in answers))
        fitting = {passage: None for passage in cited if passage not in others} or spoken
        return {passage: None for passage in fitting if passage not in self._denied} or fitting

    def _spoken_for(self, answer: tuple[str, str]) -> Iterable[str]:
        """What speaks for an answer most strongly, and states no other that was not chosen, if there is such.

        What says something of the case at hand comes before what is about another, such as the end of the game.
        """
        ranks = speaking(*answer)
        fitting = [[passage for passage in rank if passage not in self._denied] for rank in ranks]
        apt = [[passage for passage in rank if passages()[passage].supposes <= self._at_hand] for rank in fitting]
        return next(filter(None, (*apt, *fitting)), ranks[0] if ranks else ())

    def _answers(self, answers: Mapping[str, str]) -> _Told:
        """Answers, apart those on which the value does not depend, though they are not held."""
        told = _Told()
        for answer in answers.items():
            (told.answers if self._is_known(answer) else told.idle)[answer] = None
        return told

    def _is_known(self, answer: tuple[str, str]) -> bool:
        """Whether the value can depend on an answer, or it was chosen beforehand."""
        return answer[0] in self._disputed or answer[0] in self._held

    def _is_disputed(self, answers: Iterable[tuple[str, str]], reasons: Iterable[int]) -> bool:
        """Whether an answer is among these on which the value can depend, or below these reasons."""
        return any(q in self._disputed for q, _ in answers) or not self._on_answers.isdisjoint(reasons)

    def _rests_on_answers(self, below: _Told) -> bool:
        deeper = (inside for _, _, inside in below.pending.values())
        return self._is_disputed(below.answers, below.reasons) or any(map(self._rests_on_answers, deeper))

    def _sentence(self, told: Sequence[Said]) -> str:
        return self._phrases.sentence(told, self._turn, self._mountain)

    def _one(self, reason: Reason) -> _Told:
        return _Told(reasons={id(reason): reason})

    def _below(self, statements: Iterable[Statement]) -> _Told:
        below = _Told()
        for statement in statements:
            below.add(self._told[statement])
        return below

    def _reason(self, text: str, statements: Sequence[Statement], below: _Told, *, beside: bool = False) -> Reason:
        """The reason with this text; if it is so, some of what it rests on is mentioned `beside` it."""
        reasons = [*self._groups(below), *below.reasons.values()]
        for same in [reason for reason in reasons if text.lower().startswith(reason.text.lower())]:
            place = reasons.index(same)
            reasons[place : place + 1] = [reason for reason in same.reasons if reason not in reasons]
            below.rules |= dict.fromkeys(same.rules)
            below.passages |= dict.fromkeys(same.passages)
            below.answers |= dict.fromkeys(same.answers)
        passages = below.nearest | below.passages
        reason = Reason(
            text,
            tuple(map(str, statements)),
            tuple(below.rules),
            tuple(passages),
            tuple(below.answers),
            tuple(reasons),
            given=not (passages or below.answers or reasons or below.earlier or beside),
            earlier=below.earlier and not reasons,
        )
        # The same statements can be brought together below several others; they are one reason all the same.
        reason = self._reasons.setdefault((*statements, *map(id, reasons), text), reason)
        if self._is_disputed(reason.answers, map(id, reasons)):
            self._on_answers.add(id(reason))
        return reason

    def _groups(self, below: _Told) -> Iterator[Reason]:
        """One reason for all statements below of one phrase, player, feature and time, without those beside."""
        groups: dict[tuple[object, ...], list[Statement]] = {}
        for statement, (said, _, _) in below.pending.items():
            same = [said.values.get(role) for role in "PGR"]
            groups.setdefault((id(said.phrase), *same, *said.times), []).append(statement)
        for statements in sorted(groups.values(), key=lambda group: below.pending[group[0]][0].order):
            inside = _Told()
            for statement in statements:
                _, step, deeper = below.pending[statement]
                deeper.cite(step, self._cited(statement, step))
                inside.add(deeper)
            told_beside = below.reasons.keys() & inside.reasons.keys()
            for reason in told_beside:
                del inside.reasons[reason]
            sentence = self._sentence([below.pending[statement][0] for statement in statements])
            yield self._reason(sentence, statements, inside, beside=bool(told_beside))


def _answers_in(step: Step) -> Iterator[tuple[str, str]]:
    """The answers on which a step rests directly."""
    for one in step.because:
        if one.atom.name == "reading":
            question, answer = one.atom.arguments
            yield question.name, answer.name


def _children_first(graph: Graph, roots: Iterable[Statement]) -> Iterator[Statement]:
    """The statements of a graph, each after those on which it rests."""
    done = set[Statement]()
    stack = [(root, False) for root in roots]
    while stack:
        statement, entered = stack.pop()
        if entered:
            yield statement
        elif statement not in done:
            done.add(statement)
            stack.append((statement, True))
            stack.extend((child, False) for child in graph[statement].because if child not in done)
