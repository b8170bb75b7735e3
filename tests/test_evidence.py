"""The evidence is complete and fresh, agrees with the questions, and comes to what the sources come to."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from schemas import valid
from sheriff_dev import claims
from sheriff_kb.cli import cli
from sheriff_kb.evidence import (
    Unit,
    all_units,
    balance,
    check,
    dependent,
    doubtful,
    evidence_facts,
    passages,
    said,
    voices,
)
from sheriff_kb.evidence.voices import claim_of, judge, silence, tables_fixed
from sheriff_kb.evidence.voices import claims as claims_of
from sheriff_kb.exits import ANSWERED, MISUSE
from sheriff_kb.law import encoding, named_readings, questions, readings
from sheriff_kb.wording import wording

ROOT = Path(__file__).resolve().parents[1]
ORIGINS = {"wiki": "wikicarpedia", "sheet": "transcription", "note": "transcription"}


def sheriff(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def structured(name: str) -> dict[str, set[str]]:
    found = re.finditer(r"^%! ([a-z_.]+)  cites (.+)$", encoding.text(name), re.MULTILINE)
    return {match[1]: set(match[2].split()) for match in found}


class TestRecords:
    def test_every_sentence_says_something_or_is_silent_for_a_reason(self) -> None:
        for passage in passages().values():
            if passage.source in ORIGINS:
                assert bool(passage.strengths) != (silence(passage.id) is not None), passage.id

    def test_a_structured_comment_cites_just_the_passages_below_it(self) -> None:
        for paragraph in encoding.text("evidence.lp").split("\n\n"):
            match = re.search(r"^%! (\S+)  cites (.+)$", paragraph, re.MULTILINE)
            if match is not None:
                below = "\n".join(line for line in paragraph.splitlines() if not line.startswith("%"))
                told = set(re.findall(r'"((?:wiki|sheet|note|base|analogy|assumed)\.[a-z0-9_.]+)"', below))
                assert told == set(match[2].split()), match[1]

    def test_evidence_names_questions_answers_and_passages_that_exist(self) -> None:
        for predicate in ("states", "suggests"):
            for passage, question, answer in evidence_facts()(predicate, 3):
                assert passage.string in passages()
                assert answer.name in questions()[question.name].answers

    def test_what_speaks_to_a_question_is_cited_by_it(self) -> None:
        cited = structured("questions.lp")
        for question in questions():
            told = {voice.passage for voice in voices(question) if voice.how != "claims"}
            assert told <= cited[f"question.{question}"], question

    def test_related_games_only_suggest(self) -> None:
        stated = [unit.passage for unit in all_units() if unit.strength == "stated"]
        assert [p for p in stated if passages()[p].authority == "analogy"] == []

    def test_one_passage_does_not_state_two_answers(self) -> None:
        stated = [(p.string, q.name) for p, q, _ in evidence_facts()("states", 3)]
        assert len(set(stated)) == len(stated)

    def test_nothing_is_stated_that_could_be_otherwise_word_for_word(self) -> None:
        """Sentences that were once taken to state something, with how they can be true under another answer."""
        weaker = {
            "tax_drawer": ("wiki.tax.1", "sheet.tax.1"),  # one can take what others have drawn
            "end_split": ("wiki.end.2",),  # as evenly as can be; four tokens among two
            "completion_value": ("wiki.complete.2", "sheet.complete.2", "note.2"),  # eight tiles and its own are nine
            "freeze_extent": ("wiki.freeze.1", "sheet.freeze.1"),  # the mountain as it was when he came
            "freeze_adds": ("base.turn.tokens",),  # of the sheriff the base game knows nothing
            "graveyard_cowboy": ("base.home",),
        }
        for question, named in weaker.items():
            how = {voice.passage: voice.how for voice in voices(question) if voice.how != "claims"}
            assert {how[passage] for passage in named} == {"suggests"}, question

    def test_what_is_not_said_suggests_nothing(self) -> None:
        silent = {
            "tax_return": ("sheet.tax.1", "sheet.tax.example.2"),  # the sheet has nothing on mixing
            "tax_source": ("wiki.tax.example.3",),  # one returns what one drew as well as what one had
            "just_completed_target": ("base.mountain.complete",),  # who takes the tokens, not where he may go
            "mine_completed": ("base.turn.action",),
            "freeze_adds": ("wiki.freeze.1", "sheet.freeze.1"),  # taking is banned, and laying not spoken of
            "final_scope": ("wiki.final.example", "sheet.final.example"),  # an unfinished one, and not the others
        }
        for question, named in silent.items():
            heard = {voice.passage for voice in voices(question) if voice.how != "claims"}
            assert heard.isdisjoint(named), question

    def test_the_captions_seven_tiles_are_around_only_where_the_cities_are_on_those(self) -> None:
        assert list(tables_fixed("sheet.final.example")) == [
            ("graveyard_example", "examples/graveyard_seven_around", "suggested")
        ]
        assert list(tables_fixed("wiki.final.example")) == []

    def test_points_on_which_something_is_said_have_names_of_their_own(self) -> None:
        claimed = {claim.name for _, claim in evidence_facts()("claims", 2)}
        tables = {table.name for (table,) in evidence_facts()("table", 1)}
        assert claimed.isdisjoint(tables) and (claimed | tables).isdisjoint(questions())
        assert {unit.point for unit in all_units()} <= claimed | tables | set(questions())

    def test_what_a_clause_says_is_what_was_recorded(self) -> None:
        assert list(said(Unit("wiki.tax.1", "tax_unit"))) == [("states", "per_player")]
        assert list(said(Unit("wiki.end.2", "end_split", "suggested"))) == [("suggests", "even_rest_lost")]
        assert list(said(Unit("sheet.final.example", "nine"))) == [("claims", "nine")]
        assert list(said(Unit("note.5", "graveyard_example"))) == [("fixes", "examples/graveyard_seven_around")]
        assert all(len(list(said(unit))) == 1 for unit in all_units())

    def test_what_is_in_doubt_has_an_argument_for_either_side(self) -> None:
        words = wording()
        doubted = {question: doubtful(question) for question in questions()}
        assert {"tax_drawer", "end_split", "completion_value", "freeze_extent"} <= {
            q for q, said in doubted.items() if said
        }
        for question, named in doubted.items():
            assert bool(named) == bool(words.doubt(question)), question
            assert {unit.passage for unit in all_units()} >= set(named)

    def test_all_of_it_has_wording(self) -> None:
        words = tomllib.loads((ROOT / "kb/sheriff_kb/wording/en.toml").read_text("utf-8"))
        facts = evidence_facts()
        assert set(words["evidence"]["claims"]) == {claim.name for _, claim in facts("claims", 2)}
        assert set(words["evidence"]["tables"]) == {table.name for (table,) in facts("table", 1)}
        assert set(words["evidence"]["silent"]) == {reason.name for _, reason in facts("silent", 2)}
        assert set(words["evidence"]["origins"]) == {p.origin for p in passages().values()}
        assert set(words["readings"]) == set(named_readings())
        assert set(words["evidence"]["scoring"]) == {voice.name for voice, _ in facts("scoring", 2)}
        assert set(words["evidence"]["shown"]) == {position.string for _, position in facts("may_show", 2)}
        balances = {"stated", "opposed", "contradicted", "suggested", "divided", "silent"}
        assert set(words["evidence"]["balance"]) == balances >= {balance(question)[0] for question in questions()}


class TestFreshness:
    def test_the_cases_of_claims_are_those_that_the_law_gives_now(self) -> None:
        assert claims.program(claims.cases()) == encoding.text("claims.lp"), "python -m sheriff_dev claims"

    def test_the_kept_readings_are_those_that_the_solver_finds(self) -> None:
        kept = json.loads((ROOT / "kb/sheriff_kb/law/readings.json").read_text("utf-8"))
        assert kept["program"] == readings.digest(), "python -m sheriff_dev readings"
        assert kept["readings"] == readings.found_readings() == named_readings()


class TestBalance:
    def test_a_gap_is_not_filled_by_a_statement_of_the_expansion(self) -> None:
        for question in questions().values():
            if question.status == "gap":
                stated = [v.passage for v in voices(question.id) if v.how != "suggests"]
                assert all(passages()[passage].source == "base" for passage in stated), question.id

    def test_of_a_settled_question_only_the_default_is_stated(self) -> None:
        for question in questions().values():
            if question.status == "settled":
                kind, told = balance(question.id)
                assert (kind in ("stated", "opposed", "suggested")) and set(told) == {question.default}, question.id

    @pytest.mark.parametrize("question", ["tax_unit", "tax_exemption", "stack_unit"])
    def test_where_sources_state_different_things_they_contradict(self, question: str) -> None:
        assert balance(question)[0] == "contradicted"

    def test_what_one_text_states_and_the_other_suggests_otherwise_is_opposed(self) -> None:
        assert balance("end_split") == ("opposed", {"round_robin": ("transcription",)})
        assert balance("tax_drawer") == ("opposed", {"owners": ("transcription", "wikicarpedia")})

    def test_a_silent_text_is_no_witness(self) -> None:
        assert balance("tax_return") == ("stated", {"mixed": ("wikicarpedia",)})

    def test_sources_of_one_origin_are_one_witness(self) -> None:
        assert balance("self_tile") == ("stated", {"counted": ("transcription", "wikicarpedia")})
        assert balance("tax_source")[1]["stack"] == ("transcription", "wikicarpedia")

    def test_what_the_tax_example_claims_is_against_the_collection(self) -> None:
        claimed = {v.passage: v.opposes for v in voices("tax_source") if v.how == "claims"}
        assert claimed == dict.fromkeys(("wiki.tax.example.2", "sheet.tax.example.2"), ("collection",))

    def test_what_the_graveyard_example_says_hangs_on_its_table(self) -> None:
        voice = next(v for v in voices("self_tile") if v.passage == "sheet.final.example")
        assert voice.left == {
            "examples/graveyard_six_around": ("counted",),
            "examples/graveyard_seven_around": ("not_counted",),
        }


class TestNote:
    def test_verdicts(self) -> None:
        verdicts = {name: judge(name) for name in ("note.1a", "note.1b", "note.2", "note.3", "note.5")}
        assert verdicts == {
            "note.1a": "contradicted",
            "note.1b": "contradicted",
            "note.2": "follows",
            "note.3": "contradicted",
            "note.5": "contradicted",
        }

    def test_without_any_sentence_nothing_is_decided(self) -> None:
        assert {judge(name, ()) for name in ("note.1a", "note.1b", "note.3", "note.5")} == {"open"}

    def test_the_two_rules_disagree_only_if_the_tile_is_left_out(self) -> None:
        (claim,) = claims_of("note.1a")
        for cases in claim.holds.values():
            assert [case for case in cases if case.get("surround") != "four"] == [
                {"surround": "eight", "completion_value": "fixed_nine", "self_tile": "not_counted"}
            ]

    def test_the_third_claim_is_true_of_seven_tiles_around(self) -> None:
        assert claim_of("left_out").holds == {
            "examples/graveyard_six_around": (),
            "examples/graveyard_seven_around": ({},),
        }


class TestReadings:
    def test_each_source_is_read_as_it_states(self) -> None:
        wiki, sheet = named_readings()["wiki"], named_readings()["sheet"]
        for name, source in (("wiki", wiki), ("sheet", sheet)):
            assert check(source, [name]).breaks == ()
        assert (wiki["end_split"], sheet["end_split"]) == ("even_rest_lost", "round_robin")
        assert (wiki["tax_unit"], sheet["tax_unit"]) == ("per_player", "per_tile")

    def test_the_example_taken_literally_leaves_the_tile_out(self) -> None:
        example = named_readings()["example"]
        assert (example["self_tile"], example["tax_drawer"]) == ("not_counted", "owners")
        found = check(example, ["wiki", "sheet"])
        assert not any("example" in unit.passage for unit in found.breaks)
        assert found.tables["graveyard_example"] == "examples/graveyard_seven_around"
        assert {"self_tile": "counted"} in [dict(change) for change, _ in found.nearer]
        assert all(len(broken) < len(found.breaks) for _, broken in found.nearer)

    def test_no_single_answer_weighs_less_than_the_recommended_one(self) -> None:
        recommended = named_readings()["recommended"]
        assert recommended["self_tile"] == "counted"
        assert set(readings.ties("recommended")) == {"star_trigger", "tax_shortage", "freeze_end", "unowned_stack"}
        for question, answers in readings.ties("recommended").items():
            assert recommended[question] == questions()[question].default
            assert set(answers) == set(questions()[question].answers)

    def test_the_owners_draw_since_the_rules_can_be_true_together_with_the_examples(self) -> None:
        assert {named_readings()[name]["tax_drawer"] for name in ("recommended", "wiki", "sheet", "classic")} == {
            "owners"
        }

    def test_ties_do_not_change_what_is_found_afterwards(self) -> None:
        before = readings.found_readings()
        readings.ties("classic")
        assert readings.found_readings() == before

    def test_what_a_reading_follows_can_be_read(self) -> None:
        weights = {(p.speaker, p.sort, p.strength): p.weight for p in readings.preferences("recommended")}
        assert (
            weights["wiki", "rule", "stated"]
            == weights["sheet", "rule", "stated"]
            > weights["wiki", "example", "stated"]
        )
        assert not any(p.speaker == "note" for name in named_readings() for p in readings.preferences(name))
        levels = [p.level for p in readings.preferences("wiki")]
        assert levels == sorted(levels, reverse=True)


class TestCommands:
    def data(self, *words: str) -> Any:
        result = sheriff(*words, "--format", "json")
        assert result.exit_code == ANSWERED, result.output
        return valid("readings-check" if "--check" in words else words[0], result.stdout)

    def test_evidence_on_all_questions(self) -> None:
        found = self.data("evidence")["questions"]
        assert [one["id"] for one in found] == list(questions())
        assert all(list(one["answers"]) == list(questions()[one["id"]].answers) for one in found)
        text = sheriff("evidence").stdout
        assert all(f"{question} (" in text for question in questions())

    def test_evidence_on_a_claim(self) -> None:
        (found,) = self.data("evidence", "note.3")["passages"]
        assert found["verdict"] == "contradicted"
        assert found["claims"][0]["holds"] == {
            "examples/graveyard_six_around": [],
            "examples/graveyard_seven_around": [{}],
        }
        assert "does not follow" in sheriff("evidence", "note.3").stdout

    @pytest.mark.cases(quick=0)
    def test_every_passage_can_be_shown(self) -> None:
        assert [one["id"] for one in self.data("evidence", *passages())["passages"]] == list(passages())
        assert sheriff("evidence", *passages()).exit_code == ANSWERED

    def test_conflicts(self) -> None:
        found = self.data("conflicts", "--source", "sheet", "--note")
        sets = [{unit["passage"] for unit in conflict["units"]} for conflict in found["conflicts"]]
        assert {"sheet.final.1", "sheet.final.example", "note.5"} in sets
        assert len(found["repairs"]) == 4 and not found["agree"]
        assert all(set(unit) == {"passage", "on", "as"} for repair in found["repairs"] for unit in repair)
        assert found["more"] == {"conflicts": False, "repairs": False}

    def test_conflicts_are_limited(self) -> None:
        found = self.data("conflicts", "--note", "--limit", "2")
        assert (len(found["conflicts"]), len(found["repairs"])) == (2, 2)
        assert found["more"] == {"conflicts": True, "repairs": True}
        assert "more than 2" in sheriff("conflicts", "--note", "--limit", "2").stdout

    def test_who_gives_way(self) -> None:
        for prefer, keeps in (("wiki", "sheet"), ("sheet", "wiki")):
            found = self.data("conflicts", "--prefer", prefer)
            (way,) = found["repairs"]
            assert {unit["passage"].split(".")[0] for unit in way} == {keeps}
            assert [conflict["gives_way"][0] for conflict in found["conflicts"]] == way
        found = self.data("conflicts", "--source", "sheet", "--note", "--prefer", "rules")
        assert all(unit["passage"] != "sheet.final.1" for way in found["repairs"] for unit in way)

    def test_a_sentence_is_kept_in_one_point_or_in_all(self) -> None:
        found = self.data("conflicts", "--keep", "wiki.tax.1:tax_unit")
        assert [[unit["passage"] for unit in one["units"]] for one in found["conflicts"]] == [
            ["sheet.tax.1"],
            ["wiki.tax.1", "sheet.tax.3"],
        ]
        found = self.data("conflicts", "--keep", "wiki.tax.1")
        assert all(unit["passage"] != "wiki.tax.1" for one in found["conflicts"] for unit in one["units"])

    def test_a_conflict_names_the_point_and_what_each_says_of_it(self) -> None:
        text = sheriff("conflicts").stdout
        assert "wiki.tax.1, on “One token a player or one a tile”: one token for each rival with a tent there" in text
        assert "  1. sheet.tax.1 (tax_unit), sheet.tax.3 (tax_exemption)\n" in text

    def test_sentences_that_agree(self) -> None:
        found = self.data("conflicts", "--source", "sheet", "--source", "note", "--keep", "sheet.tax.1")
        assert not found["agree"]
        assert self.data("conflicts", "--source", "sheet")["agree"]
        text = sheriff("conflicts", "--source", "wiki").stdout
        assert "agree with one another" in text

    def test_the_fixed_rules_alone(self) -> None:
        words = ("conflicts", "--keep", "sheet.tax.1", "--keep", "wiki.tax.1")
        found = self.data(*words)
        assert found["fixed_rules_conflict"] and found["conflicts"] == [] and found["repairs"] == []
        assert "fixed rules alone conflict" in sheriff(*words).stdout

    def test_readings_are_checked(self) -> None:
        found = self.data("readings", "example", "--check")["readings"]["example"]
        assert {"passage": "wiki.final.1", "on": "self_tile", "as": "stated"} in found["breaks"]
        assert "Nearest readings" in sheriff("readings", "example", "--check").stdout
        assert list(self.data("readings", "--check")["readings"]) == list(named_readings())

    def test_the_recommended_reading_tells_how_far_its_weights_decide(self) -> None:
        text = sheriff("readings", "recommended").stdout
        assert "per_tile, if this comes first: what rules of the transcription of the sheet state" in text
        assert f"{len(questions()) - len(dependent())} of {len(questions())} answers stay" in text
        assert "comes first" not in sheriff("readings", "wiki").stdout
        found = self.data("readings", "recommended", "--check")["readings"]["recommended"]["dependent"]
        first = [{"of": "sheet", "sort": "rule", "strength": "stated"}]
        assert found["tax_unit"] == [{"answer": "per_tile", "first": first}]

    def test_evidence_tells_what_is_in_doubt(self) -> None:
        (found,) = self.data("evidence", "end_split")["questions"]
        assert found["doubt"]["passages"] == ["wiki.end.2"]
        assert set(found["doubt"]) == {"passages", "more", "less"}
        assert found["doubt"]["less"] in sheriff("evidence", "end_split").stdout
        (found,) = self.data("evidence", "wiki.end.2")["passages"]
        assert found["doubtful"] == ["end_split"]

    @pytest.mark.parametrize(
        "words",
        [
            ("evidence", "self_tyle"),
            ("conflicts", "--keep", "sheet.final.9"),
            ("conflicts", "--keep", "wiki.end.2:end_split"),
            ("conflicts", "--keep", "wiki.tax.1:end_split"),
            ("conflicts", "--shows", "graveyard/nine_points"),
            ("conflicts", "--prefer", "luck"),
            ("readings", "exmple", "--check"),
        ],
    )
    def test_misuse(self, words: tuple[str, ...]) -> None:
        assert sheriff(*words).exit_code == MISUSE
