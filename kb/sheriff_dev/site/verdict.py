"""A ruling on a page: the position drawn, and every value with the ways of reading that lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_dev.site.links import to_answers, to_reading
from sheriff_dev.site.page import box, drawing, plain
from sheriff_kb.drawing import Focus, svg
from sheriff_kb.drawing.focus import NOTHING
from sheriff_kb.law import Line, allowed
from sheriff_kb.position import Position
from sheriff_kb.report import sentence, value_in_words
from sheriff_kb.rulings import Case, Ruling, Rulings
from sheriff_kb.wording import Wording, sentence_case


def picture(position: Position, words: Wording, focus: Focus = NOTHING) -> str:
    """A position drawn; what is in focus is marked."""
    return drawing(svg(position, title=False, focus=focus, language=words.language))


def verdict(ruling: Ruling, found: Rulings, words: Wording) -> str:
    """What a ruling is about, and a card for each value."""
    asked = f"**{plain(sentence(ruling, words))}**"
    return f"\n{asked}\n" + box("cases", (_case(case, ruling, found, words) for case in ruling.cases))


def line(ruling: Ruling, found: Rulings, words: Wording) -> str:
    """A ruling that does not depend on a reading, on one line."""
    (case,) = ruling.cases
    value = plain(value_in_words(case.value, ruling, found, words))
    told = words.parted([f"**{value}**", *map(plain, _reasons(case, ruling, words))])
    return f"{words.leading(plain(sentence(ruling, words)))} {told}"


def _case(case: Case, ruling: Ruling, found: Rulings, words: Wording) -> str:
    return box("case", _case_lines(case, ruling, found, words))


def _case_lines(case: Case, ruling: Ruling, found: Rulings, words: Wording) -> Iterator[str]:
    yield f"**{plain(value_in_words(case.value, ruling, found, words))}**{{ .value }}"
    groups = [_way(answers, found, words) for answers in case.when]
    if groups == [""]:
        yield f"\n{words.site('verdict', 'always')}\n"
    elif len(groups) == 1:
        yield f"\n{sentence_case_link(groups[0])}.\n"
    else:
        yield "\n" + words.site("verdict", "either") + "\n"
        yield from (f"- {group}" for group in groups)
        yield ""
    yield from (f"\n{sentence_case(plain(reason))}.\n" for reason in _reasons(case, ruling, words))
    names = [to_reading(name, words) for name, value in ruling.under.items() if value == case.value]
    if names:
        yield f"\n{words.site('verdict', 'readings', names=', '.join(names))}\n{{ .readings }}\n"


def sentence_case_link(text: str) -> str:
    """Text that begins with a link, as it begins a sentence."""
    return "[" + sentence_case(text[1:]) if text.startswith("[") else sentence_case(text)


def _way(answers: Line, found: Rulings, words: Wording) -> str:
    """The answers of a line, and what the position does not say."""

    def told(question: str, some: str | tuple[str, ...]) -> str:
        if question in found.unsaid:
            return plain(words.omission(found.unsaid[question], allowed(some)))
        return to_answers({question: some}, words)

    return words.parted(told(question, some) for question, some in answers.items())


def _reasons(case: Case, ruling: Ruling, words: Wording) -> Iterator[str]:
    act = ruling.matter.act
    if act is not None:
        yield from (words.site("verdict", "because", reason=words.reason(act, reason)) for reason in case.reasons)
        yield from (
            words.site("verdict", "because_in_some", reason=words.reason(act, reason))
            for reason in case.reasons_in_some
        )
