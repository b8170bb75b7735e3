"""What the oracle does that no position with expected values says: properties, and what is unsaid in several ways.

Positions with one value for each reading are in `oracle/positions`, judged in `test_corpus.py`. Letters and numbers
such as T3 or M10 name points on which the texts can be read in several ways. Expected values are worked out by hand
from the texts: *wiki* is the WikiCarpedia page, *sheet* the transcribed rule sheet, *base* the base game.
"""

from __future__ import annotations

import random
from dataclasses import replace

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


# Two mountains, `here` and `there`, and a star tile.
HERE = tile("PPPM", nuggets=3)
THERE = tile("PMPP", nuggets=3)
STAR = tile("PPPP", star=True)


class TestTheTax:
    """Activating the sheriff (wiki: Activation; sheet: Activating the sheriff)."""

    def test_nobody_asks_so_nobody_is_told_who_sees_what(self) -> None:
        """T6, T7: they change no count."""
        found = position(
            "here star",
            here=tile("PPPM", nuggets=3, tent="yellow"),
            star=STAR,
            turns=[turn("blue", "star", sheriff="here")],
        )
        assert not any(told_of.kind == "sees" for told_of in play(found, reading()))

    def test_he_taxes_once_and_not_who_comes_later(self) -> None:
        """T11: only when he is placed or moved."""
        found = position("here +", here=HERE, sheriff="here", turns=[turn("yellow", tent="here"), turn("black")])
        assert play(found, reading()).get(tax("here", 1)) is None
        assert played(found, matter("collected", 2, "yellow")) == 0


class TestGraveyards:
    """Wiki: Graveyards; sheet: Cemeteries."""

    def test_a_graveyard_without_cowboy_scores_for_nobody(self) -> None:
        """C7."""
        found = position(
            """
            + +    +
            + yard +
            + +    final
            """,
            yard=tile("PPPP", graveyard=True),
            final=tile("PPPP"),
            turns=[turn("blue", "final")],
        )
        assert not any(scored.kind == "points" for scored in play(found, reading()))


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


class TestAStackThatNobodyHasCounted:
    """Base 1.2 (1b): a token is laid for a nugget, so no tile holds more than its nuggets (T4: stack_unit)."""

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
