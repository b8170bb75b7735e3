"""The output of `sheriff readings --fit`: the readings that fit what was observed, and where to look next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from sheriff_kb.law import Line, line_as_json, tag
from sheriff_kb.rulings import Fit, Outcome, Suggestion, Told
from sheriff_kb.wording import Wording

# --- text ------------------------------------------------------------------------------------------------------------


def fit_as_text(fit: Fit, found: Sequence[Suggestion], words: Wording, *, looked: bool) -> Iterator[str]:
    """The lines for the terminal; `looked` says whether something to look at next was sought."""
    if not fit.count:
        for conflict in fit.conflicts():
            yield click.style(words.fit("conflict", count=len(conflict)), fg="yellow")
            yield from (f"    {_told(told, words)}" for told in conflict)
        return
    if not fit.told:
        yield words.fit("nothing_observed")
    yield words.fit("remaining", count=fit.count, all=fit.survey.readings)
    open_answers = {question: answers for question, answers in fit.possible().items() if len(answers) > 1}
    known = {question.id: question for question in fit.survey.questions}
    certain = fit.certain()
    width = max(map(len, known))
    if certain:
        yield ""
        yield click.style(words.fit("certain"), fg="green")
        for question, answer in certain.items():
            yield f"    {question:<{width}}  {words.leading(answer)} {words.answer(question, answer)}"
    narrowed = {question: answers for question, answers in open_answers.items() if answers != known[question].answers}
    if narrowed:
        yield ""
        yield click.style(words.fit("narrowed"), fg="yellow")
        for question, answers in narrowed.items():
            yield f"    {question:<{width}}  {', '.join(answers)}"
    if not fit.independent():
        yield from _cases(fit, certain, words)
    untouched = [question for question in open_answers if question not in narrowed]
    if untouched:
        yield ""
        yield click.style(words.fit("open"), fg="yellow")
        yield from click.wrap_text(", ".join(untouched), 100, "    ", "    ").splitlines()
    if found:
        yield ""
        yield click.style(words.fit("next"), fg="cyan")
        for suggestion in found:
            yield from _suggestion(suggestion, words)
    elif looked and fit.count > 1:
        yield ""
        yield words.fit("alike", count=fit.count)


def _cases(fit: Fit, certain: Mapping[str, str], words: Wording) -> Iterator[str]:
    cases, partial = fit.cases()
    yield ""
    yield click.style(words.fit("cases_partial" if partial else "cases"), fg="yellow")
    for answers in cases:
        yield f"    {tag({question: answer for question, answer in answers.items() if question not in certain})}"


def _suggestion(suggestion: Suggestion, words: Wording) -> Iterator[str]:
    turn = f" {words.when(suggestion.matter.turn)}" if suggestion.matter.turn is not None else ""
    yield f"    {words.leading(suggestion.source)} {words.matter(suggestion.matter)}{turn}"
    width = max(len(_value(outcome.value, words)) for outcome in suggestion.outcomes)
    for outcome in suggestion.outcomes:
        head = f"        {_value(outcome.value, words):<{width}}  "
        yield head + words.fit("leaves", count=outcome.count)
        if len(outcome.when) == 1 and not outcome.partial:
            yield " " * len(head) + _in_words(outcome.when[0], words)
        else:
            if outcome.certain:
                yield " " * len(head) + _in_words(outcome.certain, words)
            ways = words.fit("ways_many") if outcome.partial else words.fit("ways", count=len(outcome.when))
            yield " " * len(head) + ways
    keys = ", ".join(f"{key}: {value}" for key, value in suggestion.matter.as_json().items())
    yield f"      {words.fit('tell', observed=f'`observed: [{{{keys}, value: ...}}]`')}"


def _told(told: Told, words: Wording) -> str:
    said, key = (told.observed, "told_observed") if told.observed is not None else (told.reading or {}, "told_reading")
    return words.fit(key, source=told.source, keys=", ".join(f"{name}: {value}" for name, value in said.items()))


def _value(value: int | str, words: Wording) -> str:
    return str(value) if isinstance(value, int) else words.values.get(value, value)


def _in_words(answers: Line, words: Wording) -> str:
    return f"{words.parted(words.answers(question, some) for question, some in answers.items())}  {tag(answers)}"


# --- JSON ------------------------------------------------------------------------------------------------------------


def fit_as_json(fit: Fit, found: Sequence[Suggestion], *, looked: bool) -> dict[str, Any]:
    """The same as plain data, without the envelope."""
    data: dict[str, Any] = {"readings": fit.count, "of": fit.survey.readings}
    if not fit.count:
        return {**data, "conflicts": [[_told_as_json(told) for told in conflict] for conflict in fit.conflicts()]}
    cases, partial = fit.cases()
    data["certain"] = fit.certain()
    data["open"] = {question: list(answers) for question, answers in fit.possible().items() if len(answers) > 1}
    data["when"] = [*map(line_as_json, cases)]
    if partial:
        data["partial"] = True
    if looked:
        data["suggestions"] = [
            {
                "position": suggestion.source,
                "matter": suggestion.matter.as_json(),
                "expected": float(suggestion.expected),
                "values": [_outcome_as_json(outcome) for outcome in suggestion.outcomes],
            }
            for suggestion in found
        ]
    return data


def _outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    data: dict[str, Any] = {
        "value": outcome.value,
        "readings": outcome.count,
        "certain": dict(outcome.certain),
        "when": [*map(line_as_json, outcome.when)],
    }
    return {**data, "partial": True} if outcome.partial else data


def _told_as_json(told: Told) -> dict[str, Any]:
    what = {"observed": dict(told.observed)} if told.observed is not None else {"reading": dict(told.reading or {})}
    return {"position": told.source, **what}
