"""Explanations, contrasts and answers to "why not" as text, JSON and Markdown; an explanation as a diagram, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any, Literal

import click

from sheriff_kb.explain import Change, Changes, Contrast, Explanation, Reason, WhyNot
from sheriff_kb.law import is_settled, tag
from sheriff_kb.report.columns import wrapped
from sheriff_kb.wording import Wording

Found = Explanation | Contrast | WhyNot

LEVELS = 3
"""How deep reasons are listed if not everything is asked for."""


def outline(reason: Reason) -> Iterator[tuple[int, Reason]]:
    """The reasons below one with their depth, each statement once, at its highest place."""
    told = {(reason.text, reason.statements)}
    below: dict[int, list[Reason]] = {id(reason): []}
    row = [reason]
    while row:
        above, row = row, []
        for one in above:
            for under in one.reasons:
                if (under.text, under.statements) not in told:
                    told.add((under.text, under.statements))
                    below[id(under)] = []
                    below[id(one)].append(under)
                    row.append(under)
    stack = [(1, one) for one in reversed(below[id(reason)])]
    while stack:
        depth, one = stack.pop()
        yield depth, one
        stack.extend((depth + 1, under) for under in reversed(below[id(one)]))


# --- text ------------------------------------------------------------------------------------------------------------


def as_text(found: Found, words: Wording, *, levels: int | None = None, width: int | None = None) -> Iterator[str]:
    """The lines for the terminal, with colours: reasons down to a level, and lines at most `width` wide."""
    for line in _lines(found, words, levels):
        yield from [line] if width is None else wrapped(line, width)


def _lines(found: Found, words: Wording, levels: int | None) -> Iterator[str]:
    if isinstance(found, Contrast):
        yield from _contrast(found, words)
    elif isinstance(found, WhyNot):
        yield from _why_not(found, words, levels)
    else:
        number = _numbers(found, levels=levels)
        yield from _tree(found, number, words, levels)
        yield from _rests_on(found, words)
        yield from _passages(number, words)


def _numbers(*explanations: Explanation, levels: int | None = None) -> dict[str, int]:
    """A number for each passage that is cited down to a level."""
    cited = dict[str, None]()
    for found in explanations:
        shown = {passage for reason in (found.reason, *_shown(found.reason, levels)) for passage in reason.passages}
        cited.update(dict.fromkeys(passage for passage in found.passages if levels is None or passage in shown))
    return {passage: place for place, passage in enumerate(cited, 1)}


def _shown(reason: Reason, levels: int | None) -> Iterator[Reason]:
    return (one for depth, one in outline(reason) if levels is None or depth <= levels)


def _tree(found: Explanation, number: Mapping[str, int], words: Wording, levels: int | None = None) -> Iterator[str]:
    yield click.style(found.reason.text, bold=True) + _notes(found.reason, number, words)
    listed = [*outline(found.reason)]
    for (depth, reason), (next_depth, _) in pairwise([*listed, (0, found.reason)]):
        if levels is None or depth <= levels:
            hidden = levels is not None and next_depth > levels
            more = click.style(f"  ({words.explanations['headings']['deeper']})", dim=True) if hidden else ""
            yield f"{'  ' * depth}- {reason.text}{_notes(reason, number, words)}{more}"


def _notes(reason: Reason, number: Mapping[str, int], words: Wording) -> str:
    """What a sentence rests on, behind it."""
    told = words.explanations["headings"]
    note = f"  ({told['given'] if reason.given else told['earlier']})" if reason.given or reason.earlier else ""
    return f"{_cited(reason, number)}{_answers(reason)}{click.style(note, dim=True)}"


def _cited(reason: Reason, number: Mapping[str, int]) -> str:
    cited = f" [{', '.join(str(number[passage]) for passage in reason.passages)}]"
    return "" if reason.given or not reason.passages else click.style(cited, dim=True)


def _answers(reason: Reason) -> str:
    return click.style(f"  {tag(dict(reason.answers))}", fg="yellow") if reason.answers else ""


def _rests_on(found: Explanation, words: Wording) -> Iterator[str]:
    """The answers on which it rests, those first that are open."""
    for heading in ("answers", "unsaid", "held", "settled"):
        chosen = {q: answer for q, answer in found.answers.items() if _standing(found, q, answer) == heading}
        if chosen:
            yield ""
            yield words.explanations["headings"][heading]
            yield from _told_answers(chosen, found, words)


def _standing(found: Explanation, question: str, answer: str) -> Literal["answers", "unsaid", "held", "settled"]:
    """Whether an answer is one of the open ones, not said, was chosen beforehand, or is settled by the texts."""
    if question in found.unsaid:
        return "unsaid"
    if question not in found.held:
        return "answers"
    return "settled" if is_settled(question, answer) else "held"


def _told_answers(answers: Mapping[str, str], found: Explanation, words: Wording) -> Iterator[str]:
    width = max(len(f"{question}: {answer}") for question, answer in answers.items())
    for question, answer in answers.items():
        pair = click.style(f"{f'{question}: {answer}':<{width}}", fg="yellow")
        yield f"  {pair}  {answer_in_words(question, answer, found, words)}"


def answer_in_words(question: str, answer: str, found: Explanation, words: Wording) -> str:
    """An answer as a phrase, or what the position does not say."""
    if question in found.unsaid:
        return words.omission(found.unsaid[question], [answer])
    return words.answer(question, answer)


def _passages(number: Mapping[str, int], words: Wording) -> Iterator[str]:
    if number:
        yield ""
        yield words.explanations["headings"]["passages"]
    for passage, place in number.items():
        yield f"  {place:>2}  {click.style(passage, dim=True)}  {words.passage(passage)}"


def _contrast(found: Contrast, words: Wording) -> Iterator[str]:
    told = words.explanations["headings"]
    number = _numbers(found.one, found.other)
    if found.alike:
        yield from (*_tree(found.one, number, words), "", told["alike"])
    else:
        yield from _under(found.one, found.other, number, words)
        yield ""
        yield from _under(found.other, found.one, number, words)
    yield from _passages(number, words)


def _under(one: Explanation, other: Explanation, number: Mapping[str, int], words: Wording) -> Iterator[str]:
    """The reasons under a reading, below the answers by which it parts from another."""
    apart = {q: answer for q, answer in one.answers.items() if other.reading.get(q, answer) != answer}
    yield words.explanations["headings"]["under"].format(reading=tag(apart or _apart(one, other)))
    yield from (f"  {line}" for line in _tree(one, number, words))


def _apart(one: Explanation, other: Explanation) -> dict[str, str]:
    """The answers of a reading that are others in another reading."""
    return {question: answer for question, answer in one.reading.items() if other.reading[question] != answer}


def _why_not(found: WhyNot, words: Wording, levels: int | None) -> Iterator[str]:
    told = words.explanations["headings"]
    number = _numbers(found.explanation, levels=levels)
    yield from _tree(found.explanation, number, words, levels)
    yield ""
    yield click.style(told["why_not"].format(value=words.values.get(str(found.value), str(found.value))), bold=True)
    if found.changes is None:
        held = {question: found.explanation.held.get(question, "") for question in found.answers}
        before = {_standing(found.explanation, question, answer) for question, answer in held.items()}
        yield told[f"by_{next(one for one in ('settled', 'held', 'answers') if one in before)}"]
        yield from _told_answers(found.answers, found.explanation, words)
    else:
        yield from _changes(found.changes, words)
    yield from _passages(number, words)


def _changes(changes: Changes, words: Wording) -> Iterator[str]:
    told = words.explanations["headings"]
    if changes.found:
        yield told["by_position"]
        yield from (f"  {told['or'] if place else '':<2} {one}" for place, one in enumerate(changed(changes, words)))
    else:
        yield told["nothing" if changes.complete else "unfinished"].format(tried=changes.tried)


def changed(changes: Changes, words: Wording) -> list[str]:
    """The changes of a position as conditions."""
    phrases = words.explanations["changes"]

    def said(change: Change) -> str:
        names = dict(change.names)
        told = {"player": words.player(names.get("player", "")), "place": words.place(names.get("place", ""))}
        return str(phrases[change.kind].format(**names | told))

    return [words.listed(map(said, together)) for together in changes.found]


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_json(found: Found, words: Wording) -> dict[str, Any]:
    """The JSON form without the envelope; each reason names those below it by their places in the list."""
    if isinstance(found, Contrast):
        one, other = as_json(found.one, words), as_json(found.other, words)
        return {"one": one, "other": other, "shared": found.shared, "alike": found.alike}
    if isinstance(found, WhyNot):
        data: dict[str, Any] = {"explanation": as_json(found.explanation, words), "value": found.value}
        if found.changes is None:
            return {**data, "answers": dict(found.answers)}
        told = [
            [{"kind": change.kind, **dict(change.names)} for change in together] for together in found.changes.found
        ]
        return {**data, "changes": told, "tried": found.changes.tried, "complete": found.changes.complete}
    reasons = list(found.reason.all())
    place = {id(reason): number for number, reason in enumerate(reasons)}
    return {
        "position": found.position.title,
        "matter": found.matter.as_json(),
        "value": found.value,
        "reading": dict(found.reading),
        "held": dict(found.held),
        "answers": dict(found.answers),
        "passages": {passage: words.passage(passage) for passage in found.passages},
        "reasons": [
            {
                "text": reason.text,
                "statements": list(reason.statements),
                "rules": list(reason.rules),
                "passages": list(reason.passages),
                "answers": dict(reason.answers),
                "given": reason.given,
                "earlier": reason.earlier,
                "because": [place[id(below)] for below in reason.reasons],
            }
            for reason in reasons
        ],
    }


# --- Markdown and diagrams -------------------------------------------------------------------------------------------


def as_markdown(found: Found, words: Wording, *, levels: int | None = None) -> str:
    """An explanation as a nested list with its sentences below; anything else as in a terminal."""
    if not isinstance(found, Explanation):
        return "\n".join(["```text", *map(click.unstyle, as_text(found, words, levels=levels)), "```"])
    number = _numbers(found, levels=levels)
    lines = [f"**{found.reason.text}**{_marked(found.reason, number)}", ""]
    lines += [
        f"{'    ' * (depth - 1)}- {one.text}{_marked(one, number)}"
        for depth, one in outline(found.reason)
        if levels is None or depth <= levels
    ]
    lines.append("")
    lines += [f"{place}. `{passage}` {words.passage(passage)}" for passage, place in number.items()]
    return "\n".join(lines)


def _marked(reason: Reason, number: Mapping[str, int]) -> str:
    return click.unstyle(_cited(reason, number)) + "".join(f" `{q}: {answer}`" for q, answer in reason.answers)


def as_mermaid(found: Explanation) -> str:
    """An explanation as a Mermaid flow chart: an arrow from each reason to what it supports."""
    reasons = list(found.reason.all())
    place = {id(reason): number for number, reason in enumerate(reasons)}
    lines = ["flowchart BT"]
    for number, reason in enumerate(reasons):
        told = [escape(reason.text), *(escape(f"{question}: {answer}") for question, answer in reason.answers)]
        lines.append(f'  r{number}["{"<br>".join(told)}"]')
    for number, reason in enumerate(reasons):
        lines += [f"  r{place[id(below)]} --> r{number}" for below in reason.reasons]
    return "\n".join(lines)
