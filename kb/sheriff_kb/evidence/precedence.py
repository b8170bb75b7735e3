"""How far the recommended reading depends on its weights: what other orders of its preferences would come to.

The recommended reading weighs what the sentences say, by weights that are a judgement (`encoding/preferences.lp`). Here
its preferences, such as what rules of the wiki state, are put before one another instead, in every order. Questions
that no claim touches are looked at one by one, others together with those that the same claims touch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from sheriff_kb.evidence.sources import evidence_facts
from sheriff_kb.law import Preference, encoding, named_readings, preferences, questions
from sheriff_kb.law.readings import word
from sheriff_kb.solving import Solver


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another answer than the recommended one, and preferences that lead to it if they come first, in this order.

    The other preferences come after them, weighed as ever.
    """

    answer: str
    first: tuple[Preference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """Answers to some questions, and how much each preference has against them, on tables of the examples."""

    answers: Mapping[str, str]
    against: tuple[int, ...]


@cache
def dependent() -> Mapping[str, tuple[Otherwise, ...]]:
    """The questions whose recommended answer depends on the weights, in their order.

    To each question every other answer, with the fewest preferences that lead to it. All other questions keep the
    recommended answer in whatever order the preferences come.
    """
    found: dict[str, tuple[Otherwise, ...]] = {}
    for ways in _Ways().parts():
        found |= _others(ways)
    return {question: found[question] for question in questions() if question in found}


def _others(ways: tuple[_Way, ...]) -> dict[str, tuple[Otherwise, ...]]:
    """Which other answers of these ways come of putting preferences first, fewest first; each set of them once."""
    follows = preferences("recommended")
    recommended = named_readings()["recommended"]
    found: dict[tuple[str, str], dict[frozenset[int], Otherwise]] = {}
    seen: set[tuple[_Way, ...]] = set()
    layer: dict[tuple[int, ...], tuple[_Way, ...]] = {(): ways}
    while layer:
        for order, left in layer.items():
            for question, answer in min(left, key=_by_weight).answers.items():
                others = found.setdefault((question, answer), {})
                if answer != recommended[question] and all(len(fewest) == len(order) for fewest in others):
                    others.setdefault(frozenset(order), Otherwise(answer, tuple(follows[place] for place in order)))
        seen.update(layer.values())
        further = {
            (*order, place): _least(left, place) for order, left in layer.items() for place in range(len(follows))
        }
        layer = {order: left for order, left in further.items() if left not in seen}
    told: dict[str, tuple[Otherwise, ...]] = {}
    for (question, _), others in found.items():
        if others:
            told[question] = (*told.get(question, ()), *others.values())
    return told


def _least(ways: tuple[_Way, ...], place: int) -> tuple[_Way, ...]:
    """The ways that this preference has least against."""
    least = min(way.against[place] for way in ways)
    return tuple(way for way in ways if way.against[place] == least)


def _by_weight(way: _Way) -> tuple[int, int]:
    """How much is against a way by the weights of the recommended reading, and how far it is from the defaults."""
    weights = (preference.weight for preference in preferences("recommended"))
    weighed = sum(weight * amount for weight, amount in zip(weights, way.against, strict=True))
    return weighed, sum(questions()[question].answers.index(answer) for question, answer in way.answers.items())


class _Ways:
    """The ground program of the named readings, asked what each preference has against which answers."""

    def __init__(self) -> None:
        self._solver = Solver(encoding.program("readings"), "--opt-mode=ignore")
        # For each question its answers, for each table the positions that it may be: name and literal.
        self._choices: dict[str, list[tuple[str, int]]] = {}
        for name in ("reading", "shown"):
            for term, atom in self._solver.atoms(name, 2).items():
                one, what = map(word, term.arguments)
                self._choices.setdefault(one, []).append((what, atom))
        place = {(one.speaker, one.sort, one.strength): number for number, one in enumerate(preferences("recommended"))}
        self._size = len(place)
        # For each point the atoms that say that something is amiss there, with the number of the preference.
        self._against: dict[str, list[tuple[int, int]]] = {}
        for term, atom in self._solver.atoms("against", 5).items():
            speaker, sort, strength, _, point = map(word, term.arguments)
            if (speaker, sort, strength) in place:
                self._against.setdefault(point, []).append((place[speaker, sort, strength], atom))

    def parts(self) -> Iterator[tuple[_Way, ...]]:
        """All ways to answer the questions, part by part such that no claim touches two of them."""
        for points, on in _joined((point.name, on.name) for point, on in evidence_facts()("touches", 2)):
            chosen_from = sorted(on)
            for_all = [self._choices[name] for name in chosen_from]
            yield tuple(self._way(dict(zip(chosen_from, chosen, strict=True)), points) for chosen in product(*for_all))

    def _way(self, chosen: Mapping[str, tuple[str, int]], points: Collection[str]) -> _Way:
        amounts = [0] * self._size
        against = [item for point in points for item in self._against.get(point, ())]
        found = self._solver.best([atom for _, atom in against], [literal for _, literal in chosen.values()])
        if found is not None:
            for place, atom in against:
                amounts[place] += atom in found.holding
        return _Way({name: what for name, (what, _) in chosen.items() if name in questions()}, tuple(amounts))


def _joined(touches: Iterable[tuple[str, str]]) -> list[tuple[set[str], set[str]]]:
    """What touches what, in parts between which nothing touches."""
    parts: list[tuple[set[str], set[str]]] = []
    for point, on in touches:
        points, ons = {point}, {on}
        apart = []
        for part in parts:
            if point in part[0] or on in part[1]:
                points |= part[0]
                ons |= part[1]
            else:
                apart.append(part)
        parts = [*apart, (points, ons)]
    return parts
