"""Which readings fit what was observed, and where to look next."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clingo
import pytest
from click.testing import CliRunner, Result

from schemas import valid
from sheriff_kb.cli import cli
from sheriff_kb.gallery import entries, entry
from sheriff_kb.law import program, questions
from sheriff_kb.position import Position, parse
from sheriff_kb.rulings import ByUnsaid, Fit, Judge, Rulings, Survey, Surveyed, Told, facts, suggestions
from sheriff_kb.solving import variables
from sheriff_kb.solving.by_clingo import term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

POSITION = """
players: [blue, yellow, black]
board: |
  west mid east
tiles:
  west: {edges: PMPP, nuggets: 2, tent: yellow}
  mid:  {edges: MMPM, tokens: 1}
  east: {edges: PPPM, tent: black, tokens: 0}
turns:
  - {player: blue, sheriff: mid}
"""
TAX_1 = "observed: [{kind: tax, turn: 1, value: 1}]\n"
STACK_3 = "observed: [{kind: stack, turn: 1, value: 3}]\n"


class Remembering(Survey):
    """A survey that rules on a position once."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Rulings] = {}

    def rulings(self, position: Position) -> Rulings:
        key = repr(position)
        if key not in self.known:
            self.known[key] = super().rulings(position)
        return self.known[key]


@cache
def position_of(source: str) -> Position:
    return entry(source).position


@cache
def survey() -> Remembering:
    return Remembering()


@cache
def gallery() -> tuple[Surveyed, ...]:
    """The matters of the gallery over all questions."""
    return tuple(matter for one in entries() for matter in survey().matters(one.name, one.position))


def fitted(*texts: str) -> Fit:
    return Fit([(f"{number}.yaml", parse(text)) for number, text in enumerate(texts)])


def reading_of(rng: random.Random) -> dict[str, str]:
    """A reading at random: an answer to every question."""
    return {question.id: rng.choice(question.answers) for question in questions().values()}


def holds(fit: Fit, reading: Mapping[str, str]) -> bool:
    return bool(fit.remaining([question.answers.index(reading[question.id]) for question in fit.survey.questions]))


@cache
def solved(source: str, answers: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """What the solver alone finds in a position under a reading: values by matter, whether it is raised or not."""
    position = position_of(source)
    told, reading = facts(position), dict(answers)
    judge = Judge(told, reading)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program("rulings") + told.program(reading))
    control.ground([("base", [])])
    found = dict[str, Any]()
    with control.solve(yield_=True) as handle:
        (model,) = handle
        for symbol in map(term, model.symbols(shown=True)):
            if symbol.name == "finding":
                matter, value = symbol.arguments
                found[str(judge.naming.matter(matter).as_json())] = judge.naming.value(matter, value)
    return found


def seen_under(reading: Mapping[str, str], matters: Iterable[Surveyed]) -> list[tuple[str, Position]]:
    """The positions of these matters with what the solver alone finds in them under a reading."""
    by_source: dict[str, list[Mapping[str, Any]]] = {}
    for one in matters:
        by_source.setdefault(one.source, []).append(one.matter.as_json())
    told = []
    for source, keys in by_source.items():
        found = solved(source, tuple(reading.items()))
        observed = tuple({**matter, "value": found[str(matter)]} for matter in keys)
        told.append((source, replace(position_of(source), reading={}, free=(), observed=observed)))
    return told


# --- what fits -------------------------------------------------------------------------------------------------------


def test_without_any_observation_everything_fits() -> None:
    fit = fitted(POSITION)
    assert fit.count == fit.survey.readings
    assert fit.certain() == {}
    assert fit.independent()
    assert fit.conflicts() == []


def test_answers_become_certain_and_the_rest_stays_open() -> None:
    # Black's tile has no token to give if each tile has its own stack. A single token for one tent, too: under
    # `sheriffs_tile` no tent stands on his tile, and nothing at all would be taken.
    fit = fitted(POSITION + TAX_1)
    assert fit.certain() == {"tax_source": "stack", "stack_unit": "tile", "tax_tent_place": "region"}
    assert fit.count == fit.survey.readings // 8
    assert fit.cases() == ([fit.certain()], False)


def test_readings_that_fit_need_not_be_all_combinations_of_what_is_possible() -> None:
    fit = fitted(POSITION + STACK_3)
    assert fit.certain() == {}
    assert not fit.independent()
    assert fit.cases() == (
        [{"tax_source": "stack", "tax_tent_place": "sheriffs_tile"}, {"tax_source": "collection"}],
        False,
    )


def test_answers_of_which_any_fits_are_one_group() -> None:
    fit = fitted(entry("mountain/nobody_there_when_finished").text + "observed: [{kind: stack, value: 0}]\n")
    assert fit.cases() == ([{"unowned_stack": ("removed", "supply")}], False)
    assert fit.count * 3 == fit.survey.readings * 2


def test_observations_of_several_positions_are_taken_together() -> None:
    both = fitted(POSITION + TAX_1, entry("examples/graveyard_seven_around").text)
    alone = fitted(POSITION + TAX_1)
    assert both.count == alone.count
    nine = "observed: [{kind: points, player: red, value: 9}]\n"
    seven = fitted(POSITION + TAX_1, entry("examples/graveyard_seven_around").text + nine)
    assert seven.certain()["tax_source"] == "stack"
    assert seven.certain()["self_tile"] == "not_counted"


def test_what_is_known_is_told_by_the_reading_unless_it_is_freed() -> None:
    known = "reading: {tax_source: collection}\n"
    assert fitted(POSITION + known).certain() == {"tax_source": "collection"}
    assert fitted(POSITION + known + "free: [tax_source]\n").certain() == {}
    assert fitted(POSITION + known + "free: [all]\n").certain() == {}


def test_settled_questions_are_not_taken_for_known() -> None:
    assert "surround" not in fitted(POSITION).certain()


def test_a_stack_may_lie_in_any_one_way_but_in_one_only() -> None:
    unknown = POSITION.replace("nuggets: 2, ", "").replace("tokens: 1", "nuggets: 2").replace(", tokens: 0", "")
    unknown += "stacks: {mid: 2}\n"
    # Two tokens in all: none is taken only if they lie on no tile with a tent, both only if one lies on each.
    none = "{kind: tax, turn: 1, value: 0}"
    both = "{kind: tax, turn: 1, value: 2}"
    freed = fitted(
        f"{unknown}reading: {{tax_source: stack, tax_tent_place: region, stack_unit: tile}}\nobserved: [{none}]\n"
    )
    assert freed.count > 0
    conflict = fitted(f"{unknown}reading: {{tax_source: stack}}\nobserved: [{none}, {both}]\n")
    assert conflict.count == 0


# --- what does not fit -----------------------------------------------------------------------------------------------


def test_a_conflict_is_minimal_and_names_where_it_was_seen() -> None:
    fit = fitted(POSITION + TAX_1, POSITION + STACK_3, POSITION)
    assert fit.count == 0
    assert fit.certain() == {}
    assert fit.conflicts() == [
        [
            Told("0.yaml", observed={"kind": "tax", "turn": 1, "value": 1}),
            Told("1.yaml", observed={"kind": "stack", "turn": 1, "value": 3}),
        ]
    ]


def test_what_no_reading_gives_conflicts_by_itself_and_does_not_hide_the_rest() -> None:
    fit = fitted(POSITION + TAX_1.replace("value: 1", "value: 7"), POSITION + TAX_1, POSITION + STACK_3)
    assert [[told.source for told in conflict] for conflict in fit.conflicts()] == [["0.yaml"], ["1.yaml", "2.yaml"]]


def test_a_known_reading_can_conflict_with_what_was_seen() -> None:
    fit = fitted(POSITION + TAX_1 + "reading: {tax_source: collection}\n")
    (conflict,) = fit.conflicts()
    assert [told.reading for told in conflict] == [None, {"tax_source": "collection"}]


@pytest.mark.cases(quick=0, full=0)
@pytest.mark.parametrize("seed", range(3))
def test_without_any_one_of_a_conflict_some_reading_gives_the_others(seed: int) -> None:
    rng = random.Random(seed)
    matters = rng.sample([one for one in gallery() if one.source.startswith(("tax/", "examples/"))], 10)
    told = [*seen_under(reading_of(rng), matters), *seen_under(reading_of(rng), matters)]
    apart = [
        (f"{number}", replace(position, observed=(seen,)))
        for number, (position, seen) in enumerate(
            (position, seen) for _, position in told for seen in position.observed
        )
    ]
    for conflict in Fit(apart, survey()).conflicts():
        names = [one.source for one in conflict]
        assert len(set(names)) == len(names)
        for left_out in (None, *names):
            kept = [(name, position) for name, position in apart if name in names and name != left_out]
            assert (Fit(kept, survey()).count == 0) == (left_out is None)


# --- hidden readings -------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=0, full=0)
@pytest.mark.parametrize("seed", range(4))
def test_the_readings_found_are_those_that_cannot_be_told_from_the_hidden_one(seed: int) -> None:
    rng = random.Random(seed)
    hidden = reading_of(rng)
    varying = [one for one in gallery() if one.diagram.variable is not None]
    matters = rng.sample(varying, 8)
    told = seen_under(hidden, matters)
    fit = Fit(told, survey())
    assert holds(fit, hidden)
    concerned = sorted({variable for one in matters for variable in variables(one.diagram)})
    others = []
    for number in range(8):
        changed = rng.sample(concerned, min(1 + number // 2, len(concerned)))
        asked = [survey().questions[variable] for variable in changed]
        others.append({**hidden, **{question.id: rng.choice(question.answers) for question in asked}})
    for other in others:
        assert holds(fit, other) == (seen_under(other, matters) == told)


@pytest.mark.cases(quick=0, full=1)
@pytest.mark.parametrize("seed", range(2))
def test_following_the_suggestions_tells_all_apart_that_the_gallery_can_tell_apart(seed: int) -> None:
    rng = random.Random(seed)
    hidden = reading_of(rng)
    told: list[Surveyed] = []
    fit = Fit([], survey())
    while found := suggestions(fit, gallery()):
        (best,) = found
        assert best.expected < fit.count
        assert sum(outcome.count for outcome in best.outcomes) == fit.count
        told.append(next(one for one in gallery() if (one.source, one.matter) == (best.source, best.matter)))
        after = Fit(seen_under(hidden, told), survey())
        assert after.count in {outcome.count for outcome in best.outcomes}
        assert holds(after, hidden)
        fit = after
        assert len(told) <= 60
    remaining = fit.remaining
    hidden_answers = [question.answers.index(hidden[question.id]) for question in fit.survey.questions]
    for one in gallery():
        left = survey().diagrams.combine(keep, remaining, one.diagram)
        values = set(survey().diagrams.count(left)) - {None}
        assert values == {one.diagram(hidden_answers)} or any(isinstance(value, ByUnsaid) for value in values)
    assert fit.certain().items() <= hidden.items()
    assert len(fit.certain()) > 20


def keep(holds: bool, value: Any) -> Any:
    return value if holds else None


# --- the command -----------------------------------------------------------------------------------------------------


def sheriff(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["readings", *arguments], prog_name="sheriff")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    names = []
    for number, text in enumerate([POSITION + TAX_1, POSITION + STACK_3, POSITION]):
        path = tmp_path / f"{number}.yaml"
        path.write_text(text, "utf-8")
        names.append(str(path))
    return names


def test_the_command_tells_what_is_certain(files: list[str]) -> None:
    result = sheriff("--fit", files[0], "--suggest", "0")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "463,856,467,968 of 3,710,851,743,744 readings" in result.stdout
    assert "stack_unit              tile: a stack on each tile" in result.stdout
    assert "What to observe next" not in result.stdout


def test_the_command_tells_what_conflicts(files: list[str]) -> None:
    result = sheriff("--fit", *files)
    assert result.exit_code == 0
    assert result.stdout == (
        "No reading gives all of this:\n"
        f"    {files[0]}: observed kind: tax, turn: 1, value: 1\n"
        f"    {files[1]}: observed kind: stack, turn: 1, value: 3\n"
    )
    data = valid("readings-fit", sheriff("--fit", *files, "--format", "json").stdout)
    assert data["readings"] == 0
    assert data["conflicts"] == [
        [
            {"position": files[0], "observed": {"kind": "tax", "turn": 1, "value": 1}},
            {"position": files[1], "observed": {"kind": "stack", "turn": 1, "value": 3}},
        ]
    ]


def test_the_command_suggests_where_to_look_next(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = [entry("examples/graveyard_seven_around")]
    monkeypatch.setattr("sheriff_kb.gallery.entries", lambda: iter(small))
    result = sheriff("--fit", files[1], "--try", files[2])
    assert f"{files[2]}: tokens taken" not in result.stdout  # what lies there is seen already
    assert "examples/graveyard_seven_around: red's points for the graveyard at" in result.stdout
    assert "the graveyard's own tile counts" in result.stdout
    printed = sheriff("--fit", files[1], "--try", files[2], "--suggest", "9", "--format", "json").stdout
    data = valid("readings-fit", printed)
    assert data["suggestions"]
    for suggestion in data["suggestions"]:
        assert suggestion["position"] in {files[2], small[0].name}
        assert sum(value["readings"] for value in suggestion["values"]) == data["readings"]
        expected = sum(value["readings"] ** 2 for value in suggestion["values"]) / data["readings"]
        assert suggestion["expected"] == pytest.approx(expected)
    assert data["suggestions"] == sorted(data["suggestions"], key=lambda suggestion: suggestion["expected"])


def test_the_command_says_where_nothing_tells_readings_apart(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheriff_kb.gallery.entries", lambda: iter([]))
    assert "cannot be distinguished by any position of the gallery" in sheriff("--fit", files[0]).stdout


def test_faults_of_all_files_are_told_and_nothing_else(tmp_path: Path, files: list[str]) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("players: [a]\n", "utf-8")
    result = sheriff("--fit", str(bad), files[0], str(tmp_path / "missing.yaml"))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "bad.yaml" in result.stderr
    assert "missing.yaml" in result.stderr


def test_positions_to_try_need_fit(files: list[str]) -> None:
    assert sheriff("--try", files[0]).exit_code == 2
