"""Rulings as text for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import click

from sheriff_kb.law import allowed, interface, is_settled, law_version, line_as_json, tag
from sheriff_kb.position import Position, default_last
from sheriff_kb.rulings import FORMAT, MOST_CASES, Case, Observation, Omission, Ruling, Rulings, observations, together
from sheriff_kb.wording import DEFAULT_LANGUAGE, Wording, sentence_case, wording

MOST_FIXED = 5
"""Maximum number of fixed answers that are listed one by one."""


def as_json(found: Rulings, words: Wording) -> dict[str, Any]:
    """The JSON form of rulings, as `docs/json.md` describes it."""
    return {
        "format": FORMAT,
        "law": law_version(),
        "position": found.position.title,
        **({} if found.complete else {"complete": False}),
        "held": dict(found.held),
        **({"unsaid": unsaid} if (unsaid := _unsaid_as_json(found)) else {}),
        "rulings": [_ruling_as_json(ruling, found, words) for ruling in found],
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


def _ruling_as_json(ruling: Ruling, found: Rulings, words: Wording) -> dict[str, Any]:
    data: dict[str, Any] = {
        "matter": ruling.matter.as_json(),
        "text": sentence(ruling, words),
        "varies": ruling.varies,
        "questions": list(ruling.questions),
        "under": {name: _under_as_json(value, ruling, found) for name, value in ruling.under.items()},
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


def _under_as_json(value: int | str | tuple[int | str, ...], ruling: Ruling, found: Rulings) -> Any:
    """The value under a reading; a list if what the position does not say leaves several possible."""
    if isinstance(value, tuple):
        return [_value_as_json(one, ruling, found) for one in value]
    return _value_as_json(value, ruling, found)


def _value_as_json(value: int | str, ruling: Ruling, found: Rulings) -> Any:
    """A value; where the sheriff stands, his place and the tiles of its mountain."""
    if isinstance(value, str) and _is_place(value, ruling):
        return {"place": value, "mountain": list(_mountain(value, ruling, found))}
    return value


def rulings_as_text(found: Rulings, language: str = DEFAULT_LANGUAGE) -> str:
    """The report on rulings that `sheriff rulings` prints, without terminal colours."""
    return click.unstyle("\n".join(as_text(found, wording(language))))


def rulings_as_json(found: Rulings, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
    """Rulings as plain data, as `sheriff rulings --format json` prints them."""
    return as_json(found, wording(language))


def as_text(found: Rulings, words: Wording) -> Iterator[str]:
    """The lines of a report on the rulings, with terminal colours."""
    if found.position.title:
        yield click.style(found.position.title, bold=True)
        yield ""
    numbered = list(enumerate(found, 1))
    same = [(number, ruling) for number, ruling in numbered if not ruling.varies]
    differ = [(number, ruling) for number, ruling in numbered if ruling.varies]
    if not numbered and found.complete:
        yield _nothing(found.position, words)
    elif numbered:
        yield click.style(f"  #  {words.report('turn')}", dim=True)
    width = max((len(_matter(ruling, words)) for ruling in found), default=0)
    if same:
        yield click.style(words.report("same"), fg="green")
        for number, ruling in same:
            (case,) = ruling.cases
            yield f"{number:>3}  {_matter(ruling, words):<{width}}  {value_in_words(case.value, ruling, found, words)}"
            yield from _refusal(case, ruling, words)
    if differ:
        yield click.style(words.report("varies"), fg="yellow")
        for number, ruling in differ:
            yield from _varying(number, ruling, found, words, width)
    if found.position.observed and found.complete:
        yield click.style(words.report("observed"), fg="cyan")
        for observation in observations(found):
            keys = ", ".join(f"{key}: {value}" for key, value in observation.observed.items())
            yield from _observation(keys, observation, words)
        if len(found.position.observed) > 1:
            yield from _observation(words.report("observed_all"), together(found), words)
    yield ""
    if not found.complete:
        yield click.style(words.report("incomplete", count=len(numbered)), fg="red")
    yield from _unsaid(found, words)
    if differ:
        yield words.report("default")
    yield from _held(found, words)


def _nothing(position: Position, words: Wording) -> str:
    if position.filters or position.asks:
        return words.report("nothing_asked")
    return words.report("nothing_in_turns" if position.turns else "nothing")


def as_html(found: Rulings, words: Wording) -> str:
    """The rulings as a table for notebooks."""
    rows = []
    for number, ruling in enumerate(found, 1):
        cells = [str(number), _matter(ruling, words)]
        cells.append("<br>".join(escape(line) for line in _cases_in_lines(ruling, found, words)))
        rows.append(f"<tr><td>{cells[0]}</td><td>{escape(cells[1])}</td><td>{cells[2]}</td></tr>")
    about, cases = (escape(words.report(key)) for key in ("about", "cases"))
    head = f"<tr><th></th><th>{about}</th><th>{cases}</th></tr>"
    return f"<table><caption>{escape(found.position.title)}</caption>{head}{''.join(rows)}</table>"


def _cases_in_lines(ruling: Ruling, found: Rulings, words: Wording) -> Iterator[str]:
    for case in ruling.cases:
        value = value_in_words(case.value, ruling, found, words)
        for answers in case.when:
            reading = words.parted(_answers(question, some, found, words) for question, some in answers.items())
            yield f"{words.leading(value)} {reading}" if reading else value


def _observation(what: str, observation: Observation, words: Wording) -> Iterator[str]:
    if not observation.when:
        yield f"     {words.report('observed_never', what=what)}"
    elif not observation.when[0]:
        yield f"     {words.report('observed_always', what=what)}"
    else:
        yield f"     {words.report('observed_such' if observation.partial else 'observed_only', what=what)}"
        yield from (f"        {tag(answers)}" for answers in observation.when)


def _varying(number: int, ruling: Ruling, found: Rulings, words: Wording, width: int) -> Iterator[str]:
    under: dict[tuple[int | str, ...], list[str]] = {}
    for name, value in ruling.under.items():
        under.setdefault(value if isinstance(value, tuple) else (value,), []).append(name)
    head = f"{number:>3}  {_matter(ruling, words):<{width}}"
    for possible, names in under.items():
        told = words.either(value_in_words(value, ruling, found, words) for value in possible)
        yield f"{head}  {told}   {', '.join(names)}"
        head = " " * len(head)
    if ruling.partial:
        yield f"        {words.report('partial', count=MOST_CASES, questions=', '.join(ruling.questions))}"
    rows = [(case, answers) for case in ruling.cases for answers in case.when]
    values = [value_in_words(case.value, ruling, found, words) for case, _ in rows]
    for value, (case, answers) in zip(values, rows, strict=True):
        reading = words.parted(_answers(question, some, found, words) for question, some in answers.items())
        ids = {question: some for question, some in answers.items() if question not in found.unsaid}
        row = f"        {value:<{max(map(len, values))}}  {reading}"
        yield f"{row}  {click.style(tag(ids), dim=True)}" if ids or not answers else row
        if answers is case.when[-1]:
            yield from _refusal(case, ruling, words)


def _refusal(case: Case, ruling: Ruling, words: Wording) -> Iterator[str]:
    act = ruling.matter.act
    if act is not None:
        for reason in case.reasons:
            yield f"          {words.report('because', reason=words.reason(act, reason))}"
        for reason in case.reasons_in_some:
            yield f"          {words.report('because_in_some', reason=words.reason(act, reason))}"


def _unsaid(found: Rulings, words: Wording) -> Iterator[str]:
    """What the file leaves unsaid and the rulings take for granted."""
    position = found.position
    needed = frozenset[str]().union(*(interface().kinds[ruling.matter.kind].needs for ruling in found))
    unsaid = []
    if (
        "last" in needed
        and position.end
        and not position.turns
        and position.last == default_last(position.players, position.start, ())
    ):
        unsaid.append(words.report("unsaid_last", player=words.player(position.last)))
    if "collected" in needed and not any(position.collected.values()):
        unsaid.append(words.report("unsaid_collected"))
    if unsaid:
        yield words.report("unsaid", things=", ".join(unsaid))


def _held(found: Rulings, words: Wording) -> Iterator[str]:
    fixed = {question: answer for question, answer in found.held.items() if not is_settled(question, answer)}
    if len(fixed) < len(found.held):
        yield words.report("held", count=len(found.held) - len(fixed))
    if len(fixed) > MOST_FIXED:
        yield words.report("fixed_many", count=len(fixed))
    elif fixed:
        yield words.report("fixed", answers=", ".join(f"{question}={answer}" for question, answer in fixed.items()))


def _answers(question: str, answers: str | Sequence[str], found: Rulings, words: Wording) -> str:
    """The answers that a line allows, in words, or what a position does not say."""
    if question in found.unsaid:
        return words.omission(found.unsaid[question], allowed(answers))
    return words.answers(question, answers)


def _matter(ruling: Ruling, words: Wording) -> str:
    """The matter with the turn in front, as a table row has it."""
    turn = ruling.matter.turn
    told = "" if turn is None else words.report("end") if turn == "end" else str(turn)
    return f"{told:<4}  {words.matter(ruling.about)}"


def value_in_words(value: int | str, ruling: Ruling, found: Rulings, words: Wording) -> str:
    """A value as people read it."""
    if isinstance(value, int):
        return str(value)
    if _is_place(value, ruling):
        tiles = ", ".join(_mountain(value, ruling, found))
        if _mountain_alone(ruling, found) and " " not in value:  # else the tile has several mountains
            return words.report("stands_somewhere", tiles=tiles)
        return words.report("stands", place=words.place(value), tiles=tiles)
    return words.values.get(value, value)


def _is_place(value: str, ruling: Ruling) -> bool:
    """Whether a value is a place on the board."""
    return interface().kinds[ruling.matter.kind].value == "place" and value != "beside"


def _mountain_alone(ruling: Ruling, found: Rulings) -> bool:
    """Whether nobody said on which tile of his mountain the sheriff stands, since he was last sent there."""
    turn = ruling.matter.turn
    steps = (number for number, one in enumerate(found.position.turns, 1) if one.sheriff or number in found.untold)
    return max((step for step in steps if isinstance(turn, int) and step <= turn), default=0) in found.untold


def _mountain(place: str, ruling: Ruling, found: Rulings) -> tuple[str, ...]:
    turn = ruling.matter.turn
    assert isinstance(turn, int)
    return found.mountains.get((turn, place), ())


def sentence(ruling: Ruling, words: Wording) -> str:
    """What a ruling is about, with its turn, as a sentence begins."""
    asked, turn = words.matter(ruling.about), ruling.matter.turn
    return sentence_case(asked) + (f" {words.when(turn)}" if turn is not None else "")
