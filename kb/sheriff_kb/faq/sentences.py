"""Answers of the FAQ in sentences: the parts of which every form of output is put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheriff_kb.faq.answers import Answer, AnswerCase, Condition
from sheriff_kb.faq.words import FaqWords
from sheriff_kb.law import allowed
from sheriff_kb.wording import sentence_case

MOST_WAYS = 3
"""Above this number of ways in all, the case with most of them is given as the rest."""


def case_lines(answer: Answer, told: FaqWords) -> Iterator[tuple[str, str]]:
    """What an answer comes to in each case: yes, no or a value, and the rest of the sentence."""
    rest = _rest(answer)
    for case in answer.cases:
        word = told.say(case.meaning) if case.meaning else sentence_case(case.value_text)
        text = ""
        if case.meaning and case.value_text:
            text += f" ({case.value_text})"
        text += _because(case, told)
        if case is rest:
            text += " " + told.say("rest")
        elif case.ways != ((),):
            text += ", " + told.say("if", ways=told.say("or_if").join(_way(way, told) for way in case.ways))
        yield word, f"{text}."


def readings_line(answer: Answer, case: AnswerCase, told: FaqWords) -> str:
    """Which named readings come to a case; empty if none does. The default has no authority, and is left out."""
    names = [told.readings[name] for name in case.readings if name in told.readings]
    if not names:
        return ""
    if not any(name in told.readings for other in answer.cases if other is not case for name in other.readings):
        return told.say("every_reading")
    return told.say("readings", readings=", ".join(names))


def assumed_line(answer: Answer, told: FaqWords) -> str:
    """What the answer takes for granted; empty if it is nothing."""
    if not answer.assumed:
        return ""
    return told.say("assumed", answers=told.words.parted(condition.text for condition in answer.assumed))


def _rest(answer: Answer) -> AnswerCase | None:
    """The case that is given as the rest; None if every way can be listed."""
    if sum(len(case.ways) for case in answer.cases) <= MOST_WAYS:
        return None
    return max(answer.cases, key=lambda case: len(case.ways))


def _way(way: Sequence[Condition], told: FaqWords) -> str:
    return told.say("and_if").join(condition.text for condition in way)


def _because(case: AnswerCase, told: FaqWords) -> str:
    """The reasons of a refusal, but for those that are what the case depends on."""
    conditions = (condition for way in case.ways for condition in way)
    known = {told.condition(one.question, answer) for one in conditions for answer in allowed(one.answer)}
    always, sometimes = ([r for r in reasons if r not in known] for reasons in (case.reasons, case.reasons_in_some))
    if always:
        return told.say("because", reasons=_joined(always, told))
    if len(sometimes) > 1:
        return told.say("because", reasons=told.say("or").join(sometimes))
    return ""


def _joined(parts: Sequence[str], told: FaqWords) -> str:
    return told.say("and").join(parts)
