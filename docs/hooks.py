"""Adds the generated pages to the site when mkdocs builds it; what they say is made by `sheriff_kb.site`."""

from __future__ import annotations

from functools import cache
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from sheriff_kb import site


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of generated folders where the navigation names a folder, such as `questions/`."""
    config.nav = _opened(config.nav, site.folders())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to those that are written by hand."""
    for path, text in _generated():
        files.append(File.generated(config, path, content=text))
    return files


@cache
def _generated() -> tuple[tuple[str, str], ...]:
    """The files, made once: `mkdocs serve` builds again whenever a written page changes."""
    return tuple(site.generated())


def _opened(nav: Any, folders: Any) -> Any:
    if isinstance(nav, list):
        return [_opened(item, folders) for item in nav]
    if isinstance(nav, dict):
        return {title: _opened(item, folders) for title, item in nav.items()}
    return folders.get(nav, nav)
