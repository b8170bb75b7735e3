"""The named readings: by whose word they go, and how they answer."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_kb.coherence import TEXTS
from sheriff_kb.evidence import check, units_of
from sheriff_kb.questions import named_readings, questions
from sheriff_kb.site.known import Known
from sheriff_kb.site.links import quoted, to_answers, to_question
from sheriff_kb.site.page import Page, bullets, heading, page, plain, table
from sheriff_kb.site.topics import TOPICS
from sheriff_kb.wording import Wording


def pages(known: Known) -> Iterator[Page]:
    """The one page."""
    words = known.words
    yield page("readings.md", words.site("readings", "title"), words.site("readings", "about"), _readings(words))


def _readings(words: Wording) -> Iterator[str]:
    def say(key: str, **names: object) -> str:
        return words.site("readings", key, **names)

    yield say("intro")
    known = named_readings()
    for name, reading in known.items():
        yield heading(2, name, name)
        yield plain(words.argument(name))
        found = check(reading, TEXTS)
        count = len(units_of(TEXTS))
        breaks = say("breaks", count=len(found.breaks), all=count) if found.breaks else say("breaks_none", all=count)
        yield f"\n{breaks}\n"
        yield bullets(quoted(passage, words) for passage in found.breaks)
    yield heading(2, say("where"), "where")
    yield say("where_intro")
    yield table([say("rule"), *known], _differing(words))
    yield heading(2, say("all"), "all")
    yield say("all_intro")
    first, *_ = known.values()
    alike = [q for q in questions() if len({reading[q] for reading in known.values()}) == 1]
    yield bullets(
        f"{words.leading(to_question(question, words))} {to_answers({question: first[question]}, words)}"
        for question in alike
    )


def _differing(words: Wording) -> Iterator[list[str]]:
    """Row by row, how the named readings answer what they answer differently."""
    known = named_readings()
    for members in TOPICS.values():
        for question in members:
            given = [reading[question] for reading in known.values()]
            if len(set(given)) > 1:
                yield [
                    to_question(question, words),
                    *(f"[`{answer}`](/questions/{question}.md#{answer})" for answer in given),
                ]
