"""Every language has all sentences, and commands take all that they say from the catalogues."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from sheriff_kb import drawing
from sheriff_kb.cli import cli
from sheriff_kb.drawing import alternative
from sheriff_kb.evidence import all_units, passages
from sheriff_kb.explain import phrases
from sheriff_kb.gallery import Entry, entries
from sheriff_kb.law import named_readings, questions
from sheriff_kb.position import Position, parse, to_yaml
from sheriff_kb.wording import languages, wording

FOLDER = Path(__file__).resolve().parents[1] / "kb" / "sheriff_kb" / "wording"
ENGLISH = sorted(FOLDER.rglob("en.toml"))
POSITIONS = FOLDER / "positions"
"""The titles of positions; in English they are in the files of the positions."""
TRANSLATIONS = [file for file in sorted(FOLDER.rglob("*.toml")) if file.stem != "en" and file.parent != POSITIONS]
OTHERS = [language for language in languages() if language != "en"]
NUMBERS = {"zero", "one", "many"}
COUNTS = {"count", "N"}
"""A form for a number may spell it, as in "1 token", or leave it to be filled in."""
IDS = {"address", "authority"}
"""What these keys of sources and passages hold is the same in every language."""
WITHOUT = {"check", "completion", "facts", "program", "schema"}
"""Commands that print no sentences but messages to people who write programs."""

Keys = tuple[str, ...]


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def leaves(table: dict[str, Any], path: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """The content of a catalogue with the keys that lead to it; forms for numbers and words for the search in one."""
    for key, value in table.items():
        if path[:1] == ("synonyms",) or key == "synonyms":
            continue  # every language has synonyms of its own
        if isinstance(value, dict) and not value.keys() <= NUMBERS:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def is_id(path: Keys) -> bool:
    return path[0] in ("sources", "passages") and path[-1] in IDS


def unlike(path: Keys, english: Any, other: Any) -> str:
    """What is wrong with a translation; empty if nothing is."""
    if is_id(path):
        return "" if english == other else "is not the same"
    if type(english) is not type(other):
        return "has another form"
    if isinstance(english, str):
        return "" if names(english) == names(other) else f"has the placeholders {names(other)}"
    if isinstance(english, list):
        return "" if len(other) > 0 and all(other) else "is empty"
    if "many" in english and "many" not in other:
        return "has no form for many"
    for number, template in other.items():
        model = english.get(number, english.get("many", ""))
        if names(template) - COUNTS != names(model) - COUNTS:
            return f"has the placeholders {names(template)} for {number}"
    return ""


@pytest.mark.parametrize("file", TRANSLATIONS, ids=lambda file: file.relative_to(FOLDER).as_posix())
class TestTranslation:
    def test_it_has_the_keys_of_the_english_catalogue_in_their_order(self, file: Path) -> None:
        english, other = dict(leaves(read(file.with_stem("en")))), dict(leaves(read(file)))
        assert not english.keys() - other.keys(), "missing"
        assert not other.keys() - english.keys(), "not in English"
        assert list(other) == list(english)

    def test_its_sentences_have_the_same_placeholders(self, file: Path) -> None:
        other = dict(leaves(read(file)))
        wrong = {path: unlike(path, text, other[path]) for path, text in leaves(read(file.with_stem("en")))}
        assert not {path: said for path, said in wrong.items() if said}

    def test_few_sentences_are_left_in_english(self, file: Path) -> None:
        """Names of games and single words may be the same, sentences may not."""
        other = dict(leaves(read(file)))
        same = [text for path, text in leaves(read(file.with_stem("en"))) if text == other[path] and not is_id(path)]
        assert not [text for text in same if len(re.findall(r"\w+", str(text))) > 5]


def test_every_language_has_every_catalogue() -> None:
    for file in ENGLISH:
        assert {other.stem for other in file.parent.glob("*.toml")} == set(languages()), file


@pytest.mark.parametrize("language", OTHERS)
def test_every_position_of_the_gallery_has_a_title(language: str) -> None:
    titles = read(POSITIONS / f"{language}.toml")
    named = {f"{folder}/{name}": title for folder, inner in titles.items() for name, title in inner.items()}
    known = {one.name: one.position.title for one in entries()}
    assert not known.keys() - named.keys(), "missing"
    assert not named.keys() - known.keys(), "no such position"
    assert list(named) == [name for name in known if name in named], "in the order of the gallery"
    assert not [name for name, title in named.items() if not title.strip() or title == known[name]]


@pytest.mark.parametrize("language", OTHERS)
def test_every_colour_that_a_player_of_the_gallery_is_called_by_has_a_word(language: str) -> None:
    words = wording(language)
    for player in {player for one in entries() for player in one.position.players}:
        assert words.player(player) != player
        assert words.player(player.upper()) == words.player(player)
    assert words.player("Ada") == "Ada"


def test_a_player_keeps_the_spelling_of_the_file_in_english() -> None:
    assert [wording().player(name) for name in ("blue", "Blue", "Ada")] == ["blue", "Blue", "Ada"]


def test_places_are_worded_by_their_labels() -> None:
    labels = ["mid", "mid s", "grave graveyard", "hill prairie ne", "c city n"]
    assert [wording().place(label) for label in labels] == labels
    assert [wording("de").place(label) for label in labels] == [
        *("mid", "mid (Süd)", "grave (Friedhof)", "hill (Prärie Nordost)", "c (Stadt n)")
    ]


def test_in_french_nothing_stands_before_a_name_that_would_lose_its_vowel() -> None:
    """Whoever is called Orange or Ada is named like everybody else."""
    for file in (FOLDER / "fr.toml", FOLDER / "faq" / "fr.toml"):
        for path, text in leaves(read(file)):
            forms = text.values() if isinstance(text, dict) else [text]
            assert not any(re.search(r"\b(de|que|le) \{(player|P'*)\}", str(form)) for form in forms), path


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("fr.toml")), ids=lambda file: file.parent.name)
def test_in_french_signs_of_two_parts_do_not_break_away_from_their_words(file: Path) -> None:
    text = re.sub(r"https?:\S+|`[^`]*`|^ *#.*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
    assert not re.findall(r"\S* [;:!?»]|« \S*|[\w)}][;!?»]|[“”„]", text)


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("de.toml")), ids=lambda file: file.parent.name)
def test_german_has_its_own_quotation_marks(file: Path) -> None:
    assert not re.findall(r"[«»”]|“[^“„]*“", file.read_text("utf-8"))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("one", list(entries()), ids=lambda one: one.name)
def test_drawings_name_nothing_in_english(one: Entry, language: str) -> None:
    """Neither the title nor a player; a tile is called as in the file, and none by a colour."""
    words = wording(language)
    for draw in (drawing.svg, drawing.text):
        told = draw(one.worded(words), language=language)
        said = re.sub(r"<style>.*?</style>|<[^>]*>", " ", told, flags=re.DOTALL)
        assert one.position.title not in said
        assert not set(one.position.players).intersection(re.findall(r"\w+", said.lower()))


@pytest.mark.parametrize("language", OTHERS)
def test_a_file_of_the_gallery_is_told_with_its_title_and_one_of_a_user_with_its_own(
    language: str, tmp_path: Path
) -> None:
    one = next(iter(entries()))
    file = FOLDER.parent / "positions" / f"{one.name}.yaml"
    (tmp_path / "mine.yaml").write_text(one.text, "utf-8")
    title = one.title(wording(language))
    for path, first in ((file, title), (tmp_path / "mine.yaml", one.position.title)):
        for command in (["rulings"], ["draw", "--format", "text"]):
            done = CliRunner().invoke(cli, [*command, str(path), "--language", language])
            assert done.output.splitlines()[0] == first
    listed = CliRunner().invoke(cli, ["gallery", "--language", language]).output
    assert f"{one.name:<50} {title}" in listed


def test_commands_that_print_sentences_take_a_language() -> None:
    for name, command in cli.commands.items():
        options = {option for parameter in command.params for option in parameter.opts}
        assert ("--language" in options) == (name not in WITHOUT), name


# --- no sentence is in the code -----------------------------------------------------------------------------------


def blank(text: str) -> str:
    """The text without its letters."""
    parts = []
    for literal, name, _, _ in string.Formatter().parse(text):
        parts.append(re.sub(r"[^\W\d_]", "·", literal))
        parts.append(f"{{{name}}}" if name is not None else "")
    return "".join(parts)


def blanked(value: Any, path: Keys = ()) -> Any:
    if isinstance(value, dict):
        return {key: blanked(inner, (*path, key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [blanked(inner, path) for inner in value]
    return value if is_id(path) or path[0] == "numbers" else blank(value)


def forget() -> None:
    """Read catalogues anew."""
    wording.cache_clear()
    phrases._by_predicate.cache_clear()


@pytest.fixture
def without_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The English catalogue with all letters taken out: what can still be read does not come from it."""
    loads = tomllib.loads
    monkeypatch.setattr("sheriff_kb.wording.tomllib", SimpleNamespace(loads=lambda text: blanked(loads(text))))
    forget()
    yield
    forget()


def readable(output: str, position: Position | None = None) -> set[str]:
    """The words of an output that are neither ids nor names of the position."""
    ids = [*questions(), *(answer for question in questions().values() for answer in question.answers)]
    ids += [*named_readings(), *passages(), *(unit.point for unit in all_units()), *(one.name for one in entries())]
    ids += [question.status for question in questions().values()]
    if position is not None:
        ids += to_yaml(position).split()
    known = {word for name in ids for word in re.findall(r"[^\W\d_]+", name.lower())}
    return set(re.findall(r"[^\W\d_]{2,}", output.lower())) - known


OBSERVED = """
players: [blue, yellow]
board: |
  mid east
tiles:
  mid: {edges: PMPP, nuggets: 2}
  east: {edges: MPPM, tent: yellow}
turns:
  - {player: blue, sheriff: mid}
  - {player: yellow, tent: mid}
  - {player: blue}
supply: 1
observed:
  - {kind: tax, turn: 1, value: 1}
  - {kind: stack, turn: 1, value: 7}
"""


@pytest.mark.usefixtures("without_words")
class TestNothingSaidStandsInTheCode:
    @pytest.mark.cases(quick=20)
    @pytest.mark.parametrize("one", list(entries()), ids=lambda one: one.name)
    def test_drawings(self, one: Entry) -> None:
        assert readable(alternative(one.position), one.position) == set()

    @pytest.mark.cases(quick=4)
    @pytest.mark.parametrize(
        "arguments",
        [
            ["rulings", "FILE"],
            ["rulings", "FILE", "--reading", "wiki"],
            ["draw", "FILE", "--format", "text"],
            ["explain", "FILE"],
            ["explain", "FILE", "1", "--between", "wiki", "sheet"],
            ["questions", "tax_source"],
            ["evidence"],
            ["evidence", "note.1a", "note.3", "wiki.tax.1", "sheet.components.2"],
            ["conflicts", "--note", "--limit", "3"],
            ["conflicts", "--source", "wiki"],
            ["readings"],
            ["readings", "recommended"],
            ["readings", "example", "--check"],
            ["readings", "--fit", "FILE"],
        ],
        ids=" ".join,
    )
    def test_commands(self, arguments: list[str], tmp_path: Path) -> None:
        (tmp_path / "FILE").write_text(OBSERVED, "utf-8")
        told = [str(tmp_path / "FILE") if argument == "FILE" else argument for argument in arguments]
        done = CliRunner().invoke(cli, told)
        assert done.exit_code == 0, done.output
        assert readable(done.stdout.replace(str(tmp_path / "FILE"), ""), parse(OBSERVED)) == set()
