"""Programs as text: their statements, and the predicates that these derive and rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from clingo.ast import AST, ASTSequence, ASTType, parse_string

Signature = tuple[str, int]
"""A predicate: its name and the number of its arguments."""


@dataclass(frozen=True, eq=False)
class Statement:
    """A rule, or a directive, with what is looked up again and again; as a key it is itself, not what it says."""

    tree: AST

    @cached_property
    def text(self) -> str:
        """The statement as clingo writes it."""
        return str(self.tree)

    @cached_property
    def head_atoms(self) -> tuple[AST, ...]:
        """The atoms that a rule derives or chooses."""
        if self.tree.ast_type != ASTType.Rule:
            return ()
        head = self.tree.head
        if head.ast_type == ASTType.Aggregate:
            return tuple(atom for element in head.elements for atom in _atoms(element.literal))
        return tuple(_atoms(head))

    @cached_property
    def body_atoms(self) -> tuple[AST, ...]:
        """The atoms on which it rests."""
        if self.tree.ast_type != ASTType.Rule:
            return ()
        found = [atom for literal in self.tree.body for atom in _atoms(literal)]
        if self.tree.head.ast_type == ASTType.Aggregate:
            conditions = (condition for element in self.tree.head.elements for condition in element.condition)
            found += [atom for condition in conditions for atom in _atoms(condition)]
        return tuple(found)

    @cached_property
    def heads(self) -> frozenset[Signature]:
        """The predicates that it derives or chooses."""
        return frozenset(map(signature, self.head_atoms))

    @cached_property
    def below(self) -> frozenset[Signature]:
        """The predicates on which it rests."""
        return frozenset(map(signature, self.body_atoms))

    @cached_property
    def asks(self) -> frozenset[str]:
        """The questions for whose answers it asks by name."""
        return frozenset(name for atom in self.body_atoms if (name := asked(atom)))


@cache
def statements(program: str) -> tuple[Statement, ...]:
    """The statements of a program that are more than comments and what is shown."""
    found: list[AST] = []
    parse_string(program, found.append)
    kinds = (ASTType.Rule, ASTType.Minimize, ASTType.Defined)
    return tuple(Statement(node) for node in found if node.ast_type in kinds)


def signature(atom: AST) -> Signature:
    """The predicate of a symbolic atom."""
    return atom.symbol.name, len(atom.symbol.arguments)


def asked(atom: AST) -> str:
    """The question of an atom `reading(question,…)`; empty for any other atom."""
    if signature(atom) != ("reading", 2):
        return ""
    question = atom.symbol.arguments[0]
    return str(question) if question.ast_type == ASTType.SymbolicTerm else ""


def _atoms(node: AST) -> Iterator[AST]:
    """The symbolic atoms of a node, those in aggregates and conditions included."""
    if node.ast_type == ASTType.SymbolicAtom:
        yield node
        return
    for child in node.values():
        for item in child if isinstance(child, ASTSequence) else (child,):
            if isinstance(item, AST) and item.ast_type != ASTType.Comment:
                yield from _atoms(item)
