"""Rulings: for every matter that a position raises, each value and exactly which answers lead to it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from typing import Any

from sheriff_kb.faults import NoSuch
from sheriff_kb.law import (
    Line,
    Question,
    allowed,
    held_answers,
    interface,
    named_readings,
    path_of,
    program,
    questions,
)
from sheriff_kb.position import MATTER_KEYS, Matter, Position, mountain_name
from sheriff_kb.rulings.facts import Facts, facts
from sheriff_kb.rulings.lines import Answers, deciding, lines, named, one_each
from sheriff_kb.rulings.naming import PLACES, Naming
from sheriff_kb.rulings.unsaid import Omission
from sheriff_kb.solving import Diagram, Diagrams, Engine, Term, Value, effort, one_path_each, terms, values, variables

MOST_CASES = 64
"""Above this many cases a ruling lists one reading per value and is marked partial."""


@dataclass(frozen=True, slots=True)
class Case:
    """A value and when it holds: under any of the lines in `when`, from questions to answers.

    If several answers to a question lead to the same, they are a tuple, and any will do. Of a refusal, `reasons`
    hold throughout the case and `reasons_in_some` in some of its readings.
    """

    value: int | str
    when: tuple[Line, ...]
    reasons: tuple[str, ...] = ()
    reasons_in_some: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the readings say on one matter.

    `questions` are those whose answer alone can change the value; `under` has the value under each named reading, or
    all values that it leaves possible, if they depend on what the position does not say; `tiles` are the mountain's, as
    of that turn, and `places` the labels of all its segments, by any of which it can be asked for. A `partial` ruling
    has one line a case, not all. `diagram` is the value as a function of the answers, and `reasons` has for each reason
    for a refusal whether it holds.
    """

    matter: Matter
    cases: tuple[Case, ...]
    questions: tuple[str, ...]
    under: Mapping[str, int | str | tuple[int | str, ...]]
    tiles: tuple[str, ...] = ()
    places: frozenset[str] = field(default=frozenset(), repr=False)
    partial: bool = False
    diagram: Diagram = field(default_factory=lambda: Diagram(None, ()), compare=False, repr=False)
    reasons: Mapping[str, Diagram] = field(default_factory=dict, compare=False, repr=False)
    symbol: Term = field(default_factory=lambda: terms.function(""), compare=False, repr=False)

    @property
    def varies(self) -> bool:
        """Whether the value depends on how the rules are read."""
        return len(self.cases) > 1

    @property
    def about(self) -> Matter:
        """The matter with its mountain named by its tiles, as sentences have it."""
        if not self.tiles or (self.matter.place is not None and len(self.tiles) == 1):
            return self.matter
        name = mountain_name(self.tiles)
        if self.matter.at is not None:
            return replace(self.matter, at=name)
        if self.matter.place is not None:
            return replace(self.matter, place=name)
        return replace(self.matter, mountain=name)

    def matches(self, keys: Mapping[str, Any]) -> bool:
        """Whether the matter has these keys, as position files write them."""
        return _matches(self.matter, self.places, keys)


@dataclass(frozen=True)
class Rulings:
    """All rulings on a position, in the order of the story: turn by turn, and in each as `encoding/interface.lp` says.

    `held` are the answers that were not left open, `free` the questions that were. `mountains` has for each place where
    the sheriff may stand at the end of a turn, by turn and label, the tiles of its mountain. `unsaid` has what the
    position does not say though it must be so or so, by the id of its question; `counted` is true if the answers to
    these can have been. `untold` are the turns that do not say where the sheriff is sent. They are `complete` unless
    the time was over before all matters were ruled on.
    """

    position: Position
    held: Mapping[str, str]
    free: tuple[Question, ...]
    rulings: tuple[Ruling, ...]
    mountains: Mapping[tuple[int, str], tuple[str, ...]]
    unsaid: Mapping[str, Omission]
    untold: frozenset[int]
    counted: Diagram = field(repr=False, compare=False)
    diagrams: Diagrams = field(repr=False, compare=False)
    complete: bool = True

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.rulings)

    def on(self, **keys: Any) -> Ruling:
        """The one ruling whose matter has these keys, as `Matter.as_json` gives them; `purpose` may stand for `for`.

        Raises NoSuch, a KeyError, if there is not exactly one, and for a key that no matter has.
        """
        asked = _as_in_files(keys)
        found = [ruling for ruling in self.rulings if ruling.matches(asked)]
        if len(found) != 1:
            among = "; ".join(str(ruling.matter.as_json()) for ruling in found or self.rulings)
            raise NoSuch(f"{len(found)} rulings match {asked}; there are: {among or 'none'}")
        return found[0]

    def counting(self, diagram: Diagram) -> Diagram:
        """A function of the answers, as far as these can be; see `Diagrams.counted`."""
        return self.diagrams.counted(diagram, self.counted, _last(self.unsaid, self.free))

    def completed(self, answers: Line) -> dict[str, str]:
        """The reading of the open questions with these answers; for the others the first, or the first that can be.

        If what is not said cannot be so, it is the first that can be, too.
        """
        defaults = {question.id: question.default for question in self.free if question.id not in self.unsaid}
        chosen = {**defaults, **answers}
        sources = {question: some for question, some in chosen.items() if question not in self.unsaid}
        found = self._first_counted(chosen) or self._first_counted(sources)
        assert found is not None, "whatever the reading, what is not said can be so or so"
        return found

    def _first_counted(self, answers: Line) -> dict[str, str] | None:
        """The first reading with some of the answers to each question that can be."""
        may = {question.id: allowed(answers.get(question.id, question.answers)) for question in self.free}
        never = set[Diagram]()

        def walk(node: Diagram) -> dict[str, str] | None:
            if node.variable is None:
                return {} if node.value else None
            question = self.free[node.variable]
            for answer, branch in zip(question.answers, node.branches, strict=True):
                if answer in may[question.id] and branch not in never:
                    below = walk(branch)
                    if below is not None:
                        return {question.id: answer, **below}
            never.add(node)
            return None

        found = walk(self.counted)
        return (
            None
            if found is None
            else {question.id: found.get(question.id, may[question.id][0]) for question in self.free}
        )


def rulings(position: Position, *, free: Iterable[str] = (), fixed: Mapping[str, str] | None = None) -> Rulings:
    """All rulings on a position.

    `fixed` answers questions, over what the position's own `reading` and `free` say; `free` names questions to free,
    `settled` or `all`. Raises UnknownAnswer if a question or an answer does not exist, TooMuch if too much
    follows from the position, and OutOfTime within a deadline.
    """
    return Judge(facts(position), held_in(position, free=free, fixed=fixed)).rulings()


def rulings_in_time(position: Position, *, free: Iterable[str] = (), fixed: Mapping[str, str] | None = None) -> Rulings:
    """As `rulings`, but if the time is over (`effort.within`), those on the matters that came first, or none."""
    held = held_in(position, free=free, fixed=fixed)
    try:
        judge = Judge(facts(position), held)
    except effort.OutOfTime:
        diagrams = Diagrams([])
        return Rulings(position, held, (), (), {}, {}, frozenset(), diagrams.leaf(True), diagrams, complete=False)
    return judge.rulings(so_far=True)


def held_in(position: Position, *, free: Iterable[str] = (), fixed: Mapping[str, str] | None = None) -> dict[str, str]:
    """The answers that are held in a position; what is fixed or freed here wins over what the position says.

    Raises UnknownAnswer.
    """
    fixed = fixed or {}
    told = set(questions()) if "all" in position.free else set(position.free)
    return held_answers({*free, *(told - fixed.keys())}, {**position.reading, **fixed})


class Judge:
    """Grounds the law on a position and turns what the engine finds into rulings.

    `free` are the questions left open, those that `held` does not answer. `law` may be another text of that task.
    """

    def __init__(self, told: Facts, held: Mapping[str, str], law: str | None = None) -> None:
        self.naming = Naming(told)
        self._facts = told
        self._held = held
        self.free = (
            *(question for question in questions().values() if question.id not in held),
            *(thing.question for thing in told.unsaid),
        )
        self._named = {name: path_of(self.free, reading) for name, reading in named_readings().items()}
        self._engine = Engine((program("parts") if law is None else law) + told.program(held), self.free)
        self._known_lines: dict[Diagram, Sequence[tuple[Value, Answers]] | None] = {}
        self._findings: dict[Term, dict[Term, int]] = defaultdict(dict)
        self._parts: dict[Term, list[tuple[Term, int, int]]] = defaultdict(list)
        self._reasons: dict[Term, dict[str, int]] = defaultdict(dict)
        for symbol, atom in self._engine.atoms("finding", 2):
            matter, value = symbol.arguments
            self._findings[matter][value] = atom
        for symbol, atom in self._engine.atoms("part", 3):
            matter, _, weight = symbol.arguments
            self._parts[matter].append((symbol, atom, weight.number))
        for symbol, atom in self._engine.atoms("reason", 2):
            matter, reason = symbol.arguments
            self._reasons[matter][reason.name] = atom
        self._occurs = {symbol.arguments[0]: atom for symbol, atom in self._engine.atoms("occurs", 1)}
        self._raised = {symbol.arguments[0]: atom for symbol, atom in self._engine.atoms("raised", 1)}
        self._unsaid = _last(told.unsaid, self.free)
        self._counted = self._engine.none_of(atom for _, atom in self._engine.atoms("uncounted", 1))

    def rulings(self, *, so_far: bool = False) -> Rulings:
        """All rulings; if the time is over those found `so_far`, else raises OutOfTime."""
        found: list[Ruling] = []
        complete = True
        try:
            for symbol in self._symbols():
                effort.check()
                found.append(self._ruling(symbol))
        except effort.OutOfTime:
            if not so_far:
                raise
            complete = False
        return Rulings(
            self._facts.position,
            self._held,
            self.free,
            tuple(self._by_mountain(found)),
            self.naming.mountains(),
            self.naming.unsaid(),
            self._facts.untold,
            self._counted,
            self._engine.diagrams,
            complete,
        )

    def parts(self, matter: Term) -> list[Term]:
        """The amounts that can add up to the value of a matter, as the atoms of the law."""
        return sorted(part for part, _, _ in self._parts[matter])

    def can_hold(self, atom: Term) -> bool:
        """Whether an atom holds under some reading of the open questions."""
        found = self._engine.atom(atom)
        return found is not None and self._can_be(found)

    def _can_be(self, atom: int) -> bool:
        """Whether an atom of that number holds where answers count."""
        diagrams = self._engine.diagrams
        return diagrams.all_of([self._engine.truth(atom), self._counted]) is not diagrams.leaf(False)

    def rests_on(self, atom: Term, reading: Mapping[str, str]) -> dict[str, str]:
        """The answers of a reading of the open questions that cannot be changed alone if an atom is to be as it is."""
        number = self._engine.atom(atom)
        if number is None:
            return {}
        diagram = self._engine.truth(number)
        answers = path_of(self.free, reading)
        value = diagram(answers)
        found = {}
        for variable in variables(diagram):
            question = self.free[variable]
            others = (answers | {variable: other} for other in range(len(question.answers)))
            if any(diagram(other) != value and self._counted(other) for other in others):
                found[question.id] = reading[question.id]
        return found

    def _symbols(self) -> Iterator[Term]:
        """The matters to rule on, by turn, and in each in the order in which they come."""
        kinds, rank = interface().kinds, interface().rank
        summed = {kind.sums for kind in kinds.values()}
        counted: Counter[tuple[str, Term | None]] = Counter()
        seen = {observed.get("kind") for observed in self._facts.position.observed}
        for symbol in sorted(self._raised, key=lambda s: (self._time(s), rank(s), s)):
            kind = interface().kind(symbol)
            player = kind.argument(symbol, "player")
            asked = self._is_asked(symbol)
            counts = kind.name in summed  # a sum is given, after all that it sums up, if there are several of them
            if not (asked or counts) or not self._can_be(self._raised[symbol]):
                continue
            if counts:
                counted[kind.name, player] += 1
            if asked and (kind.told_if != "several" or counted[kind.sums, player] > 1 or kind.name in seen):
                yield symbol

    def _time(self, symbol: Term) -> float:
        turn = interface().kind(symbol).argument(symbol, "turn")
        if turn is None:
            return self._facts.final + 1
        return turn.number if turn.is_number else self._facts.final + 0.5

    def _is_asked(self, symbol: Term) -> bool:
        """Whether the position asks for the matter or observed it; without any `asks` it asks for everything."""
        position = self._facts.position
        if not position.asks and not position.filters:
            return True
        kind = interface().kind(symbol)
        if "act" in kind.keys and kind.argument(symbol, "turn") == terms.number(self._facts.final):
            return True
        selections = [
            *position.filters,
            *({k: v for k, v in seen.items() if k != "value"} for seen in position.observed),
        ]
        matter, places = self.naming.matter(symbol), self.naming.places(symbol)
        return any(_matches(matter, places, keys) for keys in selections)

    # --- one ruling --------------------------------------------------------------------------------------------------

    def _ruling(self, symbol: Term) -> Ruling:
        diagrams = self._engine.diagrams
        is_amount = interface().kind(symbol).value == "amount"
        ruled = self._amount(symbol) if is_amount else self._finding(symbol)
        diagram = diagrams.counted(ruled, self._counted, self._unsaid)
        ruled = diagrams.masked(ruled, self._counted)
        reasons = {name: self._engine.truth(atom) for name, atom in sorted(self._reasons[symbol].items())}
        found = self._lines(diagram)
        when: dict[Value, list[Line]] = {}
        for value, answers in one_each(diagram) if found is None else found:
            when.setdefault(value, []).append(named(self.free, answers))
        cases = [Case(value, tuple(some), *self._why(reasons, ruled, value)) for value, some in when.items()]  # type: ignore[arg-type]
        return Ruling(
            self.naming.matter(symbol),
            tuple(cases),
            tuple(self.free[variable].id for variable in deciding(diagram)),
            {name: self._under(diagram, answers) for name, answers in self._named.items()},
            self.naming.tiles(self.naming.mountain(symbol)),
            self.naming.places(symbol),
            found is None,
            diagram,
            reasons,
            symbol,
        )

    def _under(self, diagram: Diagram, answers: Mapping[int, int]) -> Any:
        """The value under a reading, or all values that what is not said leaves possible."""
        left = self._engine.diagrams.restrict(diagram, answers)
        possible = dict.fromkeys(value for value, _ in one_path_each(left))
        return next(iter(possible)) if len(possible) == 1 else tuple(possible)

    def _by_mountain(self, found: Iterable[Ruling]) -> Iterator[Ruling]:
        """The rulings; destinations that nobody named are listed by mountain, or by what differs on it."""
        ways: dict[tuple[int | str | None, frozenset[str]], set[Diagram]] = defaultdict(set)
        found = list(found)
        for ruling in found:
            if ruling.matter.place is not None and ruling.places:
                ways[ruling.matter.turn, ruling.places].add(ruling.diagram)
        told = set[tuple[int | str | None, frozenset[str], Diagram]]()
        for ruling in found:
            one = ruling.matter.turn, ruling.places
            if one not in ways or ruling.matter.place is None:
                yield ruling
            elif (*one, ruling.diagram) not in told:
                told.add((*one, ruling.diagram))
                yield ruling if len(ways[one]) == 1 else replace(ruling, tiles=(), places=frozenset())

    def _lines(self, diagram: Diagram) -> Sequence[tuple[Value, Answers]] | None:
        """The lines of a ruling, None if there are too many; many rulings have the same diagram."""
        if diagram not in self._known_lines:
            self._known_lines[diagram] = lines(self._engine.diagrams, diagram, most=MOST_CASES)
        return self._known_lines[diagram]

    def _finding(self, symbol: Term) -> Diagram:
        value = self.naming.value
        return self._engine.choice({value(symbol, found): atom for found, atom in self._findings[symbol].items()})

    def _amount(self, symbol: Term) -> Diagram:
        """The sum of the parts if the event occurs, `none` if it does not."""
        if symbol not in self._occurs:
            return self._engine.diagrams.leaf("none")
        parts = sorted(self._parts[symbol], key=_turn_of)
        total = self._engine.amount([(atom, weight) for _, atom, weight in parts])
        return self._engine.diagrams.combine(_where, self._engine.truth(self._occurs[symbol]), total)

    def _why(
        self, reasons: Mapping[str, Diagram], diagram: Diagram, value: Value
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The reasons of a refusal that hold throughout its case, and those that hold in some of its readings."""
        if value != "no":
            return (), ()
        always = list[str]()
        sometimes = list[str]()
        for reason, holds in reasons.items():
            found = values(self._engine.diagrams.combine(_reason_if_refused, diagram, holds))
            if True in found:
                (sometimes if False in found else always).append(reason)
        return tuple(always), tuple(sometimes)


def _last(some: Sized, things: Sized) -> range:
    """The places of so many things that come last."""
    return range(len(things) - len(some), len(things))


def _as_in_files(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of a matter as position files have them, where `for` may be given as `purpose`. Raises NoSuch."""
    found = {"for" if key == "purpose" else key: value for key, value in keys.items()}
    if unknown := [key for key in found if key not in MATTER_KEYS]:
        raise NoSuch(f"no matter has the key {unknown[0]!r}; the keys are {', '.join(MATTER_KEYS)}")
    return found


def _matches(matter: Matter, places: frozenset[str], keys: Mapping[str, Any]) -> bool:
    """Whether a matter has these keys; its mountain may be named by any of its places."""
    own = matter.as_json()
    return all(
        own.get(key) == value or (key in own and key in (*PLACES, "at") and value in places)
        for key, value in keys.items()
    )


def _turn_of(part: tuple[Term, int, int]) -> int:
    """Parts are added turn by turn, so that the sums of one turn are the beginnings of the next one's."""
    _, key, _ = part[0].arguments
    first = key.arguments[0] if key.arguments else key
    return first.number if first.is_number else 0


def _where(occurs: bool, total: int) -> int | str:
    return total if occurs else "none"


def _reason_if_refused(value: str, reason: bool) -> bool | None:
    return reason if value == "no" else None
