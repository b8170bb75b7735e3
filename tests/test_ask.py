"""`sheriff ask`: disputes in the words of players find the entry that settles them.

The first disputes were written down before any entry of the FAQ was. What the first search missed of them and of the
later ones led to more ways to put a question and to more synonyms, so they say that the search stays as good as it is;
how good it is with words that it never saw is in docs/faq-howto.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asking import SETS, found, interval, read
from schemas import valid
from sheriff_kb.cli import cli
from sheriff_kb.exits import ANSWERED, FAULT, MISUSE
from sheriff_kb.faq import entries
from sheriff_kb.faq.search import nearest
from sheriff_kb.faq.words import faq_languages, faq_words

TUNED = next(file for file in SETS if file.stem == "tuned")
FLOORS = {"tuned": (0.93, 0.98), "kept": (0.55, 0.75)}
"""How often the first hit and one of three has to answer a question of a set."""

# Each names the disputed rule that it is about.
DISPUTES = [
    ("two of us have a tent on the hill he came to, does each of us lose a gold or just one piece?", "tax_source"),
    ("do I pay the sheriff out of the nuggets I already mined or from the pile on the mountain", "tax_source"),
    ("end of game cemetery: does the cemetery card itself give a point too?", "self_tile"),
    ("can I move my tent onto the mountain where the sheriff is", "freeze_tents"),
    ("I drew a star tile but it fits nowhere so I threw it away, does the sheriff still move", "star_trigger"),
    ("no other open mountain for the sheriff, does he stay put or leave the board?", "no_target"),
    ("I just closed the mountain with the sheriff on it, may I still grab a gold before it is paid out", "freeze_end"),
    ("town only touching the finished graveyard at the corner - does it count", "city_near"),
    ("does a graveyard tile move the sheriff or does he just collect again where he stands", "graveyard_trigger"),
    (
        "game over, sheriff mountain, me and my wife have one cowboy each and three chips, who gets the odd one",
        "end_split",
    ),
    ("can my cowboy stand on the same spot as the sheriff", "sheriff_blocks_spot"),
    ("there is only one token left but two rival tents, what does the sheriff take", "tax_shortage"),
    ("do I get my meeple back from a full graveyard", "graveyard_cowboy"),
    (
        "graveyard tile put into a hole with tiles all around it: can I claim it and score right away",
        "surrounded_claim",
    ),
    ("star tile adds gold to the mountain, is that there already when the sheriff comes to take", "star_nuggets"),
    ("may I send the sheriff to the mountain I have just completed with the star tile", "just_completed_target"),
    ("nobody has a cowboy on the finished mountain, where does the gold go?", "unowned_stack"),
    ("does having only a tent there make me the owner of the mountain at the end", "owner"),
]

# Each names the entries that answer it.
LATER = [
    ("my tent is where the sheriff stands now, am I allowed to take gold this round?", {"mine-on-his-mountain"}),
    ("do cities count if they are not finished when I score the cemetery", {"unfinished-city"}),
    ("we finished the sheriffs hill, what happens with the figure", {"his-mountain-is-finished"}),
    ("is the sheriff allowed on a mountain where everything is full of meeples", {"occupied-mountain"}),
    ("can you skip moving the sheriff", {"leave-the-sheriff-where-he-is"}),
    ("both players have tents on one single tile, sheriff comes, one or two tokens?", {"two-tents-on-one-tile"}),
    ("does the bank get shuffled after tokens go back", {"tokens-known-again"}),
    ("gravyard in the middle of 4 tiles only, is it done?", {"four-sides-are-enough"}),
    ("sherif came back to the same montain, tax again?", {"taxed-again-when-he-returns"}),
    ("my mountain got connected to the sheriff's, still allowed to mine?", {"my-mountain-is-joined-to-his"}),
    ("the last card closed the cemetery, do we count it again at the end", {"last-tile-finishes-a-graveyard"}),
    ("new star tile glues two mountains together, can the sheriff walk over", {"star-tile-joins-his-mountain"}),
    ("can we peek at the tokens the sheriff removes", {"who-looks-at-the-tokens"}),
    ("do I lose victory points on the mountain because he stole tokens", {"points-of-a-taxed-mountain"}),
    ("are the tokens still put down when the sheriff's mountain gets bigger", {"new-tokens-on-his-mountain"}),
    ("what counts as a different mountain for the sheriff", {"another-part-of-his-mountain"}),
    ("who owns the unfinished mountain at game end", {"only-a-tent-at-the-end", "fewer-cowboys-at-the-end"}),
]


def ask(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ask", *words], prog_name="sheriff")


@pytest.mark.cases(quick=4)
@pytest.mark.parametrize(("words", "rule"), DISPUTES)
def test_a_dispute_is_found_first_or_second(words: str, rule: str) -> None:
    assert rule in [found.rule for found in nearest(words, faq_words())[:2]]


@pytest.mark.cases(quick=4)
@pytest.mark.parametrize(("words", "names"), LATER)
def test_a_later_dispute_is_found_first_or_second(words: str, names: set[str]) -> None:
    assert names & {found.id for found in nearest(words, faq_words())[:2]}


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("language", faq_languages())
def test_every_question_finds_itself(language: str) -> None:
    told = faq_words(language)
    assert [found.id for found in entries() if nearest(told.question(found.id), told)[0] != found] == []


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("language", faq_languages())
@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_no_set_of_questions_is_answered_less_often_than_before(file: Path, language: str) -> None:
    results = found(read(file)[language], language)
    first, in_three = FLOORS[file.stem]
    assert sum(one.first for one in results) >= first * len(results)
    assert sum(one.in_three for one in results) >= in_three * len(results)


@pytest.mark.parametrize("language", faq_languages())
@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_a_set_names_entries_that_are_there_and_asks_nothing_twice(file: Path, language: str) -> None:
    asked = read(file)[language]
    known = {entry.id for entry in entries()}
    assert all(one.entries and known.issuperset(one.entries) for one in asked)
    assert len({one.words for one in asked}) == len(asked)


def test_the_search_is_tuned_to_questions_on_every_entry() -> None:
    for asked in read(TUNED).values():
        assert {entry for one in asked for entry in one.entries} == {entry.id for entry in entries()}


def test_an_interval_is_what_wilson_gives() -> None:
    # Wilson 1927: 10 of 20 at 95 % are between 29.9 % and 70.1 %; none of 10 at most 27.8 %.
    assert interval(10, 20) == pytest.approx((0.299, 0.701), abs=0.001)
    assert interval(0, 10) == pytest.approx((0, 0.278), abs=0.001)


def test_the_nearest_entry_is_answered_and_others_are_named() -> None:
    result = ask("may", "I", "move", "my", "tent", "onto", "the", "sheriff's", "mountain?")
    assert result.exit_code == ANSWERED
    lines = result.stdout.splitlines()
    assert lines[0] == "May I move my tent onto the sheriff's mountain?"
    assert lines[2].startswith("It depends on one disputed rule:")
    assert sum("sheriff faq " in line for line in lines) == 3
    assert "sheriff faq " not in ask("tent onto his mountain", "--near", "0").stdout


def test_the_answer_comes_as_data_too() -> None:
    data = valid("faq", ask("move my tent onto his mountain", "--format", "json").stdout)
    assert data["entries"][0]["id"] == "tent-onto-his-mountain"
    assert len(data["nearest"]) == 3


@pytest.mark.parametrize("words", ["xyzzy", "+ - ~ ^ * : \\", "\u202e\x00", "", " ", "der die das"])
def test_words_that_say_nothing_find_nothing(words: str) -> None:
    result = ask(words)
    assert result.exit_code == FAULT
    assert result.stdout == ""
    assert "sheriff faq --list" in result.stderr


@pytest.mark.parametrize("words", ["tent:sheriff^5 +tent -mountain", "graveyard~3 *", "a" * 100_000, "tent " * 20_000])
def test_signs_of_search_languages_and_long_texts_do_no_harm(words: str) -> None:
    assert ask(words, "--near", "0").exit_code in (ANSWERED, FAULT)


def test_misuse_is_told() -> None:
    assert ask().exit_code == MISUSE
