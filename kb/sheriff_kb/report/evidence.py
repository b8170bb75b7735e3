"""The output of `sheriff evidence`: what speaks for and against each way of reading, and what a sentence says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from sheriff_kb.evidence import (
    Claim,
    Voice,
    balance,
    claims,
    doubtful,
    judge,
    passages,
    remarks,
    silence,
    stated_by,
    tables_fixed,
    voices,
)
from sheriff_kb.law import questions, tag
from sheriff_kb.wording import Wording, sentence_case


def question_as_json(question: str, words: Wording) -> dict[str, Any]:
    """What is said for and against each answer to a question, as plain data."""
    kind, told = balance(question)
    heard = voices(question)
    answers = {
        answer: {
            "text": words.answer(question, answer),
            "for": [_voice(voice, voice.how, words) for voice in heard if answer in voice.supports],
            "against": [_voice(voice, "opposes", words) for voice in heard if answer in voice.opposes],
        }
        for answer in questions()[question].answers
    }
    doubt = words.doubt(question)
    return {
        "id": question,
        "status": questions()[question].status,
        "ask": words.ask(question),
        "balance": kind,
        "witnesses": {answer: list(origins) for answer, origins in told.items()},
        "verdict": _verdict(question, kind, told, words)
        + (f" {words.evidence('phrases', 'table_open')}" if any(voice.left is not None for voice in heard) else ""),
        "answers": answers,
        "open": [
            {**_voice(voice, "claims", words), "left": {at: list(some) for at, some in voice.left.items()}}
            for voice in heard
            if voice.left is not None
        ],
        **({"doubt": {"passages": list(doubtful(question)), **doubt}} if doubt else {}),
    }


def _verdict(question: str, kind: str, told: Mapping[str, Sequence[str]], words: Wording) -> str:
    status = words.statuses[questions()[question].status]
    parts = [
        f"{words.answer(question, answer)} ({', '.join(words.evidence('origins', origin) for origin in origins)})"
        for answer, origins in told.items()
    ]
    return f"{sentence_case(status)}. {words.evidence('balance', kind, answers=words.parted(parts))}"


def _voice(voice: Voice, how: str, words: Wording) -> dict[str, Any]:
    passage = passages()[voice.passage]
    return {
        "passage": passage.id,
        "how": how,
        "kind": passage.kind,
        "authority": passage.authority,
        "says": words.passage(passage.id),
    }


def question_lines(data: Mapping[str, Any], words: Wording) -> Iterator[str]:
    """The same for the terminal."""
    head = f"{click.style(data['id'], bold=True)} ({data['status']})"
    yield f"{words.leading(head)} {data['ask']}"
    for answer, told in data["answers"].items():
        yield f"  {words.leading(click.style(answer, bold=True))} {told['text']}"
        for side, sign in (("for", "+"), ("against", "-")):
            for voice in told[side]:
                how = words.leading(f"{voice['passage']} {words.evidence('how', voice['how'])}")
                known = click.style(f"({words.authority(voice['authority'])})", dim=True)
                yield f"    {sign} {how} {voice['says']} {known}"
        if not told["for"] and not told["against"]:
            yield f"      {words.evidence('phrases', 'none')}"
    for voice in data["open"]:
        for position, some in voice["left"].items():
            if some:
                answers = ", ".join(some)
                yield "  ? " + words.evidence(
                    "phrases", "left", passage=voice["passage"], position=position, answers=answers
                )
    yield f"  {words.leading(words.evidence('phrases', 'verdict'))} {data['verdict']}"
    if "doubt" in data:
        yield "  " + words.evidence("phrases", "doubt", passages=words.listed(data["doubt"]["passages"]))
        for side in ("more", "less"):
            yield "    " + words.evidence("phrases", f"doubt_{side}", argument=data["doubt"][side])


def passage_as_json(name: str, words: Wording) -> dict[str, Any]:
    """What a sentence says, as plain data."""
    passage = passages()[name]
    says = [
        {"question": question, "how": voice.how, "answer": voice.supports[0]}
        for question in questions()
        for voice in voices(question)
        if voice.passage == name and voice.how != "claims"
    ]
    data: dict[str, Any] = {
        "id": name,
        "locator": words.locator(name),
        "says": words.passage(name),
        "kind": passage.kind,
        "authority": passage.authority,
        "evidence": says,
        "claims": [_claim(claim, words) for claim in claims(name)],
        "tables": [
            {"table": table, "position": position, "strength": strength}
            for table, position, strength in tables_fixed(name)
        ],
        "doubtful": [question for question in questions() if name in doubtful(question)],
    }
    reason = silence(name)
    if reason is not None:
        data["silent"] = words.evidence("silent", reason)
    if passage.source in remarks() and stated_by(name):
        data["verdict"] = judge(name)
    return data


def _claim(claim: Claim, words: Wording) -> dict[str, Any]:
    return {
        "id": claim.id,
        "text": words.evidence("claims", claim.id),
        "table": claim.table,
        "holds": {position: [dict(when) for when in cases] for position, cases in claim.holds.items()},
    }


def passage_lines(data: Mapping[str, Any], words: Wording) -> Iterator[str]:
    """The same for the terminal."""
    yield f"{words.leading(click.style(data['id'], bold=True))} {data['says']}"
    yield click.style(f"  {data['locator']} ({words.authority(data['authority'])})", dim=True)
    for one in data["evidence"]:
        yield f"  {words.evidence('says', one['how'], question=one['question'], answer=one['answer'])}"
    for claim in data["claims"]:
        yield f"  {words.evidence('phrases', 'claims', claim=claim['text'])}"
        for position, cases in claim["holds"].items():
            when = words.either(tag(case) if case else words.evidence("phrases", "always") for case in cases)
            when = when or words.evidence("phrases", "never")
            yield "    " + words.evidence("phrases", "holds", position=position, when=when)
    for one in data["tables"]:
        table = words.evidence("tables", one["table"])
        yield "  " + words.evidence("phrases", f"fixed_{one['strength']}", table=table, position=one["position"])
    if data["doubtful"]:
        yield "  " + words.evidence("phrases", "doubtful_on", questions=words.listed(data["doubtful"]))
    if "silent" in data:
        yield f"  {words.leading(words.evidence('how', 'silent'))} {data['silent']}"
    if "verdict" in data:
        yield f"  {words.leading(words.evidence('phrases', 'verdict'))} {words.evidence('verdicts', data['verdict'])}"
