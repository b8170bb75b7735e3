"""What the solver is asked: the law lifted to the worlds that are compared, on a board that it chooses itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from sheriff_kb.law import interface, number, program, questions, tasks, text
from sheriff_kb.solving import Signature, Solver, Term, effort
from sheriff_kb.solving.syntax import Statement, statements
from sheriff_kb.witness import lift
from sheriff_kb.witness.shapes import Shape
from sheriff_kb.witness.slices import Form, Goal, relevant
from sheriff_kb.witness.sought import Bounds, Contrast, Size

ANY = None
_ALWAYS: tuple[Goal, ...] = (
    ("question", (ANY,) * 2),
    ("reading", (ANY,) * 2),
    ("answer", (ANY,) * 3),
    ("usable_cowboys", (ANY,)),
)
_TOLD = "tasks/told.lp"
"""What is forbidden there rests on the reading, unlike what else the search forbids."""
_UNSAID: frozenset[Signature] = frozenset({("choice", 2)})
"""It matters only if the law goes into where the sheriff was sent."""
_WEIGHED: Goal = ("weighed", (ANY,) * 4)
_FAULT: Signature = ("fault", 2)
_DISPENSABLE: frozenset[Signature] = frozenset({("region", 3), ("ends", 2)})
SMALL = ("figures", "tokens", "off")
"""What makes a position small, apart from tiles and turns, the weightiest first."""
PLAIN = ("words", "names")
"""What makes one of two positions that are as small the plainer one."""


@dataclass(frozen=True)
class Ask:
    """The input of a program: shape, number of turns and players, what is allotted, and what the size must not exceed.

    With `sees`, it may be asked what players get to look at.
    """

    contrast: Contrast
    shape: Shape
    turns: int
    bounds: Bounds
    players: int
    limits: Mapping[str, int] = field(default_factory=dict)
    sees: bool = False

    def size(self, atoms: Iterable[Term]) -> Size:
        """The size that the atoms of a model count."""
        counted: Counter[str] = Counter()
        for atom in atoms:
            if atom.signature == ("measure", 3):
                counted[atom.arguments[0].name] += atom.arguments[2].number
        return Size(len(self.shape), counted["figures"], self.turns, counted["tokens"], counted["off"])

    def facts(self) -> Iterator[str]:
        """The facts that the program takes."""
        yield from (f"cell({number},{x},{y})." for number, (x, y) in enumerate(self.shape, 1))
        yield from (f"turn({turn})." for turn in range(1, self.turns + 1))
        yield from (f"player({player})." for player in range(1, self.players + 1))
        yield from (f"allotted({kind},{amount})." for kind, amount in self._amounts().items())
        yield from (f"barred({shape})." for shape in self.bounds.barred)
        limits = {"tokens": self.bounds.tokens, **self.limits}
        yield from (f"limited({kind},{most})." for kind, most in limits.items())
        yield from self._worlds()

    def _amounts(self) -> dict[str, int]:
        bounds, limits = self.bounds, self.limits
        tokens = min(bounds.tokens, limits.get("tokens", bounds.tokens))
        figures = min(bounds.figures, limits.get("figures", bounds.figures))
        amounts = {"mountains": bounds.mountains, "cities": bounds.cities, "nuggets": bounds.nuggets}
        amounts |= {"tokens": tokens, "collected": tokens, "supply": tokens}
        return amounts | {"figures": figures, "cowboys": number("usable_cowboys"), "sights": int(self.sees)}

    def _worlds(self) -> Iterator[str]:
        contrast = self.contrast
        disputed = contrast.disputed
        held = {question: questions()[question].default for question in disputed}
        if self.limits.get("off") == 0:
            held = {question.id: question.default for question in questions().values()}
        held.update(contrast.held)
        for world, answers in enumerate(contrast.worlds, 1):
            yield f"world({world})."
            yield from (f"reading({world},{question},{answers[question]})." for question in disputed)
        yield from (f"pair({2 * number - 1},{2 * number})." for number in range(1, len(contrast.pairs) + 1))
        yield from (f"disputed({question})." for question in disputed)
        yield from (f"held({question},{answer})." for question, answer in held.items())


@dataclass(frozen=True, slots=True)
class Found:
    """A position that was found: its size, what was asked for, among which matters, and the atoms that describe it."""

    size: Size
    ask: Ask
    targets: tuple[Form, ...] | None
    atoms: list[Term]

    def players(self, *, movers: bool = False) -> int:
        """How many players have figures there, those who move as well if they count; at least one."""
        active = {str(atom.arguments[0]) for atom in self.atoms if atom.signature in (("tent", 2), ("cowboy", 2))}
        if movers:
            active |= {str(atom.arguments[1]) for atom in self.atoms if atom.signature == ("mover", 2)}
        return max(1, len(active))


def smallest(
    targets: tuple[Form, ...] | None,
    ask: Ask,
    levels: Sequence[str] = SMALL,
    *,
    conflicts: int | None = None,
    insist: bool = False,
) -> Found | None:
    """The smallest position that is asked for; without targets, one with a difference where an answer first shows.

    If the solver may meet only so many `conflicts`: the smallest that was found with them, or if one is insisted on,
    the first. Raises OutOfTime.
    """
    effort.check()
    weights = (f"weighs({kind},{9 - level})." for level, kind in enumerate(levels))
    program = posed(ask.contrast.disputed, targets) + "\n".join((*ask.facts(), *weights))
    limit = () if conflicts is None else (f"--solve-limit={conflicts}",)
    best = Solver(program, *limit, limited=False).best_atoms(insist=insist)
    return None if best is None else Found(ask.size(best), ask, targets, best)


@cache
def asked_for(matter: Form) -> frozenset[str]:
    """The questions whose answers can make a difference in such matters."""
    rules = relevant(statements(program("parts")), _goals((matter,)))
    return frozenset().union(*(rule.asks for rule in rules))


def _goals(targets: Iterable[Form]) -> list[Goal]:
    goals = list(_ALWAYS)
    for matter in targets:
        goals += [("finding", (matter, ANY)), ("raised", (matter,)), ("occurs", (matter,))]
        goals += [("part", (matter, ANY, ANY))]
    return goals


@cache
def posed(disputed: tuple[str, ...], targets: tuple[Form, ...] | None) -> str:
    """The lifted program that looks for a difference in these matters; without any, where an answer first shows.

    It is the task `search` of the manifest, or `bound`. Without matters, which segments make one mountain is left open
    if such a difference does not rest on it; then figures may stand on a finished one. So the smallest position may
    be none, but there is no smaller one.
    """
    # No pile holds more tokens than there are in all; the grounder cannot know that.
    told = statements(program("parts") + text(_TOLD))
    interface().check(frozenset().union(*(rule.heads for rule in told)))
    law = lift.with_also(told, ("capacity", 3), "L <= Most, allotted(tokens,Most)")
    files = tasks()["bound" if targets is None else "search"]["files"]
    sought = "\n".join(text(name) for name in files if name not in (*tasks()["parts"]["files"], _TOLD))
    if targets is not None:
        rules = relevant(law, _goals(targets), disputed, dispensable=_UNSAID)
        return lift.lifted(rules, disputed, lift.OUTCOMES) + sought
    board = _forbidding(statements(sought))
    rules = relevant([*law, *board], [*_goals(()), _WEIGHED], disputed, dispensable=_DISPENSABLE | _UNSAID)
    return lift.lifted(rules, disputed)


def _forbidding(rules: Iterable[Statement]) -> Iterator[Statement]:
    """The statements, with each reason for a fault as a constraint of its own, so that single ones can be left out."""
    for rule in rules:
        if _FAULT in rule.heads:
            yield from statements(f":- {rule.text.partition(' :- ')[2]}")
        elif _FAULT not in rule.below:
            yield rule
