"""Mutants of the law: its rules with one small change each, made on clingo's syntax tree.

A mutant that rules like the law on everything is a hole in the tests, or shows that something in a rule is idle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

import clingo
from clingo.ast import AST, ASTSequence, ASTType, ComparisonOperator, Sign

from sheriff_kb.law import Annotation, questions, tasks, text, told_in
from sheriff_kb.solving.syntax import Statement, atom_trees, statements

TASKS = ("parts", "rulings")
"""The programs that are mutated: what the package rules by, and what a solver does that runs alone."""
OPERATORS: Mapping[str, str] = {
    "drop": "leaves out a rule, a literal of its body, or an element or a condition of its aggregates",
    "negate": "negates a literal, or takes its negation away",
    "flip": "compares by each other operator",
    "count": "makes a number one less or one more",
    "answer": "asks for another answer to the same question",
    "word": "puts another word that stands in the same place elsewhere",
    "variable": "puts another variable of the same role",
}
"""The kinds of mutants."""
_TOLD = "questions.lp"
"""The file whose facts are left alone: they are the list of questions, which a test has whole."""

_ROLES = {"D": "S", "E": "T"}
"""Letters of variables that stand for the same kind of thing as another letter."""
_SIGNS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule with one change.

    `id` is the rule's (`tokens.claim/1` is the first rule of its paragraph), the operator, the place among the rule's
    for that operator, and what comes there if that is not clear; `was` is what was there, `before` and `after` are the
    whole rule, empty if it is dropped.
    """

    id: str
    file: str
    was: str
    before: str
    after: str

    @property
    def rule(self) -> str:
        """The rule that it changes."""
        return self.id.split()[0]

    @property
    def paragraph(self) -> str:
        """The paragraph of rules in which it is."""
        return self.rule.partition("/")[0]

    @property
    def operator(self) -> str:
        """The kind of change."""
        return self.id.split()[1]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a file: its id with its place in the paragraph, and its statement."""

    id: str
    file: str
    statement: Statement


def files() -> list[str]:
    """The files whose rules are mutated, in the order of the programs."""
    found = dict.fromkeys(name for task in TASKS for name in tasks()[task]["files"])
    return [name for name in found if rules(name)]


@cache
def rules(file: str) -> tuple[Rule, ...]:
    """The rules of a file, in their order."""
    told = {rule: one.id for one in told_in(file) if isinstance(one, Annotation) for rule in one.rules}
    count: dict[str, int] = defaultdict(int)
    found = []
    for statement in statements(text(file)):
        if statement.tree.ast_type == ASTType.Rule and (file != _TOLD or statement.tree.body):
            name = told.get(statement.text, PurePath(file).stem)
            count[name] += 1
            found.append(Rule(f"{name}/{count[name]}", file, statement))
    return tuple(found)


def program(task: str, mutant: Mutant | None = None) -> str:
    """The rules of a task, without its comments, with one of them as the mutant has it."""
    found = []
    for name in tasks()[task]["files"]:
        lines = [statement.text for statement in statements(text(name))]
        if mutant is not None and name == mutant.file:
            lines[lines.index(mutant.before)] = mutant.after
        found += lines
    return "\n".join(found) + "\n"


def mutants(among: Sequence[Rule] | None = None) -> Iterator[Mutant]:
    """All mutants of these rules, or of the whole law; none of them is the rule itself or comes twice."""
    every = [rule for name in files() for rule in rules(name)]
    words = _words(every if among is None else [*every, *among])
    for rule in every if among is None else among:
        seen = {rule.statement.text}
        for id_, was, after in _numbered(rule, words):
            if after not in seen:
                seen.add(after)
                yield Mutant(id_, rule.file, was, rule.statement.text, after)


_Place = tuple[str, int, tuple[int, ...]]
"""The place of a word: the name of the predicate, the number of its arguments, and the way through the arguments."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """A change at one place of a tree: the operator, what was there, and what comes there with the tree it makes."""

    operator: str
    was: str
    made: tuple[tuple[str, AST], ...]


def _numbered(rule: Rule, words: Mapping[_Place, frozenset[str]]) -> Iterator[tuple[str, str, str]]:
    """The changed rules: id, what was there, and the rule as text."""
    tree = rule.statement.tree
    yield f"{rule.id} drop", rule.statement.text, ""
    names = sorted({name for name in _variables(tree) if name != "_"})
    places: dict[str, int] = defaultdict(int)
    for edit in _edits(tree, _Context(names, words)):
        places[edit.operator] += 1
        for told, changed in edit.made:
            name = " ".join(filter(None, [rule.id, edit.operator, str(places[edit.operator]), told]))
            yield name, edit.was, str(changed)


@dataclass(frozen=True, slots=True)
class _Context:
    """What is known if a rule is changed: its variables, and the places of words."""

    variables: Sequence[str]
    words: Mapping[_Place, frozenset[str]]


def _edits(node: AST, context: _Context) -> Iterator[_Edit]:
    """All changes in a tree, outer ones first."""
    yield from _here(node, context)
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ASTSequence):
            items = list(child)
            for number, item in enumerate(items):
                before, behind = items[:number], items[number + 1 :]
                if key == "body" or (key in ("condition", "elements") and len(items) > 1):
                    yield _Edit("drop", str(item), (("", node.update(**{key: [*before, *behind]})),))
                for edit in _edits(item, context):
                    made = ((told, node.update(**{key: [*before, new, *behind]})) for told, new in edit.made)
                    yield _Edit(edit.operator, edit.was, tuple(made))
        elif isinstance(child, AST):
            for edit in _edits(child, context):
                # What a rule derives cannot be negated; to derive something else is to leave the rule out.
                if key != "head" or edit.operator not in ("negate", "word"):
                    made = ((told, node.update(**{key: new})) for told, new in edit.made)
                    yield _Edit(edit.operator, edit.was, tuple(made))


def _here(node: AST, context: _Context) -> Iterator[_Edit]:
    """The changes of a node itself."""
    match node.ast_type:
        case ASTType.Literal if node.atom.ast_type == ASTType.SymbolicAtom:
            sign = Sign.NoSign if node.sign else Sign.Negation
            yield _Edit("negate", str(node), (("", node.update(sign=sign)),))
        case ASTType.Guard:
            signs = ((sign, int(one)) for one, sign in _SIGNS.items() if one != node.comparison)
            made = ((sign, node.update(comparison=one)) for sign, one in signs)
            yield _Edit("flip", str(node).strip(), tuple(made))
        case ASTType.SymbolicTerm if node.symbol.type is clingo.SymbolType.Number:
            near = (node.symbol.number - 1, node.symbol.number + 1)
            yield _Edit("count", str(node), tuple((str(n), node.update(symbol=clingo.Number(n))) for n in near))
        case ASTType.Variable:
            others = [name for name in context.variables if name != node.name and _role(name) == _role(node.name)]
            if others:
                yield _Edit("variable", node.name, tuple((name, node.update(name=name)) for name in others))
        case ASTType.SymbolicAtom:
            yield from _other_words(node, context)


def _other_words(atom: AST, context: _Context) -> Iterator[_Edit]:
    """Other answers to the question of an atom `reading(question,answer)`; other words in any other atom."""
    for place, word in _constants(atom.symbol):
        if place[:2] == ("reading", 2):
            question = str(atom.symbol.arguments[0])
            operator, known = "answer", questions()[question].answers if place[2] == (1,) else ()
        else:
            operator, known = "word", tuple(sorted(context.words[place]))
        made = [
            (other, atom.update(symbol=_with(atom.symbol, place[2], clingo.Function(other))))
            for other in known
            if other != word
        ]
        if made:
            yield _Edit(operator, word, tuple(made))


def _words(among: Sequence[Rule]) -> Mapping[_Place, frozenset[str]]:
    """The words in each place of an atom, in all rules together."""
    found: dict[_Place, set[str]] = defaultdict(set)
    for rule in among:
        tree = rule.statement.tree
        for atom in atom_trees(tree) if tree.ast_type == ASTType.Rule else ():
            for place, word in _constants(atom.symbol):
                found[place].add(word)
    return {place: frozenset(words) for place, words in found.items()}


def _constants(term: AST, place: _Place | None = None) -> Iterator[tuple[_Place, str]]:
    """The words in the arguments of a term, each with its place."""
    if term.ast_type != ASTType.Function:
        return
    for number, argument in enumerate(term.arguments):
        name, arity, way = place or (term.name, len(term.arguments), ())
        here = (name, arity, (*way, number))
        if argument.ast_type == ASTType.SymbolicTerm and argument.symbol.type is clingo.SymbolType.Function:
            yield here, str(argument)
        else:
            yield from _constants(argument, here)


def _with(term: AST, way: Sequence[int], symbol: clingo.Symbol) -> AST:
    """The term with a symbol in one place of its arguments."""
    if not way:
        return term.update(symbol=symbol)
    arguments = list(term.arguments)
    arguments[way[0]] = _with(arguments[way[0]], way[1:], symbol)
    return term.update(arguments=arguments)


def _variables(node: AST) -> Iterator[str]:
    """The names of the variables of a tree."""
    if node.ast_type == ASTType.Variable:
        yield node.name
    for key in node.child_keys:
        child = getattr(node, key)
        for item in child if isinstance(child, ASTSequence) else (child,):
            if isinstance(item, AST):
                yield from _variables(item)


def _role(variable: str) -> str:
    """What a variable stands for; nothing but itself if it is anonymous."""
    letter = variable.rstrip("'")
    return _ROLES.get(letter, letter)
