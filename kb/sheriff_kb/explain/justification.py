"""Justifications: why an atom holds under one reading, or does not, as a graph over what holds in the law.

A node is a statement: an atom that holds, or one that does not. Its children are statements which suffice for it: of an
atom that holds, the body of one rule; of one that does not, for each rule that could give it one literal that fails.
The law has no cycles, so the graph has none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from sheriff_kb.explain.forms import ANYTHING, Form, is_general
from sheriff_kb.explain.instrument import ANY, LEAST, NOT, SUM, TERM, TRY, USE, Rule, record_name, rules
from sheriff_kb.law import program
from sheriff_kb.solving import Evaluation, Term, effort, ground
from sheriff_kb.solving.terms import arguments, function, parse


class Statement(NamedTuple):
    """That an atom holds, or that no atom of this form does; `"_"` in it stands for any term."""

    holds: bool
    atom: Term

    def __str__(self) -> str:
        """The statement as a literal."""
        return str(self.atom) if self.holds else f"not {str(self.atom).replace(ANY, '_')}"


@dataclass(frozen=True, slots=True)
class Step:
    """How a statement follows: from which others, and by which rules.

    What holds follows by one rule; what does not, by all those that could make it hold in this position. Without a rule
    it is given: a fact of the position, an answer of the reading, or that something is not so which no rule could make
    so here. From which others a step follows that is `left_out` was not asked for.
    """

    because: tuple[Statement, ...]
    rules: tuple[Rule, ...]
    left_out: bool = False

    @property
    def rule(self) -> str:
        """The id of the rule through which something holds; empty if there is not one."""
        return self.rules[0].annotation.id if len(self.rules) == 1 else ""


Graph = Mapping[Statement, Step]
"""A justification: every statement with its step, whose statements are in the graph as well."""


class _Part(NamedTuple):
    """A part of a body: a positive literal (`so`), one over an answer (`reading`), a negated one, or an aggregate.

    `atom` is the literal's, or the term that records the aggregate.
    """

    kind: str
    atom: Term


class _Instance:
    """An instance of a rule, or of an element of an aggregate, as recorded."""

    __slots__ = ("_body", "_first", "_parts", "atom")

    def __init__(self, record: str, atom: int) -> None:
        _, self._first, self._body = parse(record).arguments
        self._parts: tuple[_Part, ...] | None = None
        self.atom = atom  # it holds if the instance applies

    @property
    def rule(self) -> int:
        """The number of the rule."""
        return self._first.number

    @property
    def counted(self) -> Term:
        """The tuple of an element."""
        return self._first

    @property
    def body(self) -> tuple[_Part, ...]:
        """The parts of the body or the condition."""
        if self._parts is None:
            self._parts = tuple(map(_part, self._body.arguments))
        return self._parts


class _Atoms:
    """Atoms of one predicate, those with the same first argument together."""

    def __init__(self, atoms: Iterable[Term]) -> None:
        self._by_first: dict[Term, list[Term]] = defaultdict(list)
        for atom in atoms:
            self._by_first[atom.arguments[0]].append(atom)

    def of(self, pattern: Term) -> Iterator[Term]:
        """Those of a form."""
        first = pattern.arguments[0]
        form = Form(pattern)
        near = self._by_first.get(first, ()) if not is_general(first) else chain.from_iterable(self._by_first.values())
        return (atom for atom in near if form.fits(atom.arguments))


class _Index:
    """Instances by the atom that they can give, or by the values of the aggregate that they are elements of.

    There are many, and few are looked at, so their records are taken apart when they are.
    """

    def __init__(self, records: Iterable[tuple[str, int]]) -> None:
        self._records: dict[str, list[tuple[str, int]]] = {}
        self._instances: dict[Term, list[_Instance]] = {}
        self._forms: _Atoms | None = None
        for record, atom in records:
            self._records.setdefault(next(arguments(record)), []).append((record, atom))

    def of(self, key: Term) -> list[_Instance]:
        """The instances for an atom, or for the values of an aggregate."""
        if key not in self._instances:
            self._instances[key] = [_Instance(*record) for record in self._records.get(str(key), ())]
        return self._instances[key]

    def heads(self, pattern: Term) -> Iterable[Term]:
        """The atoms of a form; those with the same first argument are found at once."""
        if self._forms is None:
            self._forms = _Atoms(map(parse, self._records))
        return self._forms.of(pattern)


class Justifier:
    """The law on a position, ground, of which `justify` explains one reading after another."""

    def __init__(self, facts: str) -> None:
        """Ground the law and the record of its use on the facts of a position.

        Raises RuntimeError if the facts are no program, TooMuch if too much follows from them, OutOfTime.
        """
        known = rules()
        self.rules = {rule.number: rule for rule in known}
        self._by_head: dict[tuple[str, int], list[tuple[Rule, Form | None]]] = defaultdict(list)
        for rule in known:
            self._by_head[rule.head].append((rule, Form(rule.form) if rule.form is not None else None))
        records = (rule.record for rule in known)
        self.ground = ground("\n".join([program("reasons"), facts, *records]), effort.MOST_RECORDED)
        self._indices: dict[str, _Index] = {}
        # What one explanation asks for the next one often asks for again.
        self._rules: dict[Term, tuple[Rule, ...]] = {}
        self._heads: dict[Term, tuple[Term, ...]] = {}
        self._uses: dict[tuple[str, Term], tuple[_Instance, ...]] = {}

    def justify(
        self,
        reading: Mapping[str, str],
        wanted: Callable[[Callable[[Term], bool]], Iterable[Statement]],
        leave_out: Callable[[Statement], bool] = lambda _statement: False,
    ) -> Graph:
        """The graph below the statements that `wanted` picks, given which atoms hold under a reading.

        Everything below a statement of which `leave_out` is true is left out. The reading answers every question that
        the facts leave open; ValueError if there is no such reading.
        """
        search = _Search(self, Evaluation(self.ground, reading))
        return search.graph(wanted(search.holds), leave_out)

    def rules_for(self, pattern: Term) -> tuple[Rule, ...]:
        """The rules that can give atoms of a form."""
        if pattern not in self._rules:
            arguments = pattern.arguments
            rules = self._by_head[pattern.name, len(arguments)]
            self._rules[pattern] = tuple(rule for rule, form in rules if form is None or form.fits(arguments))
        return self._rules[pattern]

    def uses(self, atom: Term) -> tuple[_Instance, ...]:
        """The instances of rules that can give an atom; each has an atom that says whether it does."""
        return self._recorded(USE, atom)

    def tries(self, atom: Term) -> tuple[_Instance, ...]:
        """The instances of rules that might give an atom, those included that facts refute."""
        return (*self._recorded(USE, atom), *self._recorded(TRY, atom))

    def heads(self, pattern: Term) -> tuple[Term, ...]:
        """The atoms of a form that rules might give, each once; `"_"` in it stands for any term."""
        if pattern not in self._heads:
            names = (name for kind in (USE, TRY) for name in _names(kind, pattern))
            found = dict.fromkeys(head for name in names for head in self._index(name).heads(pattern))
            self._heads[pattern] = tuple(found)
        return self._heads[pattern]

    def _recorded(self, kind: str, atom: Term) -> tuple[_Instance, ...]:
        key = kind, atom
        if key not in self._uses:
            self._uses[key] = tuple(use for name in _names(kind, atom) for use in self._index(name).of(atom))
        return self._uses[key]

    def elements(self, rule: int, aggregate: Term) -> list[_Instance]:
        """The elements that an aggregate of a rule can have."""
        place, values = aggregate.arguments
        return self._index(f"{TERM}{rule}_{place}").of(values)

    def _index(self, name: str) -> _Index:
        if name not in self._indices:
            self._indices[name] = _Index(self.ground.texts(name, 3))
        return self._indices[name]


class _Search:
    """Builds the graph, given what holds under a reading."""

    def __init__(self, law: Justifier, reading: Evaluation) -> None:
        self._law = law
        self._reading = reading
        self._true: dict[tuple[str, int], _Atoms] = {}
        answers = law.ground.atoms("reading", 2).items()
        self._answers = {atom.arguments[0].name: atom for atom, number in answers if reading.holds(number)}

    def holds(self, atom: Term) -> bool:
        """Whether an atom holds."""
        number = self._law.ground.atom(atom)
        return number is not None and self._reading.holds(number)

    def graph(self, wanted: Iterable[Statement], leave_out: Callable[[Statement], bool]) -> Graph:
        found: dict[Statement, Step] = {}
        stack = list(wanted)
        while stack:
            statement = stack.pop()
            if statement not in found:
                step = self._present(statement.atom) if statement.holds else self._absent(statement.atom)
                found[statement] = step = replace(step, because=(), left_out=True) if leave_out(statement) else step
                stack.extend(step.because)
        return found

    def _present(self, atom: Term) -> Step:
        """One rule that gives an atom: with as few answers in its body as can be, the first of these."""
        uses = [use for use in self._law.uses(atom) if self._reading.holds(use.atom)]
        if not uses:
            return Step((), tuple(rule for rule in self._law.rules_for(atom) if rule.form == atom))
        use = uses[0] if len(uses) == 1 else min(uses, key=_answers_first_rule)
        because = dict.fromkeys(statement for part in use.body for statement in self._so(part, use.rule))
        return Step(tuple(because), (self._law.rules[use.rule],))

    def _so(self, part: _Part, rule: int) -> Iterator[Statement]:
        """Why a part of a body holds."""
        if part.kind == NOT:
            yield self._answer(part.atom) if part.atom.name == "reading" else Statement(False, part.atom)
        elif part.kind in (SUM, LEAST):
            present, absent = self._elements(part.atom, rule)
            yield from present
            if part.kind == SUM:
                yield from absent
        else:
            yield Statement(True, part.atom)

    def _answer(self, atom: Term) -> Statement:
        """The answer that the reading has in place of the one in this atom."""
        return Statement(True, self._answers[atom.arguments[0].name])

    def _absent(self, pattern: Term) -> Step:
        """For each instance that could give an atom of this form, a literal of its body that fails."""
        law = self._law
        because: dict[Statement, None] = {}
        tried = set[int]()
        for head in law.heads(pattern) if is_general(pattern) else [pattern]:
            for use in law.tries(head):
                tried.add(use.rule)
                because.update(dict.fromkeys(self._fails(use)))
        rules = law.rules_for(pattern)
        for rule in rules:
            for one in self._counted_otherwise(pattern, rule):
                tried.add(rule.number)
                because[one] = None
        return Step(tuple(because), tuple(rule for rule in rules if rule.number in tried))

    def _counted_otherwise(self, pattern: Term, rule: Rule) -> Iterator[Statement]:
        """Why a rule whose aggregate gives an argument of the head gives others than in an atom of this form."""
        if not rule.counts:
            return
        arguments = enumerate(pattern.arguments)
        others = function(pattern.name, (ANYTHING if place in rule.counts else term for place, term in arguments))
        for head in self._law.heads(others):
            for use in self._law.uses(head):
                if use.rule == rule.number and not Form(pattern).fits(head.arguments):
                    yield from self._fails(use)

    def _fails(self, use: _Instance) -> Iterable[Statement]:
        """Why an instance gives nothing: its first literal that fails, or else its aggregates."""
        for part in use.body:
            if part.kind == NOT:
                there = self._found(part.atom)
                if there is not None:
                    return [Statement(True, there)]
            elif part.kind == "reading":
                if not self.holds(part.atom):
                    return [self._answer(part.atom)]
            elif part.kind == "so" and not self.holds(part.atom):
                return [Statement(False, part.atom)]
        sums = (part.atom for part in use.body if part.kind in (SUM, LEAST))
        return [one for part in sums for statements in self._elements(part, use.rule) for one in statements]

    def _elements(self, aggregate: Term, rule: int) -> tuple[list[Statement], list[Statement]]:
        """Why the elements of an aggregate that are counted hold, and why the others do not."""
        elements = self._law.elements(rule, aggregate)
        counted: dict[Term, _Instance] = {}
        for element in elements:
            if element.counted not in counted and self._counts(element):
                counted[element.counted] = element
        present = [one for element in counted.values() for part in element.body for one in self._so(part, rule)]
        others = (element for element in elements if element.counted not in counted)
        return present, [one for element in others for one in self._fails(element)]

    def _counts(self, element: _Instance) -> bool:
        """Whether an element is counted: its condition holds, with what is negated in it."""
        negated = (part.atom for part in element.body if part.kind == NOT)
        return self._reading.holds(element.atom) and all(self._found(atom) is None for atom in negated)

    def _found(self, pattern: Term) -> Term | None:
        """An atom of this form that holds."""
        if not is_general(pattern):
            return pattern if self.holds(pattern) else None
        predicate = (pattern.name, len(pattern.arguments))
        if predicate not in self._true:
            there = self._law.ground.atoms(*predicate).items()
            self._true[predicate] = _Atoms(atom for atom, number in there if self._reading.holds(number))
        return min(self._true[predicate].of(pattern), default=None)


def _names(kind: str, atom: Term) -> Iterable[str]:
    """The predicates that may record rules which give an atom: a rule may leave open what its first argument is."""
    return dict.fromkeys((record_name(kind, atom), kind + atom.name))


def _part(term: Term) -> _Part:
    """The part of a body that a term records."""
    name = term.name
    if name == NOT and len(term.arguments) == 1:
        return _Part(NOT, term.arguments[0])
    return _Part(name if name in (SUM, LEAST, "reading") else "so", term)


def _answers_first_rule(use: _Instance) -> tuple[int, int, tuple[_Part, ...]]:
    """How many answers an instance needs, then its rule and its body."""
    return sum(part.kind == "reading" for part in use.body), use.rule, use.body
