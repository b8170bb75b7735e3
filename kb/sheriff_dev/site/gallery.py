"""The gallery: a page a folder, with each position drawn and ruled on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheriff_dev.site.known import Known, by_folder
from sheriff_dev.site.page import Page, box, bullets, code, folded, heading, page, plain
from sheriff_dev.site.verdict import line, picture, verdict
from sheriff_kb.gallery import Entry
from sheriff_kb.rulings import Rulings, rulings
from sheriff_kb.wording import Wording, sentence_case


def pages(known: Known) -> Iterator[Page]:
    """The overview, and a page a folder."""
    words = known.words
    folders = by_folder(known.entries.values())
    yield page(
        "gallery/index.md",
        words.site("gallery", "title"),
        words.site("gallery", "about"),
        [words.site("gallery", "intro", count=len(known.entries)), bullets(_folders(folders, words))],
    )
    for folder, entries in folders.items():
        title = words.site("folders", folder)
        about = words.site("gallery", "folder_about", title=title, count=len(entries))
        yield page(f"gallery/{folder}.md", title, about, _entries(entries, words))


def _folders(folders: Iterable[str], words: Wording) -> Iterator[str]:
    for folder in folders:
        yield f"[{plain(words.site('folders', folder))}](/gallery/{folder}.md)"


def _entries(entries: Iterable[Entry], words: Wording) -> Iterator[str]:
    for entry in entries:
        yield from _entry(entry, words)


def _entry(entry: Entry, words: Wording) -> Iterator[str]:
    position = entry.worded(words)
    found = rulings(position)
    yield heading(2, plain(position.title), entry.name.partition("/")[2])
    if position.about:
        yield plain(sentence_case(position.about))
    yield picture(position, words)
    yield box("told", _told(entry, found, words), searched=False)


def _told(entry: Entry, found: Rulings, words: Wording) -> Iterator[str]:
    """The rulings, and the file."""
    yield from (verdict(ruling, found, words) for ruling in found if ruling.varies)
    same = [line(ruling, found, words) for ruling in found if not ruling.varies]
    if same:
        yield folded(words.site("gallery", "same", count=len(same)), [bullets(same)])
    yield folded(words.site("gallery", "file"), [code(entry.text, "yaml")])
