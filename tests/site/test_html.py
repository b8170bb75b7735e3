"""The built pages: links that lead somewhere, nothing from another host, and the data for search engines."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from built_site import published

LOADING = {"script", "img", "iframe", "source", "video", "audio", "embed"}
"""Elements that load what their `src` says; a `link` loads, too, by its `rel`."""
LOADING_RELS = {"stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "manifest", "modulepreload"}


class Read(HTMLParser):
    """What a page links, loads and can be linked at."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.meta: dict[str, str] = {}
        self.drawings: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if told.get("id"):
            self.ids.append(str(told["id"]))
        if tag == "a" and told.get("href"):
            self.links.append(str(told["href"]))
        if tag in LOADING and told.get("src"):
            self.loads.append(str(told["src"]))
        if tag == "link" and LOADING_RELS & set((told.get("rel") or "").split()):
            self.loads.append(str(told["href"]))
        if tag == "meta":
            self.meta[told.get("property") or told.get("name") or ""] = told.get("content") or ""
        if tag == "svg" and told.get("class") == "sheriff-drawing":
            self.drawings.append(told)


@cache
def read(page: Path) -> Read:
    found = Read()
    found.feed(page.read_text("utf-8"))
    return found


def test_links_and_anchors_lead_somewhere(site: Path, prefix: str, path: str) -> None:
    page = site / path
    missing = []
    for link in read(page).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        # The page that is shown if there is none is linked from the top, since it may be shown anywhere.
        target = page if not parts.path else (page.parent / unquote(parts.path))
        if parts.path.startswith("/"):
            target = site / unquote(parts.path).removeprefix(f"/{prefix}")
        if target.is_dir():
            target /= "index.html"
        anchor = unquote(parts.fragment)
        if not target.is_file() or (anchor and target.suffix == ".html" and anchor not in read(target.resolve()).ids):
            missing.append(link)
    assert not missing


def test_ids_are_given_once(site: Path, path: str) -> None:
    ids = [name for name in read(site / path).ids if not name.startswith("__")]
    assert sorted({name for name in ids if ids.count(name) > 1}) == []


def test_nothing_is_loaded_from_another_host(site: Path, path: str) -> None:
    assert [load for load in read(site / path).loads if urlsplit(load).netloc] == []


def test_style_sheets_load_nothing_from_another_host(site: Path) -> None:
    for sheet in site.rglob("*.css"):
        found = re.findall(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)", sheet.read_text("utf-8"))
        assert [one for pair in found for one in pair if urlsplit(one).netloc] == [], sheet.name


def test_previews_are_told_what_a_page_is_about(site: Path, path: str) -> None:
    meta = read(site / path).meta
    assert meta["og:title"] and meta["og:description"] and meta["description"]


def test_every_drawing_has_a_text_alternative(site: Path, path: str) -> None:
    found = read(site / path)
    for drawing in found.drawings:
        assert drawing["role"] == "img"
        assert drawing["aria-labelledby"] in found.ids and drawing["aria-describedby"] in found.ids


def test_the_site_map_has_every_page(site: Path) -> None:
    first, *others = published(site)
    shown = {page.parent.relative_to(site).as_posix() + "/" for page in site.rglob("index.html")} - {"./"}
    assert {address.removeprefix(first) for address in others} == shown
    assert len(shown) > 80 and first.startswith("https://")
