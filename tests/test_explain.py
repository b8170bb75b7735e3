"""Explanations: they word the value that was ruled, in sentences that rest on passages, each given once."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from citing import stray
from oracle.strategies import random_position, random_reading
from sheriff_kb.evidence import speaking
from sheriff_kb.explain import Explainer, Explanation, Reason, explain, phrases
from sheriff_kb.explain.instrument import rules
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import UnknownAnswer
from sheriff_kb.position import parse
from sheriff_kb.report.explanations import as_markdown
from sheriff_kb.wording import languages, wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RANDOM_POSITIONS = 500
MOST_READINGS_A_CASE = 6
CITES = {rule.annotation.id: rule.annotation.cites for rule in rules()}
"""What each rule of the law cites."""
ODD = re.compile(r"  |[{}_\"]| [,.:]|\bNone\b|turn \d+ in turn|^\W|\b(\w{2,}) \1\b")
"""What no sentence has: two blanks, traces of templates and of the law, a word twice."""


def told_of(found: Entry) -> Iterator[Explanation]:
    """The explanations of all rulings on a position, under one reading for each case."""
    explainer = Explainer(found.position)
    for ruling in explainer.rulings:
        for case in ruling.cases:
            explanation = explainer.explain(ruling, case.when[0])
            assert explanation.value == case.value
            yield explanation


def wrong(told: Explanation) -> Iterator[str]:
    """What is wrong with an explanation of a ruling."""
    reasons = list(told.reason.all())
    parts = [one.atom.arguments[2].number for one in told.roots if one.holds and one.atom.name == "part"]
    if isinstance(told.value, int) and sum(parts) != told.value:
        yield f"{told.value} is not the sum of {parts}"
    for reason in reasons:
        if ODD.search(reason.text):
            yield f"odd: {reason.text}"
        cited = {passage for rule in reason.rules for passage in CITES[rule]}
        spoken = {passage for answer in reason.answers for rank in speaking(*answer) for passage in rank}
        if not cited | spoken >= set(reason.passages):
            yield f"cites what no rule and no answer rests on: {reason.text}"
        if reason.given and cited and not any(one.startswith("not ") for one in reason.statements):
            yield f"given, though a rule says so: {reason.text}"
        if reason.text in [below.text for below in reason.reasons]:
            yield f"twice: {reason.text}"
    yield from (
        f"beside the point, for there is no {what}: {one} for {sentence}" for sentence, one, what in stray(told)
    )
    known = wording().passage
    yield from (f"no such passage: {passage}" for passage in told.passages if not known(passage))
    held = {question for question in told.answers if question in told.held}
    if not held | set(told.reading) >= set(told.answers):
        yield "an answer that the reading does not give"
    if any({**told.held, **told.reading}[question] != answer for question, answer in told.answers.items()):
        yield "an answer that the reading gives otherwise"


@pytest.mark.cases(quick=12, full=30)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_explanations_of_the_gallery_add_up_and_read_well(found: Entry) -> None:
    assert [(str(told.matter), fault) for told in told_of(found) for fault in wrong(told)] == []


@pytest.mark.cases(quick=2, full=20)
@pytest.mark.parametrize("seed", range(RANDOM_POSITIONS))
def test_explanations_of_random_positions_add_up_and_read_well(seed: int) -> None:
    source = random.Random(seed)
    explainer = Explainer(random_position(source, sees=seed % 4 == 0), free=["all"])
    reading = random_reading(source)
    for ruling in source.sample(explainer.rulings.rulings, min(8, len(explainer.rulings.rulings))):
        told = explainer.explain(ruling, reading, full=bool(seed % 2))
        assert told.value == explainer.value(ruling, explainer.reading(reading))
        assert list(wrong(told)) == []


def texts(reason: Reason) -> list[str]:
    return [one.text for one in reason.all()]


def test_the_parts_of_a_graveyard_are_told_one_by_one() -> None:
    # Five tiles around, and the tile itself (wiki.final.1).
    told = explain(entry("graveyard/tile_itself").position, kind="points")
    (total, *below) = texts(told.reason)
    assert total == f"Red scores {told.value} points for the graveyard G when the game ends"
    assert "1 for the graveyard's own tile, G" in below


def test_a_matter_may_be_named_by_its_keys_as_they_are_written() -> None:
    position = entry("graveyard/tile_itself").position
    told = explain(position, kind="points")
    for keys in (told.matter.as_json(), {"for": "graveyard"}, {"purpose": "graveyard"}):
        again = explain(position, **keys)
        assert (again.matter, again.value) == (told.matter, told.value)
    with pytest.raises(KeyError, match="no matter has the key 'tile'; the keys are kind, turn, player"):
        explain(position, tile="G")


def test_an_absence_names_the_answer_it_rests_on() -> None:
    told = explain(entry("graveyard/tile_itself").position, {"self_tile": "not_counted"}, kind="points")
    (reason,) = [one for one in told.reason.all() if one.text == "the tile G scores nothing"]
    assert reason.answers == (("self_tile", "not_counted"),)


def test_an_answer_on_which_the_value_never_depends_is_not_told() -> None:
    # One owner gets all, whoever would begin to share and however.
    told = explain(entry("end/two_cowboys_against_one").position, kind="received", player="yellow")
    assert not {"end_first", "end_split"} & told.answers.keys()


def test_what_happened_in_earlier_turns_is_told_without_reasons_unless_in_full() -> None:
    position = entry("stories/finished_and_nobody_owns_it").position
    short = explain(position, kind="stack", turn=2)
    full = explain(position, full=True, kind="stack", turn=2)
    taxed = "one token is taken for yellow's tent on left in turn 1"
    (brief,) = [one for one in short.reason.all() if one.text == taxed]
    (whole,) = [one for one in full.reason.all() if one.text == taxed]
    assert brief.earlier and not brief.reasons and ("tax_source", "stack") in brief.answers
    assert not whole.earlier and whole.reasons
    assert dict(brief.answers).items() <= full.answers.items()


def test_what_no_answer_makes_happen_in_an_earlier_turn_is_told_only_in_full() -> None:
    # In turn 2 the only open mountain is the one on which he stands, so that nobody is taxed (wiki.move.2).
    position = entry("freeze/stays_on_a_grown_mountain").position
    untaxed = "no token is taken for yellow's tent in turn 2"
    assert untaxed not in texts(explain(position, kind="stack", turn=3).reason)
    assert untaxed in texts(explain(position, full=True, kind="stack", turn=3).reason)


def test_what_another_answer_makes_happen_in_an_earlier_turn_is_told_with_the_answer() -> None:
    # Taken from the players themselves, the tax leaves the stack as it is (wiki.tax.4).
    position = entry("stories/finished_and_nobody_owns_it").position
    told = explain(position, {"tax_source": "collection"}, kind="stack", turn=2)
    (untaxed,) = [one for one in told.reason.all() if one.text.startswith("no token is taken for")]
    assert untaxed.earlier and untaxed.answers == (("tax_source", "collection"),)


def test_a_sentence_that_states_another_answer_is_not_cited_where_there_is_one_beside_it() -> None:
    # One stack a mountain (base.stack), against one on each tile (sheet.tax.1).
    position = entry("examples/star_tile_with_two_tents").position
    whole, by_tile = (explain(position, {"stack_unit": unit}, kind="tax") for unit in ("mountain", "tile"))
    assert "base.stack" in whole.passages and "sheet.tax.1" not in whole.passages
    assert "sheet.tax.1" in by_tile.passages and "base.stack" not in by_tile.passages


def test_a_sentence_that_states_another_answer_is_cited_where_the_answer_makes_no_difference() -> None:
    position = entry("examples/star_tile_with_two_tents").position
    ruling = Explainer(position).rulings.on(kind="sheriff")
    assert "stack_unit" not in ruling.questions
    assert "wiki.move.1" in explain(position, {"stack_unit": "tile"}, kind="sheriff").passages


ONE_TOKEN = """
players: [red, blue]
board: |
  a b
tiles:
  a: {edges: PMPP, nuggets: 1, cowboy: {red: mountain}}
  b: {edges: MPPM, nuggets: 1, tokens: 0, cowboy: {blue: mountain}}
sheriff: a
end: true
"""


def test_who_gets_nothing_is_told_who_takes_first() -> None:
    # Blue moved last and begins to share the one token (base.mountain.tie).
    told = explain(parse(ONE_TOKEN), kind="received", player="red")
    assert told.value == 0
    reasons = {one.text: one for one in told.reason.all()}
    assert "red does not take token number 1" in reasons
    assert reasons["sharing does not begin with red"].answers == (("end_first", "last_player"),)


def test_turns_are_named_only_where_it_is_another_turn() -> None:
    told = texts(explain(entry("stories/finished_and_nobody_owns_it").position, kind="stack", turn=2).reason)
    assert not [text for text in told[1:] if "turn 2" in text]
    assert [text for text in told if "turn 1" in text]


def test_exactly_one_matter_must_have_the_keys() -> None:
    position = entry("end/four_tokens_two_owners").position
    with pytest.raises(KeyError):
        explain(position, kind="received")
    with pytest.raises(KeyError):
        explain(position, kind="tax")
    with pytest.raises(UnknownAnswer):
        explain(position, {"moon": "full"}, kind="received", player="yellow")


def test_a_notebook_shows_the_nested_list() -> None:
    told = explain(entry("graveyard/tile_itself").position, kind="points")
    assert as_markdown(told, wording()).startswith(f"**{told.reason.text}**")


# --- the catalogue ---------------------------------------------------------------------------------------------------


def test_every_phrase_is_of_a_statement_that_the_law_can_make() -> None:
    known = {rule.head for rule in rules()} | phrases_given()
    for phrase in phrases.phrases(wording().explanations):
        assert (phrase.form.name, phrase.form.arity) in known, phrase


def test_a_phrase_by_a_rule_names_one_that_gives_the_statement() -> None:
    for phrase in phrases.phrases(wording().explanations):
        if phrase.rule:
            heads = {rule.head for rule in rules() if rule.annotation.id == phrase.rule}
            assert (phrase.form.name, phrase.form.arity) in heads, phrase


RARE = {
    "seat(T,R,P,3)": "four players share a mountain",
    "seat(T,R,P,4)": "five players share a mountain",
    "not seat(T,R,P,1)": "two tokens for three owners",
    "not seat(T,R,P,2)": "three tokens for four owners",
    "not seat(T,R,P,3)": "four tokens for five owners",
}
"""Phrases that no position of the gallery needs, and what calls for them."""
WORDY = (
    "end/tent_breaks_the_tie",
    "examples/star_tile_with_two_tents",
    "graveyard/already_surrounded",
    "graveyard/city_over_two_tiles",
    "graveyard/finished_before_the_end",
    "graveyard/graveyard_tile_drawn_in_vain",
    "graveyard/mountain_brings_a_cowboy_home",
    "graveyard/story_two_graveyards",
    "mountain/five_tokens_three_tied",
    "mountain/mining_refused",
    "mountain/stack_nobody_owns_and_an_empty_supply",
    "sheriff/back_where_he_came_from",
    "sheriff/star_tile_after_a_discarded_star_tile",
    "sheriff/star_tile_joins_his_mountain_to_another",
    "stories/finished_and_nobody_owns_it",
    "stories/finishes_his_mountain_and_moves_on",
    "stories/mined_out",
    "stories/tent_as_an_owner",
    "tax/mover_and_rival_on_one_tile",
    "tax/one_token_where_two_tents_share_a_tile",
    "tax/who_looks_at_the_tokens",
    "witnesses/end_first",
)
"""Positions that need all other phrases together."""


@pytest.mark.cases(quick=0)
def test_every_phrase_is_needed_for_the_gallery(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = wording().explanations
    keys = {key for section in ("statements", "groups", "contrary", "disputed") for key in catalogue[section]}
    key_of = {phrase.place: phrase.key for phrase in phrases.phrases(catalogue)}
    missing = keys - RARE.keys()
    sentence = phrases.Phrases.sentence

    def noting(self: phrases.Phrases, told: Sequence[phrases.Said], turn: int, mountain: int) -> str:
        missing.discard(key_of[told[0].phrase.place])
        return sentence(self, told, turn, mountain)

    monkeypatch.setattr(phrases.Phrases, "sentence", noting)
    for name in WORDY:
        explainer = Explainer(entry(name).position, free=["settled"])
        for ruling in explainer.rulings:
            for case in ruling.cases:
                for reading in case.when[:MOST_READINGS_A_CASE]:
                    explainer.explain(ruling, reading, full=True)
    assert missing == set()


def phrases_given() -> set[tuple[str, int]]:
    """The predicates of the vocabulary."""
    from sheriff_kb.law import text

    return {(name, int(arity)) for name, arity in re.findall(r"#defined (\w+)/(\d+)\.", text("vocabulary.lp"))}


@pytest.mark.parametrize("language", languages())
@pytest.mark.cases(quick=3, full=15)
@pytest.mark.parametrize("one", list(entries()), ids=lambda one: one.name)
def test_a_value_is_said_in_12_words_and_a_reason_in_25(one: Entry, language: str) -> None:
    explainer = Explainer(one.position, language=language)
    for ruling in explainer.rulings:
        value, *reasons = (reason.text for reason in explainer.explain(ruling).reason.all())
        place = wording(language).place(ruling.matter.place or "")  # a name may have any number of words
        assert len((value.replace(place, "there") if place else value).split()) <= 12, value
        assert all(len(reason.split()) <= 25 for reason in reasons)
