"""Names that look the same though they are not."""

from __future__ import annotations

import pytest

from sheriff_kb.position.likeness import apart, looks
from sheriff_kb.position.structure import nearest


@pytest.mark.parametrize(
    ("name", "other", "told"),
    [
        ("mid\u200b", "mid", "here it has U+200B (zero width space)"),
        ("mid", "m\u00adid", "that name has U+00AD (soft hyphen)"),
        ("m\u0456d", "mid", "here it has U+0456 (cyrillic small letter byelorussian-ukrainian i)"),
        ("\u039c", "M", "here it has U+039C (greek capital letter mu)"),
        ("\uff4did", "mid", "here it has U+FF4D (fullwidth latin small letter m)"),
        ("\ufb01t", "fit", "here it has U+FB01 (latin small ligature fi)"),
        ("mid\ufe0f", "mid", "here it has U+FE0F (variation selector-16)"),
        ("mid\u3164", "mid", "here it has U+3164 (hangul filler)"),
        (" mid", "mid", "spaces around it are part of a name"),
        ("a\u200bb", "\u200bab", "they differ in spaces or in the order of characters"),
        ("mid\x07", "mid", "here it has U+0007"),
    ],
)
def test_what_sets_names_apart_that_look_the_same_is_told(name: str, other: str, told: str) -> None:
    assert looks(name) == looks(other)
    assert nearest(name, ["zzz", other]).endswith(f"? {told}")
    assert apart(name, other) == told


def test_names_that_differ_as_people_see_are_not_explained() -> None:
    assert nearest("Mid", ["mid"]) == "did you mean `mid`?"
    assert nearest("m\u00efd", ["mid"]) == "did you mean `mid`?"
    assert nearest("xyz", ["mid"]) == "known here: `mid`"
