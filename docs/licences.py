"""The licences of what the program needs and of what the site serves, as the installed packages tell them.

`docs/licences.md` has a place for each table; the hook fills them in when the site is built, and
`tests/test_licences.py` refuses a licence that is not allowed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from importlib.resources import files
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ALLOWED = frozenset(
    ("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "PSF-2.0", "W3C-20150513")
)
"""Licences, by their SPDX ids, that ask for nothing but to be told."""

OURS = "sheriff-kb"
THEME = "mkdocs-material"
UNSERVED = "assets/javascripts/lunr/"
"""Files of the theme for searching in other languages than English, for which this site never asks."""

_CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"
_REASON = re.compile(r"^- \*\*(?P<name>[\w.-]+)\*\* (?P<reason>.+?)(?:[.:;]\s|\.\Z)", re.MULTILINE | re.DOTALL)
_TEXTS = {"Permission is hereby granted, free of charge": "MIT", "# Icons: Apache 2.0": "Apache-2.0"}
"""Licences by words that only their texts have, for packages that tell no more than the text."""

_BUNDLED = {
    "clipboard": ("MIT", "copies code"),
    "escape-html": ("MIT", "shows text that is found as text"),
    "focus-visible": ("W3C-20150513", "marks what the keyboard is at"),
    "lunr": ("MIT", "searches"),
    "material-design-color": ("MIT", "colours"),
    "rxjs": ("Apache-2.0", "reacts to what the reader does"),
    "tslib": ("0BSD", "is what compiled TypeScript rests on"),
}
"""What the theme has in its own files. Their source maps tell the names, and nothing tells the licences."""


@dataclass(frozen=True)
class Part:
    """Something that is not ours: its name, which releases will do, the one at hand, its licence, why it is there."""

    name: str
    range: str
    release: str
    licence: str
    why: str


def libraries() -> list[Part]:
    """What the program needs to run here, with the extra for PNG, and what that needs in turn."""
    found: dict[str, Part] = {}
    _collect(found, OURS, {"", "png"})
    return list(found.values())


def _collect(found: dict[str, Part], name: str, extras: Iterable[str]) -> None:
    for line in distribution(name).requires or ():
        need = Requirement(line)
        key = canonicalize_name(need.name)
        applies = need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
        if applies and key not in found:
            package = distribution(key)
            why = reasons()[key] if name == OURS else f"needed by {name}"
            found[key] = Part(key, str(need.specifier), package.version, licence(package), why)
            _collect(found, key, ("",))


def reasons() -> dict[str, str]:
    """Why a library was taken, by its name, in the first words that the changelog has of it."""
    told = _REASON.finditer(_CHANGELOG.read_text("utf-8"))
    return {canonicalize_name(one["name"]): " ".join(one["reason"].split()) for one in told}


def licence(package: Distribution) -> str:
    """The licence of a package as an SPDX expression, from its metadata or its text; ValueError where neither tells."""
    told = package.metadata.get("License-Expression") or package.metadata.get("License")
    if told:
        return told
    texts = [file for file in package.files or () if re.match(r"(licen[sc]e|copying)\b", file.name, re.IGNORECASE)]
    return _recognised((text.read_text("utf-8") for text in texts), package.name)


def _recognised(texts: Iterable[str], name: str) -> str:
    for text in texts:
        for words, found in _TEXTS.items():
            if words in text:
                return found
    raise ValueError(f"{name} does not tell its licence")


def is_allowed(expression: str) -> bool:
    """Whether every licence in an expression is allowed."""
    return all(one in ALLOWED for one in re.split(r"\s+(?:AND|OR)\s+|[()]", expression) if one)


def served() -> list[Part]:
    """What of others the site serves: the theme, what it has in its own files, and its icons."""
    theme, assets = distribution(THEME), files("material") / "templates"
    text = (assets / ".icons/material/LICENSE").read_text("utf-8")
    return [
        Part(THEME, "", theme.version, licence(theme), reasons()[THEME]),
        *(Part(name, "", "", *_BUNDLED[name]) for name in bundled()),
        Part("Material Design Icons", "", "", _recognised([text], "icons"), "the icons of the theme"),
    ]


def bundled() -> list[str]:
    """The libraries in the files of the theme that the site serves, as their source maps name them."""
    top = Path(str(files("material"))) / "templates"
    maps = (file for file in top.glob("assets/**/*.map") if UNSERVED not in file.as_posix())
    sources = (source for file in maps for source in json.loads(file.read_text("utf-8"))["sources"])
    return sorted({found[1] for source in sources if (found := re.search(r"node_modules/((?:@[^/]+/)?[^/]+)", source))})


def filled(markdown: str) -> str:
    """A page with the tables in their places."""
    tables: dict[str, Callable[[], Iterator[str]]] = {"libraries": _libraries, "served": _served, "allowed": _allowed}
    return re.sub(r"<!-- (\w+) -->", lambda place: "\n".join(tables[place[1]]()), markdown)


def _libraries() -> Iterator[str]:
    yield from ("| Library | Releases | Looked at | Licence | Why |", "|---|---|---|---|---|")
    for part in libraries():
        yield f"| {part.name} | `{part.range or 'any'}` | {part.release} | {part.licence} | {part.why} |"


def _served() -> Iterator[str]:
    yield from ("| Part | Licence | Why |", "|---|---|---|")
    for part in served():
        yield f"| {f'{part.name} {part.release}'.strip()} | {part.licence} | {part.why} |"


def _allowed() -> Iterator[str]:
    yield ", ".join(sorted(ALLOWED))
