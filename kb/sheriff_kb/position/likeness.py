"""Names that look the same though they are not, and what sets them apart."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Cyrillic and Greek letters that look like those of ours.
_ALIKE = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0430"
    "\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03bf\u03c1\u03bd",
    "ABEKMHOPCTYXaeopcyxijshdqwABEZHIKMNOPTYXaopv",
)
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that are drawn as nothing


@lru_cache(maxsize=4096)
def looks(name: str) -> str:
    """The name as it looks: without what is not seen, and with letters of one look for those of others."""
    seen = (c for c in unicodedata.normalize("NFKC", name) if not _unseen(c))
    return "".join(seen).translate(_ALIKE)


def apart(name: str, other: str) -> str:
    """What sets two names apart that look the same: characters of the one that the other lacks."""
    if name.split() == other.split():
        return "spaces around it are part of a name"
    for mine, yours, whose in ((name, other, "here it"), (other, name, "that name")):
        if odd := sorted({character for character in mine if character not in yours}):
            return f"{whose} has {', '.join(map(_told, odd[:3]))}"
    return "they differ in spaces or in the order of characters"


def _unseen(character: str) -> bool:
    if character in _BLANK_LETTERS or "\ufe00" <= character <= "\ufe0f":
        return True
    return unicodedata.category(character) in _UNSEEN


def _told(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name.lower()})" if name else "")
