"""Whether the interface of the law, `encoding/interface.lp`, and its rules speak of the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheriff_kb.explain.phrases import phrases
from sheriff_kb.law import interface, program, questions
from sheriff_kb.solving import Signature
from sheriff_kb.solving.syntax import Atom, Statement, statements

INPUT = ("parts", "rulings")
"""The tasks of whose rules the interface speaks."""


def disagreements() -> Iterator[str]:
    """What the interface names and no rule has, or rules have and it does not name; a sentence each."""
    rules = [rule for task in INPUT for rule in statements(program(task))]
    derived = frozenset[Signature]().union(*(rule.heads for rule in rules))
    known = derived | frozenset[Signature]().union(*(rule.below for rule in rules))
    try:
        interface().check(derived)
    except LookupError as error:
        yield str(error)
    yield from _kinds(rules)
    for phrase in phrases({section: {} for section in ("statements", "groups", "contrary", "disputed")}):
        if (phrase.form.name, phrase.form.arity) not in known:
            yield f"interface.lp: understood({phrase.key!r}) is of a predicate that no rule has"
    yield from _words()


def _kinds(rules: Iterable[Statement]) -> Iterator[str]:
    """Kinds that no rule raises, and matters of rules that are no kinds."""
    raised = {found for rule in rules for atom in rule.head_atoms for found in _matters(atom)}
    kinds = {(kind.name, len(kind.keys)) for kind in interface().kinds.values()}
    for name, arity in sorted(kinds - raised):
        yield f"interface.lp: no rule makes a matter of kind({name}/{arity})"
    for name, arity in sorted(raised - kinds):
        yield f"interface.lp has no kind({name}/{arity}), though a rule makes such a matter"


def _matters(atom: Atom) -> Iterator[Signature]:
    """The matter that a rule makes, if its head says that something is a matter or an amount."""
    if atom.name in ("matter", "amount"):
        (matter,) = atom.arguments
        if isinstance(matter, tuple):
            name, arguments = matter
            yield name, len(arguments)


def _words() -> Iterator[str]:
    """Names of keys and questions that there are not, and questions without a topic."""
    kinds = interface().kinds
    keys = {key for kind in kinds.values() for key in kind.keys}
    yield from (f"interface.lp: word({key}) is of no key" for key in sorted(set(interface().words) - keys))
    topics = [question for members in interface().topics.values() for question in members]
    yield from (
        f"interface.lp: topic({question}) is of no question" for question in topics if question not in questions()
    )
    yield from (f"interface.lp has no topic of {question}" for question in questions() if question not in topics)
