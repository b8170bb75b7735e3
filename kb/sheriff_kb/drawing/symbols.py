"""The symbols of a drawing: styles in light and dark, and what is drawn again and again. All of it is our own."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Literal

Scheme = Literal["page", "light", "dark"]
"""As the page has it, or always the same colours, without variables, which not every reader of SVG knows."""

# name: light, dark
_COLOURS = {
    "page": ("#fdfaf3", "#1d1a16"),
    "word": ("#2b241c", "#efe6d6"),
    "faint": ("#6d6152", "#b5a892"),
    "grass": ("#dcd79b", "#535636"),
    "blade": ("#a3a45c", "#7c8050"),
    "cactus": ("#7d9460", "#879a63"),
    "rock": ("#ab8a68", "#75604c"),
    "foot": ("#86684a", "#4d3f31"),
    "sunny": ("#c9ab87", "#9a8064"),
    "shady": ("#77593f", "#4a3a2c"),
    "snow": ("#fffdf6", "#e4dccb"),
    "bed": ("#c9b98c", "#6d6448"),
    "sleeper": ("#6e4a2d", "#2d2118"),
    "rail": ("#43474e", "#c3c8cf"),
    "ink": ("#2b1f14", "#15100b"),
    "halo": ("#fffdf6", "#f3ebdc"),
    "gold": ("#f6b91c", "#f6c02f"),
    "shine": ("#ffe594", "#ffeaa6"),
    "wall": ("#f4e6c8", "#e3d2ae"),
    "roof": ("#7d5a43", "#6d4d39"),
    "stone": ("#dfe1e2", "#c8cbcd"),
    "steel": ("#f1f5fa", "#e6ecf2"),
    "night": ("#2b4a6f", "#24405f"),
    "mark": ("#8e24aa", "#d9a3f0"),
}

# class: fill, stroke, further declarations; a colour is named as above.
_STYLES = {
    "page": ("page", "", ""),
    "word": ("word", "", "font-weight:600"),
    "faint": ("faint", "", ""),
    "grass": ("grass", "", ""),
    "blade": ("none", "blade", "stroke-width:1.8;stroke-linecap:round"),
    "cactus": ("none", "cactus", "stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round"),
    "rock": ("rock", "", ""),
    "foot": ("none", "foot", "stroke-width:3;stroke-linejoin:round"),
    "sunny": ("sunny", "", ""),
    "shady": ("shady", "", ""),
    "snow": ("snow", "", ""),
    "bed": ("none", "bed", "stroke-width:19"),
    "sleeper": ("none", "sleeper", "stroke-width:16;stroke-dasharray:4 6;stroke-dashoffset:-3"),
    "rail": ("none", "rail", "stroke-width:2.4"),
    "buffer": ("none", "rail", "stroke-width:5;stroke-linecap:round"),
    "line": ("none", "page", "stroke-width:1.5;opacity:.6"),
    "later": ("none", "word", "stroke-width:3;stroke-dasharray:9 6"),
    "badge": ("word", "", ""),
    "number": ("page", "", "font-weight:700;text-anchor:middle"),
    "name": ("word", "page", "font-weight:600;stroke-width:3;stroke-linejoin:round;paint-order:stroke;opacity:.85"),
    "ink": ("ink", "", ""),
    "edge": ("none", "ink", "stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round"),
    "halo": ("halo", "halo", "stroke-width:5;stroke-linejoin:round"),
    "gold": ("gold", "ink", "stroke-width:1.4;stroke-linejoin:round"),
    "shine": ("shine", "", ""),
    "wall": ("wall", "ink", "stroke-width:1.4;stroke-linejoin:round"),
    "roof": ("roof", "ink", "stroke-width:1.4;stroke-linejoin:round"),
    "stone": ("stone", "ink", "stroke-width:1.5;stroke-linejoin:round"),
    "steel": ("steel", "ink", "stroke-width:1"),
    "night": ("night", "ink", "stroke-width:1.4"),
    "count": ("ink", "", "font-weight:700;text-anchor:middle"),
    "figure": ("", "ink", "stroke-width:1.6;stroke-linejoin:round"),
    "letter": ("", "", "font-weight:700;text-anchor:middle"),
    "counted": ("mark", "mark", "fill-opacity:.16;stroke-width:4"),
    "region": ("none", "mark", "stroke-width:4.5;stroke-linecap:round"),
}

ROOT = "sheriff-drawing"
_FONTS = "system-ui,'Segoe UI',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"


def style(scheme: Scheme = "page") -> str:
    """The style sheet, for use within a page; readers that know no variables see the light colours."""
    if scheme != "page":
        return "\n".join([f".{ROOT}{{font-family:{_FONTS}}}", *_rules(scheme)])
    light = ";".join(f"--sk-{name}:{colours[0]}" for name, colours in _COLOURS.items())
    dark = ";".join(f"--sk-{name}:{colours[1]}" for name, colours in _COLOURS.items())
    rules = [
        f".{ROOT}{{{light};color-scheme:light dark;font-family:{_FONTS}}}",
        f"@media (prefers-color-scheme:dark){{.{ROOT}{{{dark}}}}}",
        f'[data-md-color-scheme="default"] .{ROOT}{{{light}}}',
        f'[data-md-color-scheme="slate"] .{ROOT}{{{dark}}}',
    ]
    return "\n".join([*rules, *_rules(scheme)])


def _rules(scheme: Scheme) -> Iterator[str]:
    for name, (fill, stroke, more) in _STYLES.items():
        parts = [_paint("fill", fill, scheme), _paint("stroke", stroke, scheme), more]
        yield f".sheriff-{name}{{{';'.join(part for part in parts if part)}}}"


def star(x: float, y: float, radius: float) -> str:
    """Path data of a star with five points."""
    points = []
    for number in range(10):
        reach = radius if number % 2 == 0 else radius * 0.45
        angle = pi * number / 5
        points.append(f"{x + reach * sin(angle):.1f} {y - reach * cos(angle):.1f}")
    return f"M{'L'.join(points)}Z"


def definitions(prefix: str) -> str:
    """The symbols, each a group around its middle; tents and cowboys take the fill of whoever uses them."""
    return "\n".join(f'<g id="{prefix}-{name}">{content}</g>' for name, content in _SYMBOLS.items())


def _paint(what: str, name: str, scheme: Scheme) -> str:
    if name in ("", "none"):
        return f"{what}:{name}" if name else ""
    light, dark = _COLOURS[name]
    if scheme == "page":
        return f"{what}:{light};{what}:var(--sk-{name})"
    return f"{what}:{dark if scheme == 'dark' else light}"


def _path(kind: str, data: str) -> str:
    return f'<path class="sheriff-{kind}" d="{data}"/>'


def _figure(data: str, *more: str) -> str:
    """A figure in the player's colour, with a halo that parts it from what lies behind."""
    return _path("halo", data) + _path("figure", data) + "".join(more)


def _tips(radius: float) -> str:
    points = [(radius * sin(2 * pi * n / 5), -radius * cos(2 * pi * n / 5)) for n in range(5)]
    return "".join(f'<circle class="sheriff-steel" cx="{x:.1f}" cy="{y:.1f}" r="1.8"/>' for x, y in points)


_TENT = "M-2.5-16L0-12.5L2.5-16M0-13L16 13H-16Z"
_HAT = "M-14-4Q-8-6.5-7-8Q-7.5-17-3.5-17Q0-15 3.5-17Q7.5-17 7-8Q8-6.5 14-4Q8-1 0-1Q-8-1-14-4Z"
_COWBOY = f"{_HAT}M-11.5 16V8Q-11.5-1 0-1Q11.5-1 11.5 8V16Z"
_SHERIFF = "M-12 20V10Q-12 1 0 1Q12 1 12 10V20Z"
_BRIM = "M-17-4Q-9-7-8.5-9Q-9.5-21-4.5-21Q0-18.5 4.5-21Q9.5-21 8.5-9Q9-7 17-4Q9 0 0 0Q-9 0-17-4Z"

_SYMBOLS = {
    "tent": _figure(_TENT),
    "cowboy": _figure(_COWBOY, _path("edge", "M-7-8Q0-5.5 7-8")),
    "sheriff": "".join(
        [
            _path("halo", _SHERIFF + _BRIM),
            _path("gold", _SHERIFF),
            _path("gold", _BRIM),
            _path("edge", "M-8.5-9Q0-6 8.5-9"),
            _path("steel", star(0, 10.5, 8)),
            _path("steel", star(0, -13, 4.5)),
        ]
    ),
    "nugget": _path("gold", "M-6 2L-4.5-3L1-5L6-2L5.5 3L0 5Z") + _path("shine", "M-3.5-2L1-3.8L2.5-.5L-2 1Z"),
    "stack": "".join(
        [
            _path("gold", "M-11 6V9A11 4.5 0 0 0 11 9V6Z"),
            _path("gold", "M-11 2V5A11 4.5 0 0 0 11 5V2Z"),
            '<circle class="sheriff-gold" cx="0" cy="-2" r="11"/><circle class="sheriff-shine" cx="0" cy="-2" r="8"/>',
        ]
    ),
    "star": '<circle class="sheriff-night" r="14"/>' + _path("steel", star(0, 0, 10)) + _tips(10),
    "city": "".join(
        [
            _path("wall", "M-20 16V-3H-18V-9H-6V-3H-5V16Z"),
            _path("roof", "M-20.5-3H-4.5V1H-20.5Z"),
            _path("wall", "M6 16V-4H8V-9H18V-4H20V16Z"),
            _path("roof", "M5.5-4H20.5V0H5.5Z"),
            _path("wall", "M-7 16V-10L-4-10V-16H4V-10H7V16Z"),
            _path("ink", "M-2.5 16V8H2.5V16ZM-4-5H-1V1H-4ZM1-5H4V1H1ZM-16 4H-13V9H-16ZM-11 4H-9V9H-11ZM11 3H15V9H11Z"),
        ]
    ),
    "graveyard": "".join(
        [
            _path("stone", "M-18 12V0A6 6 0 0 1-6 0V12Z"),
            _path("stone", "M7 12V2A6 6 0 0 1 19 2V12Z"),
            _path("stone", "M-2 12V-3H-8V-8H-2V-15H3V-8H9V-3H3V12Z"),
            _path("edge", "M-15 1H-9M-14 5H-10M10 4H16M11 8H15M-22 12.5H23"),
        ]
    ),
    "peak34": _path("sunny", "M-17 0L-9-14L-3-30L-2 0Z")
    + _path("shady", "M-3-30L5-18L17 0H-4L1-12L-4-18Z")
    + _path("snow", "M-3-30L-7.5-18L-4-20.5L-2-16.5L1-20.5L5-18Z"),
    "peak24": _path("sunny", "M-12 0L-1-21L-1 0Z")
    + _path("shady", "M-1-21L12 0H-2L1-9L-2-13Z")
    + _path("snow", "M-1-21L-5-13L-2-14.5L0-12L1.5-14.5L3.5-13.5Z"),
    "peak16": _path("sunny", "M-8 0L0-14L0 0Z") + _path("shady", "M0-14L8 0H-1L1-6L-1-9Z"),
    "tuft": _path("blade", "M-5 4Q-5-1-7-3M-2 4V-5M1 4Q1-1 4-4"),
    "cactus": _path("cactus", "M0 8V-8M0 4H-5V-2M0 1H5V-5"),
}
