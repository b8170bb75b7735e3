"""Why: the reasons of an answer, from the explanation of the ruling."""

from __future__ import annotations

from collections.abc import Mapping

from sheriff_kb.explain import Explainer, Explanation, Reason, contrast
from sheriff_kb.law import allowed, interface, named_readings
from sheriff_kb.position import Position
from sheriff_kb.rulings import Case, Ruling
from sheriff_kb.wording import sentence_case

MOST_REASONS = 6
"""Maximum number of reasons; the explanation of the ruling has all of them."""


def reasons(explainer: Explainer, ruling: Ruling) -> list[tuple[str, ...]]:
    """For each case the reasons for its value; after the first case only those that it does not share with the first.

    That an act is allowed has none: nothing forbids it.
    """
    first: Explanation | None = None
    found: list[tuple[str, ...]] = []
    for case in ruling.cases:
        if interface().kinds[ruling.matter.kind].value == "yes_no" and case.value == "yes":
            found.append(())
            continue
        explained = explainer.explain(ruling, _reading(explainer, ruling, case))
        told = explained if first is None else contrast(first, explained).other
        first = first or explained
        texts = _texts(told.reason, alone=told is explained)
        found.append(tuple(sentence_case(text, _names(explainer.position)) for text in texts))
    return found


def _names(position: Position) -> list[str]:
    """The names of tiles and cities, which are used in sentences as they are written."""
    return [name for tile in position.tiles for name in (tile.name, *tile.cities)]


def _reading(explainer: Explainer, ruling: Ruling, case: Case) -> Mapping[str, str]:
    """A reading that leads to a case: the recommended one, changed as far as the case needs."""
    reading = dict(named_readings()["recommended"])
    if ruling.under["recommended"] != case.value:
        for question, some in case.when[0].items():
            if reading.get(question) not in allowed(some):
                reading[question] = allowed(some)[0]
    return {question: answer for question, answer in reading.items() if question not in explainer.rulings.held}


def _texts(reason: Reason, *, alone: bool) -> tuple[str, ...]:
    """The reasons right below one; if there is a single one, those below it say more.

    Of an explanation that stands `alone`, what adds nothing to a sum is left out; beside another it is what differs.
    """
    below = reason.reasons
    if len(below) == 1 and below[0].reasons:
        below = below[0].reasons
    adding = [one for one in below if not all(statement.startswith("not part(") for statement in one.statements)]
    return tuple(dict.fromkeys(one.text for one in (adding if alone and adding else below)))[:MOST_REASONS]
