"""Pages as Markdown, and the pieces that they are put together from.

A link is written from the top of the site, as in `[text](/questions/self_tile.md#ways)`, whatever page it is on;
the page makes it relative. What is not ours to word, such as titles and paraphrases, goes through `plain`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from posixpath import dirname, relpath

_LINK = re.compile(r"\]\(/([^)\s]+)\)")
_STYLE = re.compile(r"<style>.*?</style>\n?", re.DOTALL)
_DRAWING = re.compile(r'<figure class="drawing".*?aria-labelledby="(?P<prefix>\w+)-title".*?</figure>', re.DOTALL)
_SPECIAL = re.compile(r"([\\`*_\[\]{}|])")
_CODE = re.compile(r"(`[^`]+`)")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its path, such as `questions/self_tile.md`, its title, one sentence about it, and its body.

    `hide` names parts of the frame that the page does without: `navigation`, `toc`. `boost` is how much more the
    page counts in the search than others.
    """

    path: str
    title: str
    about: str
    body: str
    hide: tuple[str, ...] = ()
    boost: float = 1

    @property
    def markdown(self) -> str:
        """The whole page, with the title and the data for search engines and previews as front matter."""
        front: dict[str, object] = {"title": self.title, "description": self.about}
        if self.hide:
            front["hide"] = self.hide
        if self.boost != 1:
            front["search"] = {"boost": self.boost}
        # JSON is YAML, and every key is a word.
        told = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items())
        here = dirname(self.path)
        body = _LINK.sub(lambda link: f"]({_relative(link[1], here)})", self.body)
        return f"---\n{told}---\n\n# {plain(self.title)}\n\n{_apart(body).strip()}\n"

    def in_language(self, language: str, translated: tuple[str, ...]) -> Page:
        """The page in a folder for its language; links to what is `translated` lead to what that folder has of it."""

        def moved(link: re.Match[str]) -> str:
            return f"](/{language}/{link[1]})" if link[1].startswith(translated) else link[0]

        body = f'<div lang="{language}" markdown>\n\n{_LINK.sub(moved, self.body)}\n\n</div>'
        return replace(self, path=f"{language}/{self.path}", body=body)


def page(
    path: str, title: str, about: str, lines: Iterable[str], *, hide: tuple[str, ...] = (), boost: float = 1
) -> Page:
    """A page from the lines of its body."""
    return Page(path, title, about, "\n".join(lines), hide, boost)


def _apart(body: str) -> str:
    """The same with other ids in a drawing that was there before, since an id names one thing on a page."""
    seen: dict[str, int] = {}

    def renamed(found: re.Match[str]) -> str:
        prefix = found["prefix"]
        seen[prefix] = seen.get(prefix, 0) + 1
        return found[0] if seen[prefix] == 1 else found[0].replace(prefix, f"{prefix}-{seen[prefix]}")

    return _DRAWING.sub(renamed, body)


def _relative(target: str, here: str) -> str:
    path, mark, anchor = target.partition("#")
    return relpath(path, here or ".") + mark + anchor


def plain(text: str) -> str:
    """Text in which nothing is taken for markup."""
    return _SPECIAL.sub(r"\\\1", escape(text, quote=False))


def comment(text: str) -> str:
    """Text of a comment in the law, in which only code between backticks is taken for markup."""
    return "".join(part if part.startswith("`") else plain(part) for part in _CODE.split(text))


def heading(level: int, text: str, anchor: str) -> str:
    """A heading with an anchor of our own, which stays when the words change."""
    return f"\n{'#' * level} {text} {{ #{anchor} }}\n"


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(["", *(f"- {item}" for item in items), ""])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are Markdown on one line. It scrolls by itself if the window is narrow."""
    lines = ["", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows), ""]
    return "\n".join(lines)


def code(text: str, language: str) -> str:
    """A block of code."""
    return f"\n```{language}\n{text.rstrip()}\n```\n"


def box(kind: str, content: Iterable[str], *, searched: bool = True) -> str:
    """A part of the page of a kind that the style sheet knows; `searched` says whether the search looks into it."""
    # What the search leaves out must not hold another element of its kind.
    tag, hidden = ("div", "") if searched else ("section", ' data-search-exclude="true"')
    return "\n".join([f'\n<{tag} class="{kind}"{hidden} markdown>', "", *content, "", f"</{tag}>", ""])


def folded(title: str, content: Iterable[str]) -> str:
    """Something that is shown when the reader opens it."""
    text = "\n".join(content)
    inside = "\n".join(f"    {line}" if line else "" for line in text.splitlines())
    return f'\n??? note "{title.replace(chr(34), chr(39))}"\n\n{inside}\n'


def drawing(svg: str) -> str:
    """A drawing, which brings its text alternative with it; the search does not look into it.

    The style of drawings is defined once for all of them, in a style sheet of the site.
    """
    return f'\n<figure class="drawing" data-search-exclude="true">{_STYLE.sub("", svg).strip()}</figure>\n'
