"""Rules taken apart: the head, the literals of the body, and the aggregates among them, as texts."""

from __future__ import annotations

from dataclasses import dataclass

from clingo.ast import AST, ASTType, ComparisonOperator, Sign, parse_string


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a head, and whether it is an interval such as `1..3`."""

    text: str
    is_interval: bool


@dataclass(frozen=True, slots=True)
class Head:
    """The atom that a rule derives."""

    name: str
    arguments: tuple[Argument, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Guard:
    """What an aggregate is compared with, and whether it has to be equal."""

    term: str
    is_equal: bool


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an aggregate: its tuple, and its condition."""

    terms: tuple[str, ...]
    condition: tuple[Literal, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal of a body or a condition; `atom` is its text without a sign.

    Only an aggregate has guards and elements.
    """

    text: str
    atom: str
    is_positive: bool
    is_comparison: bool = False
    is_aggregate: bool = False
    guards: tuple[Guard, ...] = ()
    elements: tuple[Element, ...] = ()


def taken_apart(rule: str) -> tuple[Head, tuple[Literal, ...]]:
    """The head and the body of a rule with one atom as its head. Raises RuntimeError if it is no rule."""
    found: list[AST] = []
    parse_string(rule, found.append)
    tree = found[-1]
    atom = tree.head.atom.symbol
    arguments = (Argument(str(node), node.ast_type == ASTType.Interval) for node in atom.arguments)
    return Head(atom.name, tuple(arguments), str(atom)), tuple(map(_literal, tree.body))


def _literal(node: AST) -> Literal:
    atom = node.atom
    is_aggregate = atom.ast_type == ASTType.BodyAggregate
    guards = [guard for guard in (atom.left_guard, atom.right_guard) if guard is not None] if is_aggregate else ()
    return Literal(
        str(node),
        str(atom),
        node.sign == Sign.NoSign,
        atom.ast_type == ASTType.Comparison,
        is_aggregate,
        tuple(Guard(str(guard.term), guard.comparison == ComparisonOperator.Equal) for guard in guards),
        tuple(map(_element, atom.elements)) if is_aggregate else (),
    )


def _element(node: AST) -> Element:
    return Element(tuple(map(str, node.terms)), tuple(map(_literal, node.condition)), str(node))
