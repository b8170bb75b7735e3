"""A new question, a new kind of matters and a new text are files: `new_law/` is laid over a copy, without any Python.

The files of that folder stand where theirs stand in the repository. What is text of the encoding or a list of the FAQ
is added at the end of the file there, wording is added to its sections, and all else is a file of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
ADDED = Path(__file__).with_name("new_law")
POSITION = "kb/sheriff_kb/positions/graveyard/wreaths.yaml"


class Copy:
    """A copy of the product in a folder, in which processes of their own are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("kb", "encoding"):
            shutil.copytree(REPOSITORY / name, folder / name)

    def add(self, added: Path) -> None:
        """Lay the files of a folder over it."""
        for file in sorted(path for path in added.rglob("*") if path.is_file()):
            there = self.folder / file.relative_to(added)
            text = file.read_text("utf-8")
            if "wording" in there.parts:
                there.write_text(merged(there.read_text("utf-8"), text), "utf-8")
            else:
                before = there.read_text("utf-8") if there.exists() else ""
                there.write_text(before + text, "utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Write something else in a file."""
        text = (self.folder / name).read_text("utf-8")
        assert old in text
        (self.folder / name).write_text(text.replace(old, new), "utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python on it."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "kb")}
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=300
        )

    def sheriff(self, *arguments: str) -> str:
        """What a command prints."""
        run = self.run("-m", "sheriff_kb", *arguments)
        assert run.returncode == 0, run.stderr
        return run.stdout

    def python(self, code: str) -> Any:
        """What a script prints as JSON."""
        run = self.run("-c", code)
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)


def merged(catalogue: str, added: str) -> str:
    """A catalogue with more keys in its sections, and with sections that it does not have."""
    for section in ("\n" + added).split("\n[")[1:]:
        head, _, keys = section.partition("]\n")
        begins = f"\n[{head}]\n"
        if begins in catalogue:
            catalogue = catalogue.replace(begins, begins + keys, 1)
        else:
            catalogue += f"{begins}{keys}"
    return catalogue


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with the new law, which no test changes."""
    copy = Copy(tmp_path_factory.mktemp("added"))
    copy.add(ADDED)
    return copy


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy that a test may change."""
    return Copy(tmp_path)


pytestmark = [pytest.mark.cases(quick=0), pytest.mark.xdist_group("new law")]


def test_no_python_is_added() -> None:
    assert {path.suffix for path in ADDED.rglob("*") if path.is_file()} == {".lp", ".toml", ".yaml"}


def test_the_interface_and_the_rules_agree(added: Copy) -> None:
    assert added.python(DISAGREEMENTS) == []


def test_there_are_rulings_of_the_new_kind_that_vary_by_the_new_question(added: Copy) -> None:
    (told,) = json.loads(added.sheriff("rulings", POSITION, "--format", "json"))["positions"]
    (ruling,) = told["rulings"]
    assert ruling["matter"] == {"kind": "wreaths", "turn": 1, "player": "red", "at": "G"}
    assert ruling["text"] == "Wreaths red gets for the graveyard at G in turn 1"
    assert ruling["questions"] == ["wreath_tiles"]
    assert ruling["cases"] == [
        {"value": 8, "when": [{"wreath_tiles": "every_tile"}]},
        {"value": 2, "when": [{"wreath_tiles": "city_tiles"}]},
    ]
    assert "1 mismatch" not in added.sheriff("gallery", "graveyard/wreaths", "--check")


def test_what_was_observed_is_read_as_a_number(added: Copy) -> None:
    (found,) = json.loads(added.sheriff("rulings", POSITION, "--format", "json"))["positions"]
    assert found["observed"]["each"] == [
        {"kind": "wreaths", "turn": 1, "player": "red", "value": 2, "when": [{"wreath_tiles": "city_tiles"}]}
    ]


def test_explanations_word_the_new_kind(added: Copy) -> None:
    told = added.sheriff("explain", POSITION, "--set", "wreath_tiles=city_tiles")
    assert "red gets 2 wreaths for the graveyard G in turn 1" in told.replace("Red", "red")
    assert "2 wreaths for the tiles" in told
    assert "leaflet.wreath.1" in told


def test_the_new_text_counts_as_evidence(added: Copy) -> None:
    told = added.sheriff("conflicts")
    assert "leaflet.final.1, on “The graveyard's own tile at the end”" in told
    assert "leaflet.final.1" not in added.sheriff("conflicts", "--source", "wiki", "--source", "sheet")
    assert "leaflet" in added.sheriff("conflicts", "--help")
    readings = added.python(READINGS)
    answers = {name: reading["wreath_tiles"] for name, reading in readings.items()}
    assert answers["recommended"] == answers["leaflet"] == "city_tiles"
    assert answers["sheet"] == answers["default"] == "every_tile"
    assert readings["leaflet"]["self_tile"] == "not_counted"
    assert "leaflet" in added.sheriff("evidence", "wreath_tiles")


def test_the_faq_answers_it(added: Copy) -> None:
    (answer,) = json.loads(added.sheriff("faq", "how-many-wreaths", "--format", "json"))["entries"]
    assert {case["value"] for case in answer["cases"]} == {8, 2}
    assert answer["rules"] == ["wreath_tiles"]


def test_the_site_has_pages_of_it(added: Copy) -> None:
    pages = added.python(PAGES)
    assert "Wreaths for a finished graveyard" in pages["overview"]
    assert "only tiles with a city bring a wreath" in pages["question"]
    assert "leaflet.wreath.1" in pages["question"]
    assert "How many wreaths does a finished graveyard bring?" in pages["faq/index.md"]
    assert "questions/wreath_tiles.md" in pages["navigation"]


def test_schemas_have_it(added: Copy) -> None:
    schema = json.loads(added.sheriff("schema"))
    kind = schema["$defs"]["filter"]["properties"]["kind"]
    assert "wreaths" in kind["enum"]
    assert kind["errorMessage"].endswith("sees or wreaths")
    matter = json.loads(added.sheriff("schema", "vectors"))["$defs"]["matter"]
    assert "wreaths" in matter["properties"]["kind"]["enum"]
    vectors = json.loads(added.sheriff("vectors", "graveyard/wreaths"))
    assert "wreaths" in json.dumps(vectors)


def test_the_search_for_small_positions_looks_for_it(added: Copy) -> None:
    code = "import json; from sheriff_kb.witness import sought; from sheriff_kb.witness.posed import asked_for; "
    found = added.python(f"{code} print(json.dumps([sought()[-1], [*asked_for(sought()[-1])]]))")
    assert found[0] == ["wreaths", [None, None, None]]
    assert "wreath_tiles" in found[1]


# --- what is misnamed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("event(pitched(", "event(put_up(", "event(put_up/3)"),
        ("wide(owner(", "wide(holder(", "wide(holder/3)"),
        ("instead(counted(turn,segment), ", "instead(weighed(turn,segment), ", "instead(weighed/2)"),
    ],
)
def test_a_predicate_that_no_rule_derives_is_told(copy: Copy, old: str, new: str, named: str) -> None:
    """Explanations stop, whatever they would tell, and maintainers are told as well."""
    copy.replace("encoding/interface.lp", old, new)
    run = copy.run("-m", "sheriff_kb", "explain", "kb/sheriff_kb/positions/examples/graveyard_six_around.yaml", "1")
    assert run.returncode != 0
    assert f"interface.lp names predicates that no rule derives: {named}" in run.stderr
    (told,) = copy.python(DISAGREEMENTS)
    assert named in told


def test_a_kind_that_rules_raise_and_the_interface_does_not_name_is_told(copy: Copy) -> None:
    copy.replace("encoding/interface.lp", "kind(stack(turn,mountain), ", "kind(pile(turn,mountain), ")
    for fact in ("sought", "comes"):
        copy.replace("encoding/interface.lp", f"{fact}(stack(", f"{fact}(pile(")
    copy.replace("encoding/interface.lp", "passed_over(stack)", "passed_over(pile)")
    (copy.folder / "table.yaml").write_text(TABLE, "utf-8")
    run = copy.run("-m", "sheriff_kb", "rulings", "table.yaml")
    assert run.returncode != 0
    assert "the law raises an unknown matter: stack(1," in run.stderr
    assert sorted(copy.python(DISAGREEMENTS)) == [
        "interface.lp has no kind(stack/2), though a rule makes such a matter",
        "interface.lp: no rule makes a matter of kind(pile/2)",
    ]


def test_a_question_without_a_topic_is_told(copy: Copy) -> None:
    copy.replace("encoding/interface.lp", "topic(mining, freeze_adds).", "topic(mining, freeze_add).")
    assert copy.python(DISAGREEMENTS) == [
        "interface.lp: topic(freeze_add) is of no question",
        "interface.lp has no topic of freeze_adds",
    ]


DISAGREEMENTS = "import json; from sheriff_dev.agreement import disagreements; print(json.dumps([*disagreements()]))"

TABLE = """
players: [red, blue]
board: star mid
tiles:
  star: {edges: PPPP, star: true}
  mid: {edges: MPPP, nuggets: 1}
turns:
  - {player: red, place: star, sheriff: mid}
"""

READINGS = "import json; from sheriff_kb.law import named_readings; print(json.dumps(named_readings()))"

PAGES = """
import json
from sheriff_dev.site import faq, folders, questions
from sheriff_dev.site.known import Known
from sheriff_kb.faq import answer, entries as asked
from sheriff_kb.gallery import entry
from sheriff_kb.law import questions as disputed
from sheriff_kb.wording import wording
known = Known([entry("graveyard/wreaths")], wording())
known.answered[known.words.language] = [answer(one, known.words) for one in asked() if one.rule == "wreath_tiles"]
print(json.dumps({
    "overview": "\\n".join(questions._overview(known)),
    "question": "\\n".join(questions._question(disputed()["wreath_tiles"], known)),
    "navigation": str(folders(known.words)["questions/"]),
    **{page.path: page.markdown for page in faq.pages(known)},
}))
"""
