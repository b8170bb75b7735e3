"""The named readings: by whose word they go, and how they answer."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_dev.site.known import Known
from sheriff_dev.site.links import to_answers, to_clause, to_question
from sheriff_dev.site.page import Page, bullets, heading, page, plain, table
from sheriff_kb.evidence import check, dependent, texts, units_of
from sheriff_kb.law import Preference, interface, named_readings, questions
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
        found = check(reading, texts())
        count = len(units_of(texts()))
        breaks = say("breaks", count=len(found.breaks), all=count) if found.breaks else say("breaks_none", all=count)
        yield f"\n{breaks}\n"
        yield bullets(to_clause(unit, words) for unit in found.breaks)
        if name == "recommended":
            yield from _weights(words)
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


def _weights(words: Wording) -> Iterator[str]:
    """How far the recommended reading depends on its weights."""

    def say(key: str, **names: object) -> str:
        return words.site("readings", key, **names)

    found, everything = dependent(), len(questions())
    yield heading(3, say("weights"), "weights")
    if not found:
        yield say("weights_all", all=everything)
        return
    yield say("weights_intro", all=everything, count=everything - len(found))
    recommended = named_readings()["recommended"]
    rows = []
    for question, others in found.items():
        for answer in dict.fromkeys(other.answer for other in others):
            first = (
                words.parted(_followed(one, words) for one in other.first) for other in others if other.answer == answer
            )
            told = [to_answers({question: given}, words) for given in (recommended[question], answer)]
            rows.append([to_question(question, words), *told, "<br>".join(dict.fromkeys(first))])
    yield table([say("rule"), say("recommended"), say("otherwise"), say("comes_first")], rows)


def _followed(preference: Preference, words: Wording) -> str:
    """What a preference follows."""
    return plain(
        words.evidence(
            "phrases",
            "followed",
            sort=words.evidence("sorts", preference.sort),
            speaker=words.evidence("speakers", preference.speaker),
            strength=words.evidence("strengths", preference.strength),
        )
    )


def _differing(words: Wording) -> Iterator[list[str]]:
    """Row by row, how the named readings answer what they answer differently."""
    known = named_readings()
    for members in interface().topics.values():
        for question in members:
            given = [reading[question] for reading in known.values()]
            if len(set(given)) > 1:
                yield [
                    to_question(question, words),
                    *(f"[`{answer}`](/questions/{question}.md#{answer})" for answer in given),
                ]
