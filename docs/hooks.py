"""Adds the generated pages to the site when mkdocs builds it; what they say is made by `sheriff_dev.site`.

It also fills in the licences, and leaves out what no page asks for.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import licences  # mkdocs finds what stands beside a hook
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from sheriff_dev import site


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of generated folders where the navigation names a folder, such as `questions/`."""
    config.nav = _opened(config.nav, site.folders())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to those that are written by hand; drop files of the theme that are never asked for."""
    for file in [file for file in files if file.src_uri.startswith(licences.UNSERVED)]:
        files.remove(file)
    for path, text in _generated():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str | None:
    """Fill in the licences."""
    return licences.filled(markdown) if page.file.src_uri == "licences.md" else None


@cache
def _generated() -> tuple[tuple[str, str], ...]:
    """The files, made once: `mkdocs serve` builds again whenever a written page changes.

    They are those in the folder SHERIFF_PAGES, if it is set, as `python -m sheriff_dev site` writes them.
    """
    if folder := os.environ.get("SHERIFF_PAGES"):
        return tuple(site.written(Path(folder)))
    return tuple(site.generated())


def _opened(nav: Any, folders: Any) -> Any:
    if isinstance(nav, list):
        return [_opened(item, folders) for item in nav]
    if isinstance(nav, dict):
        return {title: _opened(item, folders) for title, item in nav.items()}
    return folders.get(nav, nav)
