"""Citations: an explanation cites what its rules rest on, and nothing of what does not happen in it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from citing import happening, stray
from sheriff_kb.evidence import contrary, passages, speaking
from sheriff_kb.explain import Explainer, Explanation, explain, phrases
from sheriff_kb.explain.instrument import Rule, rules
from sheriff_kb.gallery import entry
from sheriff_kb.law import Annotation, questions, text, told_in
from sheriff_kb.position import Position, parse
from sheriff_kb.wording import languages, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

READ = re.compile(r"(?<!not )reading\((\w+),([a-z]\w*)\)")
"""An answer that a rule asks for."""


def every(position: Position) -> Iterator[Explanation]:
    """The explanations of all rulings on a position, one for each case."""
    explainer = Explainer(position)
    for ruling in explainer.rulings:
        for case in ruling.cases:
            yield explainer.explain(ruling, case.when[0])


def cited(told: Explanation) -> dict[str, tuple[str, ...]]:
    """What each sentence of an explanation cites."""
    return {reason.text: reason.passages for reason in told.reason.all()}


# --- what does not happen --------------------------------------------------------------------------------------------

PLAIN_MOUNTAIN = """
players: [blue, yellow]
board: |
  west end
tiles:
  west: {edges: PMPP, nuggets: 1, cowboy: {yellow: mountain}}
  end:  {edges: PPPM, nuggets: 1}
turns:
  - {player: blue, place: end}
"""
"""No sheriff, no star and no end. (That no sentence is stray in the gallery and at random is asked in test_explain.)"""


def test_where_there_is_no_sheriff_only_the_base_game_is_cited() -> None:
    found = {passage for told in every(parse(PLAIN_MOUNTAIN)) for passage in told.passages}
    assert found == {"base.turn.tokens", "base.mountain.complete"}


def test_that_unowned_tokens_are_taken_away_is_an_assumption() -> None:
    # No source says what becomes of them; the rule on the most cowboys does not.
    position = parse(PLAIN_MOUNTAIN.replace(", cowboy: {yellow: mountain}", ""))
    told = cited(explain(position, kind="stack"))
    assert told["nobody owns the mountain, so its tokens are taken away"] == ("assumed.unowned_stack",)


def test_the_end_is_cited_only_when_the_game_ends() -> None:
    position = parse(PLAIN_MOUNTAIN + "end: true\n")
    assert "game_end" in happening(position, "end")
    assert "game_end" not in happening(position, 1)
    assert "game_end" not in happening(parse(PLAIN_MOUNTAIN), "end")


def test_what_happens_later_does_not_happen_yet() -> None:
    position = entry("stories/graveyard_tile_and_star_tile").position
    assert happening(position, 1) >= {"star_tile", "sheriff", "graveyard"}
    later = replace(position, turns=(replace(position.turns[1], place=None), *position.turns))
    assert not happening(later, 1) & {"star_tile", "graveyard"}


@pytest.mark.parametrize("passage", ["wiki.tax.1", "sheet.freeze.1", "wiki.end.1", "sheet.complete.1", "base.end"])
def test_a_stray_passage_is_found(passage: str) -> None:
    (told, *_) = every(parse(PLAIN_MOUNTAIN))
    wrong = replace(told, reason=replace(told.reason, passages=(passage,)))
    assert [one for _, one, _ in stray(wrong)] == [passage]
    assert list(stray(told)) == []


def test_a_passage_may_be_cited_beside_the_reading_that_rests_on_it() -> None:
    # That each tile has its stack is what the sheet says of the tax, and goes for mining as well.
    position = entry("mountain/mined_from_the_tents_tile").position
    told = explain(position, {"stack_unit": "tile"}, kind="may", act="mine", turn=2)
    assert "sheet.tax.1" in told.passages
    assert list(stray(told)) == []


def test_what_passages_suppose_are_predicates_of_the_vocabulary() -> None:
    inputs = set(re.findall(r"#defined (\w+)/\d+\.", text("vocabulary.lp")))
    assert {what for passage in passages().values() for what in passage.supposes} <= inputs
    words = {passage.id.split(".")[1] for passage in passages().values()}
    assert set(re.findall(r'^supposes\("(\w+)"', text("sources.lp"), re.MULTILINE)) <= words


# --- what a rule rests on --------------------------------------------------------------------------------------------


def asked(rule: Rule) -> list[tuple[str, str]]:
    """The answers that a rule asks for."""
    return READ.findall(rule.text)


RESTING = [rule for rule in rules() if rule.annotation.cites and asked(rule)]


@pytest.mark.parametrize("rule", RESTING, ids=lambda rule: f"{rule.annotation.id} {rule.number}")
def test_a_rule_under_an_answer_cites_what_speaks_for_it_and_nothing_that_speaks_for_others_alone(rule: Rule) -> None:
    cites = set(rule.annotation.cites)
    assumptions = {passage.id for passage in passages().values() if passage.authority == "assumed"}
    for answer in asked(rule):
        assert not contrary(*answer)[1] & cites, answer
        for_it = {passage for rank in speaking(*answer) for passage in rank}
        assert cites & (for_it | assumptions), answer


def test_there_are_rules_under_answers_to_be_looked_at() -> None:
    assert len(RESTING) > 50
    assert {question for rule in RESTING for question, _ in asked(rule)} > {"tax_unit", "stack_unit", "owner"}


def test_for_every_answer_some_passage_speaks_or_says_that_it_is_assumed() -> None:
    for question in questions().values():
        for answer in question.answers:
            assert speaking(question.id, answer), f"{question.id}={answer}"


def test_an_answer_is_assumed_only_where_no_sentence_speaks_for_it() -> None:
    for question in questions().values():
        for answer in question.answers:
            ranks = speaking(question.id, answer)
            assert len(ranks) == 1 or not any(one.startswith("assumed.") for rank in ranks for one in rank)


def test_no_rule_of_the_law_rests_on_the_note() -> None:
    # It makes claims about the rules and is none itself.
    files = ("turn", "sheriff", "tokens", "tents", "mountain", "end", "graveyard")
    told = [one for file in files for one in told_in(f"law/{file}.lp")]
    assert [
        one.id for one in told if isinstance(one, Annotation) and any(p.startswith("note.") for p in one.cites)
    ] == []


# --- sentences -------------------------------------------------------------------------------------------------------

STAR_TILE_FINISHES = """
players: [blue, red]
board: |
  a  s  b
  +  +  +
tiles:
  a: {edges: PMPP, nuggets: 2, tent: red}
  s: {edges: PMPM, star: true}
  b: {edges: PPPM, cowboy: {blue: mountain}}
turns:
  - {player: blue, place: s}
"""


def test_how_many_tokens_were_laid_is_not_explained_by_a_tent() -> None:
    for told in every(parse(STAR_TILE_FINISHES)):
        for reason in told.reason.all():
            if "in all have lain" in reason.text:
                assert [below.text for below in reason.all() if "tent" in below.text] == []


FIVE_OWNERS = """
players: [ann, bo, cid, dee, eve]
board: |
  a b c d e z
tiles:
  a: {edges: PMPP, nuggets: 2, cowboy: {ann: mountain}}
  b: {edges: PMPM, cowboy: {bo: mountain}}
  c: {edges: PMPM, cowboy: {cid: mountain}}
  d: {edges: PMPM, cowboy: {dee: mountain}}
  e: {edges: PMPM, cowboy: {eve: mountain}}
  z: {edges: PPPM}
turns:
  - {player: bo, place: z}
"""
PLACES = {"bo": "first", "cid": "second", "dee": "third", "eve": "fourth", "ann": "fifth"}
"""Clockwise from the player of the turn (base.mountain.tie)."""


@pytest.mark.parametrize(("player", "place"), PLACES.items())
def test_each_of_five_owners_is_told_when_to_take(player: str, place: str) -> None:
    told = cited(explain(parse(FIVE_OWNERS), kind="received", player=player))
    assert told[f"{player} takes {place}"] == ("base.mountain.tie",)


def test_who_takes_too_late_is_told_so() -> None:
    # Three tokens for five owners: the fourth and the fifth get none.
    few = re.sub(r"nuggets: 2", "nuggets: 2, tokens: 0", FIVE_OWNERS).replace("PMPM,", "PMPM, tokens: 0,")
    position = parse(few.replace("z: {edges: PPPM}", "z: {edges: PPPM, nuggets: 3}"))
    told = explain(position, kind="received", player="ann")
    assert told.value == 0
    assert {"ann takes fifth", "3 tokens in all have lain on the mountain"} <= cited(told).keys()


def test_the_tents_of_several_players_are_several() -> None:
    position = entry("examples/star_tile_with_two_tents").position
    told = explain(position, {"tax_source": "collection"}, kind="stack")
    assert "no token is taken for the tents of yellow and black" in cited(told)


POSSESSIVE = re.compile(r"\{(\w+'*)\}'s|das Zelt von \{(\w+'*)\}|\btente (?:du joueur|appartenant à) \{(\w+'*)\}")
"""A variable to which one tent, or another single thing, belongs."""


@pytest.mark.parametrize("language", languages())
def test_no_sentence_for_several_gives_one_thing_to_players_that_it_lists(language: str) -> None:
    # Statements on different players P are kept apart; all other players of a grouped phrase are listed.
    for phrase in phrases.phrases(wording(language).explanations):
        if phrase.grouped:
            owners = {name for found in POSSESSIVE.findall(phrase.many) for name in found if name}
            assert owners <= {"P"}, phrase.key


# --- what a reader who had not written the rules found wanting --------------------------------------------------------


def outlined(name: str, answers: dict[str, str], **keys: Any) -> list[str]:
    """The sentences that explain one ruling of a position of the gallery."""
    explainer = Explainer(entry(name).position)
    return [reason.text for reason in explainer.explain(explainer.rulings.on(**keys), answers).reason.all()]


def test_that_nobody_is_taxed_is_explained_by_the_tents_that_are_missing() -> None:
    """The only tent there is the mover's, who is exempt (wiki.tax.4)."""
    told = outlined(
        "freeze/sent_to_the_mountain_just_finished",
        answers={"just_completed_target": "target_until_scored"},
        kind="tax",
    )
    assert "no other player's tent stands on the sheriff's mountain" in told


def test_who_owns_by_a_tent_is_not_said_to_have_the_most_cowboys() -> None:
    told = outlined(
        "stories/tent_as_an_owner",
        answers={"owner": "tents_too"},
        kind="received",
        player="blue",
    )
    assert "nobody counts for more on the mountain than blue" in told
    assert not any("more cowboys" in sentence for sentence in told)


def test_a_token_that_a_player_pays_is_not_said_not_to_be_taken_at_all() -> None:
    """Paid from the collection, it is taken for the tent (wiki.tax.1), but not from the mountain."""
    told = outlined(
        "examples/star_tile_with_two_tents",
        answers={"tax_source": "collection"},
        kind="tax",
    )
    assert "no token is taken from the mountain for yellow's tent" in told


def test_a_graveyard_that_is_completed_cites_what_is_said_of_completion_and_not_of_the_end() -> None:
    """Both texts say in the sentence on completion what scores then (wiki.complete.2, sheet.complete.2)."""
    explainer = Explainer(entry("graveyard/city_on_its_own_tile").position)
    told = explainer.explain(explainer.rulings.on(kind="points"))
    cited = {reason.text: reason.passages for reason in told.reason.all()}
    assert cited["the city G is not counted"] == ("wiki.complete.2", "sheet.complete.2")
    assert not any("final" in passage for some in cited.values() for passage in some)
