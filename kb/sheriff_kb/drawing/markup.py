"""Pieces of SVG."""

from __future__ import annotations

import re

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """`text` escaped for XML, also within attributes; what XML cannot carry is replaced."""
    return _ILLEGAL.sub("\ufffd", text).translate(_ENTITIES)


def element(tag: str, content: str, kind: str = "", **attributes: float | str) -> str:
    """An element with markup as its content; `kind` is its class in the style sheet of drawings."""
    kinds = f' class="sheriff-{kind}"' if kind else ""
    more = "".join(f' {name.replace("_", "-")}="{short(value)}"' for name, value in attributes.items())
    return f"<{tag}{kinds}{more}>{content}</{tag}>"


def use(name: str, place: tuple[float, float] = (0, 0)) -> str:
    """The symbol of that id, with its middle at `place`."""
    where = "" if place == (0, 0) else f' x="{short(place[0])}" y="{short(place[1])}"'
    return f'<use href="#{name}"{where}/>'


def short(value: float | str) -> str:
    """A number without needless digits; text is escaped."""
    return escape(value) if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
