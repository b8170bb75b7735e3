"""What of the sources is encoded and tested: nothing is missing, and what is missing is found."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from sheriff_dev.cli import dev
from sheriff_dev.coverage import Coverage, coverage, encoding_annotations
from sheriff_dev.explained import Explained
from sheriff_kb.evidence import Passage, passages
from sheriff_kb.gallery import Entry, entries
from sheriff_kb.law import Annotation, Unannotated, questions, text, told_in
from sheriff_kb.law.annotations import annotated, files
from sheriff_kb.wording import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

REASONS = wording().out_of_scope


@cache
def whole() -> Coverage:
    return coverage(entries(), REASONS)


def rules_alone(
    reasons: dict[str, str] | None = None,
    known: Sequence[Passage] | None = None,
    told: Sequence[Annotation | Unannotated] | None = None,
) -> list[str]:
    """The gaps that are not for want of positions; no position is looked at."""
    found = coverage([], dict(REASONS) if reasons is None else reasons, known=known, annotated=told)
    return [gap for gap in found.gaps if "no position" not in gap and "no expected ruling" not in gap]


# --- the project -----------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=0)
def test_nothing_is_missing() -> None:
    assert whole().gaps == ()


@pytest.mark.cases(quick=0)
def test_every_passage_is_listed_with_what_rests_on_it() -> None:
    found = {one.passage.id: one for one in whole().passages}
    assert list(found) == [passage.id for passage in passages().values()]
    assert "graveyard.self" in found["wiki.final.1"].rules
    assert "self_tile" in found["wiki.final.1"].questions
    assert "graveyard/four_sides_filled" in found["wiki.complete.1"].positions
    assert found["note.4"].out_of_scope
    assert not found["note.4"].encoded


@pytest.mark.cases(quick=0)
def test_rules_are_told_by_what_they_rest_on() -> None:
    basis = {rule.annotation.id: rule.basis for rule in whole().rules}
    assert basis["graveyard.self"] == "text"
    assert basis["mountain.handed"] == "base game"
    assert basis["sheriff.just_finished"] == "analogy"
    assert basis["mountain.unowned"] == "assumption"
    assert basis["turn.since"] == "defines"
    assert not any(name.startswith(("question.", "evidence.")) for name in basis)


@pytest.mark.cases(quick=0)
def test_every_question_is_told_with_the_positions_that_decide_it() -> None:
    assert list(whole().questions) == list(questions())
    assert "tax/no_such_position" not in whole().questions["tax_source"]
    assert "tax/two_rival_tents_on_one_tile" in whole().questions["tax_unit"]


# --- gaps are found --------------------------------------------------------------------------------------------------


def test_a_passage_that_nothing_cites_is_a_gap() -> None:
    extra = Passage("wiki.extra.1", "wiki", "rule", "wiki", "wikicarpedia", ())
    (gap,) = rules_alone(known=[*passages().values(), extra])
    assert gap.startswith("wiki.extra.1 is cited by no rule")
    assert rules_alone({**REASONS, "wiki.extra.1": "It is made up."}, known=[*passages().values(), extra]) == []


@pytest.mark.cases(quick=0, full=0)
def test_a_passage_that_no_position_tests_is_a_gap() -> None:
    without = [entry for entry in entries() if "analogy.goldmines" not in entry.text and "own_city" not in entry.text]
    gaps = coverage(without, REASONS).gaps
    assert "analogy.goldmines is encoded, but no position of the gallery tests it" in gaps
    assert "own_city: no expected ruling of the gallery distinguishes not_counted and counted" in gaps


def test_a_ruling_that_no_document_expects_tests_nothing() -> None:
    (found,) = [entry for entry in entries() if entry.name == "tax/two_rival_tents_on_one_tile"]
    assert "tax_unit" not in {
        question for question, names in coverage([unexpecting(found)], {}).questions.items() if names
    }
    assert coverage([found], {}).questions["tax_unit"] == (found.name,)


def test_what_no_explanation_rests_on_is_a_gap() -> None:
    (found,) = [entry for entry in entries() if entry.name == "tax/two_rival_tents_on_one_tile"]
    seen = coverage([found], REASONS, explained=Explained(), unused=wording().unused)
    assert {one.passage.id: one.explained for one in seen.passages}["sheet.tax.1"] == (found.name,)
    assert {rule.annotation.id: rule.explained for rule in seen.rules}["tokens.one_a_tile"] == (found.name,)
    assert "wiki.end.2 is encoded, but no explanation of the gallery rests on it" in seen.gaps
    assert "graveyard.nine is used by no explanation of the gallery" in seen.gaps
    assert not any(gap.startswith("tokens.one_a_tile is used") for gap in seen.gaps)


def test_a_rule_said_to_be_needed_by_no_explanation_is_none_that_one_uses() -> None:
    (found,) = [entry for entry in entries() if entry.name == "tax/two_rival_tents_on_one_tile"]
    seen = coverage([found], REASONS, explained=Explained(), unused={"tokens.claim": "It is not.", "no.rule": "None."})
    assert f"tokens.claim is declared unused, but one of {found.name} uses it" in seen.gaps
    assert "`no.rule` is declared unused, but is no rule" in seen.gaps


def unexpecting(entry: Entry) -> Entry:
    return Entry(entry.name, entry.text[: entry.text.index("expected:")])


def test_a_reason_that_a_rule_belies_or_that_is_for_no_passage_is_a_gap() -> None:
    (gap,) = rules_alone({**REASONS, "wiki.final.1": "It is forgotten."})
    assert gap.startswith("wiki.final.1 is declared out of scope, but")
    assert rules_alone({**REASONS, "wiki.no.1": "There is none."}) == [
        "`wiki.no.1` is declared out of scope, but is no passage"
    ]


def test_a_rule_without_a_source_is_a_gap() -> None:
    program = text("law/turn.lp") + "\nlate(T) :- turn(T), T > 9.\n"
    told = [one for one in encoding_annotations() if one.file != "law/turn.lp"] + [*annotated(program, "law/turn.lp")]
    line = len(program.splitlines())
    assert rules_alone(told=told) == [f"law/turn.lp:{line}: no comment says where it comes from"]


def test_a_rule_that_cites_what_is_no_passage_is_a_gap() -> None:
    program = "%! turn.late  cites wiki.star.1 wiki.late.1\n% Late.\nlate(T) :- turn(T), T > 9.\n"
    assert rules_alone(told=[*encoding_annotations(), *annotated(program, "law/turn.lp")]) == [
        "turn.late cites `wiki.late.1`, which is no passage"
    ]


# --- comments above rules --------------------------------------------------------------------------------------------

PROGRAM = """% Purpose: a test.

%! a.one  cites wiki.star.1 sheet.star.1
% One thing
% and another.
p(X) :- q(X).  % as it is
p(X) :- r(X), not s(X).

%! a.two  defines
s(1).

p(2).

%! a two
p(3).

%! a.three  defines
%! a.four  defines
p(4).

% No rule stands here.
"""


def test_paragraphs_of_rules_are_told_with_what_stands_above_them() -> None:
    one, two, *wrong = annotated(PROGRAM, "a.lp")
    assert one == Annotation(
        "a.one",
        "a.lp",
        3,
        ("wiki.star.1", "sheet.star.1"),
        "One thing and another.",
        ("p(X) :- q(X).", "p(X) :- r(X); not s(X)."),
    )
    assert two == Annotation("a.two", "a.lp", 9, (), "", ("s(1).",))
    assert [type(other) for other in wrong] == [Unannotated] * 3
    assert [other.line for other in wrong] == [12, 14, 19]


def test_all_files_are_read() -> None:
    assert {"questions.lp", "sources.lp", "law/turn.lp", "tasks/rulings.lp"} <= set(files())
    assert sum(isinstance(one, Annotation) for one in told_in("questions.lp")) == len(questions())


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=0, full=0)
def test_the_command_ends_with_0_and_tells_everything() -> None:
    result = CliRunner().invoke(dev, ["coverage", "--format", "json"])
    assert result.exit_code == 0
    assert result.stderr == ""
    data = json.loads(result.stdout)
    assert data["gaps"] == []
    assert {one["id"] for one in data["passages"]} == {passage.id for passage in passages().values()}
    assert {rule["basis"] for rule in data["rules"]} == {"text", "base game", "analogy", "assumption", "defines"}
    assert {rule["id"]: rule for rule in data["rules"]}["graveyard.self"]["explained"]


@pytest.mark.parametrize("arguments", [[], ["--gaps"], ["--format", "json"]])
def test_the_command_ends_with_1_on_a_gap_and_names_it(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.setattr("sheriff_kb.gallery.entries", lambda: iter([]))
    result = CliRunner().invoke(dev, ["coverage", *arguments])
    assert result.exit_code == 1
    assert "self_tile: no expected ruling of the gallery distinguishes counted and not_counted" in result.stdout
