"""Programs as text: their statements, and the predicates that these derive and rest on."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property

from clingo.ast import (
    AST,
    ASTSequence,
    ASTType,
    Location,
    Position,
    Transformer,
    Variable,
    parse_string,
)

from sheriff_kb.solving.terms import Signature


@dataclass(frozen=True, slots=True)
class Named:
    """A variable among terms."""

    name: str


Form = Named | str | tuple[str, tuple["Form", ...]] | None
"""A term as far as its form goes: a variable, a constant, a function of terms, or something to be computed."""


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom of a rule: its name, the forms of its arguments, and how clingo writes it."""

    name: str
    arguments: tuple[Form, ...]
    text: str

    @property
    def signature(self) -> Signature:
        """Its predicate."""
        return self.name, len(self.arguments)

    @property
    def asks(self) -> str:
        """The question of an atom `reading(question,…)`; empty for any other atom."""
        question = self.arguments[0] if self.signature == ("reading", 2) else None
        return question if isinstance(question, str) else ""

    def with_first(self, argument: str) -> str:
        """The atom with one more argument, in front."""
        return f"{self.name}({','.join(filter(None, (argument, self.text[len(self.name) + 1 : -1])))})"


@dataclass(frozen=True, eq=False)
class Statement:
    """A rule, or a directive, with what is looked up again and again; as a key it is itself, not what it says."""

    tree: AST

    @cached_property
    def text(self) -> str:
        """The statement as clingo writes it."""
        return str(self.tree)

    @cached_property
    def head_atoms(self) -> tuple[Atom, ...]:
        """The atoms that a rule derives or chooses."""
        if self.tree.ast_type != ASTType.Rule:
            return ()
        head = self.tree.head
        if head.ast_type == ASTType.Aggregate:
            return tuple(_atom(node) for element in head.elements for node in atom_trees(element.literal))
        return tuple(map(_atom, atom_trees(head)))

    @cached_property
    def body_atoms(self) -> tuple[Atom, ...]:
        """The atoms on which it rests."""
        if self.tree.ast_type != ASTType.Rule:
            return ()
        found = [node for literal in self.tree.body for node in atom_trees(literal)]
        if self.tree.head.ast_type == ASTType.Aggregate:
            conditions = (condition for element in self.tree.head.elements for condition in element.condition)
            found += [node for condition in conditions for node in atom_trees(condition)]
        return tuple(map(_atom, found))

    @cached_property
    def heads(self) -> frozenset[Signature]:
        """The predicates that it derives or chooses."""
        return frozenset(atom.signature for atom in self.head_atoms)

    @cached_property
    def below(self) -> frozenset[Signature]:
        """The predicates on which it rests."""
        return frozenset(atom.signature for atom in self.body_atoms)

    @cached_property
    def asks(self) -> frozenset[str]:
        """The questions for whose answers it asks by name."""
        return frozenset(atom.asks for atom in self.body_atoms if atom.asks)

    def with_first(
        self, variable: str, predicates: AbstractSet[Signature], questions: AbstractSet[str]
    ) -> tuple[str, tuple[str, ...]]:
        """The head and the literals of the body of a rule, with a variable as the first argument of some atoms.

        These are the atoms of some predicates, and those `reading(question,…)` of some questions.
        """
        tree: AST = _Extended(variable, predicates, questions)(self.tree)
        return str(tree.head), tuple(map(str, tree.body))


@cache
def statements(program: str) -> tuple[Statement, ...]:
    """The statements of a program that are more than comments and what is shown."""
    found: list[AST] = []
    parse_string(program, found.append)
    kinds = (ASTType.Rule, ASTType.Minimize, ASTType.Defined)
    return tuple(Statement(node) for node in found if node.ast_type in kinds)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a program: the line on which it begins, its text as clingo writes it, and whether it is a rule."""

    line: int
    text: str
    is_rule: bool
    is_comment: bool


def pieces(program: str) -> list[Piece]:
    """All that stands in a program, comments included, in order; RuntimeError if it is no program."""
    found: list[AST] = []
    parse_string(program, found.append)
    return [
        Piece(
            node.location.begin.line,
            node.value if node.ast_type == ASTType.Comment else str(node),
            node.ast_type == ASTType.Rule,
            node.ast_type == ASTType.Comment,
        )
        for node in found
    ]


def signature(atom: AST) -> Signature:
    """The predicate of a symbolic atom."""
    return atom.symbol.name, len(atom.symbol.arguments)


def _atom(node: AST) -> Atom:
    return Atom(node.symbol.name, tuple(map(_form, node.symbol.arguments)), str(node))


def _form(term: AST) -> Form:
    if term.ast_type == ASTType.Variable:
        return Named(term.name)
    if term.ast_type == ASTType.SymbolicTerm:
        return str(term)
    if term.ast_type == ASTType.Function:
        return term.name, tuple(map(_form, term.arguments))
    return None


def atom_trees(node: AST) -> Iterator[AST]:
    """The symbolic atoms of a node, those in aggregates and conditions included."""
    if node.ast_type == ASTType.SymbolicAtom:
        yield node
        return
    for child in node.values():
        for item in child if isinstance(child, ASTSequence) else (child,):
            if isinstance(item, AST) and item.ast_type != ASTType.Comment:
                yield from atom_trees(item)


_HERE = Location(Position("<added>", 1, 1), Position("<added>", 1, 1))


class _Extended(Transformer):
    """Puts a variable in front of the arguments of some atoms."""

    def __init__(self, variable: str, predicates: AbstractSet[Signature], questions: AbstractSet[str]) -> None:
        self._variable = Variable(_HERE, variable)
        self._predicates = predicates
        self._questions = questions

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802
        """The atom, with the variable if it is one of them."""
        if signature(atom) not in self._predicates and _atom(atom).asks not in self._questions:
            return atom
        term = atom.symbol
        return atom.update(symbol=term.update(arguments=[self._variable, *term.arguments]))
