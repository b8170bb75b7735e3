"""Witnesses: the smallest position in which readings part, built by the solver, or a proof that there is none.

The law is lifted to a world for each reading (`lift.py`), and the board, the figures and what is played are choices
(`encoding/tasks/board.lp`). Boards are tried by their number of tiles, each shape and number of turns by itself.

Most of them are done with at once: where worlds differ, something must differ in which the disputed answer first shows
(`lift.shown`), and what that rests on is little. The smallest position in which it does is a lower bound, found
quickly; one in which a matter really differs is then sought from there upwards, first among a few kinds of matters. If
it is as small as the bound it is a smallest one; otherwise smaller ones are asked for, among all matters, until there
are none.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache

import clingo

from sheriff_kb import lift
from sheriff_kb.built import built
from sheriff_kb.encoding import program, text
from sheriff_kb.position import Position
from sheriff_kb.questions import questions
from sheriff_kb.shapes import Shape, shapes
from sheriff_kb.solver import ground
from sheriff_kb.tiles import Place

Answers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the search goes: at most so many tiles, turns, players and figures, and so much of each thing on them.

    `mountains` and `cities` are at most so many on a tile (cities also on the board), `nuggets` on a tile's mountain,
    `tokens` in all: on the table, with the players, left in a limited supply, and on tiles that are placed.
    `barred` are shapes of tiles that are left out: `two_cities` on a tile, `busy_graveyard`, one that shows more than
    prairie.
    """

    tiles: int = 8
    turns: int = 2
    players: int = 3
    figures: int = 6
    mountains: int = 2
    cities: int = 2
    nuggets: int = 1
    tokens: int = 2
    barred: frozenset[str] = frozenset()


@dataclass(frozen=True, order=True, slots=True)
class Size:
    """The size of a position: what comes first weighs most.

    `figures` are on the table or put there by a turn; `tokens` lie there, are held or come with a tile; `off` counts
    the answers, the same on both sides, that are not the first of their question.
    """

    tiles: int
    figures: int
    turns: int
    tokens: int
    off: int


def size_of(position: Position) -> Size:
    """The size of a position, whose `reading` has the answers off their default."""
    tiles, turns = position.tiles, position.turns
    placed = {turn.place for turn in turns}
    tents = {mountain.tent for tile in tiles for mountain in tile.mountains if mountain.tent}
    tents |= {turn.player for turn in turns if turn.act == "tent"}
    cowboys = sum(len(tile.cowboys) for tile in tiles) + sum(turn.act == "cowboy" for turn in turns)
    sheriff = position.sheriff is not None or any(isinstance(turn.sheriff, Place) for turn in turns)
    tokens = sum(m.nuggets if tile.name in placed else m.tokens for tile in tiles for m in tile.mountains)
    tokens += sum(position.collected.values()) + (position.supply or 0)
    off = sum(answer != questions()[question].default for question, answer in position.reading.items())
    return Size(len(tiles), len(tents) + cowboys + sheriff, len(turns), tokens, off)


@dataclass(frozen=True)
class Contrast:
    """What is compared: pairs of worlds by their answers to the disputed questions, and answers that all of them share.

    With one pair, a matter is sought in which its worlds differ; with two, one in which those of one pair only do.
    """

    pairs: tuple[tuple[Answers, Answers], ...]
    held: Answers = field(default_factory=dict)

    @property
    def disputed(self) -> tuple[str, ...]:
        """The questions on which the worlds differ, in their fixed order."""
        told = [answers for pair in self.pairs for answers in pair]
        return tuple(q for q in questions() if len({answers.get(q) for answers in told}) > 1)

    @property
    def worlds(self) -> tuple[Answers, ...]:
        """All worlds, those of a pair side by side."""
        return tuple(answers for pair in self.pairs for answers in pair)


@dataclass(frozen=True)
class Witness:
    """A smallest position in which the worlds of a contrast part; `sees`: only what players get to see differs."""

    contrast: Contrast
    position: Position
    size: Size
    sees: bool = False


class Unfinished(Exception):
    """The search was broken off by its time limit; `tiles` is how many tiles were searched in full."""

    def __init__(self, tiles: int) -> None:
        super().__init__(tiles)
        self.tiles = tiles


Watch = Callable[[int, int, int], None]
"""Told the numbers of tiles and turns, and how many shapes of so many tiles are left to search."""


def find(
    contrast: Contrast, bounds: Bounds | None = None, *, deadline: float | None = None, watch: Watch | None = None
) -> Witness | None:
    """A smallest position within the bounds in which the worlds part; None where there is none.

    What players get to look at is asked about only where nothing else parts them. Raises Unfinished when the
    `deadline`, a time of the monotonic clock, is over.
    """
    for sees in (False, True):
        found = Search(contrast, bounds or Bounds(), sees=sees, deadline=deadline, watch=watch).find()
        if found is not None:
            return found
    return None


# --- the search ------------------------------------------------------------------------------------------------------

# The matters among which a difference is sought, each by its functor and the shapes of its arguments: first those that
# rest on few rules. What a player scores in all differs only where some scoring does.
_ANY = None
_KINDS: tuple[lift.Shape, ...] = (
    ("may", (_ANY, _ANY, "sheriff", _ANY)),
    ("sheriff", (_ANY,)),
    ("may", (_ANY, _ANY, "tent", _ANY)),
    ("may", (_ANY, _ANY, "cowboy", _ANY)),
    ("points", (_ANY, _ANY, "graveyard", _ANY)),
    ("tax", (_ANY,) * 2),
    ("pays", (_ANY,) * 2),
    ("stack", (_ANY,) * 2),
    ("may", (_ANY, _ANY, "mine", _ANY)),
    ("received", (_ANY,) * 3),
    ("points", (_ANY, _ANY, "mountain", _ANY)),
    ("collected", (_ANY,) * 2),
)
_SEES: tuple[lift.Shape, ...] = (("sees", (_ANY,) * 3),)
_ALWAYS: tuple[lift.Goal, ...] = (
    ("question", (_ANY,) * 2),
    ("reading", (_ANY,) * 2),
    ("answer", (_ANY,) * 3),
)
_FIRST, _POLISH = 500, 5_000
"""So many conflicts the solver may meet while it makes a first position smaller, or a smallest one plainer."""
_LEVELS = ("figures", "tokens", "off", "words", "names")


@dataclass(frozen=True, slots=True)
class _Case:
    """A shape of the board, a number of turns, and the smallest size that a witness can have there."""

    least: Size
    shape: Shape
    turns: int
    players: int


class Search:
    """The search for a smallest witness; with `sees`, for one in what players get to look at."""

    def __init__(
        self,
        contrast: Contrast,
        bounds: Bounds,
        *,
        sees: bool = False,
        deadline: float | None = None,
        watch: Watch | None = None,
    ) -> None:
        disputed = contrast.disputed
        self._contrast = contrast
        self._bounds = bounds
        self._sees = sees
        self._deadline = deadline
        self._watch = watch
        self._tiles = 0
        self._kinds = tuple(k for k in (_SEES if sees else _KINDS) if not _asked_for(k).isdisjoint(disputed))
        self._all_held = len(contrast.held) + len(disputed) == len(questions())

    def find(self) -> Witness | None:
        """A smallest witness; None where there is none within the bounds."""
        for tiles in range(1, self._bounds.tiles + 1):
            found = self.at(tiles)
            if found is not None:
                return found
        return None

    def at(self, tiles: int) -> Witness | None:
        """A smallest witness of so many tiles; None where there is none within the bounds."""
        if not self._kinds:
            return None
        best: _Found | None = None
        boards = shapes(tiles)
        for turns in range(self._bounds.turns + 1):
            for number, shape in enumerate(boards):
                if self._watch is not None:
                    self._watch(tiles, turns, len(boards) - number)
                # With more turns a smaller position has fewer figures, with as many no more.
                figures = self._bounds.figures
                if best is not None:
                    figures = best.size.figures - (turns > best.size.turns)
                case = self._case(shape, turns, figures)
                if case is None or (best is not None and best.size <= case.least):
                    continue
                found = self._least(case, figures)
                if found is not None and (best is None or found.size < best.size):
                    best = found
        self._tiles = tiles
        if best is None:
            return None
        with suppress(Unfinished):  # plainer words are not worth the loss of what was found
            best = self._plain(best)
        return Witness(
            self._contrast, built(best.ask.shape, best.atoms, self._contrast.disputed), best.size, self._sees
        )

    def _case(self, shape: Shape, turns: int, figures: int) -> _Case | None:
        """The least size with which that differs in which a disputed answer first shows; None where it cannot."""
        if figures < 0:
            return None
        ask = _Ask(shape, turns, self._bounds, self._bounds.players, {"figures": figures})
        found = self._solve(None, ask)
        return None if found is None else _Case(found.size, shape, turns, _players(found.atoms, movers=True))

    def _least(self, case: _Case, figures: int) -> _Found | None:
        """A smallest witness in this case, with at most so many figures; None where there is none.

        A first one bounds the size from above, as the case does from below. What lies between is asked for, the
        smallest first: figures, then tokens, then answers off their default.
        """
        found = self._first(case, figures)
        if found is None:
            return None
        # As small as can be among the matters in which it was found, which is cheaper than among all.
        within = replace(found.ask, limits={"figures": found.size.figures, "tokens": found.size.tokens})
        found = self._solve(found.targets, within) or found
        for limits in _between(case.least, found.size):
            if "off" in limits and self._all_held:
                continue
            if (better := self._among(case, limits)) is not None:
                return better
        return found

    def _first(self, case: _Case, figures: int) -> _Found | None:
        """Some witness in this case, sought where it is found soon: few figures, matters, players and tokens first."""
        bounds = _allotted(self._bounds, 1)
        for most in dict.fromkeys((min(case.least.figures, figures), figures)):
            for kind in self._kinds if len(case.shape) > 2 else ():
                for players in range(case.players, self._bounds.players + 1):
                    ask = _Ask(case.shape, case.turns, bounds, players, {"figures": most})
                    if (found := self._solve((kind,), ask, effort=_FIRST)) is not None:
                        return found
            if (found := self._among(case, {"figures": most}, effort=_FIRST)) is not None:
                return found
        return None

    def _among(self, case: _Case, limits: Mapping[str, int], effort: int | None = None) -> _Found | None:
        """A smallest witness in this case within these limits, among all matters; None where there is none.

        With limited effort it is not always a smallest one.
        """
        bounds = _allotted(self._bounds, limits.get("tokens", self._bounds.tokens))
        ask = _Ask(case.shape, case.turns, bounds, self._bounds.players, limits)
        return self._solve(self._kinds, ask, effort=effort, insist=True)

    def _plain(self, found: _Found) -> _Found:
        """A position as small that needs fewer words, as far as a fixed effort finds one."""
        size = found.size
        limits = {"figures": size.figures, "tokens": size.tokens, "off": size.off}
        bounds = _allotted(self._bounds, size.tokens)
        players = _players(found.atoms)
        for fewer in range(players, found.ask.players + 1):
            ask = replace(found.ask, limits=limits, bounds=bounds, players=fewer)
            plain = self._solve(found.targets, ask, _LEVELS[3:], effort=_POLISH)
            if plain is not None:
                return plain
        return found

    def _solve(
        self,
        targets: tuple[lift.Shape, ...] | None,
        ask: _Ask,
        levels: Sequence[str] = _LEVELS[:3],
        effort: int | None = None,
        insist: bool = False,
    ) -> _Found | None:
        """The smallest position that is asked for; without targets, one with a difference where an answer first shows.

        Where the effort is limited: the smallest that was found with it, or if one is insisted on, the first.
        """
        options = ["--warn=none"] if effort is None else ["--warn=none", f"--solve-limit={effort}"]
        control = clingo.Control(options)
        facts = [
            *ask.facts(),
            *self._facts(off=ask.limits.get("off")),
            *(f"weighs({kind},{9 - level})." for level, kind in enumerate(levels)),
        ]
        control.add("base", [], _program(self._contrast.disputed, targets) + "\n".join(facts))
        ground(control)
        best: list[list[clingo.Symbol]] = []

        def keep(model: clingo.Model) -> bool:
            best[:] = [[*model.symbols(atoms=True)]]
            return not until_first

        until_first = False
        exhausted = self._run(control, keep)
        if not best and not exhausted and insist:
            control.configuration.solve.solve_limit = "umax"  # type: ignore[union-attr]
            until_first = True
            self._run(control, keep)
        return _Found(ask.size(best[0]), ask, targets, best[0]) if best else None

    def _run(self, control: clingo.Control, keep: Callable[[clingo.Model], bool]) -> bool:
        """Solve, so that Ctrl-C and the deadline are heard; whether the search was exhausted."""
        with control.solve(on_model=keep, async_=True) as handle:
            while not handle.wait(0.05):
                if self._deadline is not None and time.monotonic() > self._deadline:
                    handle.cancel()
                    raise Unfinished(self._tiles)
            return bool(handle.get().exhausted)

    def _facts(self, off: int | None) -> Iterator[str]:
        disputed = self._contrast.disputed
        held = {question: questions()[question].default for question in (questions() if off == 0 else disputed)}
        held.update(self._contrast.held)
        for world, answers in enumerate(self._contrast.worlds, 1):
            yield f"world({world})."
            yield from (f"reading({world},{question},{answers[question]})." for question in disputed)
        yield from (f"pair({2 * number - 1},{2 * number})." for number in range(1, len(self._contrast.pairs) + 1))
        for question in disputed:
            yield f"disputed({question})."
        yield from (f"held({question},{answer})." for question, answer in held.items())
        yield f"allotted(sights,{int(self._sees)})."


@dataclass(frozen=True, slots=True)
class _Found:
    """A position that was found: its size, what was asked for, among which matters, and the atoms that tell it."""

    size: Size
    ask: _Ask
    targets: tuple[lift.Shape, ...] | None
    atoms: list[clingo.Symbol]


@dataclass(frozen=True)
class _Ask:
    """One grounding: shape, number of turns and players, what is allotted, and what the size must not exceed."""

    shape: Shape
    turns: int
    bounds: Bounds
    players: int
    limits: Mapping[str, int] = field(default_factory=dict)

    def size(self, atoms: Iterable[clingo.Symbol]) -> Size:
        """The size that the atoms of a model count."""
        counted: Counter[str] = Counter()
        for atom in atoms:
            if atom.match("measure", 3):
                counted[atom.arguments[0].name] += atom.arguments[2].number
        return Size(len(self.shape), counted["figures"], self.turns, counted["tokens"], counted["off"])

    def facts(self) -> Iterator[str]:
        """The facts that the program takes."""
        yield from (f"cell({number},{x},{y})." for number, (x, y) in enumerate(self.shape, 1))
        yield from (f"turn({turn})." for turn in range(1, self.turns + 1))
        yield from (f"player({player})." for player in range(1, self.players + 1))
        tokens = self.bounds.tokens
        amounts = {kind: getattr(self.bounds, kind) for kind in ("mountains", "cities", "nuggets")}
        amounts |= {"tokens": tokens, "collected": tokens, "supply": tokens}
        amounts["figures"] = self.limits.get("figures", self.bounds.figures)
        yield from (f"allotted({kind},{amount})." for kind, amount in amounts.items())
        yield "allotted(cowboys,4)."
        yield from (f"barred({shape})." for shape in self.bounds.barred)
        limits = {"tokens": tokens, **self.limits}
        yield from (f"limited({kind},{most})." for kind, most in limits.items())


def _between(least: Size, size: Size) -> Iterator[dict[str, int]]:
    """Limits that let pass exactly what may be smaller than a size and is not below the least, the smallest first."""
    for figures in range(least.figures, size.figures):
        yield {"figures": figures}
    tight = size.figures == least.figures
    for tokens in range(least.tokens if tight else 0, size.tokens):
        yield {"figures": size.figures, "tokens": tokens}
    tight = tight and size.tokens == least.tokens
    for off in range(least.off if tight else 0, size.off):
        yield {"figures": size.figures, "tokens": size.tokens, "off": off}


def _allotted(bounds: Bounds, tokens: int) -> Bounds:
    """The bounds for positions that have at most so many tokens in all."""
    return replace(bounds, tokens=min(tokens, bounds.tokens))


def _players(atoms: Iterable[clingo.Symbol], *, movers: bool = False) -> int:
    """How many players have figures in a position, those who move as well if they count."""
    active = {str(atom.arguments[0]) for atom in atoms if atom.match("tent", 2) or atom.match("cowboy", 2)}
    if movers:
        active |= {str(atom.arguments[1]) for atom in atoms if atom.match("mover", 2)}
    return max(1, len(active))


@cache
def _asked_for(matter: lift.Shape) -> frozenset[str]:
    """The questions whose answers can make a difference in such matters."""
    rules = lift.relevant(lift.statements(program("parts")), _goals((matter,)))
    return frozenset().union(*(rule.asks for rule in rules))


def _goals(targets: Iterable[lift.Shape]) -> list[lift.Goal]:
    goals = list(_ALWAYS)
    for matter in targets:
        goals += [("finding", (matter, _ANY)), ("raised", (matter,)), ("occurs", (matter,))]
        goals += [("part", (matter, _ANY, _ANY))]
    return goals


@cache
def _program(disputed: tuple[str, ...], targets: tuple[lift.Shape, ...] | None) -> str:
    """The lifted program that looks for a difference in these matters; without any, where an answer first shows."""
    # No pile holds more tokens than there are in all; the grounder cannot know that.
    law = lift.with_also(lift.statements(program("parts")), ("capacity", 3), "M <= Most, allotted(tokens,Most)")
    rules = lift.relevant(law, _goals(targets or ()), disputed)
    lines = [lift.lifted(rules, disputed, lift.OUTCOMES if targets else ())]
    tasks = ("board", "connect", "spare", "size", "touching", *(("parting",) if targets else ()))
    lines += (text(f"tasks/{task}.lp") for task in tasks)
    return "\n".join(lines)
