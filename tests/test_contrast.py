"""Contrasts: two explanations without what both have."""

from __future__ import annotations

import pytest

from sheriff_kb.explain import Explainer, Reason, contrast
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import named_readings


def said(reason: Reason) -> set[tuple[str, tuple[tuple[str, str], ...]]]:
    return {(one.text, tuple(sorted(one.answers))) for one in reason.all()}


@pytest.mark.cases(quick=5, full=30)
@pytest.mark.parametrize("found", list(entries())[::4], ids=lambda found: found.name)
def test_what_is_left_out_stands_in_both(found: Entry) -> None:
    explainer = Explainer(found.position)
    for ruling in explainer.rulings:
        one, other = (explainer.explain(ruling, named_readings()[name]) for name in ("wiki", "sheet"))
        apart = contrast(one, other)
        for whole, left, opposite in ((one, apart.one, other), (other, apart.other, one)):
            assert left.reason.text == whole.reason.text
            assert said(left.reason) <= said(whole.reason)
            assert said(whole.reason) - said(left.reason) <= said(opposite.reason)


def test_the_same_reading_twice_is_alike() -> None:
    explainer = Explainer(entry("examples/star_tile_with_two_tents").position)
    for ruling in explainer.rulings:
        one = explainer.explain(ruling)
        same = contrast(one, one)
        assert same.alike
        assert same.shared == len(list(one.reason.all()))


def test_readings_that_differ_in_what_decides_are_not_alike() -> None:
    explainer = Explainer(entry("examples/star_tile_with_two_tents").position)
    ruling = explainer.rulings.on(kind="tax")
    answers = ({"stack_unit": "mountain"}, {"stack_unit": "tile"})
    apart = contrast(*(explainer.explain(ruling, each) for each in answers))
    assert not apart.alike
    assert ("stack_unit", "mountain") in {a for one in apart.one.reason.all() for a in one.answers}
    assert ("stack_unit", "tile") in {a for one in apart.other.reason.all() for a in one.answers}
    assert "a star tile is placed" not in {text for text, _ in said(apart.one.reason)}
