"""What is unsaid, said: a position is ruled on in every way in which it can have been, each written into it.

No oracle is needed: where the sheriff may be sent is what the law says of a position in which he is sent there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from comparison import Disagreement, Played, Values, law_says, mountain, without_reasons, written
from oracle.board import Board, boards
from oracle.completions import with_tokens
from oracle.unsaid import untold, ways_to_lie
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings import rulings

EVENTS = ("tax", "pays", "received", "points", "sees")
"""Matters of these kinds are `none` if they are not ruled on; others were of no interest there."""


def said(position: Position, reading: Mapping[str, str]) -> Iterator[Position]:
    """The position in every way in which it says where all tokens lie and where the sheriff was sent.

    A destination stays untold if the law allows no mountain.
    """
    tables = boards(position)
    for at, total in position.stacks[:1]:
        for way in ways_to_lie(tables[0], tables[0].region(at), total):
            yield from said(with_tokens(position, way), reading)
        return
    yield from _sent(position, reading, tables, 1)


def _sent(position: Position, reading: Mapping[str, str], tables: Sequence[Board], number: int) -> Iterator[Position]:
    """The position with the sheriff sent to every mountain that the law allows, from that turn on."""
    if number > len(position.turns):
        yield position
        return
    before, turn, after = position.turns[: number - 1], position.turns[number - 1], position.turns[number:]
    told = []
    if untold(position, turn):
        for spot in tables[number].mountain_segments():
            sent = replace(position, turns=(*before, replace(turn, sheriff=spot), *after))
            if _allowed(sent, reading, number):
                told.append(sent)
    for sent in told or [position]:
        yield from _sent(sent, reading, tables, number + 1)


def _allowed(position: Position, reading: Mapping[str, str], number: int) -> bool:
    """Whether the law allows the destination that is given in that turn."""
    wanted = replace(position, filters=({"kind": "may", "turn": number, "act": "sheriff"},), asks=())
    return rulings(wanted, fixed=reading).on(turn=number, act="sheriff").cases[0].value == "yes"


def ruled_on(position: Position, reading: Mapping[str, str]) -> list[dict[Matter, Values]]:
    """What the law says of each of the positions that say what this one leaves open."""
    return [law_says(rulings(one, fixed=reading), one, reading) for one in said(position, reading)]


def unlike_said(
    told: Played, reading: Mapping[str, str], values: Mapping[Matter, Values], found: Sequence[Mapping[Matter, Values]]
) -> Iterator[Disagreement]:
    """Where values of an open position are not those of all positions that say what it leaves open, as `ruled_on`.

    Leaves out which destinations are listed if none is given. What is not ruled on in each of them is compared only
    as far as it is.
    """
    position = told.position
    events = [matter for matter in values if matter.kind in EVENTS]
    for matter in dict.fromkeys([*events, *(matter for one in found for matter in one)]):
        if matter.act == "sheriff" and _untold(position, matter):
            continue
        known = [one[matter] for one in found if matter in one]
        union: Values = frozenset().union(*known)
        everywhere = len(known) == len(found)
        if not everywhere and matter.kind in EVENTS:
            union, everywhere = union | {"none"}, True
        if matter not in values and (union == {"none"} or matter.kind not in (*EVENTS, "may")):
            continue
        one, other = _plain(matter, values.get(matter, frozenset({"none"})), told), _plain(matter, union, told)
        if one != other if everywhere else not other <= one:
            yield Disagreement(position, matter, written(other), written(one), reading)


def _untold(position: Position, matter: Matter) -> bool:
    """Whether the destination of the turn is untold."""
    turns = position.turns
    return isinstance(matter.turn, int) and matter.turn <= len(turns) and untold(position, turns[matter.turn - 1])


def _plain(matter: Matter, values: Values, told: Played) -> Values:
    """Values without reasons, and where he stands by mountains."""
    if matter.kind != "sheriff":
        return without_reasons(values)
    return frozenset(mountain(matter, place, told) or "beside" for place in values)
