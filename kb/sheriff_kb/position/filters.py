"""What a position file asks and expects: filters by the keys of matters, with or without a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sheriff_kb.faults import printable
from sheriff_kb.law import interface
from sheriff_kb.position.document import Node
from sheriff_kb.position.matter import MATTER_KEYS
from sheriff_kb.position.model import Position
from sheriff_kb.position.places import Wrong
from sheriff_kb.position.spelling import number, truth

if TYPE_CHECKING:
    from sheriff_kb.position.structure import Checked
    from sheriff_kb.position.table import TableReader
    from sheriff_kb.position.tiles import Place


class Filters:
    """Reads filters; places in them are written as outputs write them, whatever the file has."""

    def __init__(self, checked: Checked, table: TableReader, *, turns: int, ends: bool) -> None:
        """`turns` is the number of the last turn that can be meant, `ends` whether the game ends."""
        self.checked = checked
        self.table = table
        self.names = table.names
        self.labels = Position(table.players, table.tiles)
        self.turns = turns
        self.ends = ends

    def read(self, node: Node) -> dict[str, Any]:
        """The filter as plain data; unreadable keys are left out and reported."""
        found: dict[str, Any] = {}
        for key in MATTER_KEYS:
            value = self.checked.get(node, key)
            if value is not None:
                found[key] = self._key(key, value, node)
        if value := self.checked.get(node, "value"):
            found["value"] = self._value(value, found.get("kind"))
        return found

    def expectation(self, node: Node) -> dict[str, Any]:
        """An entry of `expected` as plain data."""
        found: dict[str, Any] = {key: value.plain() for key, value in self.checked.entries(node)}
        matter = self.checked.get(node, "matter")
        if matter is not None:
            found["matter"] = self.read(matter)
            kind = found["matter"].get("kind")
            if value := self.checked.get(node, "value"):
                found["value"] = self._value(value, kind)
            cases = self.checked.items(self.checked.get(node, "cases"))
            if cases:
                found["cases"] = [self._case(case, kind) for case in cases]
        if because := self.checked.get(node, "because"):
            found["because"] = because.text
        if "value" in node.entries and "cases" in node.entries:
            self.checked.say_key(node, "cases", "`cases` and `value` exclude each other", "keep one of them")
        return found

    def _case(self, case: Node, kind: Any) -> dict[str, Any]:
        found: dict[str, Any] = {key: entry.plain() for key, entry in self.checked.entries(case)}
        if value := self.checked.get(case, "value"):
            found["value"] = self._value(value, kind)
        return found

    def _key(self, key: str, value: Node, node: Node) -> Any:
        if key == "turn":
            return self._turn(value)
        if key == "player":
            return self.table.player(value, value.text)
        if key == "place" and value.text.strip() == "beside":
            return "beside"
        if key in ("place", "mountain", "at"):
            purpose = node.entries["for"].text if "for" in node.entries else ""
            return self._place(key, value, purpose)
        return value.text

    def _turn(self, value: Node) -> Any:
        if value.text == "end":
            if not self.ends:
                self.checked.say(value, "the game does not end in this position", "add `end: true`")
            return "end"
        turn = int(value.value) if isinstance(value.value, (int, float)) else 0
        if turn > self.turns:
            hint = f"a number up to {self.turns}, or `end`" if self.turns else "this position has no turns"
            self.checked.say(value, f"there is no turn {printable(value.text, 60)}", hint)
        return turn

    def _place(self, key: str, value: Node, purpose: str) -> str:
        if not self.table.cells:  # the board itself is faulty
            return value.text
        try:
            if key == "place":
                place = self.names.place(value.text)
            else:
                words = value.text.split()
                tile = self.names.tile(words[0]) if words else None
                if key == "at" and tile and purpose == "graveyard" and not tile.graveyard:
                    raise Wrong(f"tile `{printable(tile.name)}` has no graveyard", "name a tile with `graveyard: true`")
                if key == "at" and tile and tile.graveyard and purpose != "mountain" and len(words) == 1:
                    return tile.name
                place = self.names.mountain(value.text)
        except Wrong as wrong:
            self.checked.say(value, wrong.message, wrong.hint)
            return value.text
        return self._label(place) or value.text

    def _label(self, place: Place | None) -> str:
        return self.labels.label(place) if place else ""

    def _value(self, value: Node, kind: str | None) -> Any:
        text = value.text.strip()
        if text == "none":
            return "none"
        known = interface().kinds.get(kind or "")
        if known is None:
            return value.plain()
        if known.value == "yes_no":
            answer = truth(text)
            if answer is None:
                self.checked.say(value, f"the value of `{kind}` cannot be `{printable(text, 60)}`", "yes, no or none")
            return "yes" if answer else "no"
        if known.value == "place":
            return "beside" if text == "beside" else self._place("mountain", value, "")
        found = None if isinstance(value.value, bool) else number(text)
        if found is None or found % 1:
            message = f"the value of `{kind}` cannot be `{printable(text, 60)}`"
            self.checked.say(value, message, "a whole number, or none")
            return text
        return int(found)
