"""What a group should agree on before the game: a page to be printed."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_dev.site.known import Known
from sheriff_dev.site.links import to_question
from sheriff_dev.site.page import Page, box, bullets, heading, page, plain
from sheriff_dev.site.topics import topic_title
from sheriff_kb.law import Question, interface, named_readings, questions
from sheriff_kb.wording import Wording, sentence_case


def pages(known: Known) -> Iterator[Page]:
    """The one page."""
    words = known.words
    yield page("checklist.md", words.site("checklist", "title"), words.site("checklist", "about"), _lines(known))


def worth_agreeing_on(known: Known) -> list[Question]:
    """The open questions that named readings answer differently and on which more hangs than what a player sees."""
    readings = named_readings().values()
    return [
        question
        for question in questions().values()
        if question.status != "settled"
        and len({reading[question.id] for reading in readings}) > 1
        and known.moves_something(question.id)
    ]


def _lines(known: Known) -> Iterator[str]:
    words = known.words
    chosen = worth_agreeing_on(known)
    names = [question.id for question in chosen]
    yield words.site("checklist", "intro", count=len(chosen))
    for topic, members in interface().topics.items():
        here = [question for question in members if question in names]
        if here:
            yield heading(2, topic_title(topic, words), topic)
            yield from (box("agree", _question(questions()[question], words)) for question in here)
    rest = [q for q in questions().values() if q.status != "settled" and q not in chosen]
    yield heading(2, words.site("checklist", "rest"), "rest")
    yield box(
        "rest", [words.site("checklist", "rest_intro"), bullets(to_question(question.id, words) for question in rest)]
    )


def _question(question: Question, words: Wording) -> Iterator[str]:
    recommended = named_readings()["recommended"][question.id]
    yield f"**{plain(words.ask(question.id))}** <small>{to_question(question.id, words)}</small>\n"
    for answer in question.answers:
        mark = f" <small>({words.site('checklist', 'recommended')})</small>" if answer == recommended else ""
        yield f'- <span class="tick"></span>{plain(sentence_case(words.answer(question.id, answer)))}{mark}'
