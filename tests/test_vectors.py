"""Test vectors: they keep to their schema, and say what the rulings and the gallery say."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from schemas import faults, valid
from sheriff_kb.cli import cli
from sheriff_kb.exits import ANSWERED, MISUSE
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import UnknownAnswer, allowed, named_readings, questions
from sheriff_kb.output import enveloped
from sheriff_kb.rulings import rulings
from sheriff_kb.vectors import head, is_told, vector
from sheriff_kb.wording import wording

if TYPE_CHECKING:
    from pathlib import Path

ENTRIES = list(entries())
NAMED = named_readings()


@cache
def made(name: str) -> dict[str, Any]:
    return vector(entry(name), NAMED)


def document(*names: str) -> dict[str, Any]:
    return enveloped({**head(NAMED, wording()), "vectors": [made(name) for name in names]})


def sheriff(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["vectors", *arguments], prog_name="sheriff")


@pytest.mark.cases(quick=15, full=120)
@pytest.mark.parametrize("found", ENTRIES, ids=lambda found: found.name)
def test_a_vector_keeps_to_the_schema_and_says_what_the_gallery_expects(found: Entry) -> None:
    if not is_told(found):
        pytest.skip("it leaves something unsaid, so there is no vector of it")
    data = made(found.name)
    assert faults("vectors", document(found.name)) == []
    assert data["id"] == found.name
    labels = {segment["place"] for cell in data["cells"] for segment in cell["segments"]} | {"beside"}
    tiles = {cell["tile"] for cell in data["cells"]}
    for outcome in data["outcomes"]:
        matter = outcome["matter"]
        assert {matter[key] for key in ("place", "mountain") if key in matter} <= labels
        assert {matter[key] for key in ("at",) if key in matter} <= labels | tiles
        assert set(outcome["under"]) == set(NAMED)
    for expected in found.position.expected:
        for name, reading in NAMED.items():
            # What a document fixes itself, it expects of no other reading.
            if found.position.reading.items() <= reading.items():
                assert under(data, expected["matter"], name) == wanted(expected, reading), (name, expected["matter"])


def under(data: Mapping[str, Any], matter: Mapping[str, Any], reading: str) -> Any:
    """What a vector says of a matter; what it does not name does not happen."""
    for outcome in data["outcomes"]:
        if outcome["matter"] == dict(matter):
            return outcome["under"][reading]
    return "none"


def wanted(expected: Mapping[str, Any], reading: Mapping[str, str]) -> Any:
    """What a document expects under a reading."""
    if "value" in expected:
        return expected["value"]
    for case in expected["cases"]:
        cubes = case["when"] if isinstance(case["when"], list) else [case["when"]]
        if any(all(reading[question] in allowed(some) for question, some in cube.items()) for cube in cubes):
            return case["value"]
    raise AssertionError(f"no case of {expected} fits")


@pytest.mark.parametrize("name", ["graveyard/city_on_its_own_tile", "sheriff/star_tile_joins_his_mountain_to_another"])
def test_outcomes_are_what_is_ruled_when_every_question_is_answered(name: str) -> None:
    for reading, answers in NAMED.items():
        ruled = {str(ruling.matter.as_json()): ruling for ruling in rulings(entry(name).position, fixed=answers)}
        for outcome in made(name)["outcomes"]:
            ruling = ruled.get(str(outcome["matter"]))
            assert outcome["under"][reading] == (ruling.cases[0].value if ruling else "none")


def test_cases_are_those_of_rulings() -> None:
    (outcome,) = made("graveyard/tile_itself")["outcomes"]
    assert outcome["cases"] == [
        {"value": 6, "when": [{"self_tile": "counted"}]},
        {"value": 5, "when": [{"self_tile": "not_counted"}]},
    ]


def test_a_position_is_told_outright() -> None:
    data = made("examples/star_tile_with_two_tents")
    cells = {cell["tile"]: cell for cell in data["cells"]}
    assert (cells["star"]["column"], cells["star"]["row"], cells["star"]["placed"]) == (2, 1, 1)
    assert cells["star"]["edges"] == {"n": "mountain", "e": "prairie", "s": "mountain", "w": "prairie"}
    (mountain, *prairies) = cells["star"]["segments"]
    assert mountain == {"place": "star", "kind": "mountain", "edges": ["n", "s"], "nuggets": 1, "tokens": 0}
    assert [prairie["half_edges"] for prairie in prairies] == [["e ne", "e se"], ["w nw", "w sw"]]
    assert cells["east"]["segments"][0]["tent"] == "black"
    assert data["sheriff"] == "beside"
    assert data["collected"] == {"blue": 0, "yellow": 2, "black": 0}
    assert data["turns"] == [{"player": "blue", "place": "star", "sheriff": "mid"}]


@pytest.mark.parametrize(
    "break_it",
    [
        lambda data: data.pop("law"),
        lambda data: data["vectors"][0].update(extra=1),
        lambda data: data["vectors"][0]["cells"][0].update(column=0),
        lambda data: data["vectors"][0]["cells"][0]["edges"].update(n="river"),
        lambda data: data["vectors"][0]["cells"][0]["segments"][0].pop("nuggets"),
        lambda data: data["vectors"][0]["turns"][0].update(act={"kind": "dance", "place": "mid"}),
        lambda data: data["vectors"][0]["outcomes"][0].update(under={}),
        lambda data: data["vectors"][0]["outcomes"][0]["matter"].update(kind="mood"),
    ],
)
def test_the_schema_refuses_what_is_no_vector(break_it: Any) -> None:
    data = copy.deepcopy(document("examples/star_tile_with_two_tents"))
    break_it(data)
    assert faults("vectors", data)


# --- the command -----------------------------------------------------------------------------------------------------


def test_readings_are_filtered_and_an_own_one_is_added() -> None:
    printed = sheriff("graveyard/tile_itself", "--reading", "example", "--set", "self_tile=counted").stdout
    data = valid("vectors", printed)
    assert set(data["readings"]) == {"example", "own"}
    (outcome,) = data["vectors"][0]["outcomes"]
    assert outcome["under"] == {"example": 5, "own": 6}
    assert "cases" not in outcome
    changed = {q for q, answer in data["readings"]["own"].items() if answer != NAMED["recommended"][q]}
    assert changed <= {"self_tile"}
    assert set(data["readings"]["own"]) == set(questions())


def test_a_folder_stands_for_its_positions(tmp_path: Path) -> None:
    target = tmp_path / "vectors.json"
    assert sheriff("tents", "--reading", "wiki", "-o", str(target)).exit_code == ANSWERED
    data = valid("vectors", target.read_text("utf-8"))
    assert [one["id"] for one in data["vectors"]] == [
        one.name for one in ENTRIES if one.name.startswith("tents/") and is_told(one)
    ]


@pytest.mark.parametrize("wrong", [["--reading", "wikki"], ["--set", "self_tile=maybe"], ["no/such"]])
def test_misuse_is_told(wrong: list[str]) -> None:
    result = sheriff(*wrong)
    assert result.exit_code == MISUSE
    assert result.stdout == ""


def test_a_reading_with_an_unknown_answer_is_refused() -> None:
    with pytest.raises(UnknownAnswer):
        vector(entry("graveyard/tile_itself"), {"mine": {"self_tile": "maybe"}})
