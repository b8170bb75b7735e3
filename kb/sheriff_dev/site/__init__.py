"""The generated pages of the site, as Markdown files.

Everything on them comes from the catalogue, the encoding and the solver when they are made. They are plain Markdown
with the extensions that `mkdocs.yml` names, so whatever builds the site only needs the folder. The generator needs
nothing beyond the package and is part of it, as all commands for maintainers are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from sheriff_dev.site import (
    checklist,
    commands,
    contradictions,
    faq,
    gallery,
    law,
    links,
    mutants,
    python,
    questions,
    readings,
    sources,
    start,
)
from sheriff_dev.site.known import Known, by_folder
from sheriff_dev.site.page import Page
from sheriff_dev.site.topics import topic_title
from sheriff_kb import files
from sheriff_kb.drawing.symbols import style
from sheriff_kb.gallery import entries
from sheriff_kb.law import interface
from sheriff_kb.wording import Wording, languages, wording

Item: TypeAlias = "str | dict[str, list[Item]]"
"""An item of the navigation: the path of a page, or pages under a title."""

STYLE_SHEET = "drawing.css"
TRANSLATED = ("faq/", "questions/", "checklist.md")
"""The folders and pages of which every language has its own."""


def pages(words: Wording | None = None) -> Iterator[Page]:
    """Every generated page: all of them in one language, and some in the others, too."""
    words = words or wording()
    known = Known(entries(), words)
    yield from chain(
        start.pages(known),
        faq.pages(known),
        questions.pages(known),
        checklist.pages(known),
        gallery.pages(known),
        sources.pages(known),
        contradictions.pages(known),
        readings.pages(known),
        law.pages(known),
        mutants.pages(words),
        commands.pages(words),
        python.pages(words),
    )
    for language in _others(words):
        other = known.in_language(wording(language))
        for page in chain(faq.pages(other), questions.pages(other), checklist.pages(other)):
            yield page.in_language(language, TRANSLATED)


def folders(words: Wording | None = None) -> Mapping[str, list[Item]]:
    """What the navigation shows of each generated folder: the pages in order, grouped if there are many."""
    words = words or wording()
    return {
        "questions/": _questions(words),
        "faq/": _faq(),
        "gallery/": ["gallery/index.md", *(f"gallery/{folder}.md" for folder in by_folder(entries()))],
        "sources/": ["sources/index.md", *(f"sources/{source}.md" for source in sources.names())],
        "law/": ["law/index.md", *(links.law_page(file) for file in law.law_files())],
        **{f"{language}/": _in_language(wording(language)) for language in _others(words)},
    }


def _faq(top: str = "") -> list[Item]:
    return [f"{top}faq/index.md", *(f"{top}faq/{topic}.md" for topic in interface().topics)]


def _questions(words: Wording, top: str = "") -> list[Item]:
    found: list[Item] = [f"{top}questions/index.md"]
    for topic, members in interface().topics.items():
        found.append({topic_title(topic, words): [f"{top}questions/{question}.md" for question in members]})
    return found


def _in_language(words: Wording) -> list[Item]:
    top = f"{words.language}/"
    return [
        {words.site("faq", "title"): _faq(top)},
        {words.site("questions", "title"): _questions(words, top)},
        f"{top}checklist.md",
    ]


def _others(words: Wording) -> list[str]:
    """The other languages."""
    return [language for language in languages() if language != words.language]


def generated(words: Wording | None = None) -> Iterator[tuple[str, str]]:
    """Every generated file: its path and its text. Beside the pages that is how drawings look."""
    yield STYLE_SHEET, style()
    yield from ((page.path, page.markdown) for page in pages(words))


def written(folder: Path) -> Iterator[tuple[str, str]]:
    """The generated files as they were written to a folder: the path of each, and its text."""
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        yield file.relative_to(folder).as_posix(), file.read_text("utf-8")


def write(target: Path, words: Wording | None = None) -> int:
    """Write the generated files to a folder; how many there are. Raises Faults if one cannot be written."""
    count = 0
    for path, text in generated(words):
        file = target / path
        files.folder(file.parent)
        files.write(file, text)
        count += 1
    return count
