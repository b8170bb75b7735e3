"""Answers of the FAQ as data: JSON, and rows for a table."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Any

from sheriff_kb.drawing import alternative
from sheriff_kb.faq.answers import Answer, Condition
from sheriff_kb.faq.sentences import case_lines
from sheriff_kb.faq.words import FaqWords
from sheriff_kb.law import line_as_json

COLUMNS = (
    "id",
    "topic",
    "question",
    "verdict",
    "sure",
    "answer",
    "rules",
    "settled",
    "assumed",
    "sentences",
    "position",
)


def as_json(answers: Iterable[Answer], told: FaqWords, drawings: dict[str, str] | None = None) -> dict[str, Any]:
    """Answers as plain data, as `docs/faq-howto.md` describes them, without the envelope; `drawings` by entry."""
    return {
        "licence": told.say("licence"),
        "entries": [_as_json(answer, told, (drawings or {}).get(answer.entry.id)) for answer in answers],
    }


def _as_json(answer: Answer, told: FaqWords, drawing: str | None) -> dict[str, Any]:
    entry = answer.entry
    data: dict[str, Any] = {
        "id": entry.id,
        "topic": entry.topic,
        "question": answer.question,
        "also": list(told.also(entry.id)),
        "verdict": answer.verdict,
        "headline": answer.headline,
        "sure": answer.sure,
        "sureness": list(answer.sureness),
        "rules": list(answer.rules),
        "settled": list(answer.settled),
        "assumed": _conditions(answer.assumed),
        "cases": [
            {
                "value": case.value,
                **({"means": case.meaning} if case.meaning else {}),
                "text": word + rest,
                "when": [_conditions(way) for way in case.ways],
                "why": list(case.why),
                "readings": list(case.readings),
                **({"reasons": list(case.reasons)} if case.reasons else {}),
                **({"reasons_in_some": list(case.reasons_in_some)} if case.reasons_in_some else {}),
            }
            for case, (word, rest) in zip(answer.cases, case_lines(answer, told), strict=True)
        ],
        "sentences": [
            {
                "id": one.id,
                "says": one.says,
                "locator": one.locator,
                **({"address": one.address} if one.address else {}),
                "supports": [_conditions([condition]) for condition in one.supports],
            }
            for one in answer.sentences
        ],
        "position": {
            "name": entry.position,
            "title": answer.position.title,
            "alternative": alternative(answer.position, focus=answer.focus, language=told.language),
            **({"drawing": drawing} if drawing else {}),
        },
        "matter": answer.matter.as_json(),
        "near": list(answer.near),
    }
    if answer.partial:
        data["partial"] = True
    return data


def _conditions(conditions: Iterable[Condition]) -> dict[str, str | list[str]]:
    return line_as_json({condition.question: condition.answer for condition in conditions})


def as_csv(answers: Iterable[Answer], told: FaqWords) -> str:
    """Answers as rows of a table with a heading; several ids in a cell are parted by blanks, lines by line breaks."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for answer in answers:
        lines = [word + rest for word, rest in case_lines(answer, told)] if answer.rules else [answer.headline]
        rows.writerow(
            [
                answer.entry.id,
                answer.entry.topic,
                answer.question,
                answer.verdict,
                answer.sure,
                "\n".join(lines),
                " ".join(answer.rules),
                " ".join(answer.settled),
                " ".join(f"{condition.question}={condition.answer}" for condition in answer.assumed),
                " ".join(sentence.id for sentence in answer.sentences),
                answer.entry.position,
            ]
        )
    return out.getvalue()
