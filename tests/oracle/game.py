"""The game: what lies and stands on the table, and one method for each step of the rules."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from oracle.unsaid import Choice, calls_in_some_reading, says_everything, the_only_one, ways_to_lie
from sheriff_kb.position import Matter, Place, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oracle.board import Board, Region
    from sheriff_kb.position import Asked, Position, Turn

Destination = Place | Literal["beside"]
Step = Literal["full", "activation", "none"]

USABLE_COWBOYS = 4


class Game:
    """One position, played under one reading; what the position leaves unsaid is chosen."""

    def __init__(
        self,
        position: Position,
        reading: Mapping[str, str],
        tables: Sequence[Board],
        choose: Choice = the_only_one,
    ) -> None:
        """Before the first turn; `tables` is the table before it and after each placement.

        `choose` settles what is unsaid. In a position that leaves something unsaid more is reported: every stack and
        where the sheriff stands, turn by turn, and every spot as a destination. What is so reported although nothing
        happened to it is `idle`.
        """
        self.position = position
        self.reading = reading
        self.tables = tables
        self.choose = choose
        self.all_said = says_everything(position)
        self.players = position.players
        self.found: dict[Matter, int | str] = {}
        self.refusals: dict[Matter, frozenset[str]] = {}
        self.idle: set[Matter] = set()
        self.sent: dict[int, Place] = {}
        self.lying_as: dict[Place, int] = {}

        # The turn that is being played.
        self.number = 0
        self.sheriff_before: Place | None = None
        self.tokens_before: Counter[Place] = Counter()
        self.mover = position.players[0]
        self.placed: Tile | None = None
        self.before = tables[0]
        self.board = tables[0]

        # What lies and stands on the table.
        self.tokens: Counter[Place] = Counter()
        self.tents: dict[str, Place] = {}
        self.cowboys: list[tuple[str, Place]] = []
        self.sheriff: Place | None = position.sheriff
        self.sent_untold = False
        self.original_part: Region = ()
        self.previous: Place | None = None
        self.supply: int | None = position.supply
        self.collected = {player: position.collected.get(player, 0) for player in self.players}
        self.score = dict.fromkeys(self.players, 0)
        self.scored_graveyards: set[str] = set()
        self.set_up()

    def play(self) -> dict[Matter, int | str]:
        """Play the turns, judge what is asked, and end the game if it ends."""
        for number, turn in enumerate(self.position.turns, 1):
            self.play_turn(number, turn)
        self.judge_asked()
        if self.position.end:
            self.end_of_game()
        for player in self.players:
            self.found[Matter("score", player=player)] = self.score[player]
        return self.found

    def set_up(self) -> None:
        """What the given position shows stands there; a graveyard that is surrounded already was scored before."""
        for tile in self.board.tiles.values():
            for place, mountain in zip(self.board.mountain_segments(tile), tile.mountains, strict=True):
                self.tokens[place] = mountain.tokens
                if mountain.tent is not None:
                    self.tents[mountain.tent] = place
            self.cowboys += tile.cowboys
            if tile.graveyard and self.board.surrounded(tile.name, self.reading["surround"]):
                self.scored_graveyards.add(tile.name)
        for place, total in self.position.stacks:
            self.lay_stack(self.board.region(place), total)
        if self.sheriff is not None:
            self.original_part = self.board.region(self.sheriff)

    def lay_stack(self, mountain: Region, total: int) -> None:
        """Tokens of which only the total is known lie in any way there is; as one stack every way is the same (T4)."""
        ways = ways_to_lie(self.board, mountain, total)
        way = self.choose(ways) if self.reading["stack_unit"] == "tile" else ways[0]
        for segment, number in way.items():
            self.tokens[segment] = self.lying_as[segment] = number

    # A turn ---------------------------------------------------------------------------------------------------------

    def play_turn(self, number: int, turn: Turn) -> None:
        """Tile, tokens and sheriff, one act, scoring (base 1.2; wiki: Sheriff; sheet: The Sheriff; G5)."""
        self.number = number
        self.mover = turn.player
        self.placed = None if turn.place is None else self.position.tile(turn.place)
        self.before = self.tables[number - 1]
        self.board = self.tables[number]
        self.sheriff_before = self.sheriff
        self.tokens_before = Counter(self.tokens)
        self.lay_tokens_and_move_sheriff(turn)
        self.perform_act(turn)
        self.score_mountains()
        self.score_graveyards()
        self.cowboys_leave_railroads_and_cities()
        self.report_turn(turn)

    def lay_tokens_and_move_sheriff(self, turn: Turn) -> None:
        """Tokens first or the sheriff first: the texts only say that he moves "then" (A2: star_nuggets)."""
        if self.reading["star_nuggets"] == "before_sheriff":
            self.lay_tokens()
            self.sheriff_step(turn)
        else:
            self.sheriff_step(turn)
            self.lay_tokens()

    def lay_tokens(self) -> None:
        """Every printed nugget of the new tile brings a token, while the supply lasts (base 1.2, 1b; 1.4)."""
        if self.placed is None:
            return
        for place, mountain in zip(self.board.mountain_segments(self.placed), self.placed.mountains, strict=True):
            if self.laying_suspended(place):
                continue
            number = mountain.nuggets if self.supply is None else min(mountain.nuggets, self.supply)
            self.tokens[place] += number
            self.change_supply(-number)

    def laying_suspended(self, place: Place) -> bool:
        """Whether a ban on gold mining also keeps new tokens away (F2: freeze_adds).

        Never by the ban on an original part: a segment that is new is not part of it.
        """
        if self.reading["freeze_adds"] == "added" or self.reading["freeze_extent"] == "original_part":
            return False
        return self.frozen(place)

    # The sheriff moves ----------------------------------------------------------------------------------------------

    def trigger(self, turn: Turn) -> Step:
        """What a star makes the sheriff do in this turn (wiki: Sheriff, Graveyards; sheet: The Sheriff, Cemeteries).

        A star that was drawn and could not be placed counts only if drawing is what matters (A1: star_trigger). A
        graveyard tile may only activate him (A3: graveyard_trigger). Several triggers make one step. A destination
        that is named without any star stands for a star tile placed out of sight.
        """
        out_of_sight = turn.sheriff is not None and turn.discard is None
        steps: list[Step] = []
        if self.placed is not None and self.placed.graveyard:
            steps.append(self.graveyard_step())
        elif (self.placed is not None and self.placed.star) or out_of_sight:
            steps.append("full")
        if turn.discard is not None and self.reading["star_trigger"] == "drawn":
            steps.append(self.graveyard_step() if turn.discard == "graveyard" else "full")
        if "full" in steps:
            return "full"
        return "activation" if steps else "none"

    def graveyard_step(self) -> Step:
        """What the star of a graveyard tile does (A3)."""
        return "full" if self.reading["graveyard_trigger"] == "move_and_activate" else "activation"

    def sheriff_step(self, turn: Turn) -> None:
        """The sheriff's step, and which destinations are legal for it."""
        step = self.trigger(turn)
        legal = self.legal_destinations() if step == "full" else []
        judged: list[Destination] = []
        if turn.sheriff is not None:
            judged = [turn.sheriff]
        elif calls_in_some_reading(self.position, turn):
            judged = self.candidate_destinations()
        for destination in judged:
            against = set() if destination in legal else self.against_destination(destination, step)
            self.report_may("sheriff", self.mover, destination, against)
        if step == "full":
            self.full_step(turn.sheriff, legal)
        elif step == "activation" and self.sheriff is not None:
            self.activate()

    def full_step(self, named: Destination | None, legal: Sequence[Destination]) -> None:
        """Move the sheriff (wiki: Sheriff movement; sheet: Moving the sheriff).

        Without another unfinished mountain he goes back beside the board, whatever was named (exception in both
        texts), or stays where he is (M2: no_target). A destination that is not legal is refused: he stays, without
        activation. If none is given, he went somewhere all the same: he must move (both texts; M13).
        """
        if self.skips_move():
            return
        if self.sheriff is not None and not self.targets(self.sheriff, None):
            if self.reading["no_target"] == "stays":
                return
            self.previous = self.sheriff
            self.sheriff = None
        destination = self.untold_destination(legal) if named is None else named
        if isinstance(destination, Place) and destination in legal:
            self.sheriff = destination
            self.sent_untold = named is None
            self.original_part = self.board.region(destination)
            self.previous = None
            self.activate()

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        """One of the legal destinations; none if he has to go beside or to stay.

        Each mountain is one destination. Its legal spots are distinguished only if the reading makes a difference
        between them (M1, M11, T9).
        """
        spots = [place for place in legal if isinstance(place, Place)]
        if not self.spot_matters():
            spots = list({self.board.region(place): place for place in reversed(spots)}.values())[::-1]
        if not spots:
            return None
        self.sent[self.number] = self.choose(spots)
        return self.sent[self.number]

    def spot_matters(self) -> bool:
        """Whether it makes a difference on which of the spots of a mountain he stands."""
        return (
            self.reading["another_mountain"] == "tile"
            or self.reading["sheriff_blocks_spot"] == "blocks"
            or self.reading["tax_tent_place"] == "sheriffs_tile"
        )

    def skips_move(self) -> bool:
        """His own mountain was finished by this tile: he may just wait to be sent home (M9: own_mountain_completed)."""
        return (
            self.reading["own_mountain_completed"] == "skips_move"
            and self.sheriff is not None
            and self.finished_now(self.sheriff)
        )

    def legal_destinations(self) -> list[Destination]:
        """Every destination to which he may be sent in a full step.

        Beside the board is one only if he must go there: when no mountain is open to him. Whether the same star
        then brings him back at once is M3 (return_then_replace).
        """
        if self.skips_move():
            return []
        targets = self.targets(self.sheriff, self.previous)
        if targets:
            return list(targets)
        if self.sheriff is None:
            return ["beside"]
        if self.reading["no_target"] == "stays":
            return []
        if self.reading["return_then_replace"] == "placed_again":
            again = self.targets(None, self.sheriff)
            if again:
                return list(again)
        return ["beside"]

    def against_destination(self, place: Destination, step: Step) -> set[str]:
        """Every reason why a destination that is not legal is refused.

        A turn without a move allows none. Otherwise what counts is where he stands now, even where he is returned and
        placed again; beside the board he goes only if he must.
        """
        if step != "full":
            return {"no_star" if step == "none" else "only_activates"}
        if self.skips_move():
            return {"skips_move"}
        if place == "beside":
            if self.targets(self.sheriff, self.previous):
                return {"other_open"}
            return {"stays" if self.reading["no_target"] == "stays" else "placed_again"}
        reasons = set()
        if not self.unfinished_for_sheriff(place):
            reasons.add("finished")
        if self.on_new_star_tile(place):
            reasons.add("new_tile")
        if self.sheriff is None and self.barred_as_previous(place, self.previous):
            reasons.add("came_from")
        if self.sheriff is not None and not self.is_another(place, self.sheriff):
            reasons.add("own_segment" if self.reading["another_mountain"] == "tile" else "own_mountain")
        return reasons

    def targets(self, standing: Place | None, previous: Place | None) -> list[Place]:
        """The mountain segments to which he can go from there (`None`: from beside the board).

        `previous` is where he was taken from when he was last returned for want of a target.
        """
        found = []
        for place in self.board.mountain_segments():
            open_to_him = self.unfinished_for_sheriff(place) and not self.on_new_star_tile(place)
            if standing is not None:
                allowed = self.is_another(place, standing)
            else:
                allowed = not self.barred_as_previous(place, previous)
            if open_to_him and allowed:
                found.append(place)
        return found

    def unfinished_for_sheriff(self, place: Place) -> bool:
        """Only unfinished mountains; one finished by this tile may still count until it is scored (M8)."""
        if not self.board.finished(place):
            return True
        return self.reading["just_completed_target"] == "target_until_scored" and self.finished_now(place)

    def on_new_star_tile(self, place: Place) -> bool:
        """Whether the mountain reaches the star tile just placed and closed to him for that (M7)."""
        if self.reading["new_tile_target"] == "allowed" or self.placed is None:
            return False
        if not (self.placed.star or self.placed.graveyard):
            return False
        return any(segment.tile == self.placed.name for segment in self.board.region(place))

    def is_another(self, place: Place, standing: Place) -> bool:
        """Whether this is another mountain than the one he stands on (M1: another_mountain; M10: merged_mountain)."""
        if self.reading["another_mountain"] == "tile":
            return place != standing
        if place not in self.board.region(standing):
            return True
        if self.reading["merged_mountain"] == "whole_is_current":
            return False
        is_new = self.placed is not None and place.tile == self.placed.name
        return not is_new and place not in self.before.region(standing)

    def barred_as_previous(self, place: Place, previous: Place | None) -> bool:
        """After a return he may have to go elsewhere than where he came from (M4: reentry)."""
        if self.reading["reentry"] == "any_open" or previous is None:
            return False
        return place in self.board.region(previous)

    # The sheriff is activated ---------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Rivals with tents on the sheriff's mountain cost a token each (wiki: Activation; sheet: Activating).

        Once, at this moment (T11); before the ban on mining there (T13); cowboys do not count (T10).
        """
        assert self.sheriff is not None
        mountain = self.board.region(self.sheriff)
        claims = self.claims(mountain)
        pays = {player: 0 for player in self.clockwise_after(self.mover) if self.tents.get(player) in mountain}
        drawn = dict.fromkeys(self.players, 0)
        if self.reading["tax_source"] == "stack":
            served = self.tax_stacks(mountain, claims)
            for player in served:
                drawn[self.mover if self.reading["tax_drawer"] == "mover" else player] += 1
        else:
            served = []
            for player in self.tax_collections(mountain, claims):
                pays[player] += 1
        self.found[self.matter("tax", mountain=self.board.mountain_label(self.sheriff))] = len(served)
        for player, number in pays.items():
            self.found[self.matter("pays", player=player)] = number
        self.report_sees(drawn)

    def claims(self, mountain: Region) -> list[str]:
        """The players on whose account a token is due, clockwise from the mover.

        The mover never is (wiki), and perhaps nobody with a tent beside the mover's on one tile (sheet; T2:
        tax_exemption). One token a player (wiki) or a tile (sheet; T1: tax_unit). On which tiles: T9 (tax_tent_place).
        Only tents on this mountain count, not those on another mountain of the same tile.
        """
        assert self.sheriff is not None
        found: list[str] = []
        tiles_taxed: set[str] = set()
        own = self.tents.get(self.mover)
        for player in self.clockwise_after(self.mover):
            tent = self.tents.get(player)
            if tent is None or tent not in mountain:
                continue
            if self.reading["tax_tent_place"] == "sheriffs_tile" and tent.tile != self.sheriff.tile:
                continue
            beside_movers = own is not None and own in mountain and own.tile == tent.tile
            if self.reading["tax_exemption"] == "movers_tile" and beside_movers:
                continue
            if self.reading["tax_unit"] == "per_tile" and tent.tile in tiles_taxed:
                continue
            tiles_taxed.add(tent.tile)
            found.append(player)
        return found

    def tax_stacks(self, mountain: Region, claims: Sequence[str]) -> list[str]:
        """Take the tokens from the stack, or from the stack on each tent's tile; give who was served.

        Too few tokens in a stack: all of them, or none at all (T5: tax_shortage), stack by stack (T4).
        """
        stacks = {player: self.stack(mountain, self.tents[player].tile) for player in claims}
        if self.reading["tax_shortage"] == "none_unless_all":
            due = Counter(stacks.values())
            claims = [player for player in claims if self.lying(stacks[player]) >= due[stacks[player]]]
        served = []
        for player in claims:
            if self.lying(stacks[player]) > 0:
                self.take_one(stacks[player])
                self.change_supply(1)
                served.append(player)
        return served

    def tax_collections(self, mountain: Region, claims: Sequence[str]) -> list[str]:
        """Take the tokens from what the players have collected, unless the mountain is empty (T3: tax_source)."""
        if self.lying(mountain) == 0:
            return []
        payers = [player for player in claims if self.collected[player] > 0]
        for player in payers:
            self.collected[player] -= 1
            self.change_supply(1)
        return payers

    # The ban on mining ----------------------------------------------------------------------------------------------

    def frozen(self, place: Place) -> bool:
        """Whether the sheriff's ban lies on this segment now (wiki: Mining Freeze; sheet: Ban on gold mining).

        For everyone (F1), for the whole mountain or the part that it had when he came (F5: freeze_extent), and until it
        is finished, or until its tokens are handed out (F4: freeze_end).
        """
        if self.sheriff is None:
            return False
        if self.board.finished(self.sheriff) and self.reading["freeze_end"] == "at_completion":
            return False
        if self.reading["freeze_extent"] == "original_part":
            return place in self.original_part
        return place in self.board.region(self.sheriff)

    # The act of the turn --------------------------------------------------------------------------------------------

    def perform_act(self, turn: Turn) -> None:
        """One act at most; one that is not allowed has no effect (base 1.2, step 2)."""
        if turn.act is None or turn.at is None:
            return
        against = self.against(turn.act, self.mover, turn.at)
        self.report_may(turn.act, self.mover, turn.at, against)
        if against:
            return
        if turn.act == "cowboy":
            self.cowboys.append((self.mover, turn.at))
        elif turn.act == "tent":
            self.tents[self.mover] = turn.at
        else:
            self.take_one(self.mining_stack(self.mover))
            self.collected[self.mover] += 1

    def against(self, act: str, player: str, place: Place) -> set[str]:
        """Every reason why the act is not allowed now."""
        if act == "cowboy":
            return self.against_cowboy(player, place)
        if act == "tent":
            return self.against_tent(place)
        return self.against_mining(player, place)

    def against_cowboy(self, player: str, place: Place) -> set[str]:
        """A cowboy on a feature of the new tile that holds none yet (base 2a; graveyards: G1, G2 surrounded_claim)."""
        assert self.placed is not None
        assert place.tile == self.placed.name
        reasons = self.kept_off_by_sheriff(place)
        if self.cowboys_on(self.board.region(place)):
            reasons.add("occupied")
        if sum(owner == player for owner, _ in self.cowboys) >= USABLE_COWBOYS:
            reasons.add("no_cowboy_left")
        surrounded = place.kind == "graveyard" and self.board.surrounded(place.tile, self.reading["surround"])
        if surrounded and self.reading["surrounded_claim"] == "refused":
            reasons.add("surrounded")
        return reasons

    def against_tent(self, place: Place) -> set[str]:
        """A tent on an empty segment of an unfinished mountain (base 2b), by the sheriff's leave (F3: freeze_tents)."""
        reasons = self.kept_off_by_sheriff(place)
        if self.board.finished(place):
            reasons.add("finished")
        if place in self.tents.values() or self.cowboys_on((place,)):
            reasons.add("occupied")
        if self.reading["freeze_tents"] == "out_only" and self.frozen(place):
            reasons.add("frozen")
        return reasons

    def against_mining(self, player: str, place: Place) -> set[str]:
        """A token from the mountain of the player's own tent (base 2c), unless the sheriff forbids it (F1, F2, F6).

        Whether a mountain that this tile has finished can still be mined is open in the base game (F4: mine_completed).
        Without a tent there is no stack to mine from, and so nothing to say of that.
        """
        reasons = set()
        tent = self.tents.get(player)
        if self.finished_now(place):
            if self.reading["mine_completed"] == "refused":
                reasons.add("just_finished")
        elif self.board.finished(place):
            reasons.add("finished")
        if tent is None or tent not in self.board.region(place):
            return reasons | {"no_tent"}
        if self.frozen(tent):
            reasons.add("frozen")
        if self.lying(self.mining_stack(player)) == 0:
            reasons.add("empty")
        return reasons

    def mining_stack(self, player: str) -> Region:
        """The stack from which the player mines: the mountain's, or that of the tent's tile (T4: stack_unit)."""
        tent = self.tents[player]
        return self.stack(self.board.region(tent), tent.tile)

    def kept_off_by_sheriff(self, place: Place) -> set[str]:
        """Whether the sheriff keeps figures off his segment (M11: sheriff_blocks_spot)."""
        blocks = self.reading["sheriff_blocks_spot"] == "blocks" and self.sheriff == place
        return {"sheriff_there"} if blocks else set()

    def judge_asked(self) -> None:
        """What somebody asks about is judged after the last turn, each for itself and without effect."""
        self.number = len(self.position.turns) + 1
        self.placed = None
        self.before = self.board
        for asked in self.position.asks:
            self.report_may(asked.act, asked.player, asked.at, self.against_asked(asked))

    def against_asked(self, asked: Asked) -> set[str]:
        """A destination is judged as if a star tile were placed out of sight."""
        if asked.act == "sheriff":
            legal = asked.at in self.legal_destinations()
            return set() if legal else self.against_destination(asked.at, "full")
        assert isinstance(asked.at, Place)
        return self.against(asked.act, asked.player, asked.at)

    # Scoring in a turn ----------------------------------------------------------------------------------------------

    def score_mountains(self) -> None:
        """Mountains finished by this tile: tokens, then a point a printed nugget; all go home (base 1.3; F8, T14)."""
        for mountain in self.board.mountains():
            if not self.finished_now(mountain[0]):
                continue
            owners = self.majority(Counter(player for player, _ in self.cowboys_on(mountain)))
            if owners:
                shares = self.round_robin(self.lying(mountain), owners, self.clockwise_from(self.mover))
                self.hand_out(self.number, mountain, shares)
                nuggets = sum(self.position.tile(s.tile).mountains[s.index].nuggets for s in mountain)
                for player in owners:
                    self.give_points(self.number, player, "mountain", self.board.mountain_label(mountain[0]), nuggets)
            else:
                self.dispose_of_unowned(mountain)
            self.figures_leave(mountain)

    def dispose_of_unowned(self, mountain: Region) -> None:
        """What becomes of the tokens of a finished mountain without cowboys (base 1.4: unowned_stack)."""
        if self.reading["unowned_stack"] == "left":
            return
        if self.reading["unowned_stack"] == "supply":
            self.change_supply(self.lying(mountain))
        self.clear(mountain)

    def figures_leave(self, mountain: Region) -> None:
        """Cowboys, tents and the sheriff leave a finished mountain (base 1.3, 1.4; wiki: Mining Freeze)."""
        self.cowboys = [(player, place) for player, place in self.cowboys if place not in mountain]
        self.tents = {player: place for player, place in self.tents.items() if place not in mountain}
        if self.sheriff in mountain:
            self.sheriff = None

    def score_graveyards(self) -> None:
        """Graveyards that are surrounded since this tile (wiki: Graveyards, scoring; sheet: Cemeteries; C1, C7, C8)."""
        for tile in self.board.tiles.values():
            if not tile.graveyard or tile.name in self.scored_graveyards:
                continue
            if not self.board.surrounded(tile.name, self.reading["surround"]):
                continue
            self.scored_graveyards.add(tile.name)
            owner = self.graveyard_owner(tile)
            if owner is None:
                continue
            if self.reading["completion_value"] == "fixed_nine":
                value = 9 + self.cities(tile, self.board.around(tile.name, self.reading["city_near"]))
            else:
                value = self.graveyard_value_at_end(tile)
            self.give_points(self.number, owner, "graveyard", tile.name, value)
            if self.reading["graveyard_cowboy"] == "returns":
                self.cowboys.remove((owner, Place(tile.name, "graveyard")))

    def graveyard_value_at_end(self, tile: Tile) -> int:
        """A point for the tile itself, each tile around it, each city on those (both texts, final scoring; Z1, Z2)."""
        around = self.board.around(tile.name, self.reading["surround"])
        itself = 1 if self.reading["self_tile"] == "counted" else 0
        return itself + len(around) + self.cities(tile, around)

    def cities(self, graveyard: Tile, around: Sequence[Tile]) -> int:
        """How many cities count there (C4: city_unit; C5: city_state; C6: own_city)."""
        tiles = list(around)
        if self.reading["own_city"] == "counted":
            tiles.append(graveyard)
        names: set[str] = set()
        tiles_with_city = 0
        for tile in tiles:
            counted = {
                name
                for index, name in enumerate(tile.cities)
                if self.reading["city_state"] == "any" or self.board.finished(Place(tile.name, "city", index))
            }
            names |= counted
            tiles_with_city += 1 if counted else 0
        return len(names) if self.reading["city_unit"] == "city" else tiles_with_city

    def graveyard_owner(self, tile: Tile) -> str | None:
        """The player whose cowboy stands on the graveyard (G3)."""
        for player, place in self.cowboys:
            if place == Place(tile.name, "graveyard"):
                return player
        return None

    def cowboys_leave_railroads_and_cities(self) -> None:
        """Their points are none of our business, but the cowboys are free again (base 1.3)."""
        self.cowboys = [
            (player, place)
            for player, place in self.cowboys
            if place.kind not in ("railroad", "city") or not self.board.finished(place)
        ]

    # The end of the game --------------------------------------------------------------------------------------------

    def end_of_game(self) -> None:
        """Tokens on unfinished mountains, then graveyards (wiki and sheet: the sheriff and the end; final scoring)."""
        for mountain in self.board.mountains():
            if self.board.finished(mountain[0]):
                continue
            if self.sheriff in mountain or self.reading["unfinished_tokens"] == "to_owner":
                self.distribute_at_end(mountain)
        for tile in self.board.tiles.values():
            owner = self.graveyard_owner(tile) if tile.graveyard else None
            if owner is None:
                continue
            unfinished = not self.board.surrounded(tile.name, self.reading["surround"])
            if unfinished or self.reading["final_scope"] == "every_owned":
                self.give_points("end", owner, "graveyard", tile.name, self.graveyard_value_at_end(tile))
        for player in self.players:
            self.found[Matter("collected", turn="end", player=player)] = self.collected[player]

    def distribute_at_end(self, mountain: Region) -> None:
        """The owner gets the tokens, several owners share them (E1: end_split; E2: end_first; E4)."""
        owners = self.owners_at_end(mountain)
        if not owners:
            return
        number = self.lying(mountain)
        if self.reading["end_split"] == "round_robin":
            shares = self.round_robin(number, owners, self.order_at_end())
        else:
            shares = dict.fromkeys(owners, number // len(owners))
        self.hand_out("end", mountain, shares)

    def owners_at_end(self, mountain: Region) -> list[str]:
        """Who owns an unfinished mountain (E3: owner)."""
        figures = Counter(player for player, _ in self.cowboys_on(mountain))
        if self.reading["owner"] == "any_cowboy":
            return [player for player in self.players if figures[player] > 0]
        if self.reading["owner"] == "tents_too":
            figures.update(player for player, place in self.tents.items() if place in mountain)
        return self.majority(figures)

    def order_at_end(self) -> list[str]:
        """In which order the owners take tokens at the end: from the last player, the next or the start player (E2)."""
        start = self.position.start or self.players[0]
        if self.position.last:
            last = self.position.last
        elif self.position.turns:
            last = self.position.turns[-1].player
        else:
            last = self.clockwise_from(start)[-1]
        if self.reading["end_first"] == "last_player":
            return self.clockwise_from(last)
        if self.reading["end_first"] == "next_player":
            return self.clockwise_from(self.clockwise_from(last)[1 % len(self.players)])
        return self.clockwise_from(start)

    # Counting and handing out ---------------------------------------------------------------------------------------

    def stack(self, mountain: Region, tile: str) -> Region:
        """The segments whose tokens lie in one stack with those of this tile's (T4: stack_unit)."""
        if self.reading["stack_unit"] == "mountain":
            return mountain
        return tuple(segment for segment in mountain if segment.tile == tile)

    def lying(self, segments: Region) -> int:
        """How many tokens lie on these segments."""
        return sum(self.tokens[segment] for segment in segments)

    def take_one(self, stack: Region) -> None:
        """Take one token from a stack that has one."""
        segment = next(segment for segment in stack if self.tokens[segment] > 0)
        self.tokens[segment] -= 1

    def clear(self, mountain: Region) -> None:
        """Take all tokens off a mountain."""
        for segment in mountain:
            self.tokens[segment] = 0

    def change_supply(self, number: int) -> None:
        """Put tokens into the supply or take them out; it is without end if nothing is said."""
        if self.supply is not None:
            self.supply += number

    def hand_out(self, turn: int | Literal["end"], mountain: Region, shares: Mapping[str, int]) -> None:
        """Give the owners of a mountain their shares; nothing is left on it."""
        label = self.board.mountain_label(mountain[0])
        for player, number in shares.items():
            self.collected[player] += number
            self.found[Matter("received", turn=turn, player=player, mountain=label)] = number
        self.clear(mountain)

    def give_points(self, turn: int | Literal["end"], player: str, purpose: str, at: str, number: int) -> None:
        """Note points that a player scores."""
        self.score[player] += number
        self.found[Matter("points", turn=turn, player=player, purpose=purpose, at=at)] = number

    def majority(self, figures: Mapping[str, int]) -> list[str]:
        """The players with the most figures; nobody without any."""
        most = max(figures.values(), default=0)
        return [player for player in self.players if most > 0 and figures.get(player, 0) == most]

    def round_robin(self, number: int, owners: Sequence[str], order: Sequence[str]) -> dict[str, int]:
        """One token each in turn until none is left (base 1.3, ties)."""
        shares = dict.fromkeys(owners, 0)
        takers = [player for player in order if player in owners]
        for taken in range(number):
            shares[takers[taken % len(takers)]] += 1
        return shares

    def clockwise_from(self, player: str) -> list[str]:
        """All players clockwise, this one first."""
        index = self.players.index(player)
        return [*self.players[index:], *self.players[:index]]

    def clockwise_after(self, player: str) -> list[str]:
        """The other players clockwise, the next one first."""
        return self.clockwise_from(player)[1:]

    def cowboys_on(self, region: Region) -> list[tuple[str, Place]]:
        """The cowboys that stand on one of these segments."""
        return [(player, place) for player, place in self.cowboys if place in region]

    def finished_now(self, place: Place) -> bool:
        """Whether the tile of this turn has finished this mountain."""
        if self.placed is None or not self.board.finished(place):
            return False
        return any(segment.tile == self.placed.name for segment in self.board.region(place))

    # What is reported -----------------------------------------------------------------------------------------------

    def matter(
        self, kind: Literal["tax", "pays", "stack", "sheriff"], player: str | None = None, mountain: str | None = None
    ) -> Matter:
        """A matter of this turn."""
        return Matter(kind, turn=self.number, player=player, mountain=mountain)

    def report_may(self, act: str, player: str, place: Destination, against: set[str]) -> None:
        """Note whether an act is allowed, and every reason why not."""
        label = place if isinstance(place, str) else self.position.label(place)
        key = Matter("may", turn=self.number, player=player, act=act, place=label)
        self.found[key] = "no" if against else "yes"
        self.refusals[key] = frozenset(against)

    def report_sees(self, drawn: Mapping[str, int]) -> None:
        """What players get to look at, where somebody asks (T6: tax_drawer; T7: tax_return)."""
        if not any(wanted.get("kind") == "sees" for wanted in self.position.filters):
            return
        for player, number in drawn.items():
            again = number if self.reading["tax_return"] == "unmixed" else 0
            self.found[Matter("sees", turn=self.number, player=player, what="drawn")] = number
            self.found[Matter("sees", turn=self.number, player=player, what="returned")] = again

    def report_turn(self, turn: Turn) -> None:
        """What can be seen when the turn is over."""
        self.report_sheriff(turn)
        self.report_stacks(turn)
        for player in self.players:
            self.found[Matter("collected", turn=self.number, player=player)] = self.collected[player]

    def report_sheriff(self, turn: Turn) -> None:
        """Where he stands: his spot as it was given, or the mountain where the destination is untold."""
        star = calls_in_some_reading(self.position, turn)
        untold = self.sent_untold or (star and turn.sheriff is None)
        key = self.matter("sheriff")
        if self.sheriff is None:
            place = "beside"
        else:
            place = self.board.mountain_label(self.sheriff) if untold else self.position.label(self.sheriff)
        if self.all_said:
            if star or any(self.finished_now(place) for place in self.where_sheriff_may_stand()):
                self.found[key] = place
            return
        self.found[key] = place
        if not star and self.sheriff == self.sheriff_before:
            self.idle.add(key)

    def report_stacks(self, turn: Turn) -> None:
        """What lies on the mountains to which something happened, or may have happened in some reading."""
        touched: set[Place] = set()
        if self.placed is not None:
            touched.update(self.board.mountain_segments(self.placed))
        if turn.act == "mine" and turn.at is not None:
            touched.add(turn.at)
        if self.all_said and calls_in_some_reading(self.position, turn):
            touched.update(self.where_sheriff_may_stand())
        regions = {self.board.region(place) for place in touched}
        for mountain in self.board.mountains():
            key = self.matter("stack", mountain=self.board.mountain_label(mountain[0]))
            changed = any(self.tokens[place] != self.tokens_before[place] for place in mountain)
            if mountain in regions or not self.all_said:
                self.found[key] = self.lying(mountain)
            if mountain not in regions and not changed:
                self.idle.add(key)

    def where_sheriff_may_stand(self) -> list[Place]:
        """Where he may stand under some reading: where he stood first, and wherever somebody wanted him.

        From a mountain that an earlier turn finished he has gone.
        """
        earlier = [self.position.sheriff, *(turn.sheriff for turn in self.position.turns[: self.number - 1])]
        places = [place for place in earlier if isinstance(place, Place)]
        perhaps = [place for place in places if not self.board.finished(place) or self.finished_now(place)]
        now = self.position.turns[self.number - 1].sheriff
        return [*perhaps, now] if isinstance(now, Place) else perhaps

    def candidate_destinations(self) -> list[Destination]:
        """The destinations that may be legal under some reading, if none is given: every spot that can be one."""
        spots = [
            place
            for place in self.board.mountain_segments()
            if not self.board.finished(place) or self.finished_now(place)
        ]
        return [*spots, "beside"]
