"""What a plain word stands for in YAML 1.2 and in YAML 1.1, and which name has become it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sheriff_kb.position.spelling import Meant, number, scalar, truth


@pytest.mark.parametrize("word", ["y", "Y", "yes", "Yes", "YES", "on", "On", "true", "True", " TRUE "])
def test_a_word_for_true_is_true(word: str) -> None:
    assert truth(word) is True


@pytest.mark.parametrize("word", ["n", "N", "no", "NO", "off", "Off", "false", "FALSE"])
def test_a_word_for_false_is_false(word: str) -> None:
    assert truth(word) is False


@pytest.mark.parametrize("word", ["", "1", "0", "yess", "none", "null", "t"])
def test_other_words_are_neither(word: str) -> None:
    assert truth(word) is None


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(("2", 2), (" 2 ", 2), ("+2", 2), ("-1", -1), ("007", 7), ("2.0", 2), ("2.", 2), (".5", 0.5), ("1e1", 10)),
        *(("0x1F", 31), ("-0x1f", -31), ("0o17", 15), ("0b11", 3), ("1_000", 1000), ("1_0.0", 10)),
        *(("", None), ("two", None), ("true", None), ("1:30", None), ("0x", None), ("0xg", None), ("_1", None)),
        *((".inf", None), ("NaN", None), ("9" * 16, None), ("0x" + "f" * 5000, None), ("\u0661", None), ("²", None)),
    ],
)
def test_a_number_is_one_where_no_yaml_disagrees(word: str, value: float | None) -> None:
    assert number(word) == value


KNOWN = ["on", "mid", "012", "1_000", "1:30", "2.0", "0x1F", "~", "0o7", "1e3x", "2001-01-01"]


@pytest.mark.parametrize(
    ("name", "called"),
    [
        *(("true", "on"), ("True", "on"), ("10", "012"), ("12", "012"), ("90", "1:30"), ("2", "2.0")),
        *(("31", "0x1F"), ("null", "~"), ("7", "0o7"), ("1000.0", "1_000"), ("1000", "1_000")),
        *(("false", "false"), ("mid", "mid"), ("3", "3"), ("1", "1"), ("2001", "2001")),
    ],
)
def test_a_name_is_known_again_by_what_another_program_made_of_it(name: str, called: str) -> None:
    assert Meant(KNOWN).by(name) == called


def test_a_name_that_several_can_have_become_is_left_alone() -> None:
    assert Meant(["on", "yes"]).by("true") == "true"
    assert Meant(["1", "on"]).by("true") == "on"
    assert Meant(["012", "10"]).by("10") == "10"


@given(
    st.text(st.sampled_from("0123456789_xobe+-.:"), min_size=1, max_size=9)
    | st.sampled_from(
        ["yes", "no", "on", "off", "true", "False", "null", "~", "012", "1:30", "0x1F", "0b1", "1_0", "1."]
    )
)
def test_whatever_number_a_program_that_reads_yaml_1_1_makes_of_a_name_leads_back_to_it(name: str) -> None:
    try:
        value = yaml.safe_load(f"- {name}")[0]
    except (yaml.YAMLError, ValueError):
        return
    again = yaml.safe_dump(value).split("\n")[0]
    if isinstance(value, (bool, int, float)) and not isinstance(scalar(again), str):
        assert Meant([name]).by(again) == name
