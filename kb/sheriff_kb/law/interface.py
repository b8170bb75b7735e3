"""The interface of the law: what it can be asked and what it answers, read once from `encoding/interface.lp`.

All code that depends on the kinds of matters, or on which predicates are events, reads it here, so a new kind or
another name is a change of the encoding alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from sheriff_kb.law.encoding import program
from sheriff_kb.solving import Atoms, Signature, Term, atoms_of
from sheriff_kb.solving.terms import function

ValueType = Literal["amount", "yes_no", "place"]
"""What the values of a kind of matters are: a number, yes or no, or where the sheriff stands."""
ToldIf = Literal["always", "wanted", "changed", "several"]
"""When matters of a kind are told of which one is raised."""
ANYTHING = "anything"
"""What stands in a pattern for what does not matter."""
NOTHING = "nothing"
"""What stands for the value of an amount to which nothing can be a part."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of matters: its keys in the order of its arguments, what its values are, and when it is shown.

    It `sums` up the matters of another kind if it names one. `needs` has what it rests on that positions often do
    not say.
    """

    name: str
    keys: tuple[str, ...]
    value: ValueType
    told_if: ToldIf = "always"
    sums: str = ""
    needs: frozenset[str] = frozenset()

    def argument(self, matter: Term, key: str) -> Term | None:
        """What a matter of the kind has for a key; None if the kind does not have it."""
        return matter.arguments[self.keys.index(key)] if key in self.keys else None

    def mountain(self, matter: Term) -> int | None:
        """The mountain that a matter of the kind is about, or whose points it is; None if it is about none."""
        region = self.argument(matter, "mountain")
        if region is None and str(self.argument(matter, "for")) == "mountain":
            region = self.argument(matter, "at")
        return None if region is None else region.number


@dataclass(frozen=True, slots=True)
class Pattern:
    """A predicate with what each argument is."""

    name: str
    arguments: tuple[Term, ...]

    @property
    def signature(self) -> Signature:
        """The predicate."""
        return self.name, len(self.arguments)

    def fits(self, matter: Term, keys: Sequence[str]) -> bool:
        """Whether a matter with these keys is of this kind, and has what the pattern has instead of a key."""
        there = zip(keys, self.arguments, matter.arguments, strict=True)
        return matter.name == self.name and all(str(wanted) == key or wanted == given for key, wanted, given in there)

    def filled(self, terms: Mapping[str, Term]) -> Term:
        """An atom of the predicate: with these terms for what arguments are, and with others as they stand."""
        return function(self.name, (terms.get(str(argument), argument) for argument in self.arguments))


@dataclass(frozen=True, slots=True)
class Besides:
    """What is told besides of a matter that fits a pattern and has a value: that something `holds`, or is lacking."""

    matter: Pattern
    value: str
    holds: bool
    tells: Pattern

    def fits(self, matter: Term, value: str) -> bool:
        """Whether it applies to a matter with this value."""
        return value == self.value and self.matter.fits(matter, interface().kinds[matter.name].keys)

    def about(self, matter: Term, more: Mapping[str, Term]) -> Term:
        """The atom about a matter that fits; `more` has terms for what are no keys of the matter."""
        keys = interface().kinds[matter.name].keys
        return self.tells.filled({**dict(zip(keys, matter.arguments, strict=True)), **more})


class Interface:
    """What is known of the predicates of the law; `encoding/interface.lp` says what each of it means.

    Each is read when it is asked for: a ruling needs little of it. All stand in the order of that file.
    """

    def __init__(self, facts: Atoms) -> None:
        """Read from these facts."""
        self._facts = facts

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of matters. Raises LookupError if a fact is about a kind that does not exist."""
        facts = self._facts
        told: dict[str, ToldIf] = {kind.name: when.name for kind, when in facts("told_if", 2)}  # type: ignore[misc]
        sums = {kind.name: parts.name for kind, parts in facts("sums", 2)}
        needs = _listed(facts("needs", 2))
        kinds = {
            kind.name: Kind(
                kind.name,
                tuple(key.name for key in kind.arguments),
                value.name,  # type: ignore[arg-type]
                told.get(kind.name, "always"),
                sums.get(kind.name, ""),
                frozenset(needs.get(kind.name, ())),
            )
            for kind, value in facts("kind", 2)
        }
        for name in (*told, *sums, *sums.values(), *needs):
            if name not in kinds:
                raise LookupError(f"interface.lp names a kind `{name}`, but has no kind/2 for it")
        return kinds

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The words of which a key of matters is one."""
        return _listed(self._facts("word", 2))

    @cached_property
    def sought(self) -> tuple[Pattern, ...]:
        """Matters among which a difference is sought first. Raises LookupError if there is no such kind."""
        return self._matters("sought")

    @cached_property
    def comes(self) -> tuple[Pattern, ...]:
        """Matters in the order in which rulings on a turn come. Raises LookupError if there is no such kind."""
        return self._matters("comes")

    @cached_property
    def passed_over(self) -> frozenset[str]:
        """The kinds of matters that a report leaves out if they are nothing under every reading."""
        return frozenset(kind.name for (kind,) in self._facts("passed_over", 1))

    def rank(self, matter: Term) -> int:
        """Where a matter comes among those of its turn; the kinds that `comes` does not list come last."""
        keys = self.kind(matter).keys
        return next((n for n, pattern in enumerate(self.comes) if pattern.fits(matter, keys)), len(self.comes))

    def _matters(self, name: str) -> tuple[Pattern, ...]:
        found = self._patterns(name)
        for pattern in found:
            if pattern.name not in self.kinds:
                raise LookupError(f"interface.lp names a kind `{pattern.name}`, but has no kind/2 for it")
        return found

    @cached_property
    def events(self) -> Mapping[Pattern, str]:
        """What happens in turns: to `tokens` and the sheriff, or to `figures`."""
        return {_pattern(what): sort.name for what, sort in self._facts("event", 2)}

    @cached_property
    def only_asks(self) -> tuple[Pattern, ...]:
        """What only says that something can be asked."""
        return self._patterns("only_asks")

    @cached_property
    def lists_answers(self) -> tuple[Pattern, ...]:
        """That below which nothing but answers is a reason."""
        return self._patterns("lists_answers")

    @cached_property
    def instead(self) -> tuple[tuple[Pattern, Pattern], ...]:
        """What need not be told not to be so, each with what is told instead."""
        return tuple((_pattern(what), _pattern(other)) for what, other in self._facts("instead", 2))

    @cached_property
    def besides(self) -> tuple[Besides, ...]:
        """What is told besides."""
        return tuple(
            Besides(_pattern(matter), value.name, how.name == "holds", _pattern(what))
            for matter, value, how, what in self._facts("besides", 4)
        )

    @cached_property
    def understood(self) -> tuple[str, ...]:
        """Statements that go without saying."""
        return tuple(statement.string for (statement,) in self._facts("understood", 1))

    @cached_property
    def wide(self) -> tuple[Pattern, ...]:
        """That beyond which the search for small positions does not look."""
        return self._patterns("wide")

    @cached_property
    def topics(self) -> Mapping[str, tuple[str, ...]]:
        """The topics, each with its questions."""
        return _listed(self._facts("topic", 2))

    @cached_property
    def features(self) -> tuple[str, ...]:
        """What tiles have."""
        return tuple(feature.name for (feature,) in self._facts("feature", 1))

    def _patterns(self, name: str) -> tuple[Pattern, ...]:
        return tuple(_pattern(what) for (what,) in self._facts(name, 1))

    def kind(self, matter: Term) -> Kind:
        """The kind of a matter; ValueError if the law has no such kind."""
        found = self.kinds.get(matter.name)
        if found is None or len(found.keys) != len(matter.arguments):
            raise ValueError(f"the law raises an unknown matter: {matter}; interface.lp has no such kind")
        return found

    def check(self, derived: Container[Signature]) -> None:
        """Raise LookupError, which names them, if no rule derives some of the predicates that are named here."""
        missing = [
            f"{role}({name}/{arity})" for role, (name, arity) in self.predicates() if (name, arity) not in derived
        ]
        if missing:
            raise LookupError(f"interface.lp names predicates that no rule derives: {', '.join(missing)}")

    def predicates(self) -> Iterator[tuple[str, Signature]]:
        """Every predicate that rules have to derive for this to mean anything, with what it is named as."""
        named: dict[str, tuple[Pattern, ...]] = {
            "event": tuple(self.events),
            "only_asks": self.only_asks,
            "lists_answers": self.lists_answers,
            "instead": tuple(pattern for pair in self.instead for pattern in pair),
            "besides": tuple(one.tells for one in self.besides),
            "wide": self.wide,
        }
        for role, patterns in named.items():
            yield from ((role, pattern.signature) for pattern in patterns)


@cache
def interface() -> Interface:
    """The interface of the law."""
    return Interface(atoms_of(program("interface")))


def _pattern(term: Term) -> Pattern:
    return Pattern(term.name, term.arguments)


def _listed(pairs: Iterable[Sequence[Term]]) -> dict[str, tuple[str, ...]]:
    """The second of pairs by the first, both in the order of the pairs."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in pairs:
        found[one.name] = (*found.get(one.name, ()), other.name)
    return found
