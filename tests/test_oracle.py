"""The oracle plays the deciding positions of every disputed rule, and the worked examples, as the texts say.

Each test names the point in question (T3, M10, ...) and the passage: *wiki* is the WikiCarpedia page, *sheet* the
transcribed rule sheet, *base* the base game. Expected values are worked out by hand from the texts, for each answer.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from oracle import DEFAULT, READINGS, boards, completions, play, possible, reading
from oracle.builders import Spec, hill, matter, position, tile, told, turn
from oracle.game import Game
from oracle.reduction import reduced
from oracle.strategies import positions, random_position, readings
from oracle.unsaid import untold, ways_to_lie
from oracle.validity import is_valid, problems
from sheriff_kb.position import Matter, Position


def played(found: Position, wanted: Matter, **answers: str) -> int | str | None:
    """The value of a matter under the default reading but for these answers; None is the value `none`."""
    return play(found, reading(**answers)).get(wanted)


def can_be(found: Position, wanted: Matter, **answers: str) -> set[int | str]:
    """The values that a matter can have under the default reading but for these answers."""
    return set(possible(found, reading(**answers)).get(wanted, {"none"}))


def tax(on: str, number: int = 1) -> Matter:
    """Tokens taken from the mountain in a turn."""
    return matter("tax", number, mountain=on)


def stack(on: str, number: int = 1) -> Matter:
    """Tokens lying on the mountain when a turn is over."""
    return matter("stack", number, mountain=on)


def stands(number: int = 1) -> Matter:
    """Where the sheriff stands when a turn is over."""
    return matter("sheriff", number)


def may(player: str, act: str, place: str, number: int = 1) -> Matter:
    """Whether an act is allowed."""
    return matter("may", number, player, act=act, place=place)


def received(player: str, on: str, number: Any = "end") -> Matter:
    """Tokens handed out to the player."""
    return matter("received", number, player, mountain=on)


def graveyard_points(player: str, at: str, number: Any = "end") -> Matter:
    """Points for a graveyard."""
    return matter("points", number, player, purpose="graveyard", at=at)


# Two mountains, `here` and `there`, far enough from one another to be two, and a place for a star tile.
HERE = tile("PPPM", nuggets=3)
THERE = tile("PMPP", nuggets=3)
STAR = tile("PPPP", star=True)
TWO_MOUNTAINS = "here star there"


class TestWhatMovesTheSheriff:
    """The star (wiki: Sheriff; sheet: The Sheriff), and the graveyard tiles (wiki: Graveyards; sheet: Cemeteries)."""

    @pytest.mark.parametrize(("answer", "where"), [("placed", "beside"), ("drawn", "here")])
    def test_a_star_drawn_but_not_placed_moves_him_only_where_drawing_counts(self, answer: str, where: str) -> None:
        """A1: the star tile is discarded, a tile without star is placed instead."""
        found = position("here +", here=HERE, turns=[turn("blue", discard="star", sheriff="here")])
        assert played(found, stands(), star_trigger=answer) == where
        assert played(found, may("blue", "sheriff", "here"), star_trigger=answer) == (
            "yes" if where == "here" else "no"
        )

    @pytest.mark.parametrize(
        ("answer", "taxed", "left"), [("before_sheriff", 1, 0), ("after_sheriff", 0, 1)], ids=["before", "after"]
    )
    def test_the_star_tiles_own_token_is_taxed_only_if_it_lies_there_first(
        self, answer: str, taxed: int, left: int
    ) -> None:
        """A2: the star tile adds the only token to yellow's mountain."""
        found = position(
            "west star",
            west=tile("MMPP", tokens=0, tent="yellow"),
            star=tile("PPPM", star=True),
            turns=[turn("blue", "star", sheriff="west")],
        )
        assert played(found, tax("west"), star_nuggets=answer) == taxed
        assert played(found, stack("west"), star_nuggets=answer) == left

    @pytest.mark.parametrize("number_of_stars", [1, 2])
    def test_several_stars_in_one_turn_make_one_step(self, number_of_stars: int) -> None:
        """Fine print of A1: a discarded star and a placed one tax once."""
        found = position(
            TWO_MOUNTAINS,
            here=tile("PPPM", nuggets=3, tent="yellow"),
            there=THERE,
            star=STAR,
            turns=[turn("blue", "star", sheriff="here", discard="star" if number_of_stars == 2 else None)],
        )
        assert played(found, tax("here"), star_trigger="drawn") == 1
        assert played(found, stack("here"), star_trigger="drawn") == 2

    def test_a_graveyard_tile_moves_him_like_any_star_tile(self) -> None:
        """A3, move and activate: he leaves `here` for `there`."""
        assert played(self.graveyard_drawn(), stands()) == "there"
        assert played(self.graveyard_drawn(), tax("there")) == 0
        assert played(self.graveyard_drawn(), tax("here")) is None

    def test_a_graveyard_tile_may_only_activate_him_where_he_stands(self) -> None:
        """A3, activate only: yellow is taxed again, the named destination is refused."""
        answers = {"graveyard_trigger": "activate_only"}
        assert played(self.graveyard_drawn(), stands(), **answers) == "here"
        assert played(self.graveyard_drawn(), tax("here"), **answers) == 1
        assert played(self.graveyard_drawn(), may("blue", "sheriff", "there"), **answers) == "no"

    @pytest.mark.parametrize("answer", READINGS["graveyard_trigger"])
    def test_a_star_that_was_drawn_before_makes_a_graveyard_tile_move_him(self, answer: str) -> None:
        """Fine print of A3: a discarded star and a placed graveyard tile together make one full step."""
        found = self.graveyard_drawn(discard="star")
        assert played(found, stands(), star_trigger="drawn", graveyard_trigger=answer) == "there"

    def graveyard_drawn(self, discard: Any = None) -> Position:
        """The sheriff stands on yellow's mountain, another is open, a graveyard tile is placed."""
        return position(
            "here yard there",
            here=tile("PPPM", nuggets=3, tent="yellow"),
            there=THERE,
            yard=tile("PPPP", graveyard=True),
            sheriff="here",
            turns=[turn("blue", "yard", sheriff="there", discard=discard)],
        )


class TestWhereHeGoes:
    """Moving (wiki: Sheriff movement; sheet: Moving the sheriff)."""

    def only_mountain(self, **keys: Any) -> Position:
        """One open mountain of three tiles, the sheriff on its west; blue places a star tile elsewhere."""
        return position(
            """
            west mid  east
            star .    .
            """,
            west=tile("PMPP", tent="yellow"),
            mid=tile("MMPM"),
            east=tile("PPPM"),
            star=STAR,
            sheriff="west",
            turns=[turn("blue", "star", **keys)],
        )

    def test_another_mountain_is_another_region(self) -> None:
        """M1, region: with one open mountain he is returned."""
        found = self.only_mountain(sheriff="mid")
        assert played(found, may("blue", "sheriff", "mid")) == "no"
        assert played(found, stands()) == "beside"
        assert played(found, tax("west")) is None

    def test_another_mountain_may_be_another_tile(self) -> None:
        """M1, tile: he moves within the mountain and is activated again."""
        found = self.only_mountain(sheriff="mid")
        assert played(found, may("blue", "sheriff", "mid"), another_mountain="tile") == "yes"
        assert played(found, stands(), another_mountain="tile") == "mid"
        assert played(found, tax("west"), another_mountain="tile") == 1

    @pytest.mark.parametrize(("answer", "where"), [("returned", "beside"), ("stays", "west")])
    def test_without_a_target_he_is_returned_or_stays(self, answer: str, where: str) -> None:
        """M2: exception in both texts."""
        for keys in ({"sheriff": "mid"}, {"sheriff": "beside"}, {}):
            found = self.only_mountain(**keys)
            assert played(found, stands(), no_target=answer) == where
            assert played(found, tax("west"), no_target=answer) is None

    @pytest.mark.parametrize(("answer", "allowed"), [("returned", "yes"), ("stays", "no")])
    def test_beside_may_be_named_exactly_where_he_must_go_there(self, answer: str, allowed: str) -> None:
        """M2, in the form of a named destination."""
        assert (
            played(self.only_mountain(sheriff="beside"), may("blue", "sheriff", "beside"), no_target=answer) == allowed
        )

    def test_beside_is_no_choice_where_another_mountain_is_open(self) -> None:
        """M13: moving him is a duty (both texts)."""
        found = position(
            TWO_MOUNTAINS,
            here=HERE,
            there=THERE,
            star=STAR,
            sheriff="here",
            turns=[turn("blue", "star", sheriff="beside")],
        )
        assert played(found, may("blue", "sheriff", "beside")) == "no"
        assert played(found, stands()) == "here"

    @pytest.mark.parametrize(("answer", "mined"), [("returned", 1), ("stays", 0)])
    def test_a_return_lifts_the_ban(self, answer: str, mined: int) -> None:
        """M2: in the next turn yellow may mine, or the mountain is still frozen."""
        found = self.only_mountain()
        found = position(
            """
            west mid  east
            star .    .
            """,
            west=tile("PMPP", tent="yellow"),
            mid=tile("MMPM"),
            east=tile("PPPM"),
            star=STAR,
            sheriff="west",
            turns=[turn("blue", "star"), turn("yellow", mine="west")],
        )
        assert played(found, matter("collected", 2, "yellow"), no_target=answer) == mined

    @pytest.mark.parametrize(
        ("answer", "where", "taxed"), [("stays_beside", "beside", None), ("placed_again", "west", 1)]
    )
    def test_the_star_that_returns_him_does_not_bring_him_back(
        self, answer: str, where: str, taxed: int | None
    ) -> None:
        """M3: after the return he would be a sheriff beside the board, whom a star places."""
        found = self.only_mountain(sheriff="west")
        assert played(found, stands(), return_then_replace=answer) == where
        assert played(found, tax("west"), return_then_replace=answer) == taxed

    def test_placed_again_forbids_beside(self) -> None:
        """M3: he ends beside the board if no mountain is named, but that is not what the player may choose."""
        found = self.only_mountain(sheriff="beside")
        assert played(found, may("blue", "sheriff", "beside"), return_then_replace="placed_again") == "no"
        assert played(found, stands(), return_then_replace="placed_again") == "beside"

    @pytest.mark.parametrize(("answer", "where"), [("any_open", "mid"), ("not_previous", "beside")])
    def test_after_a_return_he_may_come_back_to_his_old_mountain(self, answer: str, where: str) -> None:
        """M4: neither text knows of a memory."""
        found = position(
            """
            west mid  east
            star .    .
            """,
            west=tile("PMPP", tent="yellow"),
            mid=tile("MMPM"),
            east=tile("PPPM"),
            star=STAR,
            sheriff="west",
            turns=[turn("blue", "star"), turn("yellow", sheriff="mid")],
        )
        assert played(found, stands(1), reentry=answer) == "beside"
        assert played(found, stands(2), reentry=answer) == where

    @pytest.mark.parametrize("answer", READINGS["no_target"])
    def test_beside_the_board_without_an_open_mountain_he_stays_there(self, answer: str) -> None:
        """M5: there is only one sensible way."""
        found = position("+ star", star=STAR, turns=[turn("blue", "star", sheriff="beside")])
        assert played(found, may("blue", "sheriff", "beside"), no_target=answer) == "yes"
        assert played(found, stands(), no_target=answer) == "beside"

    def test_he_may_stand_on_an_occupied_mountain_without_tokens(self) -> None:
        """M6: occupied mountains are allowed by both texts, tokens and tents are not asked for."""
        found = position(
            "here star",
            here=tile("PPPM", tokens=0, tent="blue"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="here")],
        )
        assert played(found, may("blue", "sheriff", "here")) == "yes"
        assert played(found, tax("here")) == 0

    @pytest.mark.parametrize(("answer", "where"), [("allowed", "star"), ("excluded", "beside")])
    def test_the_star_tiles_own_mountain_is_a_target(self, answer: str, where: str) -> None:
        """M7: only the star tile's new mountain is open."""
        found = position("+ star", star=tile("MPPP", star=True), turns=[turn("blue", "star", sheriff="star")])
        assert played(found, stands(), new_tile_target=answer) == where

    def test_every_mountain_that_reaches_the_star_tile_is_excluded_with_it(self) -> None:
        """M7: the old part of a mountain that the star tile continues is out of reach as well."""
        found = position(
            "west star",
            west=tile("MMPP"),
            star=tile("PPPM", star=True),
            turns=[turn("blue", "star", sheriff="west")],
        )
        assert played(found, stands(), new_tile_target="allowed") == "west"
        assert played(found, stands(), new_tile_target="excluded") == "beside"

    @pytest.mark.parametrize(("answer", "taxed", "blue_gets"), [("not_target", None, 2), ("target_until_scored", 1, 1)])
    def test_a_mountain_finished_by_the_star_tile_is_no_target(
        self, answer: str, taxed: int | None, blue_gets: int
    ) -> None:
        """M8: it is the only mountain, with yellow's tent and blue's cowboy; two tokens lie there."""
        found = position(
            "west mid star",
            west=tile("PMPP", tent="yellow", tokens=0),
            mid=tile("PMPM", tokens=1, cowboys={"blue": "mountain"}),
            star=tile("PPPM", star=True),
            turns=[turn("blue", "star", sheriff="west")],
        )
        assert played(found, tax("west"), just_completed_target=answer) == taxed
        assert played(found, stands(), just_completed_target=answer) == "beside"
        assert played(found, received("blue", "west", 1), just_completed_target=answer) == blue_gets

    @pytest.mark.parametrize(("answer", "where", "taxed"), [("moves_on", "there", 1), ("skips_move", "beside", None)])
    def test_he_moves_on_when_the_star_tile_finishes_his_mountain(
        self, answer: str, where: str, taxed: int | None
    ) -> None:
        """M9: another open mountain with yellow's tent is there to go to."""
        found = position(
            "west star +  there",
            west=tile("PMPP"),
            star=tile("PPPM", star=True),
            there=tile("PMPP", tent="yellow"),
            sheriff="west",
            turns=[turn("blue", "star", sheriff="there")],
        )
        assert played(found, stands(), own_mountain_completed=answer) == where
        assert played(found, tax("there"), own_mountain_completed=answer) == taxed
        assert played(found, may("blue", "sheriff", "there"), own_mountain_completed=answer) == (
            "yes" if answer == "moves_on" else "no"
        )

    @pytest.mark.parametrize("answer", READINGS["own_mountain_completed"])
    def test_he_ends_beside_the_board_when_the_finished_mountain_was_the_last(self, answer: str) -> None:
        """M9: without another open mountain both ways end alike."""
        found = position(
            "west star",
            west=tile("PMPP"),
            star=tile("PPPM", star=True),
            sheriff="west",
            turns=[turn("blue", "star", sheriff="beside")],
        )
        assert played(found, stands(), own_mountain_completed=answer) == "beside"

    @pytest.mark.parametrize(
        ("answer", "where", "taxed"), [("whole_is_current", "beside", None), ("other_part_is_another", "east", 1)]
    )
    def test_a_mountain_joined_to_his_is_his(self, answer: str, where: str, taxed: int | None) -> None:
        """M10: the star tile joins his mountain with another, nothing else is open."""
        assert played(self.joined("east"), stands(), merged_mountain=answer) == where
        assert played(self.joined("east"), tax("west"), merged_mountain=answer) == taxed

    @pytest.mark.parametrize("place", ["star", "west"])
    def test_the_joining_tile_and_his_own_part_are_never_the_other_part(self, place: str) -> None:
        """M10, fine print: the other part is what was another mountain, without the joining tile."""
        assert (
            played(self.joined(place), may("blue", "sheriff", place), merged_mountain="other_part_is_another") == "no"
        )

    def joined(self, destination: str) -> Position:
        """A star tile between the sheriff's mountain and yellow's."""
        return position(
            """
            west star east
            +    .    +
            """,
            west=tile("PMPP"),
            star=tile("MMPM", star=True),
            east=tile("PPPM", tent="yellow"),
            sheriff="west",
            turns=[turn("blue", "star", sheriff=destination)],
        )

    @pytest.mark.parametrize(("answer", "allowed"), [("shares", "yes"), ("blocks", "no")])
    def test_the_sheriff_does_not_occupy_his_segment(self, answer: str, allowed: str) -> None:
        """M11: yellow pitches a tent where he stands; a cowboy on the new tile is kept off likewise."""
        found = position("here +", here=HERE, sheriff="here", turns=[turn("yellow", tent="here")])
        assert played(found, may("yellow", "tent", "here"), sheriff_blocks_spot=answer) == allowed
        found = position(
            "+ star",
            star=tile("MPPP", star=True),
            turns=[turn("blue", "star", sheriff="star", cowboy="star")],
        )
        assert played(found, may("blue", "cowboy", "star"), sheriff_blocks_spot=answer) == allowed

    def test_he_stands_on_a_segment_not_on_a_tile(self) -> None:
        """M12: of two mountains of one tile he taxes one."""
        found = position(
            "two star",
            two=tile("MPMP", mountains=[hill("n", 1, 1, "yellow"), hill("s", 1, 1, "black")]),
            star=STAR,
            turns=[turn("blue", "star", sheriff="two s")],
        )
        assert played(found, tax("two s")) == 1
        assert played(found, matter("pays", 1, "yellow")) is None


class TestTheTax:
    """Activating the sheriff (wiki: Activation; sheet: Activating the sheriff)."""

    def two_tents_on_one_tile(self, first: str, second: str) -> Position:
        """A tile with two segments of one mountain, a tent on each; five tokens in all."""
        return position(
            """
            two  east star
            back turn .
            """,
            two=tile("PMMP", mountains=[hill("e", 1, 1, first), hill("s", 1, 1, second)]),
            east=tile("MPMM"),
            back=tile("MMPP"),
            turn=tile("MPPM"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="turn")],
        )

    @pytest.mark.parametrize(("answer", "taken", "left"), [("per_player", 2, 3), ("per_tile", 1, 4)])
    def test_two_rivals_on_one_tile_pay_each_or_once(self, answer: str, taken: int, left: int) -> None:
        """T1: each other player (wiki), the stack on each tile (sheet)."""
        found = self.two_tents_on_one_tile("yellow", "black")
        assert played(found, stack("two e"), tax_unit=answer) == left
        assert played(found, tax("two e"), tax_unit=answer) == taken

    @pytest.mark.parametrize(("answer", "taken"), [("mover", 1), ("movers_tile", 0)])
    def test_the_movers_tent_may_protect_the_rival_on_its_tile(self, answer: str, taken: int) -> None:
        """T2: the mover is exempt (wiki), the tile with the mover's tent is (sheet)."""
        assert played(self.two_tents_on_one_tile("blue", "yellow"), tax("two e"), tax_exemption=answer) == taken

    @pytest.mark.parametrize("answer", READINGS["tax_exemption"])
    def test_a_movers_tent_on_another_mountain_of_the_tile_protects_nobody(self, answer: str) -> None:
        """T2, fine print: only tents in the sheriff's mountain count."""
        found = position(
            "two star",
            two=tile("MPMP", mountains=[hill("n", 1, 1, "yellow"), hill("s", 1, 1, "blue")]),
            star=STAR,
            turns=[turn("blue", "star", sheriff="two n")],
        )
        assert played(found, tax("two n"), tax_exemption=answer) == 1

    @pytest.mark.parametrize(
        ("answer", "taken", "left", "keeps", "pays"), [("stack", 1, 2, 2, 0), ("collection", 0, 3, 1, 1)]
    )
    def test_the_token_comes_from_the_stack_or_from_the_collection(
        self, answer: str, taken: int, left: int, keeps: int, pays: int
    ) -> None:
        """T3: yellow has two tokens, three lie on the mountain."""
        found = self.yellows_mountain(tokens=3, collected=2)
        assert played(found, tax("here"), tax_source=answer) == taken
        assert played(found, stack("here"), tax_source=answer) == left
        assert played(found, matter("collected", 1, "yellow"), tax_source=answer) == keeps
        assert played(found, matter("pays", 1, "yellow"), tax_source=answer) == pays

    @pytest.mark.parametrize("answer", READINGS["tax_source"])
    def test_an_empty_mountain_costs_nothing_either_way(self, answer: str) -> None:
        """T3: the sentence on empty mountains, in both texts."""
        found = self.yellows_mountain(tokens=0, collected=2)
        assert played(found, tax("here"), tax_source=answer) == 0
        assert played(found, matter("collected", 1, "yellow"), tax_source=answer) == 2
        assert played(found, matter("pays", 1, "yellow"), tax_source=answer) == 0

    def test_who_has_collected_nothing_pays_nothing(self) -> None:
        """T3, fine print of `collection`."""
        found = self.yellows_mountain(tokens=3, collected=0)
        assert played(found, matter("pays", 1, "yellow"), tax_source="collection") == 0
        assert played(found, stack("here"), tax_source="collection") == 3

    def test_of_two_rivals_on_one_tile_the_first_clockwise_pays_from_the_collection(self) -> None:
        """T3 with T1, fine print."""
        found = position(
            """
            two  east star
            back turn .
            """,
            two=tile("PMMP", mountains=[hill("e", 1, 1, "black"), hill("s", 1, 1, "yellow")]),
            east=tile("MPMM"),
            back=tile("MMPP"),
            turn=tile("MPPM"),
            star=STAR,
            collected={"yellow": 1, "black": 1},
            turns=[turn("blue", "star", sheriff="turn")],
        )
        answers = {"tax_source": "collection", "tax_unit": "per_tile"}
        assert played(found, matter("pays", 1, "yellow"), **answers) == 1
        assert played(found, matter("pays", 1, "black"), **answers) == 0

    @pytest.mark.parametrize(("answer", "taken"), [("mountain", 1), ("tile", 0)])
    def test_the_tax_comes_from_the_mountains_stack_or_the_tents_tile(self, answer: str, taken: int) -> None:
        """T4: two tokens on the tile without tent, none on yellow's."""
        found = position(
            "bare camp star",
            bare=tile("MMPP", nuggets=2),
            camp=tile("PPPM", tokens=0, tent="yellow"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="bare")],
        )
        assert played(found, tax("bare"), stack_unit=answer) == taken
        assert played(found, stack("bare"), stack_unit=answer) == 2 - taken

    @pytest.mark.parametrize(("answer", "mined"), [("mountain", 1), ("tile", 0)])
    def test_mining_too_takes_from_the_mountains_stack_or_the_tents_tile(self, answer: str, mined: int) -> None:
        """T4: the base game's mining follows the same answer."""
        found = position(
            "bare camp",
            bare=tile("MMPP", nuggets=2),
            camp=tile("PPPM", tokens=0, tent="yellow"),
            turns=[turn("yellow", mine="camp")],
        )
        assert played(found, matter("collected", 1, "yellow"), stack_unit=answer) == mined

    @pytest.mark.parametrize(("answer", "taken"), [("as_many_as_there_are", 1), ("none_unless_all", 0)])
    def test_fewer_tokens_than_rivals(self, answer: str, taken: int) -> None:
        """T5: one token, two rivals; the texts speak of no token only."""
        found = position(
            "west east star",
            west=tile("MMPP", tokens=1, tent="yellow"),
            east=tile("PPPM", tokens=0, tent="black"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="west")],
        )
        assert played(found, tax("west"), tax_shortage=answer) == taken
        assert played(found, stack("west"), tax_shortage=answer) == 1 - taken

    @pytest.mark.parametrize("answer", READINGS["tax_shortage"])
    def test_shortage_is_judged_stack_by_unsaid(self, answer: str) -> None:
        """T5 with T4, fine print: yellow's tile has a token, black's has none."""
        found = position(
            "west east star",
            west=tile("MMPP", tokens=1, tent="yellow"),
            east=tile("PPPM", tokens=0, tent="black"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="west")],
        )
        assert played(found, tax("west"), tax_shortage=answer, stack_unit="tile") == 1

    @pytest.mark.parametrize(("drawer", "blue", "yellow"), [("mover", 1, 0), ("owners", 0, 1)])
    @pytest.mark.parametrize(("back", "known"), [("mixed", 0), ("unmixed", 1)])
    def test_who_draws_may_look_and_mixing_makes_them_forget(
        self, drawer: str, blue: int, yellow: int, back: str, known: int
    ) -> None:
        """T6: the mover takes (rule) or each owner draws (example, wiki). T7: the supply is mixed (wiki)."""
        found = self.yellows_mountain(tokens=3, collected=0, filters=[{"kind": "sees"}])
        answers = {"tax_drawer": drawer, "tax_return": back}
        assert played(found, matter("sees", 1, "blue", what="drawn"), **answers) == blue
        assert played(found, matter("sees", 1, "yellow", what="drawn"), **answers) == yellow
        assert played(found, matter("sees", 1, "blue", what="returned"), **answers) == blue * known
        assert played(found, matter("sees", 1, "yellow", what="returned"), **answers) == yellow * known

    def test_nobody_asks_so_nobody_is_told_who_sees_what(self) -> None:
        """T6, T7: they change no count."""
        found = self.yellows_mountain(tokens=3, collected=0)
        assert not any(told_of.kind == "sees" for told_of in play(found, reading()))

    @pytest.mark.parametrize(("answer", "taken"), [("region", 1), ("sheriffs_tile", 0)])
    def test_the_tent_may_stand_anywhere_on_the_mountain(self, answer: str, taken: int) -> None:
        """T9: the sheriff on one tile, yellow's tent on another of the same mountain."""
        found = position(
            "west east star",
            west=tile("MMPP"),
            east=tile("PPPM", tent="yellow"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="west")],
        )
        assert played(found, tax("west"), tax_tent_place=answer) == taken
        assert played(found, matter("pays", 1, "yellow"), tax_tent_place=answer) == 0

    def test_cowboys_are_not_taxed(self) -> None:
        """T10: both texts speak of tents only."""
        found = position(
            "here star",
            here=tile("PPPM", nuggets=3, cowboys={"yellow": "mountain"}),
            star=STAR,
            turns=[turn("blue", "star", sheriff="here")],
        )
        assert played(found, tax("here")) == 0
        assert played(found, matter("pays", 1, "yellow")) is None

    def test_he_taxes_once_and_not_who_comes_later(self) -> None:
        """T11: only when he is placed or moved."""
        found = position("here +", here=HERE, sheriff="here", turns=[turn("yellow", tent="here"), turn("black")])
        assert play(found, reading()).get(tax("here", 1)) is None
        assert played(found, matter("collected", 2, "yellow")) == 0

    def yellows_mountain(self, tokens: int, collected: int, filters: Any = ()) -> Position:
        """Yellow's mountain, to which a star tile of blue's sends the sheriff."""
        return position(
            "here star",
            here=tile("PPPM", nuggets=3, tokens=tokens, tent="yellow"),
            star=STAR,
            collected={"yellow": collected},
            filters=filters,
            turns=[turn("blue", "star", sheriff="here")],
        )


class TestTheBan:
    """The mining freeze (wiki: Mining Freeze; sheet: Ban on gold mining)."""

    def test_nobody_mines_under_the_sheriffs_eyes_not_even_the_mover(self) -> None:
        """F1, F7: no player; the list of remaining acts does not except the mountain just frozen."""
        found = position(
            "here star",
            here=tile("PPPM", nuggets=3, tent="blue"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="here", mine="here")],
        )
        assert played(found, may("blue", "mine", "here")) == "no"
        assert played(found, stack("here")) == 3

    @pytest.mark.parametrize(("answer", "lying"), [("added", 3), ("suspended", 1)])
    def test_new_tokens_are_still_laid_on_a_frozen_mountain(self, answer: str, lying: int) -> None:
        """F2: taking is forbidden, adding is not; a tile with two nuggets joins the mountain with one token."""
        found = position(
            "west east",
            west=tile("MMPP", tokens=1),
            east=tile("PPPM", nuggets=2),
            sheriff="west",
            turns=[turn("blue", "east")],
        )
        assert played(found, stack("west"), freeze_adds=answer) == lying

    @pytest.mark.parametrize(("answer", "allowed"), [("all_moves", "yes"), ("out_only", "no")])
    @pytest.mark.parametrize("from_where", ["supply", "elsewhere", "within"])
    def test_tents_move_onto_a_frozen_mountain_by_the_normal_rules_or_not_at_all(
        self, answer: str, allowed: str, from_where: str
    ) -> None:
        """F3: to another mountain (wiki), by the normal rules (sheet); the same for first placements and within it."""
        found = position(
            "west east + away",
            west=tile("MMPP"),
            east=tile("PPPM", tent="yellow" if from_where == "within" else None),
            away=tile("PMPP", tent="yellow" if from_where == "elsewhere" else None),
            sheriff="east",
            turns=[turn("yellow", tent="west")],
        )
        assert played(found, may("yellow", "tent", "west"), freeze_tents=answer) == allowed

    @pytest.mark.parametrize("answer", READINGS["freeze_tents"])
    def test_tents_may_leave_a_frozen_mountain(self, answer: str) -> None:
        """F3: both texts say so."""
        found = position(
            "here + away",
            here=tile("PPPM", tent="yellow"),
            away=tile("PMPP"),
            sheriff="here",
            turns=[turn("yellow", tent="away")],
        )
        assert played(found, may("yellow", "tent", "away"), freeze_tents=answer) == "yes"

    def completing_and_mining(self, sheriff: str | None) -> Position:
        """Blue, with a tent there, finishes a mountain of yellow's cowboy and mines it; three tokens lie on it."""
        return position(
            "west east",
            west=tile("PMPP", nuggets=2, tent="blue"),
            east=tile("PPPM", nuggets=1),
            sheriff=sheriff,
            turns=[turn("blue", "east", mine="west")],
        )

    @pytest.mark.parametrize(("answer", "allowed"), [("at_completion", "yes"), ("at_distribution", "no")])
    def test_the_ban_ends_when_the_mountain_is_finished_or_when_it_is_handed_out(
        self, answer: str, allowed: str
    ) -> None:
        """F4: as long as the mountain is incomplete (both texts), or until the sheriff goes home."""
        found = self.completing_and_mining("west")
        assert played(found, may("blue", "mine", "west"), freeze_end=answer) == allowed
        assert played(found, matter("collected", 1, "blue"), freeze_end=answer) == (1 if allowed == "yes" else 0)
        assert played(found, stands(), freeze_end=answer) == "beside"

    @pytest.mark.parametrize(("answer", "allowed"), [("allowed", "yes"), ("refused", "no")])
    def test_a_mountain_just_finished_can_still_be_mined_or_not(self, answer: str, allowed: str) -> None:
        """F4: open in the base game, with or without the sheriff."""
        for sheriff in (None, "west"):
            found = self.completing_and_mining(sheriff)
            assert played(found, may("blue", "mine", "west"), mine_completed=answer) == allowed

    @pytest.mark.parametrize(("answer", "allowed"), [("whole_region", "no"), ("original_part", "yes")])
    def test_the_ban_extends_over_what_joins_the_mountain(self, answer: str, allowed: str) -> None:
        """F5: a tile joins the sheriff's mountain to blue's; then blue wants to mine."""
        found = position(
            """
            west mid east
            +    .   +
            """,
            west=tile("PMPP"),
            mid=tile("MMPM"),
            east=tile("PPPM", tent="blue"),
            sheriff="west",
            turns=[turn("blue", "mid", mine="east")],
        )
        assert played(found, may("blue", "mine", "east"), freeze_extent=answer) == allowed

    def test_the_ban_ends_at_once_where_he_leaves(self) -> None:
        """F6: in the same turn blue may mine the mountain just freed."""
        found = position(
            TWO_MOUNTAINS,
            here=tile("PPPM", nuggets=3, tent="blue"),
            there=THERE,
            star=STAR,
            sheriff="here",
            turns=[turn("blue", "star", sheriff="there", mine="here")],
        )
        assert played(found, may("blue", "mine", "here")) == "yes"
        assert played(found, matter("collected", 1, "blue")) == 1

    def test_cowboys_may_be_placed_on_a_frozen_mountain(self) -> None:
        """F10: nothing forbids it."""
        found = position(
            "west east",
            west=tile("MMPP"),
            east=tile("PPPM"),
            sheriff="west",
            turns=[turn("blue", "east", cowboy="east")],
        )
        assert played(found, may("blue", "cowboy", "east")) == "yes"


class TestAFinishedMountain:
    """Base 1.3 and 1.4; wiki: Mining Freeze; sheet: Ban on gold mining, last sentences."""

    def finished(self, riders: str, tokens: int, turns_player: str = "blue", **keys: Any) -> Position:
        """Blue places the last tile (one nugget, one token) of a mountain on which these players have a cowboy each."""
        names = riders.split()
        row = " ".join(f"m{number}" for number in range(len(names) + 1)) + " final"
        specs: dict[str, Spec] = {"m0": tile("PMPP", nuggets=1, tokens=tokens), "final": tile("PPPM")}
        for number, name in enumerate(names, 1):
            specs[f"m{number}"] = tile("PMPM", nuggets=2, tokens=0, cowboys={name: "mountain"})
        return position(row, tiles=specs, turns=[turn(turns_player, "final")], **keys)

    def test_the_only_owner_takes_all_tokens_and_a_point_a_printed_nugget(self) -> None:
        """Base 1.3, F8, T14: points are for symbols, not for tokens."""
        found = self.finished("yellow yellow black", tokens=3, sheriff="m1")
        assert played(found, received("yellow", "m0", 1)) == 4
        assert played(found, received("black", "m0", 1)) is None
        assert played(found, matter("points", 1, "yellow", purpose="mountain", at="m0")) == 1 + 2 + 2 + 2 + 1
        assert played(found, stands()) == "beside"
        assert played(found, stack("m0")) == 0

    def test_three_tokens_for_two_owners_are_two_and_one(self) -> None:
        """Base 1.3: one token each in turn, from the current player clockwise, none is lost."""
        found = self.finished("yellow black", tokens=2)
        assert played(found, received("yellow", "m0", 1)) == 2
        assert played(found, received("black", "m0", 1)) == 1

    def test_five_tokens_for_three_owners_are_two_two_and_one(self) -> None:
        """Base 1.3: the player whose turn it is begins."""
        found = self.finished("yellow black blue", tokens=4, turns_player="black")
        assert played(found, received("black", "m0", 1)) == 2
        assert played(found, received("blue", "m0", 1)) == 2
        assert played(found, received("yellow", "m0", 1)) == 1

    @pytest.mark.parametrize(("answer", "left"), [("removed", 0), ("supply", 0), ("left", 3)])
    def test_the_tokens_of_a_mountain_without_cowboys(self, answer: str, left: int) -> None:
        """Base 1.4: its stack is removed, goes to the supply, or is left."""
        found = self.finished("", tokens=2, supply=1)
        assert played(found, stack("m0"), unowned_stack=answer) == left

    @pytest.mark.parametrize(("answer", "laid"), [("removed", 0), ("supply", 2), ("left", 0)])
    def test_only_tokens_that_went_back_to_the_supply_can_be_laid_again(self, answer: str, laid: int) -> None:
        """Base 1.4: the supply was empty."""
        found = position(
            "west east + next",
            west=tile("PMPP", tokens=2),
            east=tile("PPPM", nuggets=1),
            next=tile("PMPP", nuggets=3),
            supply=0,
            turns=[turn("blue", "east"), turn("yellow", "next")],
        )
        assert played(found, stack("next", 2), unowned_stack=answer) == laid

    def test_tents_and_cowboys_go_home(self) -> None:
        """Base 1.3, 1.4: nobody can mine there later."""
        found = position(
            "west east",
            west=tile("PMPP", tokens=2, tent="yellow"),
            east=tile("PPPM"),
            turns=[turn("blue", "east"), turn("yellow", mine="west")],
        )
        assert played(found, may("yellow", "mine", "west", 2), unowned_stack="left") == "no"

    def test_a_fifth_cowboy_is_not_there_until_one_comes_home(self) -> None:
        """Base 1.1: four usable cowboys."""
        found = position(
            "a b c m next more",
            a=tile("RPRP", cowboys={"blue": "railroad"}),
            b=tile("RPRP", cowboys={"blue": "railroad"}),
            c=tile("RPRP", cowboys={"blue": "railroad"}),
            m=tile("PMPP", cowboys={"blue": "mountain"}),
            next=tile("PPPM", cities=("Town",)),
            more=tile("PPPP", cities=("Tower",)),
            turns=[turn("blue", "next", cowboy="next city"), turn("blue", "more", cowboy="more city")],
        )
        assert played(found, may("blue", "cowboy", "next city", 1)) == "no"
        assert played(found, may("blue", "cowboy", "more city", 2)) == "yes"


class TestTheEndOfTheGame:
    """Tokens on unfinished mountains (wiki and sheet: the sheriff and the end of the game)."""

    def owned(self, riders: str, tokens: int, **keys: Any) -> Position:
        """The sheriff's unfinished mountain with these players' cowboys at the end; blue, the first, moved last."""
        names = riders.split()
        row = " ".join(f"m{number}" for number in range(len(names) + 1))
        specs: dict[str, Spec] = {"m0": tile("MMPP", tokens=tokens)}
        for number, name in enumerate(names, 1):
            edges = "PMPM" if number < len(names) else "PPPM"
            specs[f"m{number}"] = tile(edges, tokens=0, cowboys={name: "mountain"})
        return position(row, sheriff="m0", tiles=specs, end=True, **({"last": "blue"} | keys))

    @pytest.mark.parametrize(("answer", "yellow", "black"), [("round_robin", 2, 1), ("even_rest_lost", 1, 1)])
    def test_three_tokens_for_two_owners(self, answer: str, yellow: int, black: int) -> None:
        """E1: by the general rules (sheet), evenly (wiki)."""
        found = self.owned("yellow black", 3)
        assert played(found, received("yellow", "m0"), end_split=answer) == yellow
        assert played(found, received("black", "m0"), end_split=answer) == black

    @pytest.mark.parametrize("answer", READINGS["end_split"])
    def test_four_tokens_for_two_owners_are_two_each(self, answer: str) -> None:
        """E1: no remainder, no dispute."""
        found = self.owned("yellow black", 4)
        assert played(found, received("yellow", "m0"), end_split=answer) == 2
        assert played(found, received("black", "m0"), end_split=answer) == 2

    @pytest.mark.parametrize(
        ("answer", "yellow", "black"), [("last_player", 1, 2), ("next_player", 2, 1), ("start_player", 2, 1)]
    )
    def test_who_takes_first_when_black_moved_last_and_blue_started(self, answer: str, yellow: int, black: int) -> None:
        """E2: the base game begins with the current player; after the game there is none."""
        found = self.owned("yellow black", 3, last="black")
        assert played(found, received("yellow", "m0"), end_first=answer) == yellow
        assert played(found, received("black", "m0"), end_first=answer) == black

    @pytest.mark.parametrize(
        ("answer", "yellow", "black"), [("last_player", 2, 1), ("next_player", 1, 2), ("start_player", 1, 2)]
    )
    def test_who_takes_first_when_yellow_moved_last_and_black_started(
        self, answer: str, yellow: int, black: int
    ) -> None:
        """E2: the player who moved last is the one of the last turn."""
        found = self.owned("yellow black", 3, last="", start="black", turns=[turn("yellow")])
        assert played(found, received("yellow", "m0"), end_first=answer) == yellow
        assert played(found, received("black", "m0"), end_first=answer) == black

    def test_without_turns_the_last_player_is_the_one_before_the_start_player(self) -> None:
        """E2: blue starts, black is before blue."""
        found = self.owned("yellow black", 3, last="")
        assert played(found, received("black", "m0"), end_first="last_player") == 2

    @pytest.mark.parametrize(
        ("answer", "yellow", "black"), [("majority", 4, None), ("any_cowboy", 2, 2), ("tents_too", 4, None)]
    )
    def test_two_cowboys_against_one(self, answer: str, yellow: int, black: int | None) -> None:
        """E3: owner is who has the majority, or everyone with a cowboy."""
        found = self.owned("yellow yellow black", 4)
        assert played(found, received("yellow", "m0"), owner=answer) == yellow
        assert played(found, received("black", "m0"), owner=answer) == black

    @pytest.mark.parametrize(("answer", "yellow"), [("majority", None), ("any_cowboy", None), ("tents_too", 3)])
    def test_a_tent_alone(self, answer: str, yellow: int | None) -> None:
        """E3, E4: without cowboys nobody owns the mountain, unless tents count."""
        found = position("here +", here=tile("PPPM", nuggets=3, tent="yellow"), sheriff="here", end=True)
        assert played(found, received("yellow", "here"), owner=answer) == yellow
        assert played(found, matter("collected", "end", "yellow"), owner=answer) == (yellow or 0)

    def test_a_tent_may_turn_a_minority_into_a_tie(self) -> None:
        """E3, fine print: a tent counts as one more cowboy."""
        found = position(
            "a b c d",
            a=tile("MMPP", tokens=2, cowboys={"yellow": "mountain"}),
            b=tile("PMPM", tokens=0, cowboys={"yellow": "mountain"}),
            c=tile("PMPM", tokens=0, cowboys={"black": "mountain"}),
            d=tile("PPPM", tokens=0, tent="black"),
            sheriff="a",
            end=True,
        )
        assert played(found, received("black", "a")) is None
        assert played(found, received("black", "a"), owner="tents_too") == 1
        assert played(found, received("yellow", "a"), owner="tents_too") == 1

    @pytest.mark.parametrize(("answer", "black"), [("lost", None), ("to_owner", 3)])
    def test_unfinished_mountains_without_sheriff(self, answer: str, black: int | None) -> None:
        """E5, A0: the sheriff's mountain (2 tokens) goes to yellow; black's (3 tokens) is an open question of base."""
        found = position(
            "here + there",
            here=tile("PPPM", tokens=2, cowboys={"yellow": "mountain"}),
            there=tile("PMPP", tokens=3, cowboys={"black": "mountain"}),
            sheriff="here",
            end=True,
        )
        assert played(found, received("yellow", "here"), unfinished_tokens=answer) == 2
        assert played(found, received("black", "there"), unfinished_tokens=answer) == black

    def test_a_mountain_finished_by_the_last_tile_is_scored_in_the_turn(self) -> None:
        """E7: then the sheriff is off the board, and there is nothing left at the end."""
        found = position(
            "west east",
            west=tile("PMPP", tokens=2, cowboys={"yellow": "mountain"}),
            east=tile("PPPM"),
            sheriff="west",
            turns=[turn("blue", "east")],
            end=True,
        )
        assert played(found, received("yellow", "west", 1)) == 3
        assert played(found, received("yellow", "west"), unfinished_tokens="to_owner") is None


class TestGraveyards:
    """Wiki: Graveyards; sheet: Cemeteries."""

    def test_a_cowboy_goes_on_the_prairie_or_the_graveyard_of_the_new_tile(self) -> None:
        """G1: both texts."""
        for place in ("yard prairie", "yard graveyard"):
            found = position("+ yard", yard=tile("PPPP", graveyard=True), turns=[turn("blue", "yard", cowboy=place)])
            assert played(found, may("blue", "cowboy", place)) == "yes"

    @pytest.mark.parametrize(("answer", "allowed", "points"), [("allowed", "yes", 10), ("refused", "no", None)])
    def test_a_graveyard_that_fills_a_hole_is_claimed_and_scored_at_once(
        self, answer: str, allowed: str, points: int | None
    ) -> None:
        """G2: eight tiles lie around it already, one of them with a city."""
        found = self.ring("+ + + + yard + + town +", turns=[turn("blue", "yard", cowboy="yard graveyard")], rider=None)
        assert played(found, may("blue", "cowboy", "yard graveyard"), surrounded_claim=answer) == allowed
        assert played(found, graveyard_points("blue", "yard", 1), surrounded_claim=answer) == points

    @pytest.mark.parametrize("answer", READINGS["graveyard_cowboy"])
    @pytest.mark.parametrize("scope", READINGS["final_scope"])
    def test_a_cowboy_who_stays_may_score_twice(self, answer: str, scope: str) -> None:
        """G4, Z6: 9 + 1 when it is surrounded, and the same again at the end if he stays and every one is scored."""
        found = self.ring("+ + + + yard + + town final", turns=[turn("blue", "final")], end=True)
        answers = {"graveyard_cowboy": answer, "final_scope": scope}
        twice = answer == "stays" and scope == "every_owned"
        assert played(found, graveyard_points("red", "yard", 1), **answers) == 10
        assert played(found, graveyard_points("red", "yard"), **answers) == (10 if twice else None)
        assert played(found, matter("score", player="red"), **answers) == (20 if twice else 10)

    @pytest.mark.parametrize(("answer", "points"), [("eight", None), ("four", 9)])
    def test_four_neighbours_do_not_surround_a_graveyard(self, answer: str, points: int | None) -> None:
        """C1: on its sides and corners (both texts)."""
        found = self.ring(". + . + yard + . final .", turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), surround=answer) == points

    @pytest.mark.parametrize(("answer", "points"), [("eight", 11), ("four", 10)])
    def test_cities_at_the_corners_count_where_surrounding_is_meant(self, answer: str, points: int) -> None:
        """C3: one city north, one north-east; surrounding (wiki), adjacent (sheet)."""
        found = self.ring("+ town tower + yard + + + final", turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), city_near=answer) == points

    @pytest.mark.parametrize(("answer", "points"), [("city", 10), ("tile", 11)])
    def test_a_city_on_two_tiles(self, answer: str, points: int) -> None:
        """C4: one city, two tiles with a city."""
        found = self.ring("+ town burgh + yard + + + final", turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), city_unit=answer) == points

    @pytest.mark.parametrize(("answer", "points"), [("city", 11), ("tile", 10)])
    def test_two_cities_on_one_tile(self, answer: str, points: int) -> None:
        """C4: two cities, one tile."""
        found = self.ring("+ twins + + yard + + + final", turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), city_unit=answer) == points

    @pytest.mark.parametrize(("answer", "points"), [("any", 10), ("completed_only", 9)])
    def test_a_city_need_not_be_completed(self, answer: str, points: int) -> None:
        """C5: its railroad is open."""
        found = self.ring("+ rails + + yard + + + final", turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), city_state=answer) == points

    @pytest.mark.parametrize("answer", READINGS["city_state"])
    def test_a_city_without_railroads_is_complete(self, answer: str) -> None:
        """C5, fine print."""
        found = self.ring("+ town + + yard + + + final", turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), city_state=answer) == 10

    @pytest.mark.parametrize(("answer", "points"), [("not_counted", 9), ("counted", 10)])
    def test_a_city_on_the_graveyard_tile_is_not_around_it(self, answer: str, points: int) -> None:
        """C6: surrounding, adjacent, on the surrounding tiles."""
        found = self.ring("+ + + + yard + + + final", own_city=("home",), turns=[turn("blue", "final")])
        assert played(found, graveyard_points("red", "yard", 1), own_city=answer) == points

    def test_a_graveyard_without_cowboy_scores_for_nobody(self) -> None:
        """C7."""
        found = self.ring("+ + + + yard + + + final", rider=None, turns=[turn("blue", "final")])
        assert not any(scored.kind == "points" for scored in play(found, reading()))

    def test_a_tile_may_finish_two_graveyards(self) -> None:
        """C8, G7: both score, each counts the other's tile as one around it."""
        found = position(
            """
            + + +     +
            + a b     +
            + + final +
            """,
            players="blue red yellow",
            a=tile("PPPP", graveyard=True, cowboys={"red": "graveyard"}),
            b=tile("PPPP", graveyard=True, cowboys={"yellow": "graveyard"}),
            final=tile("PPPP"),
            turns=[turn("blue", "final")],
        )
        assert played(found, graveyard_points("red", "a", 1)) == 9
        assert played(found, graveyard_points("yellow", "b", 1)) == 9

    @pytest.mark.parametrize(
        ("around", "cities", "with_itself"), [(6, 2, 9), (7, 2, 10), (7, 0, 8), (8, 0, 9), (8, 2, 11)]
    )
    def test_final_scoring_with_and_without_the_graveyard_tile(
        self, around: int, cities: int, with_itself: int
    ) -> None:
        """Z1, Z5, and the worked example (R scores 9 for "7 tiles + 2 cities"): 1 + n + c, or n + c.

        Eight tiles around it are a finished graveyard, so that the last two rows ask for the completion value as at the
        end of the game.
        """
        cells = ["town", "tower", "+", "+", "+", "+", "+", "+"] if cities else ["+"] * 8
        for missing in range(8 - around):
            cells[-1 - 2 * missing] = "."
        if around == 8:
            cells[-1] = "final"
        drawing = " ".join([*cells[:4], "yard", *cells[4:]])
        story = [turn("blue", "final")] if around == 8 else []
        found = self.ring(drawing, end=True, turns=story)
        for answer, points in (("counted", with_itself), ("not_counted", with_itself - 1)):
            when: Any = 1 if around == 8 else "end"
            answers = {"self_tile": answer, "completion_value": "as_at_the_end"}
            assert played(found, graveyard_points("red", "yard", when), **answers) == points
            if around == 8:
                assert played(found, graveyard_points("red", "yard", 1), self_tile=answer) == 9 + cities

    @pytest.mark.parametrize(("answer", "points"), [("eight", 9), ("four", 5)])
    def test_tiles_at_the_corners_count_at_the_end(self, answer: str, points: int) -> None:
        """Z2: seven tiles around it and a city at a side; with four sides it is a finished graveyard of 4 + 1."""
        found = self.ring("+ + + + yard town . + +", end=True)
        assert played(found, graveyard_points("red", "yard"), surround="eight") == 9
        found = self.ring("+ + + + yard town + . +", end=True)
        assert played(found, graveyard_points("red", "yard"), surround=answer) == points

    @pytest.mark.parametrize("answer", READINGS["city_near"])
    def test_at_the_end_the_cities_are_those_on_the_tiles_counted(self, answer: str) -> None:
        """Z3: a city at a corner counts, whatever adjacent means in the completion rule."""
        found = self.ring("tower + + + yard + . + +", end=True)
        assert played(found, graveyard_points("red", "yard"), city_near=answer) == 1 + 7 + 1

    @pytest.mark.parametrize(("answer", "points"), [("unfinished_only", None), ("every_owned", 9)])
    def test_a_graveyard_surrounded_from_the_start_was_scored_before(self, answer: str, points: int | None) -> None:
        """Z6: a cowboy who still stands there scores only if every owned graveyard does."""
        found = self.ring("+ + + + yard + + + +", end=True)
        assert played(found, graveyard_points("red", "yard"), final_scope=answer) == points

    def ring(
        self,
        cells: str,
        own_city: tuple[str, ...] = (),
        rider: str | None = "red",
        turns: Any = (),
        end: bool = False,
    ) -> Position:
        """Nine cells, row by row, with the graveyard in the middle and red's cowboy on it."""
        names = cells.split()
        return position(
            "\n".join(" ".join(names[row : row + 3]) for row in (0, 3, 6)),
            players="blue red yellow",
            yard=tile("PPPP", graveyard=True, cities=own_city, cowboys={rider: "graveyard"} if rider else None),
            town=tile("PPPP", cities=("Town",)),
            burgh=tile("PPPP", cities=("Town",)),
            tower=tile("PPPP", cities=("Tower",)),
            twins=tile("PPPP", cities=("Castor", "Pollux")),
            rails=tile("RPPP", cities=("Junction",)),
            final=tile("PPPP"),
            turns=turns,
            end=end,
        )


class TestWorkedExamples:
    """The pictures of the sources, and the position that introduces the file format."""

    def test_blue_places_the_sheriff_and_two_rivals_lose_a_token_each(self) -> None:
        """Example 1 (wiki, sheet): from the stack; blue has a tent there and is exempt."""
        found = position(
            "west mid east star",
            west=tile("MMPP", nuggets=2, tent="yellow"),
            mid=tile("PMPM", nuggets=2, tent="black"),
            east=tile("PPPM", nuggets=1, tent="blue"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="mid")],
        )
        for answers in ({}, {"tax_unit": "per_tile"}, {"tax_exemption": "movers_tile"}, {"stack_unit": "tile"}):
            assert played(found, tax("west"), **answers) == 2
            assert played(found, stack("west"), **answers) == 3
        assert played(found, matter("pays", 1, "blue")) is None

    @pytest.mark.parametrize(
        ("answers", "taken"),
        [({}, 2), ({"stack_unit": "tile"}, 1), ({"tax_source": "collection"}, 0)],
        ids=["one stack", "a stack a tile", "own collection"],
    )
    def test_a_star_tile_sends_the_sheriff_to_a_mountain_with_two_tents(
        self, answers: Mapping[str, str], taken: int
    ) -> None:
        """The introductory position of the file format: the tile of black's tent has no token left."""
        found = position(
            """
            .     star  .
            west  mid   east
            """,
            west=tile("PMPP", nuggets=1, tent="yellow"),
            mid=tile("MMPM", nuggets=2),
            east=tile("PPPM", nuggets=1, tokens=0, tent="black"),
            star=tile("MPMP", nuggets=1, star=True),
            collected={"yellow": 2},
            turns=[turn("blue", "star", sheriff="mid")],
        )
        assert played(found, tax("star"), **answers) == taken
        assert played(found, matter("collected", 1, "yellow"), **answers) == (1 if "tax_source" in answers else 2)


class TestWhatIsAsked:
    """Acts judged after the last turn, each for itself and without effect."""

    def test_each_act_is_judged_for_itself(self) -> None:
        """Two players ask for the same spot, and for a destination."""
        found = position(
            "here + there",
            here=HERE,
            there=THERE,
            sheriff="here",
            turns=[turn("blue")],
            asks=[
                ("yellow", "tent", "here"),
                ("black", "tent", "here"),
                ("black", "mine", "here"),
                ("blue", "sheriff", "there"),
                ("blue", "sheriff", "here"),
                ("blue", "sheriff", "beside"),
            ],
        )
        assert played(found, may("yellow", "tent", "here", 2)) == "yes"
        assert played(found, may("black", "tent", "here", 2)) == "yes"
        assert played(found, may("yellow", "tent", "here", 2), freeze_tents="out_only") == "no"
        assert played(found, may("black", "mine", "here", 2)) == "no"
        assert played(found, may("blue", "sheriff", "there", 2)) == "yes"
        assert played(found, may("blue", "sheriff", "here", 2)) == "no"
        assert played(found, may("blue", "sheriff", "beside", 2)) == "no"


class TestTheSupply:
    """Base 1.4: tokens are placed as long as there are any."""

    @pytest.mark.parametrize(("answer", "left"), [("before_sheriff", 0), ("after_sheriff", 1)])
    def test_taxed_tokens_can_be_laid_on_the_star_tile_if_it_gets_its_tokens_later(
        self, answer: str, left: int
    ) -> None:
        """A2 with an empty supply: what the sheriff takes goes back to it."""
        found = position(
            "here star",
            here=tile("PPPM", nuggets=1, tent="yellow"),
            star=tile("PMPP", nuggets=2, star=True),
            supply=0,
            turns=[turn("blue", "star", sheriff="here")],
        )
        assert played(found, tax("here"), star_nuggets=answer) == 1
        assert played(found, stack("star"), star_nuggets=answer) == left


class TestAnUntoldDestination:
    """He must move (both texts), whether the position says where or not (M13)."""

    def one_way_to_go(self) -> Position:
        """Red places a star, and where the sheriff was sent is not written: `k`, the only mountain besides his."""
        return position(
            """
            h  s  k
            +  +  +
            """,
            players="blue red",
            h=tile("PPPM", tent="red"),
            k=tile("PMPP", tent="blue"),
            s=STAR,
            sheriff="h",
            turns=[turn("red", "s"), turn("red", mine="h")],
        )

    def two_ways_to_go(self) -> Position:
        """The same with one mountain more."""
        return position(
            """
            h  s  k
            m  +  +
            """,
            players="blue red",
            h=tile("PPPM", tent="red"),
            k=tile("PMPP", tent="blue"),
            m=tile("PPPM"),
            s=STAR,
            sheriff="h",
            turns=[turn("red", "s"), turn("red", mine="h")],
        )

    def in_a_row(self, *turns: Spec, sheriff: str | None = None, tent: str | None = None) -> Position:
        """One mountain of four tiles, and a star tile beside it."""
        return position(
            """
            a b c d s
            + + + + +
            """,
            players="red blue",
            a=tile("MMPP"),
            b=tile("PMPM"),
            c=tile("PMPM", tent=tent),
            d=tile("PPPM"),
            s=STAR,
            sheriff=sheriff,
            turns=turns,
        )

    @pytest.mark.parametrize(("question", "answer"), [(q, a) for q in READINGS for a in READINGS[q]])
    def test_with_one_way_to_go_he_goes_there(self, question: str, answer: str) -> None:
        """Whatever else is disputed: he stands on `k`, blue is taxed there, and `h` is free to be mined."""
        found = self.one_way_to_go()
        answers = {question: answer}
        assert can_be(found, stands(), **answers) == {"k"}
        assert can_be(found, tax("k"), **answers) == {0 if answer == "collection" else 1}
        assert can_be(found, may("red", "mine", "h", 2), **answers) == {"yes"}
        assert can_be(found, may("red", "sheriff", "k"), **answers) == {"yes"}
        assert can_be(found, may("red", "sheriff", "h"), **answers) == {"no"}

    def test_with_two_ways_to_go_he_went_either_way(self) -> None:
        """The tax is one on `k`, where blue's tent is, and nothing on `m`; on `h` there is no ban in either case."""
        found = self.two_ways_to_go()
        assert can_be(found, stands()) == {"k", "m"}
        assert can_be(found, tax("k")) == {1, "none"}
        assert can_be(found, tax("k"), tax_source="collection") == {0, "none"}
        assert can_be(found, tax("m")) == {0, "none"}
        assert can_be(found, tax("h")) == {"none"}
        assert can_be(found, may("red", "mine", "h", 2)) == {"yes"}
        assert [one.sent[1].tile for one in completions(found, DEFAULT)] == ["k", "m"]

    def test_each_way_is_told_with_what_happens_on_it(self) -> None:
        """Sent to `k` he taxes blue there, sent to `m` nobody."""
        found = self.two_ways_to_go()
        taxed = {
            one.sent[1].tile: (one.values.get(tax("k")), one.values.get(tax("m")))
            for one in completions(found, DEFAULT)
        }
        assert taxed == {"k": (1, None), "m": (None, 0)}

    def test_a_story_with_two_such_steps_goes_every_way_from_every_way(self) -> None:
        """From `h` to `k` or `m`, and from there to one of the two others."""
        found = self.two_ways_to_go()
        found = replace(found, turns=(found.turns[0], replace(found.turns[0], place=None, discard="star")))
        assert can_be(found, stands(2), star_trigger="drawn") == {"h", "k", "m"}
        sent = {
            tuple(place.tile for place in one.sent.values())
            for one in completions(found, reading(star_trigger="drawn"))
        }
        assert sent == {("k", "h"), ("k", "m"), ("m", "h"), ("m", "k")}
        assert can_be(found, stands(2)) == {"k", "m"}

    def test_a_mountain_is_one_way_to_go_however_many_tiles_it_has(self) -> None:
        """It goes by its first tile, and every spot on it is allowed."""
        found = self.in_a_row(turn("red", "s"))
        assert can_be(found, stands()) == {"a"}
        assert all(can_be(found, may("red", "sheriff", spot)) == {"yes"} for spot in "abcd")
        assert can_be(found, may("red", "sheriff", "beside")) == {"no"}
        assert len(list(completions(found, DEFAULT))) == 1

    @pytest.mark.parametrize(("answer", "allowed"), [("shares", {"yes"}), ("blocks", {"yes", "no"})])
    def test_where_he_keeps_others_off_his_spot_it_is_open_which_it_is(self, answer: str, allowed: set[str]) -> None:
        """M11: he stands on `c` or on another tile of that mountain."""
        found = self.in_a_row(turn("red", "s"), turn("blue", tent="c"))
        assert can_be(found, may("blue", "tent", "c", 2), sheriff_blocks_spot=answer) == allowed

    @pytest.mark.parametrize(("answer", "taken"), [("region", {1}), ("sheriffs_tile", {0, 1})])
    def test_where_only_his_tile_is_taxed_it_is_open_which_it_is(self, answer: str, taken: set[int]) -> None:
        """T9: blue's tent is on `c`."""
        found = self.in_a_row(turn("red", "s"), tent="blue")
        assert can_be(found, tax("a"), tax_tent_place=answer) == taken

    def test_where_every_other_tile_is_another_mountain_he_moves_within_his_own(self) -> None:
        """M1: from `b` to `a`, `c` or `d`, which is where blue's tent can still be put if he blocks it."""
        found = self.in_a_row(turn("red", "s"), turn("blue", tent="b"), turn("blue", tent="d"), sheriff="b")
        answers = {"another_mountain": "tile", "sheriff_blocks_spot": "blocks"}
        assert can_be(found, stands(), **answers) == {"a"}
        assert can_be(found, may("red", "sheriff", "b"), **answers) == {"no"}
        assert can_be(found, may("red", "sheriff", "c"), **answers) == {"yes"}
        assert can_be(found, may("blue", "tent", "b", 2), **answers) == {"yes"}
        assert can_be(found, may("blue", "tent", "d", 3), **answers) == {"yes", "no"}

    @pytest.mark.parametrize(
        ("answers", "where", "taxed"),
        [
            ({}, "beside", "none"),
            ({"no_target": "stays"}, "a", "none"),
            ({"return_then_replace": "placed_again"}, "a", 1),
            ({"return_then_replace": "placed_again", "reentry": "not_previous"}, "beside", "none"),
            ({"return_then_replace": "placed_again", "no_target": "stays"}, "a", "none"),
        ],
        ids=["returned", "stays", "placed again", "not where he came from", "stays, and so is not placed again"],
    )
    def test_without_a_way_to_go_he_is_returned_or_stays_or_is_placed_again(
        self, answers: Mapping[str, str], where: str, taxed: int | str
    ) -> None:
        """M2, M3, M4: whoever is returned and placed again by the same star must be placed, if that is allowed."""
        found = self.in_a_row(turn("red", "s"), sheriff="b", tent="blue")
        assert can_be(found, stands(), **answers) == {where}
        assert can_be(found, tax("a"), **answers) == {taxed}

    @pytest.mark.parametrize(
        ("answers", "where", "taxed", "shares"),
        [
            ({}, "beside", "none", 4),
            ({"just_completed_target": "target_until_scored"}, "beside", 1, 3),
            ({"just_completed_target": "target_until_scored", "tax_source": "collection"}, "beside", 0, 4),
        ],
        ids=["no target", "a target until it is scored", "paid by red, who has none"],
    )
    def test_a_star_tile_that_finishes_the_only_mountain_may_send_him_there(
        self, answers: Mapping[str, str], where: str, taxed: int | str, shares: int
    ) -> None:
        """M8: four tokens; red's tent costs one if he goes there, and blue, the only cowboy, gets the rest."""
        found = position(
            """
            a  s  b
            +  +  +
            """,
            players="blue red",
            a=tile("PMPP", nuggets=2, tent="red"),
            s=tile("PMPM", star=True),
            b=tile("PPPM", cowboys={"blue": "mountain"}),
            turns=[turn("blue", "s")],
        )
        assert can_be(found, stands(), **answers) == {where}
        assert can_be(found, tax("a"), **answers) == {taxed}
        assert can_be(found, received("blue", "a", 1), **answers) == {shares}

    @pytest.mark.parametrize(("answer", "where"), [("placed", "here"), ("drawn", "there")])
    def test_a_discarded_star_sends_him_only_where_drawing_counts(self, answer: str, where: str) -> None:
        """A1: the tile that is placed instead has no star."""
        found = position("here + there", here=HERE, there=THERE, sheriff="here", turns=[turn("blue", discard="star")])
        assert can_be(found, stands(), star_trigger=answer) == {where}

    def test_a_graveyard_tile_that_only_activates_leaves_nothing_open(self) -> None:
        """A3: he stays, and yellow is taxed where he stands."""
        found = position(
            """
            here yard there
            more .    .
            """,
            here=tile("PPPM", nuggets=3, tent="yellow"),
            yard=tile("PPPP", graveyard=True),
            there=THERE,
            more=tile("PPPM"),
            sheriff="here",
            turns=[turn("blue", "yard")],
        )
        assert can_be(found, stands()) == {"there", "more"}
        assert can_be(found, stands(), graveyard_trigger="activate_only") == {"here"}
        assert can_be(found, tax("here"), graveyard_trigger="activate_only") == {1}

    def test_the_star_tile_that_finishes_his_mountain_may_leave_nothing_open(self) -> None:
        """M9: he moves on to `far` or `more`, or waits to be sent home."""
        found = position(
            """
            here star far
            more .    .
            """,
            here=tile("PMPP"),
            star=tile("PPPM", star=True),
            far=tile("PMPP"),
            more=tile("PPPM"),
            sheriff="here",
            turns=[turn("blue", "star")],
        )
        assert can_be(found, stands()) == {"far", "more"}
        assert can_be(found, stands(), own_mountain_completed="skips_move") == {"beside"}

    @pytest.mark.parametrize(
        ("answer", "where", "taxed"),
        [("whole_is_current", "beside", "none"), ("other_part_is_another", "west", 1)],
    )
    def test_of_a_joined_mountain_only_the_other_part_can_be_a_way_to_go(
        self, answer: str, where: str, taxed: int | str
    ) -> None:
        """M10: he must go to `east`, which was another mountain; if blue blocks it he stands for certain."""
        found = position(
            "west star east",
            west=tile("PMPM", tent="yellow"),
            star=tile("PMPM", star=True),
            east=tile("PMPM"),
            sheriff="west",
            turns=[turn("blue", "star"), turn("blue", tent="east"), turn("blue", tent="star")],
        )
        assert can_be(found, stands(), merged_mountain=answer) == {where}
        assert can_be(found, tax("west"), merged_mountain=answer) == {taxed}
        answers = {"merged_mountain": answer, "sheriff_blocks_spot": "blocks"}
        assert can_be(found, may("blue", "tent", "east", 2), **answers) == {"yes" if where == "beside" else "no"}
        assert can_be(found, may("blue", "tent", "star", 3), **answers) == {"yes"}

    def test_a_destination_that_is_told_and_refused_is_not_an_untold_one(self) -> None:
        """Refusals: he stays, though there is one way to go."""
        found = self.one_way_to_go()
        found = replace(found, turns=(replace(found.turns[0], sheriff=found.sheriff), *found.turns[1:]))
        assert can_be(found, stands()) == {"h"}
        assert can_be(found, may("red", "mine", "h", 2)) == {"no"}


class TestAStackThatNobodyHasCounted:
    """Base 1.2 (1b): a token is laid for a nugget, so no tile holds more than its nuggets (T4: stack_unit)."""

    def test_as_many_tokens_as_nuggets_lie_in_one_way(self) -> None:
        """One on each tile."""
        found = position(
            "west mid",
            players="blue yellow",
            west=tile("PMPP", tent="yellow"),
            mid=tile("MPPM"),
            stacks={"mid": 2},
            turns=[turn("blue", sheriff="mid")],
        )
        assert can_be(found, tax("west")) == {1}
        assert can_be(found, tax("west"), stack_unit="tile") == {1}
        assert can_be(found, tax("west"), tax_source="collection") == {0}

    def test_eight_of_twelve_tokens_leave_two_of_four_tented_tiles_empty_at_most(self) -> None:
        """Six tiles with room for two each."""
        found = position(
            """
            a b c
            d e f
            """,
            players="blue red green black yellow",
            a=tile("MMMP", nuggets=2, tent="red"),
            b=tile("PMMM", nuggets=2, tent="green"),
            c=tile("PPMM", nuggets=2, tent="black"),
            d=tile("MMPP", nuggets=2, tent="yellow"),
            e=tile("MMPM", nuggets=2),
            f=tile("MPPM", nuggets=2),
            stacks={"a": 8},
            turns=[turn("blue", sheriff="e")],
        )
        assert can_be(found, tax("a")) == {4}
        assert can_be(found, tax("a"), stack_unit="tile") == {2, 3, 4}
        assert can_be(found, tax("a"), tax_source="collection") == {0}
        assert can_be(found, stack("a"), stack_unit="tile") == {4, 5, 6}

    def test_a_tent_that_moves_finds_what_lies_on_its_new_tile(self) -> None:
        """One token on `west` or on `mid`: yellow moves the tent to `mid` and mines there."""
        found = position(
            "west mid",
            west=tile("PMPP", tent="yellow"),
            mid=tile("MPPM"),
            stacks={"west": 1},
            turns=[turn("yellow", tent="mid"), turn("yellow", mine="west")],
        )
        for unit, allowed, held in (("mountain", {"yes"}, {1}), ("tile", {"yes", "no"}, {0, 1})):
            assert can_be(found, may("yellow", "mine", "west", 2), stack_unit=unit) == allowed
            assert can_be(found, matter("collected", 2, "yellow"), stack_unit=unit) == held

    def test_two_segments_of_a_mountain_on_one_tile_have_one_stack(self) -> None:
        """Two tokens, on a tile with room for two and one with room for one: two and none, or one and one."""
        found = position(
            """
            two  east
            back turn
            """,
            two=tile("PMMP", mountains=[hill("e"), hill("s")]),
            east=tile("PPMM", nuggets=1),
            back=tile("MMPP", nuggets=1),
            turn=tile("MPPM", nuggets=1),
        )
        board = boards(found)[0]
        (mountain,) = board.mountains()
        ways = ways_to_lie(board, mountain, 4)
        on_two = sorted(sum(number for place, number in way.items() if place.tile == "two") for way in ways)
        assert on_two == [1, 2, 2, 2]
        assert all(number <= 1 for way in ways for number in way.values())

    def test_of_no_token_and_of_all_there_is_one_way(self) -> None:
        """Three nuggets on two tiles; more than all cannot lie there."""
        found = position("west mid", west=tile("PMPP", nuggets=2), mid=tile("PPPM"))
        board = boards(found)[0]
        (mountain,) = board.mountains()
        assert [len(ways_to_lie(board, mountain, total)) for total in range(5)] == [1, 2, 2, 1, 0]

    def test_tokens_are_counted_tile_by_tile_and_where_he_went_is_open_as_well(self) -> None:
        """`hill` has yellow's tent and one token for two tiles; he went there or to `far`."""
        found = position(
            """
            hill ridge star
            far  .     .
            """,
            hill=tile("PMPP", tent="yellow"),
            ridge=tile("PPMM"),
            far=tile("PPPM"),
            star=STAR,
            stacks={"ridge": 1},
            turns=[turn("blue", "star")],
        )
        assert can_be(found, tax("hill")) == {1, "none"}
        assert can_be(found, tax("hill"), stack_unit="tile") == {0, 1, "none"}
        assert can_be(found, tax("far"), stack_unit="tile") == {0, "none"}


class TestTheOracleItself:
    """What holds in every position and every reading."""

    def test_random_positions_can_be_had_in_great_numbers_and_made_small(self) -> None:
        """A position that shows some dispute is reduced to little more than what the dispute needs."""

        def disputed(found: Position) -> bool:
            return play(found, reading()) != play(found, reading(self_tile="not_counted"))

        source = random.Random(1)
        found = next(found for found in iter(lambda: random_position(source), None) if disputed(found))
        small = reduced(found, disputed)
        assert is_valid(small)
        assert disputed(small)
        assert len(small.tiles) == 1
        assert not small.turns

    @pytest.mark.cases(quick=0)
    @settings(max_examples=300, deadline=None)
    @given(positions())
    def test_random_positions_are_possible(self, found: Position) -> None:
        """The conditions under which a position file would be accepted."""
        assert problems(found) == []

    @pytest.mark.cases(quick=0)
    @settings(max_examples=150, deadline=None)
    @given(positions(unsaid=True), readings())
    def test_what_is_unsaid_and_what_is_said_are_played_alike(self, found: Position, answers: dict[str, str]) -> None:
        """Each completion is what comes of the position that says it; only how things are listed may differ."""
        untold_turns = [number for number, one in enumerate(found.turns, 1) if untold(found, one)]
        for one in completions(found, answers):
            (again,) = completions(one.said(found), answers)
            for key, value in one.values.items():
                destination = key.kind == "sheriff" or (key.act == "sheriff" and key.turn in untold_turns)
                if key not in one.idle and not destination:
                    assert again.values.get(key) == value, f"{key}\n{told(found)}"
            for number, place in one.sent.items():
                assert one.values[may(found.turns[number - 1].player, "sheriff", found.label(place), number)] == "yes"

    @pytest.mark.cases(quick=0)
    @settings(max_examples=300, deadline=None)
    @given(positions(), readings())
    def test_no_token_appears_or_disappears(self, found: Position, answers: dict[str, str]) -> None:
        """On mountains, with players and in the supply there are always as many, unless some are removed or lost."""
        answers |= {"unowned_stack": "supply", "end_split": "round_robin"}
        game = Game(replace(found, supply=50), answers, boards(found))

        def all_tokens() -> int:
            return (game.supply or 0) + sum(game.tokens.values()) + sum(game.collected.values())

        before = all_tokens()
        game.play()
        assert all_tokens() == before, told(found)

    @pytest.mark.cases(quick=0)
    @settings(max_examples=300, deadline=None)
    @given(positions(sees=True), readings())
    def test_counts_are_not_negative_and_every_act_is_answered(self, found: Position, answers: dict[str, str]) -> None:
        """The score is the sum of the points."""
        values = play(found, answers)
        assert all(value >= 0 for value in values.values() if isinstance(value, int)), told(found)
        for number, one in enumerate(found.turns, 1):
            if one.act is not None:
                assert any(m.kind == "may" and m.turn == number and m.act == one.act for m in values)
        for player in found.players:
            scored = [v for m, v in values.items() if m.kind == "points" and m.player == player and isinstance(v, int)]
            assert values[matter("score", player=player)] == sum(scored)

    @pytest.mark.cases(quick=0)
    @settings(max_examples=200, deadline=None)
    @given(positions(), readings())
    def test_with_four_sides_or_eight_the_two_graveyard_rules_agree_only_if_the_tile_counts(
        self, found: Position, answers: dict[str, str]
    ) -> None:
        """Z5: 9 + c is 1 + 8 + c, if surrounding means eight in every sentence."""
        same = answers | {"surround": "eight", "city_near": "eight", "self_tile": "counted"}
        assert play(found, same | {"completion_value": "fixed_nine"}) == play(
            found, same | {"completion_value": "as_at_the_end"}
        )
