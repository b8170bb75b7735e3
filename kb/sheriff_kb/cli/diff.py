"""The command `sheriff diff`: the smallest position in which two answers, or two readings, part."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import islice
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.cli.shared import Seconds, fixed_answers, format_option, language_option, near, set_option
from sheriff_kb.exits import INCOMPLETE
from sheriff_kb.law import UnknownAnswer, check_answers, named_readings, questions, tag
from sheriff_kb.position import to_data, to_yaml
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_kb.witness import Bounds, Kind, Parting, Watch, Witness

TILES = {
    "one_mountain": {"mountains": 1},
    "one_city": {"barred": "two_cities"},
    "bare_graveyard": {"barred": "busy_graveyard"},
}
SOURCES = ("wiki", "sheet")


def _names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in (*questions(), *named_readings()) if name.startswith(begun)]


@click.command()
@click.argument(
    "names", nargs=-1, required=True, metavar="QUESTION [ANSWER ANSWER] | READING READING", shell_complete=_names
)
@click.option("--with", "other", metavar="QUESTION", help="Where the effect of the answer depends on this question.")
@click.option(
    "--tiles",
    "shapes",
    type=click.Choice(TILES),
    multiple=True,
    help="Only tiles with at most one mountain or city, or with only prairie beside a graveyard. Repeatable.",
)
@click.option(
    "--most-tiles", type=click.IntRange(1, 9), default=8, show_default=True, help="Boards of at most so many tiles."
)
@click.option(
    "--most-turns", type=click.IntRange(0, 4), default=2, show_default=True, help="Stories of at most so many turns."
)
@click.option(
    "--most-players", type=click.IntRange(1, 5), default=3, show_default=True, help="At most so many players."
)
@click.option("--settled", is_flag=True, help="Hold settled rules as the texts have them.")
@set_option
@click.option("--timeout", type=Seconds(min=0, min_open=True), metavar="SECONDS", help="Stop after so long.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, help="How many differences to show."
)
@format_option
@language_option
def diff(
    names: Sequence[str],
    other: str | None,
    shapes: Sequence[str],
    most_tiles: int,
    most_turns: int,
    most_players: int,
    settled: bool,
    answers: Sequence[str],
    timeout: float | None,
    limit: int,
    form: str,
    language: str,
) -> None:
    """Find the smallest position in which two answers to a question, or two readings, part.

    NAME is a question, with two of its answers or without; or there are two named readings.

    The solver builds it: few tiles first, then few figures, turns, tokens, and answers to other questions that are not
    the default. It is a position file. Where there is none, the bounds are told within which there is none.

    \b
    sheriff diff self_tile > small.yaml; sheriff small.yaml
    sheriff diff owner any_cowboy tents_too
    sheriff diff tax_unit --tiles one_mountain     never with such tiles
    sheriff diff wiki sheet                        how the two texts differ in play
    sheriff diff tax_shortage --with stack_unit    where the one depends on the other
    """  # noqa: D301
    from sheriff_kb.witness import Bounds, Unfinished

    barred = {"one_city": "two_cities", "bare_graveyard": "busy_graveyard"}
    bounds = Bounds(
        tiles=most_tiles,
        turns=most_turns,
        players=most_players,
        mountains=1 if "one_mountain" in shapes else 2,
        barred=frozenset(barred[shape] for shape in shapes if shape in barred),
    )
    held = {q.id: q.default for q in questions().values() if settled and q.status == "settled"}
    held |= fixed_answers(answers, None)
    words = wording(language)
    found = _differences(names, other, bounds, held)
    teller = _Json(words, bounds) if form == "json" else _Text(words, bounds)
    complete = True
    try:
        for kind in islice(_in_time(found, timeout), limit):
            teller.tell(kind)
    except Unfinished as error:
        teller.unfinished(error.tiles)
        complete = False
    teller.close()
    if not complete:
        sys.exit(INCOMPLETE)


def _in_time(found: Iterator[Kind], timeout: float | None) -> Iterator[Kind]:
    """What is found within so many seconds; to tell it may take longer. Raises Unfinished."""
    from sheriff_kb.solving import within

    end = inf if timeout is None else monotonic() + timeout
    while True:
        with within(end - monotonic()):
            kind = next(found, None)
        if kind is None:
            return
        yield kind


def _differences(names: Sequence[str], other: str | None, bounds: Bounds, held: Mapping[str, str]) -> Iterator[Kind]:
    """What is asked for by the names, as it is found. Raises BadParameter for names that do not exist."""
    if len(names) == 2 and names[0] not in questions():
        if other is not None:
            raise click.BadParameter("--with goes with a question, not with two readings")
        one, two = (_reading(name) for name in names)
        from sheriff_kb.witness import kinds, other_words

        said = other_words(names[0], names[1], one, two) if set(names) <= set(SOURCES) else {}
        return kinds({**one, **held}, {**two, **held}, bounds, words=said, watch=_watch())
    question = _question(names[0])
    pairs = _pairs(question, names[1:])
    if other is not None:
        return _interplay(question, pairs, _question(other), bounds)
    return _smallest(question, pairs, bounds, held)


def _pairs(question: str, answers: Sequence[str]) -> list[tuple[str, str]]:
    known = questions()[question].answers
    if not answers:
        return [(known[0], answer) for answer in known[1:]]
    if len(answers) != 2 or answers[0] == answers[1]:
        raise click.BadParameter(f"after {question} stand none or two of its answers: {', '.join(known)}")
    try:
        for answer in answers:
            check_answers({question: answer})
    except UnknownAnswer as error:
        raise click.BadParameter(str(error)) from error
    return [(answers[0], answers[1])]


def _smallest(
    question: str, pairs: Sequence[tuple[str, str]], bounds: Bounds, held: Mapping[str, str]
) -> Iterator[Kind]:
    """A smallest witness for one of these pairs of answers."""
    from sheriff_kb.witness import Kind, find, question_contrast

    best: tuple[tuple[str, str], Witness] | None = None
    for pair in pairs:
        within = bounds if best is None else replace(bounds, tiles=best[1].size.tiles)
        witness = find(question_contrast(question, *pair, held), within, watch=_watch())
        if witness is not None and (best is None or (witness.sees, witness.size) < (best[1].sees, best[1].size)):
            best = pair, witness
    one, two = best[0] if best else pairs[0]
    yield Kind({question: one}, {question: two}, best[1] if best else None)


def _interplay(question: str, pairs: Sequence[tuple[str, str]], other: str, bounds: Bounds) -> Iterator[Kind]:
    from sheriff_kb.witness import Kind, find, interplay

    if question == other:
        raise click.BadParameter("the two questions are the same", param_hint="--with")
    answers = questions()[other].answers
    witness = find(interplay(question, pairs[0], other, (answers[0], answers[1])), bounds, watch=_watch())
    one, two = pairs[0]
    yield Kind({question: one}, {question: two}, witness)


def _question(name: str) -> str:
    if name not in questions():
        raise click.BadParameter(f"there is no question '{name}'{near(name, (*questions(), *named_readings()))}")
    return name


def _reading(name: str) -> Mapping[str, str]:
    known = named_readings()
    if name not in known:
        raise click.BadParameter(f"there is no reading '{name}'{near(name, (*known, *questions()))}")
    return known[name]


def _watch() -> Watch | None:
    """What tells, in a terminal, where the search is."""
    if not sys.stderr.isatty():
        return None
    return lambda tiles, turns, left: click.echo(
        f"\r{tiles} tiles, {turns} turns, {left} boards \r", nl=False, err=True
    )


# --- what is told ----------------------------------------------------------------------------------------------------


def _partings(kind: Kind) -> list[Parting]:
    """The matters in which a witness parts, found again by the ordinary way; there are some."""
    from sheriff_kb.witness import partings

    if kind.witness is None:
        return []
    contrast = kind.witness.contrast
    found = partings(kind.witness.position, contrast.pairs, contrast.held)
    if not found:
        raise RuntimeError(f"the solver's position does not part {kind.one} and {kind.other}")
    return found


class _Told:
    """A way of telling differences as they are found."""

    def __init__(self, words: Wording, bounds: Bounds) -> None:
        self.words = words
        self.bounds = bounds

    def say(self, key: str, **names: object) -> str:
        """A phrase of the catalogue."""
        return self.words.diff(key, **names)

    def within(self) -> str:
        """The bounds in words."""
        shapes = [self.say(shape) for shape in sorted(self.bounds.barred)]
        if self.bounds.mountains == 1:
            shapes.append(self.say("one_mountain"))
        told = {key: value for key, value in asdict(self.bounds).items() if key != "barred"}
        return self.say("within", **told) + "".join(f"; {shape}" for shape in shapes)

    def phrase(self, answers: Mapping[str, str]) -> str:
        """Answers in words."""
        return self.words.parted(self.words.answer(question, answer) for question, answer in answers.items())


class _Text(_Told):
    """Position files with comments; several are parted as YAML parts documents."""

    def __init__(self, words: Wording, bounds: Bounds) -> None:
        super().__init__(words, bounds)
        self.count = 0

    def tell(self, kind: Kind) -> None:
        """Print a difference: what it is about as comments, then the position."""
        if self.count:
            click.echo("---")
        self.count += 1
        for line in self._about(kind):
            click.echo(f"# {line}".rstrip())
        if kind.witness is not None:
            click.echo(to_yaml(_titled(kind, self.words)), nl=False)

    def _about(self, kind: Kind) -> Iterator[str]:
        titles = self.words.parted(self.words.title(question) for question in kind.one)
        yield f"{titles}  {tag(kind.one)} {tag(kind.other)}"
        yield from self._sentences(kind)
        if kind.witness is None:
            yield self.say("none", within=self.within())
            return
        size = kind.witness.size
        if kind.only_words:
            yield self.say("only_words")
        yield self.say("size", **asdict(size))
        if size.off:
            yield self.say("off", answers=tag(kind.witness.position.reading))
        if kind.witness.sees:
            yield self.say("sees")
        for parting in _partings(kind):
            text = self.words.matter(parting.ruling.matter)
            values = " / ".join(self.words.values.get(str(value), str(value)) for value in parting.values)
            yield self.say("parts", matter=text, when=self._when(parting), values=values)

    def _when(self, parting: Parting) -> str:
        turn = parting.ruling.matter.turn
        return self.words.when(turn) if turn is not None else ""

    def _sentences(self, kind: Kind) -> Iterator[str]:
        from sheriff_kb.evidence import passages
        from sheriff_kb.witness import sentences

        for question in kind.one:
            for passage, answer in sentences(question):
                sides = (kind.one[question], kind.other[question])
                if passages()[passage].source in SOURCES and answer in sides:
                    yield f"  {passage} ({answer}): {self.words.passage(passage)}"

    def unfinished(self, tiles: int) -> None:
        """Say that the time is over."""
        click.echo(f"# {self.say('unfinished', tiles=tiles)}")

    def close(self) -> None:
        """Nothing is left to be said."""


class _Json(_Told):
    """One JSON object, when all is found."""

    def __init__(self, words: Wording, bounds: Bounds) -> None:
        super().__init__(words, bounds)
        self.found: list[dict[str, Any]] = []
        self.searched: int | None = None

    def tell(self, kind: Kind) -> None:
        """Note a difference."""
        from sheriff_kb.witness import sentences

        data: dict[str, Any] = {"one": dict(kind.one), "other": dict(kind.other), "only_words": kind.only_words}
        data["sentences"] = [
            {"passage": passage, "question": question, "answer": answer}
            for question in kind.one
            for passage, answer in sentences(question)
        ]
        if kind.witness is not None:
            data["size"] = asdict(kind.witness.size)
            data["matters"] = [
                {"matter": one.ruling.matter.as_json(), "values": list(one.values)} for one in _partings(kind)
            ]
            data["position"] = to_data(_titled(kind, self.words))
        else:
            data["size"] = None
        self.found.append(data)

    def unfinished(self, tiles: int) -> None:
        """Note that the time was over."""
        self.searched = tiles

    def close(self) -> None:
        """Print all of it."""
        bounds = {**asdict(self.bounds), "barred": sorted(self.bounds.barred)}
        data = {"format": 1, "bounds": bounds, "finished": self.searched is None, "differences": self.found}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def _titled(kind: Kind, words: Wording) -> Any:
    """The position of a witness with a title and with what it is for."""
    assert kind.witness is not None
    title = words.parted(words.title(question) for question in kind.one)
    about = words.diff(
        "about",
        one=words.parted(words.answer(question, answer) for question, answer in kind.one.items()),
        other=words.parted(words.answer(question, answer) for question, answer in kind.other.items()),
    )
    return replace(kind.witness.position, title=words.diff("title", title=title)[:200], about=about)
