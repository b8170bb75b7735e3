"""The start page: one dispute answered at once, then the ways into the site."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_kb.coherence import passages
from sheriff_kb.drawing import svg
from sheriff_kb.evidence import voices
from sheriff_kb.questions import questions
from sheriff_kb.rulings import rulings
from sheriff_kb.site.known import Known
from sheriff_kb.site.links import position_page, quoted, to_question
from sheriff_kb.site.page import Page, box, bullets, figure, heading, page, plain
from sheriff_kb.site.topics import TOPICS
from sheriff_kb.site.verdict import verdict
from sheriff_kb.wording import Wording

DISPUTE = "self_tile"
POSITION = "graveyard/tile_itself"
"""The dispute that everybody has, and the position on which it is answered."""

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
        "index.md", words.site("start", "title"), words.site("start", "about"), _lines(known), ("navigation", "toc")
    )


def _lines(known: Known) -> Iterator[str]:
    words = known.words

    def say(key: str, **names: object) -> str:
        return words.site("start", key, **names)

    yield f"{say('intro')}\n"
    yield heading(2, plain(words.ask(DISPUTE)), "dispute")
    entry = known.entries[POSITION]
    found = rulings(entry.position)
    told = [verdict(ruling, found, words) for ruling in found]
    told.append(say("sentences"))
    stated = [voice.passage for voice in voices(DISPUTE) if voice.how == "states"]
    told.append(bullets(quoted(name, words) for name in stated if passages()[name].authority != "commentary"))
    told.append(f"{to_question(DISPUTE, words)} · [{say('position')}]({position_page(POSITION)})")
    yield box("beside", [figure(svg(entry.position, title=False)), box("told", told)])
    yield heading(2, say("topics"), "topics")
    yield box("tiles", (_topic(topic, words) for topic in TOPICS))
    yield heading(2, say("ways"), "ways")
    yield box("tiles", (_way(who, targets, words) for who, targets in WAYS.items()))
    yield heading(2, say("limits"), "limits")
    yield bullets(words.limits())


def _topic(topic: str, words: Wording) -> str:
    listed = [to_question(question, words) for question in TOPICS[topic] if questions()[question].status != "settled"]
    title = f"**[{words.site('topics', topic)}](/questions/index.md#{topic})**"
    return box("tile", [title, bullets(listed)])


def _way(who: str, targets: tuple[str, ...], words: Wording) -> str:
    links = (
        f"[{words.site('targets', target.strip('/').removesuffix('.md').replace('/', '-'))}]({target})"
        for target in targets
    )
    return box("tile", [f"**{words.site('start', who)}**", bullets(links)])
