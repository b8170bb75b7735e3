"""The law with a record of how its rules are used, so that what a model holds can be justified.

A rule `head :- body.` is accompanied by `_use_p(head, N, body) :- body.`, where `p` is the predicate of the head, `N`
the rule's number, and the body a tuple of terms: the atom of a positive literal, `no(A)` of a negated one, in which
`"_"` stands for an anonymous variable, and `sum(J,V)` for the rule's `J`th aggregate under the values `V` of its
variables, or `least(J,V)` if it is one that more elements can only make true. For each element of an aggregate,
`_term_N_J(V, tuple, condition)` records its tuple, and its condition like a body. So the grounder alone works out
values; nothing of the law is evaluated a second time.

The grounder leaves out what facts refute. To record this as well, `_try_p` does the same for a rule without
what is negated or compared in its body, and `_term_N_J` leaves out what is negated in a condition.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sheriff_kb.law import Annotation, tasks, told_in
from sheriff_kb.solving import Signature, Term
from sheriff_kb.solving.anatomy import Head, Literal, taken_apart
from sheriff_kb.solving.terms import parse

USE, TRY, TERM = "_use_", "_try_", "_term_"
"""How the names of the recording predicates begin."""
NOT, SUM, LEAST = "no", "sum", "least"
"""The functions that record a negated literal and an aggregate."""
ANY = '"_"'
"""What stands for an anonymous variable of a negated literal."""

_FUNCTORS = re.compile(r"(\w+)(?:\(([a-z]\w*)\()?")

ANONYMOUS = re.compile(r"(?<![\w'])_(?![\w'])")
VARIABLE = re.compile(r"(?<![\w'])([A-Z]\w*'*)")
"""An anonymous variable, and the name of a variable, in the text of a literal."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the law: its number, the comment above it, its text, its head, and its record.

    The head is a predicate, by name and number of arguments, and a `form` in which strings stand for variables; None
    where it computes. `counts` are the places of its arguments that an aggregate of the body gives. The record is rules
    of its own, none for a fact.
    """

    number: int
    annotation: Annotation
    text: str
    head: Signature
    form: Term | None
    counts: tuple[int, ...]
    record: str


@cache
def rules(task: str = "reasons") -> tuple[Rule, ...]:
    """The annotated rules of a task in the order of its files, without choices, which are the readings."""
    found = list[Rule]()
    for file in tasks()[task]["files"]:
        for one in told_in(file):
            if isinstance(one, Annotation):
                for text in one.rules:
                    if not text.startswith("{"):
                        found.append(_rule(len(found), one, text))
    return tuple(found)


def record_name(kind: str, head: object) -> str:
    """The predicate that records rules with this head, named by the atom and by its first argument.

    So what is recorded of one kind of amount can be looked up without going through all of them.
    """
    match = _FUNCTORS.match(str(head))
    assert match is not None
    return kind + "_".join(filter(None, match.groups()))


def _rule(number: int, annotation: Annotation, text: str) -> Rule:
    if ":-" not in text:
        fact = parse(text.removesuffix("."))
        return Rule(number, annotation, text, fact.signature, fact, (), "")
    head, body = taken_apart(text)
    counted = {name for literal in body for name in _Part(literal, "").assigned()}
    counts = tuple(place for place, argument in enumerate(head.arguments) if argument.text in counted)
    signature = head.name, len(head.arguments)
    return Rule(number, annotation, text, signature, form(head.text), counts, "\n".join(_records(number, head, body)))


def form(atom: str) -> Term | None:
    """An atom with strings in place of its variables; None if its text is no term, because it computes."""
    try:
        return parse(VARIABLE.sub(r'"\1"', ANONYMOUS.sub(ANY, atom)))
    except ValueError:
        return None


def _records(number: int, derived: Head, literals: Sequence[Literal]) -> Iterator[str]:
    """The rules that record the instances of a rule, and those of the elements of its aggregates."""
    fresh = (f"Any{count}" for count in itertools.count())
    head, intervals = _head(derived, fresh)
    body = [_Part(literal, _name(literal.text, fresh)) for literal in literals]
    sums = [literal for literal in body if literal.said.is_aggregate]
    bound = _variables(head, *(part for literal in body for part in literal.outside()))
    values = [_tuple(sorted(bound & _variables(*(one.text for one in literal.said.elements)))) for literal in sums]
    told = (
        f"{one.kind}({sums.index(one)},{values[sums.index(one)]})" if one.said.is_aggregate else one.told()
        for one in body
    )
    arguments = f"({head},{number},{_tuple(told)})"
    yield f"{record_name(USE, head)}{arguments} :- {'; '.join([*(one.text for one in body), *intervals])}."
    binding = [literal.text for literal in body if literal.binds]
    if len(binding) < len(body):
        yield f"{record_name(TRY, head)}{arguments} :- {'; '.join([*binding, *intervals])}."
    assigned = {variable for literal in sums for variable in literal.assigned()}
    context = [
        one.text
        for one in body
        if not one.said.is_aggregate and one.said.is_positive and not assigned & _variables(one.text)
    ]
    for place, literal in enumerate(sums):
        for element in literal.said.elements:
            condition = [_Part(one, _name(one.text, fresh)) for one in element.condition]
            terms, told = _tuple(element.terms), (part.told() for part in condition)
            conditions = [*context, *(part.text for part in condition if part.binds)]
            yield f"{TERM}{number}_{place}({values[place]},{terms},{_tuple(told)}) :- {'; '.join(conditions)}."


@dataclass(frozen=True, slots=True)
class _Part:
    """A literal of a body, and its text in which anonymous variables have names if that is sound."""

    said: Literal
    text: str

    @property
    def binds(self) -> bool:
        """Whether it says which instances there are, and does not only refuse some."""
        return bool(self.assigned()) if self.said.is_aggregate else self.said.is_positive

    @property
    def kind(self) -> str:
        """Which function records an aggregate."""
        negative = any(element.terms[0].startswith("-") for element in self.said.elements)
        return SUM if negative or self.assigned() else LEAST

    def told(self) -> str:
        """The term that records it; empty for a comparison, which always holds in an instance."""
        if self.said.is_comparison:
            return ""
        return self.text if self.said.is_positive else f"{NOT}({ANONYMOUS.sub(ANY, self.said.atom)})"

    def outside(self) -> list[str]:
        """The text without the elements of an aggregate."""
        return [guard.term for guard in self.said.guards] if self.said.is_aggregate else [self.text]

    def assigned(self) -> set[str]:
        """The variables that it binds if it is an aggregate."""
        return _variables(*(guard.term for guard in self.said.guards if guard.is_equal))


def _head(atom: Head, fresh: Iterator[str]) -> tuple[str, list[str]]:
    """The head with a variable in place of each interval, and what binds these variables."""
    arguments, intervals = list[str](), list[str]()
    for argument in atom.arguments:
        if argument.is_interval:
            name = next(fresh)
            intervals.append(f"{name} = {argument.text}")
            arguments.append(name)
        else:
            arguments.append(argument.text)
    return (f"{atom.name}({','.join(arguments)})" if arguments else atom.name), intervals


def _name(literal: str, fresh: Iterator[str]) -> str:
    """A literal whose anonymous variables have names; one that is negated, or an aggregate, is as it was."""
    if literal.startswith("not ") or "{" in literal:
        return literal
    return ANONYMOUS.sub(lambda _: next(fresh), literal)


def _variables(*texts: str) -> set[str]:
    return {name for text in texts for name in VARIABLE.findall(text)}


def _tuple(terms: Iterable[str]) -> str:
    inside = ",".join(filter(None, terms))
    return f"({inside},)" if inside else "()"
