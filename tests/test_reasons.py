"""The forms of explanations: what is said, where, and how often."""

from __future__ import annotations

from typing import Any

import click
import pytest

from sheriff_kb.explain import Explainer, Explanation, Reason
from sheriff_kb.gallery import entry
from sheriff_kb.report.explanations import as_json, as_markdown, as_mermaid, as_text, outline
from sheriff_kb.wording import wording


def reason(text: str, *below: Reason, **keys: Any) -> Reason:
    return Reason(text, (), ("some.rule",), ("wiki.star.1",), (), below, **keys)


@pytest.fixture
def told() -> Explanation:
    explainer = Explainer(entry("end/three_tokens_two_owners").position)
    return explainer.explain(explainer.rulings.on(kind="received", player="yellow"))


def test_a_shared_reason_is_told_once_and_as_high_as_it_can_be() -> None:
    shared = reason("shared", reason("below it"))
    root = reason("root", reason("first", reason("deep", shared)), shared)
    assert [(depth, one.text) for depth, one in outline(root)] == [
        (1, "first"),
        (2, "deep"),
        (1, "shared"),
        (2, "below it"),
    ]


def test_the_text_has_each_reason_on_a_line_of_its_own(told: Explanation) -> None:
    lines = [click.unstyle(line) for line in as_text(told, wording())]
    tree = lines[: lines.index("")]
    assert len(tree) == len(list(told.reason.all()))
    for depth, one in outline(told.reason):
        assert [line for line in tree if line.startswith(f"{'  ' * depth}- {one.text}")]


def test_the_text_lists_every_answer_in_words_and_every_sentence(told: Explanation) -> None:
    text = click.unstyle("\n".join(as_text(told, wording())))
    assert "end_split: round_robin" in text and wording().answer("end_split", "round_robin") in text
    for passage in told.passages:
        assert f"{passage}  {wording().passage(passage)}" in text


def test_json_has_the_reasons_in_the_order_in_which_they_are_told(told: Explanation) -> None:
    data = as_json(told, wording())
    assert [one["text"] for one in data["reasons"]] == [one.text for one in told.reason.all()]
    assert data["value"] == told.value
    assert list(data["passages"]) == list(told.passages)
    for one, form in zip(told.reason.all(), data["reasons"], strict=True):
        assert [data["reasons"][below]["text"] for below in form["because"]] == [below.text for below in one.reasons]


def test_markdown_nests_by_depth(told: Explanation) -> None:
    lines = as_markdown(told, wording()).splitlines()
    for depth, one in outline(told.reason):
        assert [line for line in lines if line.startswith(f"{'    ' * (depth - 1)}- {one.text}")]


def test_a_diagram_has_a_box_for_each_reason(told: Explanation) -> None:
    boxes = [line for line in as_mermaid(told).splitlines() if line.endswith('"]')]
    assert len(boxes) == len(list(told.reason.all()))
