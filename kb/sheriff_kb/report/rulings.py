"""Rulings as text for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import click

from sheriff_kb.law import RECOMMENDED, line_as_json
from sheriff_kb.output import enveloped
from sheriff_kb.report.columns import PAGE
from sheriff_kb.report.glance import at_a_glance
from sheriff_kb.report.values import answers_in_words, is_place, mountain_of, sentence, value_in_words
from sheriff_kb.rulings import Case, Omission, Ruling, Rulings, observations, together
from sheriff_kb.rulings.changes import Change, changes, reading_of
from sheriff_kb.wording import DEFAULT_LANGUAGE, Wording, wording


def as_json(found: Rulings, words: Wording, reading: str = RECOMMENDED) -> dict[str, Any]:
    """The JSON form of the rulings on a position, without the envelope; changes are those to a named `reading`."""
    answers = found.completed(reading_of(found, reading))
    return {
        "position": found.position.title,
        "complete": found.complete,
        "reading": reading,
        "held": dict(found.held),
        **({"unsaid": unsaid} if (unsaid := _unsaid_as_json(found)) else {}),
        "rulings": [_ruling_as_json(ruling, found, answers, words) for ruling in found],
        **({"observed": _observed_as_json(found)} if found.position.observed and found.complete else {}),
    }


def _observed_as_json(found: Rulings) -> dict[str, Any]:
    """What was observed with the readings that give it, each and all together."""
    return {
        "each": [{**one.observed, "when": [*map(line_as_json, one.when)]} for one in observations(found)],
        "together": [*map(line_as_json, together(found).when)],
    }


def _unsaid_as_json(found: Rulings) -> dict[str, Any]:
    """What the position does not say, as far as a ruling depends on it."""
    named = {question for ruling in found for question in ruling.questions}
    return {question: _omission_as_json(one) for question, one in found.unsaid.items() if question in named}


def _omission_as_json(omission: Omission) -> dict[str, Any]:
    told = {key: getattr(omission, key) for key in ("kind", "turn", "player", "place")}
    answers = {name: list(way) if isinstance(way, tuple) else way for name, way in omission.answers.items()}
    return {**{key: value for key, value in told.items() if value is not None}, "answers": answers}


def _ruling_as_json(ruling: Ruling, found: Rulings, answers: Mapping[str, str], words: Wording) -> dict[str, Any]:
    changed = changes(found, ruling, answers)
    data: dict[str, Any] = {
        "matter": ruling.matter.as_json(),
        "text": sentence(ruling, words),
        "varies": ruling.varies,
        "questions": list(ruling.questions),
        "under": {name: _under_as_json(value, ruling, found) for name, value in ruling.under.items()},
        "changes": {
            "alone": [_change_as_json(change, ruling, found) for change in changed.alone],
            "together": [_change_as_json(change, ruling, found) for change in changed.together],
        },
        "cases": [_case_as_json(case, ruling, found) for case in ruling.cases],
    }
    if ruling.tiles:
        data["tiles"] = list(ruling.tiles)
    if ruling.partial:
        data["partial"] = True
    return data


def _case_as_json(case: Case, ruling: Ruling, found: Rulings) -> dict[str, Any]:
    data: dict[str, Any] = {
        "value": _value_as_json(case.value, ruling, found),
        "when": [*map(line_as_json, case.when)],
    }
    if case.reasons:
        data["reasons"] = list(case.reasons)
    if case.reasons_in_some:
        data["reasons_in_some"] = list(case.reasons_in_some)
    return data


def _change_as_json(change: Change, ruling: Ruling, found: Rulings) -> dict[str, Any]:
    """Other answers, and the value that they lead to; a list if what the position does not say leaves several."""
    value = change.values[0] if len(change.values) == 1 else change.values
    return {"value": _under_as_json(value, ruling, found), "when": line_as_json(change.answers)}


def _under_as_json(value: int | str | tuple[int | str, ...], ruling: Ruling, found: Rulings) -> Any:
    """The value under a reading; a list if what the position does not say leaves several possible."""
    if isinstance(value, tuple):
        return [_value_as_json(one, ruling, found) for one in value]
    return _value_as_json(value, ruling, found)


def _value_as_json(value: int | str, ruling: Ruling, found: Rulings) -> Any:
    """A value; where the sheriff stands, his place and the tiles of its mountain."""
    if isinstance(value, str) and is_place(value, ruling):
        return {"place": value, "mountain": list(mountain_of(value, ruling, found))}
    return value


def rulings_as_text(found: Rulings, language: str = DEFAULT_LANGUAGE, *, width: int = PAGE) -> str:
    """The report on rulings that `sheriff rulings` prints, at most `width` columns wide, without terminal colours."""
    return click.unstyle("\n".join(at_a_glance(found, wording(language), width=width)))


def rulings_as_json(found: Rulings, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
    """Rulings as plain data, as `sheriff rulings --format json` prints them, without the name of a file."""
    return enveloped({"positions": [as_json(found, wording(language))]}, complete=found.complete)


def as_html(found: Rulings, words: Wording) -> str:
    """The rulings as a table for notebooks."""
    rows = []
    for number, ruling in enumerate(found, 1):
        cells = [str(number), _row_name(ruling, words)]
        cells.append("<br>".join(escape(line) for line in _cases_in_lines(ruling, found, words)))
        rows.append(f"<tr><td>{cells[0]}</td><td>{escape(cells[1])}</td><td>{cells[2]}</td></tr>")
    about, cases = (escape(words.report(key)) for key in ("about", "cases"))
    head = f"<tr><th></th><th>{about}</th><th>{cases}</th></tr>"
    return f"<table><caption>{escape(found.position.title)}</caption>{head}{''.join(rows)}</table>"


def _cases_in_lines(ruling: Ruling, found: Rulings, words: Wording) -> Iterator[str]:
    for case in ruling.cases:
        value = value_in_words(case.value, ruling, found, words)
        for answers in case.when:
            reading = words.parted(answers_in_words(question, some, found, words) for question, some in answers.items())
            yield f"{words.leading(value)} {reading}" if reading else value


def _row_name(ruling: Ruling, words: Wording) -> str:
    """The matter with the turn in front, as a table row has it."""
    turn = ruling.matter.turn
    told = "" if turn is None else words.report("end") if turn == "end" else str(turn)
    return f"{told:<4}  {words.matter(ruling.about)}"
