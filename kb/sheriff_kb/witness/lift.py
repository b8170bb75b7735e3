"""Several readings side by side without a second law: what depends on the reading gets a world as its first argument.

The law speaks of one reading. Lifted, exactly the predicates that rest on a disputed answer, through whatever chain of
rules, have one more argument, the world; board, geometry and all that is the same under every reading stay shared.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sheriff_kb.law import interface
from sheriff_kb.solving import Signature
from sheriff_kb.solving.syntax import Atom, Statement, statements

OUTCOMES = (("finding", 2), ("occurs", 1), ("part", 3), ("raised", 1))
"""The predicates of the law that are read from outside."""

_WORLD = "World"


def lifted(statements: Iterable[Statement], questions: Iterable[str], reads: Iterable[Signature] = ()) -> str:
    """The program for the worlds of `world/1`, in which the answers to `questions` may differ.

    Their answers are read as `reading(World,Question,Answer)`, to be given by facts; answers to all other questions
    remain `reading(Question,Answer)` and are the same in all worlds. The predicates that are read from outside get a
    world even if nothing in them depends on it.

    Two things hold wherever worlds differ, if no ground atom rests on itself. `roused(Question)`: a rule that asks for
    the answer derives in one world what does not hold in another. For take a first atom that differs, all on which it
    rests being alike: in the world where it holds it was derived by such a rule, since by any other rule it would hold
    in both. `touched(Question)`: something in which the answer first shows is so in one world and not in another.
    """
    rules = tuple(statements)
    disputed = frozenset(questions)
    above = dependent(rules, disputed)
    lines = ["#defined world/1.", "#defined reading/3.", *(_rule(rule, above, disputed) for rule in rules)]
    lines += [_roused(rule, question, above, disputed) for rule in rules for question in sorted(rule.asks & disputed)]
    touched = [_touched(atom, question, above) for question in sorted(disputed) for atom in shown(rules, question)]
    lines += dict.fromkeys(touched)
    for name, arity in reads:
        if (name, arity) not in above:
            arguments = ",".join(f"X{number}" for number in range(1, arity + 1))
            lines.append(f"{name}(World,{arguments}) :- world(World), {name}({arguments}).")
    return "\n".join(lines) + "\n"


def dependent(rules: Iterable[Statement], disputed: frozenset[str]) -> frozenset[Signature]:
    """The predicates that rest on an answer to a disputed question: positively, negatively, or inside an aggregate."""
    rules = list(rules)
    found = {head for rule in rules if rule.asks & disputed for head in rule.heads}
    grown = -1
    while grown < len(found):
        grown = len(found)
        found.update(head for rule in rules if not found.isdisjoint(rule.below) for head in rule.heads)
    return frozenset(found)


def shown(rules: Iterable[Statement], question: str) -> list[Atom]:
    """What rules derive in which another answer to the question shows first: if that is alike, so is all the rest.

    What a rule derives that asks for the answer often only passes it on; then it shows in what rests on that.
    """
    rules = list(rules)
    asking = [rule for rule in rules if question in rule.asks]
    passing = frozenset().union(*(rule.heads for rule in asking)) - {
        *OUTCOMES,
        *(one.signature for one in interface().wide),
    }
    resting = [rule for rule in rules if question in rule.asks or not passing.isdisjoint(rule.below)]
    return [atom for rule in resting for atom in rule.head_atoms if atom.signature not in passing]


def with_also(rules: Iterable[Statement], head: Signature, also: str) -> list[Statement]:
    """The statements, where the rules for a predicate have these literals in their bodies, too.

    Raises LookupError if there is no such rule.
    """
    rules = list(rules)
    if not any(head in rule.heads for rule in rules):
        raise LookupError(f"no rule derives {'/'.join(map(str, head))}")
    return [
        also_rule
        for rule in rules
        for also_rule in (statements(f"{rule.text[:-1]}, {also}.") if head in rule.heads else (rule,))
    ]


def _rule(rule: Statement, above: frozenset[Signature], disputed: frozenset[str]) -> str:
    """The rule for every world, or as it is if nothing in it depends on the world."""
    lifts, asks = above & (rule.heads | rule.below), rule.asks & disputed
    if not lifts and not asks:
        return rule.text
    head, body = _in_worlds(rule, lifts, asks)
    return f"{head} :- {body}."


def _roused(rule: Statement, question: str, above: frozenset[Signature], disputed: frozenset[str]) -> str:
    """That a rule which asks for the answer derives in one world what does not hold in another."""
    head, body = _in_worlds(rule, above & (rule.heads | rule.below), rule.asks & disputed)
    return f"roused({question}) :- world(Other), {body}, not {_elsewhere(head)}."


def _touched(atom: Atom, question: str, above: frozenset[Signature]) -> str:
    """That what a rule derives is so in one world and not in another."""
    here = atom.with_first(_WORLD) if atom.signature in above else atom.text
    return f"touched({question}) :- world(World), world(Other), {here}, not {_elsewhere(here)}."


def _elsewhere(atom: str) -> str:
    """A lifted atom in the other world."""
    return atom.replace(f"({_WORLD}", "(Other", 1)


@cache
def _in_worlds(rule: Statement, lifts: frozenset[Signature], asks: frozenset[str]) -> tuple[str, str]:
    """The head and the body of a rule in which these predicates and the answers to these questions depend on the world.

    The body has a literal that says there is this world.
    """
    head, body = rule.with_first(_WORLD, lifts, asks)
    return head, "; ".join((*body, f"world({_WORLD})"))
