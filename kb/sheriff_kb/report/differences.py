"""The output of `sheriff diff`: the smallest positions in which answers or readings differ, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sheriff_kb.evidence import passages, texts
from sheriff_kb.law import tag
from sheriff_kb.position import Position, to_data, to_yaml
from sheriff_kb.witness import Bounds, Kind, Parting, partings, sentences
from sheriff_kb.wording import Wording

# --- text ------------------------------------------------------------------------------------------------------------


def as_text(kind: Kind, words: Wording, bounds: Bounds) -> str:
    """A difference as a position file: what it is about as comments, then the position."""
    comments = "".join(f"# {line}".rstrip() + "\n" for line in _about(kind, words, bounds))
    return comments + (to_yaml(_titled(kind, words)) if kind.witness is not None else "")


def unfinished(tiles: int, words: Wording) -> str:
    """That the time was over while boards of so many tiles were searched, as a comment."""
    return f"# {words.diff('unfinished', tiles=tiles)}"


def _about(kind: Kind, words: Wording, bounds: Bounds) -> Iterator[str]:
    titles = words.parted(words.title(question) for question in kind.one)
    yield f"{titles}  {tag(kind.one)} {tag(kind.other)}"
    yield from _sentences(kind, words)
    if kind.witness is None:
        yield words.diff("none", within=_within(bounds, words))
        return
    size = kind.witness.size
    if kind.only_words:
        yield words.diff("only_words")
    yield words.diff("size", **asdict(size))
    if size.off:
        yield words.diff("off", answers=tag(kind.witness.position.reading))
    if kind.witness.sees:
        yield words.diff("sees")
    for parting in _partings(kind):
        matter = parting.ruling.matter
        when = words.when(matter.turn) if matter.turn is not None else ""
        values = " / ".join(words.values.get(str(value), str(value)) for value in parting.values)
        yield words.diff("parts", matter=words.matter(matter), when=when, values=values)


def _sentences(kind: Kind, words: Wording) -> Iterator[str]:
    """The sentences of the texts that speak for either side."""
    for question in kind.one:
        for passage, answer in sentences(question):
            sides = (kind.one[question], kind.other[question])
            if passages()[passage].source in texts() and answer in sides:
                yield f"  {passage} ({answer}): {words.passage(passage)}"


def _within(bounds: Bounds, words: Wording) -> str:
    """The bounds in words."""
    shapes = [words.diff(shape) for shape in sorted(bounds.barred)]
    if bounds.mountains == 1:
        shapes.append(words.diff("one_mountain"))
    numbers = {key: value for key, value in asdict(bounds).items() if key != "barred"}
    return words.diff("within", **numbers) + "".join(f"; {shape}" for shape in shapes)


# --- JSON ------------------------------------------------------------------------------------------------------------


def body(differences: Sequence[Mapping[str, Any]], bounds: Bounds) -> dict[str, Any]:
    """The JSON form of what was found, without the envelope."""
    return {"bounds": {**asdict(bounds), "barred": sorted(bounds.barred)}, "differences": [*differences]}


def as_json(kind: Kind, words: Wording) -> dict[str, Any]:
    """The JSON form of a difference."""
    data: dict[str, Any] = {"one": dict(kind.one), "other": dict(kind.other), "only_words": kind.only_words}
    data["sentences"] = [
        {"passage": passage, "question": question, "answer": answer}
        for question in kind.one
        for passage, answer in sentences(question)
    ]
    if kind.witness is None:
        return {**data, "size": None}
    data["size"] = asdict(kind.witness.size)
    data["matters"] = [{"matter": one.ruling.matter.as_json(), "values": list(one.values)} for one in _partings(kind)]
    data["position"] = to_data(_titled(kind, words))
    return data


# --- both ------------------------------------------------------------------------------------------------------------


def _partings(kind: Kind) -> list[Parting]:
    """The matters in which a witness parts, found again by the ordinary way; there are some."""
    if kind.witness is None:
        return []
    contrast = kind.witness.contrast
    found = partings(kind.witness.position, contrast.pairs, contrast.held)
    if not found:
        raise RuntimeError(f"the solver's position does not part {kind.one} and {kind.other}")
    return found


def _titled(kind: Kind, words: Wording) -> Position:
    """The position of a witness with a title and with what it is for."""
    assert kind.witness is not None
    title = words.parted(words.title(question) for question in kind.one)
    about = words.diff(
        "about",
        one=words.parted(words.answer(question, answer) for question, answer in kind.one.items()),
        other=words.parted(words.answer(question, answer) for question, answer in kind.other.items()),
    )
    return replace(kind.witness.position, title=words.diff("title", title=title)[:200], about=about)
