"""Justifications: why an atom holds under one reading, or does not, as a graph over one model of the law.

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

import clingo

from sheriff_kb.explain.forms import Form
from sheriff_kb.explain.instrument import ANY, LEAST, NOT, SUM, TERM, TRY, USE, Rule, record_name, rules
from sheriff_kb.law import program
from sheriff_kb.solving import Watch, effort, first_model, ground


class Statement(NamedTuple):
    """That an atom holds, or that no atom of this form does; `"_"` in it stands for any term."""

    holds: bool
    atom: clingo.Symbol

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
    atom: clingo.Symbol


class _Instance:
    """An instance of a rule, or of an element of an aggregate, as recorded."""

    __slots__ = ("_body", "_first", "_parts", "literal")

    def __init__(self, record: clingo.SymbolicAtom) -> None:
        _, self._first, self._body = record.symbol.arguments
        self._parts: tuple[_Part, ...] | None = None
        self.literal = record.literal  # true in a model if the instance applies

    @property
    def rule(self) -> int:
        """The number of the rule."""
        return self._first.number

    @property
    def counted(self) -> clingo.Symbol:
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

    def __init__(self, atoms: Iterable[clingo.Symbol]) -> None:
        self._by_first: dict[clingo.Symbol, list[clingo.Symbol]] = defaultdict(list)
        for atom in atoms:
            self._by_first[atom.arguments[0]].append(atom)

    def of(self, pattern: clingo.Symbol) -> Iterator[clingo.Symbol]:
        """Those of a form."""
        first = pattern.arguments[0]
        form = Form(pattern)
        near = self._by_first.get(first, ()) if ANY not in str(first) else chain.from_iterable(self._by_first.values())
        return (atom for atom in near if form.fits(atom.arguments))


class _Index:
    """Instances by the atom that they can give, or by the values of the aggregate that they are elements of.

    There are many, and few are looked at, so their records are taken apart when they are.
    """

    def __init__(self, records: Iterable[clingo.SymbolicAtom]) -> None:
        self._records: dict[clingo.Symbol, list[clingo.SymbolicAtom]] = {}
        self._instances: dict[clingo.Symbol, list[_Instance]] = {}
        self._forms: _Atoms | None = None
        for record in records:
            self._records.setdefault(record.symbol.arguments[0], []).append(record)

    def of(self, key: clingo.Symbol) -> list[_Instance]:
        """The instances for an atom, or for the values of an aggregate."""
        if key not in self._instances:
            self._instances[key] = [_Instance(record) for record in self._records.get(key, ())]
        return self._instances[key]

    def heads(self, pattern: clingo.Symbol) -> Iterable[clingo.Symbol]:
        """The atoms of a form; those with the same first argument are found at once."""
        if self._forms is None:
            self._forms = _Atoms(self._records)
        return self._forms.of(pattern)


class Justifier:
    """The law on a position, ground, of which `justify` explains one model after another."""

    def __init__(self, facts: str) -> None:
        """Ground the law and the record of its use on the facts of a position.

        Raises RuntimeError if the facts are no program, TooMuch if too much follows from them, OutOfTime.
        """
        known = rules()
        self.rules = {rule.number: rule for rule in known}
        self._by_head: dict[tuple[str, int], list[tuple[Rule, Form | None]]] = defaultdict(list)
        for rule in known:
            self._by_head[rule.head].append((rule, Form(rule.form) if rule.form is not None else None))
        self._control = clingo.Control(["--warn=none"])
        self._control.add("base", [], "\n".join([program("reasons"), facts, *(rule.record for rule in known)]))
        ground(self._control, Watch(effort.MOST_RECORDED))
        self.atoms = self._control.symbolic_atoms
        self._indices: dict[str, _Index] = {}
        # What one explanation asks for the next one often asks for again.
        self._rules: dict[clingo.Symbol, tuple[Rule, ...]] = {}
        self._heads: dict[clingo.Symbol, tuple[clingo.Symbol, ...]] = {}
        self._uses: dict[tuple[str, clingo.Symbol], tuple[_Instance, ...]] = {}
        self.answers = {
            (atom.symbol.arguments[0].name, atom.symbol.arguments[1].name): (atom.symbol, atom.literal)
            for atom in self.atoms.by_signature("reading", 2)
        }

    def justify(
        self,
        reading: Mapping[str, str],
        wanted: Callable[[Callable[[clingo.Symbol], bool]], Iterable[Statement]],
        leave_out: Callable[[Statement], bool] = lambda _statement: False,
    ) -> Graph:
        """The graph below the statements that `wanted` picks, given which atoms hold under a reading.

        Everything below a statement of which `leave_out` is true is left out. The reading answers every question that
        the facts leave open; ValueError if there is no such reading.
        """
        if not reading.items() <= self.answers.keys():
            raise ValueError("the law has no model under this reading")
        assumed = [self.answers[item][1] for item in reading.items()]
        with first_model(self._control, assumed) as model:
            if model is None:
                raise ValueError("the law has no model under this reading")
            search = _Search(self, model)
            return search.graph(wanted(search.holds), leave_out)

    def rules_for(self, pattern: clingo.Symbol) -> tuple[Rule, ...]:
        """The rules that can give atoms of a form."""
        if pattern not in self._rules:
            arguments = pattern.arguments
            rules = self._by_head[pattern.name, len(arguments)]
            self._rules[pattern] = tuple(rule for rule, form in rules if form is None or form.fits(arguments))
        return self._rules[pattern]

    def uses(self, atom: clingo.Symbol) -> tuple[_Instance, ...]:
        """The instances of rules that can give an atom; each has a literal that says whether it does."""
        return self._recorded(USE, atom)

    def tries(self, atom: clingo.Symbol) -> tuple[_Instance, ...]:
        """The instances of rules that might give an atom, those included that facts refute."""
        return (*self._recorded(USE, atom), *self._recorded(TRY, atom))

    def heads(self, pattern: clingo.Symbol) -> tuple[clingo.Symbol, ...]:
        """The atoms of a form that rules might give, each once; `"_"` in it stands for any term."""
        if pattern not in self._heads:
            names = (name for kind in (USE, TRY) for name in _names(kind, pattern))
            found = dict.fromkeys(head for name in names for head in self._index(name).heads(pattern))
            self._heads[pattern] = tuple(found)
        return self._heads[pattern]

    def _recorded(self, kind: str, atom: clingo.Symbol) -> tuple[_Instance, ...]:
        key = kind, atom
        if key not in self._uses:
            self._uses[key] = tuple(use for name in _names(kind, atom) for use in self._index(name).of(atom))
        return self._uses[key]

    def elements(self, rule: int, aggregate: clingo.Symbol) -> list[_Instance]:
        """The elements that an aggregate of a rule can have."""
        place, values = aggregate.arguments
        return self._index(f"{TERM}{rule}_{place}").of(values)

    def _index(self, name: str) -> _Index:
        if name not in self._indices:
            self._indices[name] = _Index(self.atoms.by_signature(name, 3))
        return self._indices[name]


class _Search:
    """Builds the graph while the model is at hand."""

    def __init__(self, law: Justifier, model: clingo.Model) -> None:
        self._law = law
        self._model = model
        self._true: dict[tuple[str, int], _Atoms] = {}
        given = ((question, atom) for (question, _), (atom, literal) in law.answers.items() if model.is_true(literal))
        self._answers = dict(given)

    def holds(self, atom: clingo.Symbol) -> bool:
        """Whether an atom is in the model."""
        known = self._law.atoms[atom]
        return known is not None and self._model.is_true(known.literal)

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

    def _present(self, atom: clingo.Symbol) -> Step:
        """One rule that gives an atom: with as few answers in its body as can be, the first of these."""
        uses = [use for use in self._law.uses(atom) if self._model.is_true(use.literal)]
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

    def _answer(self, atom: clingo.Symbol) -> Statement:
        """The answer that the reading has in place of the one in this atom."""
        return Statement(True, self._answers[atom.arguments[0].name])

    def _absent(self, pattern: clingo.Symbol) -> Step:
        """For each instance that could give an atom of this form, a literal of its body that fails."""
        law = self._law
        because: dict[Statement, None] = {}
        tried = set[int]()
        for head in law.heads(pattern) if ANY in str(pattern) else [pattern]:
            for use in law.tries(head):
                tried.add(use.rule)
                because.update(dict.fromkeys(self._fails(use)))
        rules = law.rules_for(pattern)
        for rule in rules:
            for one in self._counted_otherwise(pattern, rule):
                tried.add(rule.number)
                because[one] = None
        return Step(tuple(because), tuple(rule for rule in rules if rule.number in tried))

    def _counted_otherwise(self, pattern: clingo.Symbol, rule: Rule) -> Iterator[Statement]:
        """Why a rule whose aggregate gives an argument of the head gives others than in an atom of this form."""
        if not rule.counts:
            return
        arguments = pattern.arguments
        for place in rule.counts:
            arguments[place] = clingo.String("_")
        others = clingo.Function(pattern.name, arguments)
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

    def _elements(self, aggregate: clingo.Symbol, rule: int) -> tuple[list[Statement], list[Statement]]:
        """Why the elements of an aggregate that are counted hold, and why the others do not."""
        elements = self._law.elements(rule, aggregate)
        counted: dict[clingo.Symbol, _Instance] = {}
        for element in elements:
            if element.counted not in counted and self._counts(element):
                counted[element.counted] = element
        present = [one for element in counted.values() for part in element.body for one in self._so(part, rule)]
        others = (element for element in elements if element.counted not in counted)
        return present, [one for element in others for one in self._fails(element)]

    def _counts(self, element: _Instance) -> bool:
        """Whether an element is counted: its condition holds, with what is negated in it."""
        negated = (part.atom for part in element.body if part.kind == NOT)
        return self._model.is_true(element.literal) and all(self._found(atom) is None for atom in negated)

    def _found(self, pattern: clingo.Symbol) -> clingo.Symbol | None:
        """An atom of this form that holds."""
        if ANY not in str(pattern):
            return pattern if self.holds(pattern) else None
        predicate = (pattern.name, len(pattern.arguments))
        if predicate not in self._true:
            there = self._law.atoms.by_signature(*predicate)
            self._true[predicate] = _Atoms(atom.symbol for atom in there if self._model.is_true(atom.literal))
        return min(self._true[predicate].of(pattern), default=None)


def _names(kind: str, atom: clingo.Symbol) -> Iterable[str]:
    """The predicates that may record rules which give an atom: a rule may leave open what its first argument is."""
    return dict.fromkeys((record_name(kind, atom), kind + atom.name))


def _part(term: clingo.Symbol) -> _Part:
    """The part of a body that a term records."""
    name = term.name
    if name == NOT and len(term.arguments) == 1:
        return _Part(NOT, term.arguments[0])
    return _Part(name if name in (SUM, LEAST, "reading") else "so", term)


def _answers_first_rule(use: _Instance) -> tuple[int, int, tuple[_Part, ...]]:
    """How many answers an instance needs, then its rule and its body."""
    return sum(part.kind == "reading" for part in use.body), use.rule, use.body
