"""The start page: one dispute answered at once, then the ways into the site."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_dev.site.known import Known
from sheriff_dev.site.links import quoted, to_faq
from sheriff_dev.site.page import Page, box, bullets, heading, page, plain
from sheriff_dev.site.topics import topic_title
from sheriff_dev.site.verdict import picture, verdict
from sheriff_kb.evidence import passages, texts
from sheriff_kb.law import interface
from sheriff_kb.rulings import rulings
from sheriff_kb.wording import Wording

DISPUTE = "graveyard-tile-itself"
"""The entry of the FAQ that is answered on the start page: the dispute that everybody has."""

MOST_ASKED = 4
"""Number of questions shown of each topic."""

WAYS = {
    "table": ("/positions.md", "/checklist.md", "/gallery/index.md", "/guides/players.md"),
    "texts": ("/sources/index.md", "/contradictions.md", "/readings.md", "/guides/wiki-editors.md"),
    "programs": ("/guides/programmers.md", "/reference/commands.md", "/reference/python.md", "/json.md"),
    "law": ("/law/index.md", "/reference/predicates.md", "/guides/asp.md", "/how-it-works.md"),
}
"""Who comes to the site, and the pages for them."""


def pages(known: Known) -> Iterator[Page]:
    """The one page."""
    words = known.words
    yield page(
        "index.md",
        words.site("start", "title"),
        words.site("start", "about"),
        _lines(known),
        hide=("navigation", "toc"),
    )


def _lines(known: Known) -> Iterator[str]:
    words = known.words

    def say(key: str, **names: object) -> str:
        return words.site("start", key, **names)

    yield f"{say('intro')}\n"
    asked = next(one for one in known.answers if one.entry.id == DISPUTE)
    yield heading(2, plain(asked.question), "dispute")
    found = rulings(asked.position)
    told = [verdict(ruling, found, words) for ruling in found if ruling.matter == asked.matter]
    told.append(say("sentences"))
    rules = [one.id for one in asked.sentences if one.supports and passages()[one.id].source in texts()]
    told.append(bullets(quoted(name, words) for name in rules))
    told.append(f"[{say('more')}](/faq/{asked.entry.topic}.md#{DISPUTE})")
    yield box("beside", [picture(asked.position, known.words, asked.focus), box("told", told)])
    yield heading(2, say("topics"), "topics")
    yield box("tiles", (_topic(topic, known) for topic in interface().topics))
    yield heading(2, say("ways"), "ways")
    yield box("tiles", (_way(who, targets, words) for who, targets in WAYS.items()))
    yield heading(2, say("limits"), "limits")
    yield bullets(words.limits())


def _topic(topic: str, known: Known) -> str:
    """A topic with what is most disputed of it."""
    words = known.words
    answers = [one for one in known.answers if one.entry.topic == topic]
    shown = [one for one in answers if one.verdict == "depends"][:MOST_ASKED]
    title = f"**[{plain(topic_title(topic, words))}](/faq/{topic}.md)**"
    return box(
        "tile", [title, bullets([*map(to_faq, shown), words.site("start", "all", count=len(answers), topic=topic)])]
    )


def _way(who: str, targets: tuple[str, ...], words: Wording) -> str:
    links = (
        f"[{words.site('targets', target.strip('/').removesuffix('.md').replace('/', '-'))}]({target})"
        for target in targets
    )
    return box("tile", [f"**{words.site('start', who)}**", bullets(links)])
