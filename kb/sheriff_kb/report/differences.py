"""The output of `sheriff diff`: the smallest positions in which answers or readings differ, and how."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from sheriff_kb.evidence import passages, texts
from sheriff_kb.law import tag
from sheriff_kb.position import Position, to_data, to_yaml
from sheriff_kb.witness import Bounds, Kind, Parting, partings, sentences
from sheriff_kb.wording import Wording


def _partings(kind: Kind) -> list[Parting]:
    """The matters in which a witness parts, found again by the ordinary way; there are some."""
    if kind.witness is None:
        return []
    contrast = kind.witness.contrast
    found = partings(kind.witness.position, contrast.pairs, contrast.held)
    if not found:
        raise RuntimeError(f"the solver's position does not part {kind.one} and {kind.other}")
    return found


class Told:
    """An output format for differences as they are found; `close` gives the rest after the last one."""

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


class Text(Told):
    """Position files with comments; several are parted as YAML parts documents."""

    def __init__(self, words: Wording, bounds: Bounds) -> None:
        super().__init__(words, bounds)
        self.count = 0

    def tell(self, kind: Kind) -> str:
        """A difference: what it is about as comments, then the position."""
        lines = ["---"] if self.count else []
        self.count += 1
        lines += [f"# {line}".rstrip() for line in self._about(kind)]
        comments = "".join(f"{line}\n" for line in lines)
        return comments + (to_yaml(_titled(kind, self.words)) if kind.witness is not None else "")

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
        for question in kind.one:
            for passage, answer in sentences(question):
                sides = (kind.one[question], kind.other[question])
                if passages()[passage].source in texts() and answer in sides:
                    yield f"  {passage} ({answer}): {self.words.passage(passage)}"

    def unfinished(self, tiles: int) -> str:
        """That the time is over."""
        return f"# {self.say('unfinished', tiles=tiles)}\n"

    def close(self) -> str:
        """Nothing is left to be said."""
        return ""


class Json(Told):
    """One JSON object, when all is found."""

    def __init__(self, words: Wording, bounds: Bounds) -> None:
        super().__init__(words, bounds)
        self.found: list[dict[str, Any]] = []
        self.searched: int | None = None

    def tell(self, kind: Kind) -> str:
        """Note a difference."""
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
        return ""

    def unfinished(self, tiles: int) -> str:
        """Note that the time was over."""
        self.searched = tiles
        return ""

    def close(self) -> str:
        """All of it."""
        bounds = {**asdict(self.bounds), "barred": sorted(self.bounds.barred)}
        data = {"format": 1, "bounds": bounds, "finished": self.searched is None, "differences": self.found}
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


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
