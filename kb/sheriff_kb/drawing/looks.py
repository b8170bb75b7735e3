"""How the figures of each player look: a colour, ink that can be read on it, and letters nobody else has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from sheriff_kb.drawing.names import plain, visible

if TYPE_CHECKING:
    from sheriff_kb.position import Position
    from sheriff_kb.wording import Wording

# The colours of wooden figures in shades that stay apart for colour-blind people, and the words for them.
_SHADES = {
    "#1f1f1f": "black schwarz noir",
    "#fafafa": "white weiss blanc blanche",
    "#a3a3a3": "grey gray grau gris grise",
    "#0a4cc2": "blue blau bleu",
    "#c8401a": "red rot rouge",
    "#2a8a76": "green grün gruen vert verte",
    "#f5e04a": "yellow gelb jaune",
    "#f0921f": "orange",
    "#841f80": "purple violet lila violett",
    "#ffb3da": "pink rosa rose",
    "#4d3c08": "brown braun brun marron",
}
_WORDS = {word: shade for shade, words in _SHADES.items() for word in words.split()}

# The palette of Okabe and Ito, for names that are no colours.
_PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#1f1f1f")

# The other colour words of CSS.
_CSS_WORDS = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
blanchedalmond ffebcd blueviolet 8a2be2 burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e
coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b
darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b
darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f
darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink
ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0
forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 greenyellow
adff2f honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon
ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue
b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000
mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371
mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue
191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive
808000 olivedrab 6b8e23 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise
afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f plum dda0dd powderblue b0e0e6
rebeccapurple 663399 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460
seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090
slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato
ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 whitesmoke f5f5f5 yellowgreen 9acd32
"""
_CSS = dict(zip(_CSS_WORDS.split()[::2], _CSS_WORDS.split()[1::2], strict=True))
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Look:
    """A player's colour as `#rrggbb`, the ink for letters on it, and the letters."""

    colour: str
    ink: str
    letters: str


def looks(position: Position, words: Wording, *, ascii_only: bool = False) -> dict[str, Look]:
    """The look of every player, in the order of the players.

    The letters are those of the names in a language, and ASCII if that is asked for.
    """
    players = list(position.players)
    for tile in position.tiles:
        owners = [m.tent for m in tile.mountains if m.tent is not None] + [player for player, _ in tile.cowboys]
        players += [owner for owner in owners if owner not in players]
    chosen = {player: _hex(position.colours.get(player, "")) or _WORDS.get(_word(player)) for player in players}
    unused = cycle([shade for shade in _PALETTE if shade not in chosen.values()] or _PALETTE)
    names = map(words.player, players)
    letters = _letters([plain(name) if ascii_only else visible(name) for name in names])
    found = {}
    for player, letter in zip(players, letters, strict=True):
        colour = chosen[player] or next(unused)
        found[player] = Look(colour, _ink(colour), letter)
    return found


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _word(text: str) -> str:
    return text.strip().casefold()


def _hex(text: str) -> str | None:
    """`text`, a colour word or a hexadecimal colour, as `#rrggbb`; None if it is neither."""
    word = _word(text)
    if _HEX.fullmatch(word):
        return word if len(word) == 7 else "#" + "".join(2 * digit for digit in word[1:])
    return _WORDS.get(word) or (f"#{_CSS[word]}" if word in _CSS else None)


def _ink(colour: str) -> str:
    """Black or white, whichever stands out more (contrast as in WCAG)."""
    shares = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    light = 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.06 else "#111111"


def _letters(names: list[str]) -> list[str]:
    """One letter a name, or if two share it the first and one that differs, or else a number."""
    spelled = ["".join(c for c in name if c.isalnum()) for name in names]
    found: list[str] = []
    for number, name in enumerate(spelled, 1):
        rivals = [other for other in spelled if other[:1].upper() == name[:1].upper()]
        found.append(_apart(name, rivals) or str(number))
    for number, letters in enumerate(found, 1):
        if found.count(letters) > 1:
            found[number - 1] = str(number)
    return found if len(set(found)) == len(found) else [str(number) for number in range(1, len(names) + 1)]


def _apart(name: str, rivals: list[str]) -> str | None:
    first = name[:1].upper()[:1]
    if len(rivals) == 1 or not first:
        return first or None
    for place in range(1, len(name)):
        if len({rival[place : place + 1].lower() for rival in rivals}) == len(rivals):
            return first + name[place].lower()[:1]
    return None
