"""Every program that the package solves, as one text for a solver that runs alone: what `sheriff program` prints.

The manifest, `encoding/tasks/manifest.json`, says of which files each is made, and what the package makes of them: a
law that records how its rules are used, or one in which several readings are side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheriff_kb.law import check_question, checks, program, questions, tasks


def printed(task: str, disputed: Sequence[str] = ()) -> str:
    """The program of a task, with the rules that check its input.

    If worlds are looked at side by side, they differ in the questions that are `disputed`; all, if none is named.
    Raises KeyError if the manifest has no such task, UnknownAnswer if there is no such question.
    """
    for question in disputed:
        check_question(question)
    return "\n".join([_solved(task, tuple(q for q in questions() if q in disputed or not disputed)), checks(task)])


def _solved(task: str, disputed: tuple[str, ...]) -> str:
    made = tasks()[task].get("made")
    if made == "recorded":
        from sheriff_kb.explain.instrument import rules

        return "\n".join([program(task), *(rule.record for rule in rules(task))])
    if made == "lifted":
        from sheriff_kb.witness import sought
        from sheriff_kb.witness.posed import posed

        return posed(disputed, (*sought(), *sought(sees=True)) if task == "search" else None)
    return program(task)
