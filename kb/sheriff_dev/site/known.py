"""What several pages are made from, worked out once for all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from sheriff_dev.coverage import Coverage, coverage, encoding_annotations
from sheriff_kb import faq
from sheriff_kb.gallery import Entry
from sheriff_kb.law import Annotation, Question, answers_on, interface, questions
from sheriff_kb.rulings import ByUnsaid, Ruling, Rulings, Survey, Surveyed, held_in, rulings
from sheriff_kb.solving import Diagram, paths, values, variables
from sheriff_kb.wording import Wording, languages, wording


@dataclass(frozen=True, slots=True)
class Dependent:
    """A matter of a position whose value depends on a disputed rule, all that the position holds being held."""

    entry: Entry
    surveyed: Surveyed
    diagram: Diagram


@dataclass(frozen=True, slots=True)
class Example:
    """A position that shows what a disputed rule is about.

    `ruling` is the ruling in question, `values` what it comes to under each answer, if the questions in `given` have
    these answers and all others their first one.
    """

    entry: Entry
    found: Rulings
    ruling: Ruling
    values: Mapping[str, int | str]
    given: Mapping[str, str]


class Known:
    """The positions, what their rulings depend on, and where the rules come from."""

    def __init__(self, entries: Iterable[Entry], words: Wording) -> None:
        """Nothing is worked out before it is asked for."""
        self.words = words
        self.entries = {entry.name: entry for entry in entries}
        self.survey = Survey()
        self._shown = dict[str, Example]()
        self.answered = defaultdict[str, list[faq.Answer]](list)

    def in_language(self, words: Wording) -> Known:
        """The same in other words; what was worked out and is not in words is kept."""
        other = copy(self)
        other.words = words
        other.__dict__.pop("coverage", None)
        return other

    # --- where the rules come from -----------------------------------------------------------------------------------

    @cached_property
    def coverage(self) -> Coverage:
        """For each passage the rules, questions and positions that rest on it."""
        return coverage(self.entries.values(), self.words.out_of_scope, survey=self.survey)

    @cached_property
    def rules(self) -> Mapping[str, Annotation]:
        """The rules of the law by their ids."""
        found = {}
        for one in encoding_annotations():
            if isinstance(one, Annotation) and one.file.startswith(("law/", "tasks/")):
                found[one.id] = one
        return found

    def rules_that_read(self, question: str) -> list[Annotation]:
        """The rules of the law in which an answer to this question is asked for."""
        return [one for one in self.rules.values() if any(f"reading({question}," in rule for rule in one.rules)]

    # --- what players ask --------------------------------------------------------------------------------------------

    @property
    def answers(self) -> list[faq.Answer]:
        """What players ask, answered: each solved once, and worded in all languages."""
        if self.words.language not in self.answered:
            for entry in faq.entries():
                for language in languages():
                    self.answered[language].append(faq.answer(entry, wording(language)))
        return self.answered[self.words.language]

    def asked_about(self, question: str) -> list[faq.Answer]:
        """What players ask whose answer depends on a disputed rule."""
        return [one for one in self.answers if question in (one.entry.rule, *one.rules)]

    # --- what depends on what ----------------------------------------------------------------------------------------

    @cached_property
    def dependents(self) -> Mapping[str, list[Dependent]]:
        """For each question the matters whose value depends on it, the settled ones being held but for itself."""
        found: dict[str, list[Dependent]] = {question: [] for question in questions()}
        for entry in self.entries.values():
            held = held_in(entry.position)
            for one in self.survey.matters(entry.name, entry.position):
                for variable in variables(one.diagram):
                    question = self.survey.questions[variable].id
                    others = {other: answer for other, answer in held.items() if other != question}
                    left = self.survey.restrict(one.diagram, others)
                    if variable in variables(left):
                        found[question].append(Dependent(entry, one, left))
        return found

    def positions(self, question: str) -> list[Entry]:
        """The positions of which some ruling depends on this question."""
        return list({one.entry.name: one.entry for one in self.dependents[question]}.values())

    def related(self, question: str) -> list[tuple[str, int]]:
        """The questions that occur with this one in a ruling, and in how many; the most frequent first."""
        count = Counter(
            self.survey.questions[variable].id
            for one in self.dependents[question]
            for variable in variables(one.diagram)
        )
        del count[question]
        order = list(questions())
        return sorted(count.items(), key=lambda item: (-item[1], order.index(item[0])))

    def moves_something(self, question: str) -> bool:
        """Whether more than what a player gets to see depends on this question."""
        return any(interface().kinds[one.surveyed.matter.kind].told_if != "wanted" for one in self.dependents[question])

    def settled_by(self, question: str) -> list[Dependent]:
        """The rulings that depend on this question alone, or on nothing else once it has its first answer."""
        first = {question: questions()[question].default}
        return [one for one in self.dependents[question] if self.survey.restrict(one.diagram, first).variable is None]

    # --- examples ----------------------------------------------------------------------------------------------------

    def example(self, question: Question) -> Example:
        """The position that shows best what a question is about; ValueError if none does.

        One made for the question comes first; then what counts is that the ruling distinguishes as many answers as can
        be, that it depends on few other questions, and that the table is small.
        """
        if question.id not in self._shown:
            self._shown[question.id] = self._best(question)
        return self._shown[question.id]

    def _best(self, question: Question) -> Example:
        ranked = sorted(self._examples(question), key=lambda one: one[0])
        if not ranked:
            raise ValueError(f"no position of the gallery depends on {question.id}")
        _, chosen, given, told = ranked[0]
        found = rulings(chosen.entry.position, free=[question.id])
        ruling = next(one for one in found if one.matter == chosen.surveyed.matter)
        return Example(chosen.entry, found, ruling, told, given)

    def _examples(
        self, question: Question
    ) -> Iterator[tuple[tuple[object, ...], Dependent, Mapping[str, str], Mapping[str, int | str]]]:
        for one in self.dependents[question.id]:
            if any(isinstance(value, ByUnsaid) for value in values(one.diagram)):
                continue
            found = [(given, self._values(one.diagram, question, given)) for given in self._surroundings(one, question)]
            given, told = max(found, key=lambda item: (len(set(item[1].values())), -len(item[0])))
            made_for_it = one.entry.name != f"witnesses/{question.id}"
            rank = (
                made_for_it,
                -len(set(told.values())),
                len(given),
                len(variables(one.diagram)),
                _size(one.entry),
                one.entry.name,
            )
            yield rank, one, given, told

    def _surroundings(self, one: Dependent, question: Question) -> Iterator[dict[str, str]]:
        """Ways to answer the other questions of a ruling otherwise than by their first answers."""
        seen = set()
        for _, answers in paths(one.diagram):
            given = {
                name: answer
                for name, answer in answers_on(self.survey.questions, answers).items()
                if name != question.id and answer != questions()[name].default
            }
            if (key := tuple(given.items())) not in seen:
                seen.add(key)
                yield given

    def _values(self, diagram: Diagram, question: Question, given: Mapping[str, str]) -> dict[str, int | str]:
        defaults = {other.id: other.default for other in questions().values()}
        found = {}
        for answer in question.answers:
            value = self.survey.restrict(diagram, {**defaults, **given, question.id: answer}).value
            assert isinstance(value, int | str)
            found[answer] = value
        return found


def _size(entry: Entry) -> int:
    """How much there is on a table, and how much happens."""
    position = entry.position
    figures = sum(len(tile.cowboys) + sum(m.tent is not None for m in tile.mountains) for tile in position.tiles)
    return len(position.tiles) + figures + 2 * len(position.turns) + len(position.players)


def by_folder(entries: Iterable[Entry]) -> Mapping[str, list[Entry]]:
    """Positions by the folder they lie in."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.name.split("/")[0]].append(entry)
    return found
