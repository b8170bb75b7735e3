"""The words of a text as a search compares them: without case, accents and signs."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "œ": "oe", "æ": "ae"})


def plain_words(text: str) -> list[str]:
    """The words of a text in lower-case letters without accents; umlauts as two letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).lower().translate(_LETTERS))
    return _WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))
