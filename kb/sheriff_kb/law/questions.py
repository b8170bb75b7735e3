"""The questions on which the sources can be read in more than one way, and readings as answers to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from sheriff_kb.faults import SheriffError, closest
from sheriff_kb.law.encoding import program
from sheriff_kb.solving import Atoms, atoms_of

Status = Literal["live", "gap", "settled", "unsaid"]


Line = Mapping[str, str | tuple[str, ...]]
"""Answers to some questions, by their ids: one each, or several, any of which will do."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its id, its status, and its answers, of which the first is the default.

    `unsaid` is the status of what a position leaves open, not the sources.
    """

    id: str
    status: Status
    answers: tuple[str, ...]

    @property
    def default(self) -> str:
        """The answer that holds if nothing else is said."""
        return self.answers[0]


class UnknownAnswer(SheriffError, ValueError):
    """A question, an answer or a named reading that does not exist; `hint` says what there is."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message} ({hint})")
        self.message = message
        self.hint = hint


@cache
def questions() -> Mapping[str, Question]:
    """All questions by id, in their fixed order."""
    status: dict[str, Status] = {question.name: word.name for question, word in _atoms()("question", 2)}  # type: ignore[misc]
    answers = sorted((question.name, number.number, answer.name) for question, number, answer in _atoms()("answer", 3))
    return {
        question: Question(question, status[question], tuple(answer for name, _, answer in answers if name == question))
        for question in status
    }


@cache
def cells() -> Mapping[int, str]:
    """By the number of cells around a graveyard that have to be filled: the answer that asks for so many."""
    return {number.number: answer.name for answer, number in _atoms()("cells", 2)}


@cache
def _atoms() -> Atoms:
    """The facts of the file of the questions."""
    return atoms_of(program("questions"))


def check_answers(answers: Line) -> None:
    """Raise UnknownAnswer if a question or an answer does not exist."""
    for question, some in answers.items():
        check_question(question)
        known = questions()[question].answers
        for answer in allowed(some):
            if answer not in known:
                raise UnknownAnswer(f"`{answer}` is no answer to {question}", f"its answers are {', '.join(known)}")


def check_question(question: str) -> None:
    """Raise UnknownAnswer if there is no such question."""
    if question not in questions():
        close = closest(question, questions())
        hint = f"did you mean `{close}`?" if close is not None else "see `sheriff questions`"
        raise UnknownAnswer(f"there is no question `{question}`", hint)


def held_answers(free: Iterable[str] = (), fixed: Mapping[str, str] | None = None) -> dict[str, str]:
    """The answers that are held: settled questions at their first answer, and what `fixed` says.

    `free` names questions to free, or `settled` (all settled ones), or `all` (everything, `fixed` included). Raises
    UnknownAnswer.
    """
    free = set(free)
    fixed = dict(fixed or {})
    check_answers(fixed)
    for word in free - {"settled", "all"}:
        check_question(word)
    if "all" in free:
        return {}
    held = {}
    for question in questions().values():
        if question.id in free:
            continue
        if question.id in fixed:
            held[question.id] = fixed[question.id]
        elif question.status == "settled" and "settled" not in free:
            held[question.id] = question.default
    return held


def is_settled(question: str, answer: str) -> bool:
    """Whether the texts settle that this is the answer to a question."""
    known = questions()[question]
    return known.status == "settled" and known.default == answer


def allowed(answers: str | Sequence[str]) -> tuple[str, ...]:
    """The answers to one question of which a line allows any."""
    return (answers,) if isinstance(answers, str) else tuple(answers)


def answers_on(asked: Sequence[Question], path: Mapping[int, int]) -> dict[str, str]:
    """The answers on a path of a diagram, whose variables are the questions that are asked, by their places."""
    return {asked[variable].id: asked[variable].answers[answer] for variable, answer in path.items()}


def path_of(asked: Sequence[Question], answers: Mapping[str, str]) -> dict[int, int]:
    """The reverse of `answers_on`: the path with these answers; those to other questions are left out."""
    return {
        variable: question.answers.index(answers[question.id])
        for variable, question in enumerate(asked)
        if question.id in answers
    }


def line_as_json(line: Line) -> dict[str, str | list[str]]:
    """A line as plain data: several answers as a list."""
    return {question: some if isinstance(some, str) else list(some) for question, some in line.items()}


def tag(answers: Line) -> str:
    """Answers as people can paste them: `[tax_source: stack, tax_unit: per_tent or per_tile]`."""
    return "[" + ", ".join(f"{question}: {' or '.join(allowed(some))}" for question, some in answers.items()) + "]"
