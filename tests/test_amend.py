"""What a rewording would settle, and how few answers settle everything."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import combinations, product
from operator import eq
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sheriff_dev.amend import amend, conflicts, fewest, smallest
from sheriff_dev.cli import dev
from sheriff_kb.evidence import Unit
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import questions
from sheriff_kb.rulings import Ruling, Survey, rulings
from sheriff_kb.solving import Diagram, nodes, variables

ALL = list(entries())
SAMPLE = [
    entry(name)
    for name in (
        "examples/graveyard_seven_around",
        "examples/graveyard_seven_misprint",
        "examples/star_tile_with_two_tents",
        "graveyard/four_sides_filled",
        "tax/two_rival_tents_on_one_tile",
        "end/who_takes_first",
    )
]

STORY = entry("graveyard/story_claimed_and_completed")

UNIT = (Unit("wiki.tax.1", "tax_unit"), Unit("sheet.tax.1", "tax_unit"))
EXEMPTION = (Unit("wiki.tax.1", "tax_exemption"), Unit("sheet.tax.3", "tax_exemption"))
"""The conflicts of the two texts."""


# --- a rewording -----------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(
    "answers",
    [
        {"tax_source": "collection"},
        {"self_tile": "not_counted", "end_first": "start_player"},
        {"surround": "four"},
        {"owner": "any_cowboy", "end_split": "even_rest_lost", "stack_unit": "tile"},
    ],
    ids=str,
)
def test_before_and_after_are_what_the_rulings_are(answers: dict[str, str]) -> None:
    found = {(one.source, str(one.matter.as_json())): one for one in amend(SAMPLE, answers)}
    seen = set()
    for one in SAMPLE:
        before = {str(ruling.matter.as_json()): ruling for ruling in rulings(one.position)}
        after = {str(ruling.matter.as_json()): ruling for ruling in rulings(one.position, fixed=answers)}
        for matter, ruling in before.items():
            amended = found[one.name, matter]
            assert amended.varied == ruling.varies
            assert amended.before == first_value(ruling)
            seen.add((one.name, matter))
        for matter, ruling in after.items():
            amended = found[one.name, matter]
            assert amended.varies == ruling.varies
            assert amended.after == first_value(ruling)
            seen.add((one.name, matter))
    # What is given besides is not raised by itself, such as points together if there is one scoring.
    assert seen <= set(found)


def first_value(ruling: Ruling) -> object:
    """The value if every question left open has its first answer."""
    return ruling.diagram([0] * len(questions()))


def test_an_answer_settles_what_depended_on_it_alone() -> None:
    found = amend([entry("examples/graveyard_seven_around")], {"self_tile": "not_counted"})
    (points,) = [one for one in found if one.matter.kind == "points"]
    assert (points.before, points.after, points.varied, points.varies) == (10, 9, True, False)


def test_a_settled_question_that_is_answered_otherwise_can_open_others() -> None:
    found = amend([STORY], {"surround": "four"})
    assert any(one.varies and not one.varied for one in found)


# --- the fewest answers ----------------------------------------------------------------------------------------------


def settles(survey: Survey, diagrams: list[Diagram], answers: dict[str, str]) -> bool:
    return all(survey.restrict(diagram, answers).variable is None for diagram in diagrams)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**9), any_answer=st.booleans(), within=st.booleans())
@example(seed=19604, any_answer=True, within=False)  # one diagram begins within another one
def test_no_fewer_answers_settle_all(seed: int, any_answer: bool, within: bool) -> None:
    rng = random.Random(seed)
    survey = Survey()
    asked = rng.sample(survey.questions, 5)
    diagrams = [random_diagram(survey, rng, rng.sample(asked, rng.randint(1, 3))) for _ in range(rng.randint(1, 5))]
    if within:  # after the others, so that each is known as a part of one before it is known by itself
        diagrams += [rng.choice(list(nodes(diagram))) for diagram in diagrams]
    candidates = [(q.id, a) for q in asked for a in (q.answers if any_answer else q.answers[:1])]
    found = fewest(survey, diagrams, candidates)
    assert settles(survey, diagrams, found)
    assert found.items() <= set(candidates)
    others = 0
    for size in range(len(found) + 1):
        for chosen in combinations(asked, size):
            for answers in product(*(q.answers if any_answer else q.answers[:1] for q in chosen)):
                named = {q.id: a for q, a in zip(chosen, answers, strict=True)}
                if settles(survey, diagrams, named):
                    assert size == len(found)
                    assert unusual(named) >= unusual(found)
                    others += 1
    assert others >= 1


def unusual(answers: dict[str, str]) -> int:
    """How many answers are not the first ones."""
    return sum(questions()[question].default != answer for question, answer in answers.items())


def random_diagram(survey: Survey, rng: random.Random, asked: list[Any]) -> Diagram:
    total = survey.diagrams.leaf(0)
    for question in asked:
        weights = [rng.randint(0, 2) for _ in question.answers]
        branches = [survey.diagrams.leaf(weight) for weight in weights]
        one = survey.diagrams.node(survey.number[question.id], branches)
        total = survey.diagrams.combine(rng.choice([add, multiply]), total, one)
    return total


def add(left: int, right: int) -> int:
    return left + right


def multiply(left: int, right: int) -> int:
    return left * right


def test_answers_that_do_not_settle_all_are_told() -> None:
    survey = Survey()
    rng = random.Random(0)
    diagram = random_diagram(survey, rng, list(survey.questions[:3]))
    assert diagram.variable is not None
    with pytest.raises(ValueError, match="do not settle"):
        fewest(survey, [diagram], [])


@pytest.mark.cases(quick=0, full=0)
def test_the_gallery_is_settled_by_the_answers_that_are_found() -> None:
    gallery = list(ALL)
    first = smallest(gallery, {})
    anything = smallest(gallery, {}, any_answer=True)
    assert len(anything.answers) <= len(first.answers) <= first.open == anything.open
    assert unusual(first.answers) == 0
    settled = {question.id: question.default for question in questions().values() if question.status == "settled"}
    assert len(anything.answers) == first.open - most_left_open(gallery)
    for one in random.Random(1).sample(gallery, 30):
        for found in (first, anything):
            fixed = {**settled, **found.answers, **one.position.reading}
            ruled = rulings(one.position, fixed=fixed)
            assert not any(set(ruling.questions) - ruled.unsaid.keys() for ruling in ruled), one.name


def most_left_open(gallery: list[Entry]) -> int:
    """How many questions can be left open if the others are answered so that no ruling depends on a reading.

    Worked out without the solver: for each question, under which answers to the others no ruling depends on it.
    """
    survey = Survey()
    settled = {question.id: question.default for question in survey.questions if question.status == "settled"}
    diagrams = [
        survey.restrict(one.diagram, {**settled, **found.position.reading})
        for found in gallery
        for one in survey.matters(found.name, found.position)
    ]

    def under(diagram: Diagram, variable: int) -> list[Diagram]:
        return [survey.diagrams.restrict(diagram, {variable: a}) for a in range(survey.diagrams.answers[variable])]

    def unneeded(variable: int) -> Diagram:
        """Where no ruling depends on a question."""
        apart = [under(diagram, variable) for diagram in diagrams if variable in variables(diagram)]
        return survey.diagrams.all_of(
            survey.diagrams.combine(eq, first, other) for first, *others in apart for other in others
        )

    holds = {variable: unneeded(variable) for variable, q in enumerate(survey.questions) if q.id not in settled}
    can_be = [variable for variable, where in holds.items() if where is not survey.never]

    def together(left: Iterable[int]) -> bool:
        """Whether some answers to all other questions make all of these unneeded, whatever each is answered."""
        whole = survey.diagrams.all_of(holds[variable] for variable in left)
        for variable in left:
            whole = survey.diagrams.all_of(under(whole, variable))
        return whole is not survey.never

    return max(size for size in range(len(can_be) + 1) if any(map(together, combinations(can_be, size))))


def test_answers_given_need_not_be_found() -> None:
    found = smallest(SAMPLE, {"tax_source": "collection"})
    assert "tax_source" not in found.answers
    assert len(found.answers) < len(smallest(SAMPLE, {}).answers)


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command looks at few positions."""
    monkeypatch.setattr("sheriff_kb.gallery.entries", lambda: iter(SAMPLE))


def sheriff(*arguments: str) -> Result:
    return CliRunner().invoke(dev, ["amend", *arguments], prog_name="python -m sheriff_dev")


def test_the_command_tells_what_changes() -> None:
    result = sheriff("self_tile=not_counted")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert (
        "  examples/graveyard_seven_around: red's points for the graveyard at G when the game ends: 10 -> 9\n"
        in result.stdout
    )
    data = json.loads(sheriff("self_tile=not_counted", "--format", "json").stdout)
    assert data["varied"] > data["vary"]
    assert {"passage": "wiki.tax.1", "on": "tax_unit", "as": "stated"} in data["conflicts"]["kept"][0]
    assert "  wiki.tax.1 (tax_unit), sheet.tax.1 (tax_unit)\n" in result.stdout
    assert {
        "position": "examples/graveyard_seven_around",
        "matter": {"kind": "points", "turn": "end", "player": "red", "for": "graveyard", "at": "G"},
        "before": 10,
        "after": 9,
        "varied": True,
        "varies": False,
    } in data["concerned"]


def test_the_command_tells_the_fewest_answers() -> None:
    result = sheriff("--smallest")
    assert result.exit_code == 0
    assert "no fewer do" in result.stdout
    assert "self_tile" in json.loads(sheriff("--smallest", "--any", "--format", "json").stdout)["answers"]


@pytest.mark.parametrize("arguments", [[], ["self_tile"], ["self_tile=yes"], ["self_tile=counted", "--any"]])
def test_misuse_ends_with_2(arguments: list[str]) -> None:
    assert sheriff(*arguments).exit_code == 2


def test_a_rewording_ends_the_conflicts_over_the_question_that_it_settles() -> None:
    # wiki.tax.1 has one token taken for each player, sheet.tax.1 for each tile.
    ended = conflicts({"tax_unit": "per_player"})
    assert ended.vanished == (UNIT,)
    assert ended.kept == (EXEMPTION,)
    assert ended.new == ()


def test_a_rewording_of_another_question_leaves_a_conflict_as_it_is() -> None:
    ended = conflicts({"self_tile": "counted"})
    assert ended.kept == (UNIT, EXEMPTION)
    assert ended.vanished == ()


def test_a_rewording_brings_a_conflict_where_an_example_speaks_against_it() -> None:
    # Both examples have a token taken from the stack; if players paid from their own, none would be.
    ended = conflicts({"tax_source": "collection"})
    assert {unit for conflict in ended.new for unit in conflict} >= {
        Unit(passage, "two_taxed") for passage in ("wiki.tax.example.2", "sheet.tax.example.2")
    }
