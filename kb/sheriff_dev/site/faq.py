"""What players ask, a page a topic: each question with its computed answer, a drawing, and the sentences behind it."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_dev.site.known import Known
from sheriff_dev.site.links import position_sentence, quoted, to_faq, to_question
from sheriff_dev.site.page import Page, box, bullets, heading, page, plain
from sheriff_dev.site.verdict import picture
from sheriff_kb.faq import Answer
from sheriff_kb.faq.sentences import assumed_line, case_lines, readings_line
from sheriff_kb.faq.words import FaqWords, faq_words
from sheriff_kb.law import interface, questions
from sheriff_kb.wording import Wording

BOOST = 3
"""What players ask is what most people search for."""


def pages(known: Known) -> Iterator[Page]:
    """The overview, and a page a topic."""
    words, told = known.words, faq_words(known.words.language)
    yield page("faq/index.md", words.site("faq", "title"), words.site("faq", "about"), _overview(known, told))
    for topic in interface().topics:
        answers = [one for one in known.answers if one.entry.topic == topic]
        about = words.site("faq", "topic_about", topic=told.topics[topic], count=len(answers))
        lines = (line for one in answers for line in _answer(one, known, told))
        yield page(f"faq/{topic}.md", told.topics[topic], about, lines, boost=BOOST)


def _overview(known: Known, told: FaqWords) -> Iterator[str]:
    yield known.words.site("faq", "intro", count=len(known.answers))
    for topic in interface().topics:
        yield heading(2, f"[{plain(told.topics[topic])}](/faq/{topic}.md)", topic)
        yield bullets(to_faq(one) for one in known.answers if one.entry.topic == topic)


def _answer(one: Answer, known: Known, told: FaqWords) -> Iterator[str]:
    words = known.words
    yield heading(2, plain(one.question), one.entry.id)
    yield f"**{plain(one.headline)}**\n"
    yield box("beside", [picture(one.position, words, one.focus), box("told", _told(one, known, told))])
    if one.sentences:
        yield f"{words.site('faq', 'sentences')}\n"
        yield bullets(quoted(sentence.id, words) for sentence in one.sentences)
    if one.near:
        near = [other for other in known.answers if other.entry.id in one.near]
        yield f"{plain(words.leading(told.say('see_also')))} {' · '.join(map(to_faq, near))}\n"
    # What the search finds a question by, besides its own words.
    yield f"\n<p hidden>{plain(' · '.join(told.also(one.entry.id)))}</p>\n"


def _told(one: Answer, known: Known, told: FaqWords) -> Iterator[str]:
    """The cases, what is taken for granted, why it is so, how sure that is, and where it leads."""
    words = known.words
    cases = [(case, word, rest) for case, (word, rest) in zip(one.cases, case_lines(one, told), strict=True)]
    if one.rules:
        yield bullets(
            f"**{plain(word)}**{plain(f'{rest} {readings_line(one, case, told)}'.rstrip())}"
            for case, word, rest in cases
        )
    if one.partial:
        yield plain(told.say("partial")) + "\n"
    if assumed := assumed_line(one, told):
        yield plain(assumed) + "\n"
    for case, word, _ in cases:
        if case.why:
            title = told.say("why_so", answer=word) if one.rules else told.say("why")
            yield f"**{plain(words.leading(title))}**\n"
            yield bullets(f"{plain(reason)}." for reason in case.why)
    yield f"{plain(' '.join(one.sureness))}\n"
    yield from _leads(one, words)
    yield f"{words.site('faq', 'position')} {position_sentence(known.entries[one.entry.position], words)}\n"


def _leads(one: Answer, words: Wording) -> Iterator[str]:
    # What lies where in a stack of which only the total is known is no disputed rule.
    rules = [rule for rule in one.rules or one.settled if rule in questions()]
    if rules:
        key = "rules" if one.rules else "settled"
        yield f"{words.site('faq', key)} {', '.join(to_question(rule, words) for rule in rules)}.\n"
