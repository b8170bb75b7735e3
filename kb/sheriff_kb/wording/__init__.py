"""Wording: the sentences that people read, by the ids of the law; one catalogue a language."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from sheriff_kb.faults import NoSuch
from sheriff_kb.position import Matter, mountain_name

if TYPE_CHECKING:
    from sheriff_kb.rulings import Omission

DEFAULT_LANGUAGE = "en"


class Wording:
    """The catalogue of one language.

    `values` words plain values (`yes`, `none`, ...) and `statuses` the statuses of questions; `out_of_scope` has the
    reasons for which sentences are not encoded, `unused` those for which no explanation needs a rule, and
    `explanations` the phrases of explanations.
    """

    def __init__(self, language: str) -> None:
        """Read the catalogue; KeyError if there is none for the language."""
        if language not in languages():
            raise NoSuch(language)
        self.language = language
        self._catalogue: Mapping[str, Any] = tomllib.loads((files(__name__) / f"{language}.toml").read_text("utf-8"))
        titles = files(__name__) / "positions" / f"{language}.toml"
        self._positions: Mapping[str, Any] = tomllib.loads(titles.read_text("utf-8")) if titles.is_file() else {}
        self.values: Mapping[str, str] = self._catalogue["values"]
        self.statuses: Mapping[str, str] = self._catalogue["statuses"]
        self.out_of_scope: Mapping[str, str] = self._catalogue["out_of_scope"]
        self.unused: Mapping[str, str] = self._catalogue["unused"]
        self.explanations: Mapping[str, Any] = self._catalogue["explain"]

    def title(self, question: str) -> str:
        """A question's short title."""
        return str(self._catalogue["questions"][question]["title"])

    def ask(self, question: str) -> str:
        """A question in one sentence."""
        return str(self._catalogue["questions"][question]["ask"])

    def answer(self, question: str, answer: str) -> str:
        """An answer as a short phrase."""
        return str(self._catalogue["questions"][question]["answers"][answer])

    def answers(self, question: str, answers: str | Iterable[str]) -> str:
        """An answer, or several of which any will do."""
        some = (answers,) if isinstance(answers, str) else answers
        return self.either(self.answer(question, answer) for answer in some)

    def reason(self, act: str, reason: str) -> str:
        """Why an act is refused, as a clause."""
        return str(self._catalogue["reasons"][act][reason])

    def fault(self, reason: str) -> str:
        """Why an input is faulty, as a clause."""
        return str(self._catalogue["faults"][reason])

    def passage(self, passage: str) -> str:
        """What a passage says, in our own words; KeyError if there is no such passage."""
        return str(self._catalogue["passages"][passage]["says"])

    def locator(self, passage: str) -> str:
        """The locator of a passage."""
        return str(self._catalogue["passages"][passage]["locator"])

    def address(self, passage: str, source: str) -> str | None:
        """Where a passage can be read: at an address of its own, or at that of its source; None if none is known."""
        own = self._catalogue["passages"][passage].get("address")
        found = own or self._catalogue["sources"][source].get("address")
        return None if found is None else str(found)

    def dropped(self, question: str) -> Mapping[str, str]:
        """Ways of reading that are no choice, each with the reason."""
        found: Mapping[str, str] = self._catalogue["questions"][question].get("dropped", {})
        return found

    def doubt(self, question: str) -> Mapping[str, str]:
        """Why sentences may be said to say `more` on a question than is recorded, or `less`; empty without doubts."""
        found: Mapping[str, str] = self._catalogue["questions"][question].get("doubt", {})
        return found

    def source(self, source: str) -> str:
        """The title of a source."""
        return str(self._catalogue["sources"][source]["title"])

    def about_source(self, source: str) -> str:
        """What a source is."""
        return str(self._catalogue["sources"][source]["about"])

    def source_address(self, source: str) -> str | None:
        """Where a source can be read as a whole; None if it has no address."""
        found: str | None = self._catalogue["sources"][source].get("address")
        return found

    def authority(self, authority: str) -> str:
        """How a passage is known."""
        return str(self._catalogue["authorities"][authority])

    def argument(self, reading: str) -> str:
        """What is to be said for a named reading."""
        return str(self._catalogue["readings"][reading])

    def evidence(self, section: str, key: str, **names: object) -> str:
        """A word or sentence on evidence, from one of the sections of the catalogue."""
        return str(self._catalogue["evidence"][section][key].format(**names))

    def report(self, key: str, **names: object) -> str:
        """A word or sentence of the report on a position."""
        return self._filled(self._catalogue["report"][key], names)

    def drawing(self, section: str, key: str, **names: object) -> str:
        """A word or sentence on a drawing, from one of the sections of the catalogue."""
        return self._filled(self._catalogue["drawing"][section][key], names)

    def fit(self, key: str, **names: object) -> str:
        """A word or sentence on the readings that fit what was observed."""
        return self._filled(self._catalogue["fit"][key], names)

    def diff(self, key: str, **names: object) -> str:
        """A word or sentence on smallest examples."""
        return str(self._catalogue["diff"][key].format(**names))

    def site(self, section: str, key: str, **names: object) -> str:
        """A word or sentence of the generated pages, from one of the sections of the catalogue."""
        return self._filled(self._catalogue["site"][section][key], names)

    def limits(self) -> list[str]:
        """What the knowledge base does not do, a sentence each."""
        return [str(sentence) for sentence in self._catalogue["site"]["limits"].values()]

    def position(self, name: str) -> str | None:
        """The title of a position of the gallery; None if the catalogue has none, as in English."""
        folder, _, own = name.partition("/")
        found: str | None = self._positions.get(folder, {}).get(own)
        return found

    def player(self, name: str) -> str:
        """A player as sentences have it; who is called by the English word for a colour has that of the language."""
        word = str(self._catalogue["colours"].get(name.casefold(), name))
        return name if word == name.casefold() else word

    def place(self, label: str) -> str:
        """A place as sentences have it, by its label, such as `mid s`, `grave graveyard` or `hill prairie ne`."""
        words = self._catalogue["places"]
        tile, *rest = label.split(" ", 2)
        if not rest:
            return tile
        kind = words["kinds"].get(rest[0])
        part = rest[-1] if rest[0] == "city" else words["parts"].get(rest[-1], rest[-1])
        form = "edge" if kind is None else "kind" if len(rest) == 1 else "part"
        return str(words[form].format(tile=tile, kind=kind, part=part))

    def names(self, matter: Matter) -> Mapping[str, str]:
        """Player and places of a matter as sentences have them; empty if it has none."""
        places = {"place": matter.place, "mountain": matter.mountain, "at": matter.at}
        return {
            "player": self.player(matter.player or ""),
            **{key: self.place(one or "") for key, one in places.items()},
        }

    def matter(self, matter: Matter) -> str:
        """What a matter asks, without its turn."""
        template = self._by_words(self._catalogue["matters"][matter.kind], matter)
        return str(template.format(**self.names(matter)))

    def shown(self, matter: Matter) -> str:
        """What a matter asks in a few words, as a row of a table has it."""
        template = self._by_words(self._catalogue["shown"][matter.kind], matter)
        return str(template.format(**self.names(matter)))

    def shown_value(self, value: int | str) -> str:
        """A value as a row of a table has it: a number, a word, or the label of a place."""
        if isinstance(value, int):
            return str(value)
        return str(self._catalogue["shown"]["values"].get(value) or self.values.get(value) or self.place(value))

    def _by_words(self, template: Any, matter: Matter) -> Any:
        """The template for what is asked, if there are several by act, purpose, and so on."""
        act = "sheriff_beside" if matter.place == "beside" else matter.act
        for key in (act, matter.purpose, matter.what):
            template = template.get(key, template) if key is not None and isinstance(template, Mapping) else template
        return template

    def ruled(self, matter: Matter, value: int | str) -> str:
        """That a matter has a value, as a sentence begins."""
        template = self._by_words(self._catalogue["ruled"][matter.kind], matter)
        template = self._form(template, value) if isinstance(value, int) else template.get(value, template.get("at"))
        when = "" if matter.turn is None else self.when(matter.turn)
        after = self._catalogue["when"]["over"].format(turn=matter.turn) if isinstance(matter.turn, int) else when
        told = self.place(value) if isinstance(value, str) else value
        text = str(template.format(**self.names(matter), value=told, when=when, after=after)).strip()
        return sentence_case(text)

    def omission(self, omission: Omission, answers: Sequence[str]) -> str:
        """What a position does not say, if it is one of these answers."""
        words = self._catalogue["unsaid"]
        ways = [omission.answers[answer] for answer in answers]
        if omission.kind == "tokens":
            last = ways[-1]
            assert isinstance(last, int)
            count = self.either(map(str, ways))
            return self._form(words["tokens"], last).format(count=count, place=self.place(omission.place or ""))
        named = (mountain_name(way) if isinstance(way, tuple) else self.place(str(way)) for way in ways)
        told = {"turn": omission.turn, "player": self.player(omission.player or ""), "mountain": omission.place}
        kind = "sent_part" if omission.kind == "sent" and isinstance(ways[0], str) else omission.kind
        return str(words[kind].format(**told, place=self.either(named)))

    def when(self, turn: int | str) -> str:
        """In which turn, or at which other time: `start`, `after` all turns, or `end`."""
        words = self._catalogue["when"]
        return str(words[turn] if isinstance(turn, str) else words["turn"].format(turn=turn))

    def listed(self, parts: Iterable[str]) -> str:
        """The parts as a list in a sentence; empty without parts."""
        *first, last = [*parts] or [""]
        return f"{', '.join(first)} {self._catalogue['list']['and']} {last}" if first else last

    def either(self, parts: Iterable[str]) -> str:
        """The parts as a choice; they may have commas themselves."""
        return f" {self._catalogue['list']['or']} ".join(parts)

    def parted(self, parts: Iterable[str]) -> str:
        """The parts one after another, where they may have commas themselves."""
        return str(self._catalogue["list"]["part"]).join(parts)

    def leading(self, text: str) -> str:
        """The text with a colon, as it introduces what follows."""
        return str(self._catalogue["list"]["lead"]).format(text=text)

    def _filled(self, template: str | Mapping[str, str], names: Mapping[str, object]) -> str:
        """The template with these names; in the form for `count` if it has several."""
        if isinstance(template, Mapping):
            count = names["count"]
            assert isinstance(count, int)
            template = self._form(template, count)
        written = {name: self._number(value) if isinstance(value, int) else value for name, value in names.items()}
        return template.format(**written)

    def _form(self, forms: Mapping[str, str], count: int) -> str:
        """The form for a number of things."""
        form = {0: "zero", 1: "one"}.get(count, "many")
        if form == "zero" and form not in forms:
            form = self._catalogue["numbers"]["zero"]
        return forms.get(form, forms["many"])

    def _number(self, number: int) -> str:
        """A number with its thousands parted."""
        return f"{number:,}".replace(",", self._catalogue["numbers"]["thousands"])


def sentence_case(text: str, names: Collection[str] = ()) -> str:
    """Text as it begins a sentence; one of the names in front stays as it is written."""
    if any(text.startswith(f"{name} ") for name in names):
        return text
    return text[:1].upper() + text[1:]


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    names = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def wording(language: str = DEFAULT_LANGUAGE) -> Wording:
    """The catalogue of a language, read once; KeyError if there is none."""
    return Wording(language)
