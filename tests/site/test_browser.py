"""The site as a browser shows it: wide and narrow, light and dark, without errors, for everybody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import pages

from sheriff_kb.wording import languages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (1280, 360)
SCHEMES = ("light", "dark")
SERIOUS = ("serious", "critical")
WHOLE = bool(os.environ.get("SHERIFF_WHOLE"))
"""Whether each page is looked at in every way, even if another page shows the same; it takes twice as long."""
ALIKE = frozenset() if WHOLE else frozenset({*languages(), "gallery"})
"""Folders whose pages are made of the same parts, so that looking for faults in the first one is enough."""
AT_ONCE = "*, *::before, *::after { transition: none !important; animation: none !important; }"
"""Colours that are still changing are not those that people read."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window that keeps in mind what went wrong in it."""
    context = browser.new_context()
    page = context.new_page()
    page.amiss = amiss = []  # type: ignore[attr-defined]
    page.on("console", lambda said: amiss.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: amiss.append(str(error)))
    page.on("requestfailed", lambda request: amiss.append(f"{request.url} failed"))
    page.asked = asked = []  # type: ignore[attr-defined]
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()


def show(page: Page, width: int, scheme: Any) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)


def seen(page: Page, width: int, scheme: Any) -> None:
    """Show a page that is open, and wait until it has followed."""
    show(page, width, scheme)
    name = {"light": "default", "dark": "slate"}[scheme]
    page.wait_for_function(f"document.body.getAttribute('data-md-color-scheme') === '{name}'")


@pytest.mark.cases(quick=50)
def test_a_page(page: Page, site: Path, address: str, path: str) -> None:
    """No error, no other host, no horizontal scrolling, and no serious fault for those who see or read otherwise."""
    show(page, 1280, "light")
    page.goto(address + path.removesuffix("index.html"))
    page.add_style_tag(content=AT_ONCE)
    alike = path.partition("/")[0] in ALIKE
    for width in WIDTHS:
        for scheme in SCHEMES[:1] if alike else SCHEMES:
            seen(page, width, scheme)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} pixels wide at {width}, {scheme}"
    # It is narrow, and dark unless it is like others. What differs from wide and light is the same in all of a folder.
    first = WHOLE or first_of_its_kind(site, path)
    faults = serious(page) if first else []
    seen(page, 1280, "light")
    if first or not alike:
        faults += serious(page)
    assert faults == []
    assert page.amiss == []  # type: ignore[attr-defined]
    assert [url for url in page.asked if not url.startswith(address)] == []  # type: ignore[attr-defined]


def first_of_its_kind(site: Path, path: str) -> bool:
    """Whether a page is the first below its folder, or has none."""
    folder, *below = path.split("/")
    return len(below) < 2 or path == next(other for other in pages(site) if other.startswith(f"{folder}/"))


def serious(page: Page) -> list[str]:
    """The serious faults that axe finds on a page as it is shown."""
    faults = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [told(fault) for fault in faults if fault["impact"] in SERIOUS]


def told(fault: dict[str, Any]) -> str:
    where = "; ".join(node["html"][:200] for node in fault["nodes"][:3])
    return f"{fault['id']}: {fault['help']} ({len(fault['nodes'])} times): {where}"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("does the graveyard tile count itself", "faq/graveyards/#graveyard-tile-itself"),
        ("may I move my tent onto the sheriff's mountain", "faq/tents/#tent-onto-his-mountain"),
    ],
)
def test_the_search_finds_what_players_ask(page: Page, address: str, asked: str, found: str) -> None:
    page.goto(address)
    page.fill("[data-md-component=search-query]", asked)
    # The best page comes first, and in it the best section below the page itself. The list grows as words are typed.
    best = ".md-search-result__item a[href*='#']"
    path, _, section = (urlsplit(address).path + found).partition("#")
    page.wait_for_function(
        "([best, path, section]) => { const link = document.querySelector(best);"
        " return link && link.pathname === path && link.hash === '#' + section }",
        arg=[best, path, section],
    )
    page.locator(best).first.click()
    page.wait_for_url(f"**/{found.partition('#')[0]}**")
    assert page.amiss == []  # type: ignore[attr-defined]


def test_a_drawing_follows_light_and_dark(page: Page, address: str) -> None:
    page.goto(address)
    colours = []
    for scheme in SCHEMES:
        seen(page, 1280, scheme)
        colours.append(page.evaluate("getComputedStyle(document.querySelector('.sheriff-page')).fill"))
    assert colours[0] != colours[1]
