"""The FAQ: its entries fit the gallery and the disputed rules, and its answers are those that were kept.

`faq_answers.json` keeps what every entry came to, so that whoever changes the law sees at a glance which answers
change. It is no proof that they are right: that is what the `expected` of the gallery is for, worked out by hand from
the sources, and every answer is compared with that, too.

    python tests/test_faq.py --update        keep the answers as they are now; read the difference before committing it
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from schemas import faults, valid
from sheriff_kb import gallery
from sheriff_kb.cli import cli
from sheriff_kb.drawing import svg
from sheriff_kb.evidence import passages
from sheriff_kb.exits import ANSWERED, MISUSE
from sheriff_kb.explain import justification
from sheriff_kb.faq import Answer, Entry, answer, answers, entries, entry
from sheriff_kb.faq.markup import Markdown, MediaWiki, Terminal, document, footnote, page
from sheriff_kb.faq.tables import COLUMNS
from sheriff_kb.faq.words import FaqWords, faq_languages, faq_words
from sheriff_kb.law import allowed, program, questions
from sheriff_kb.rulings import judge
from sheriff_kb.wording import languages, wording

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT = Path(__file__).with_name("faq_answers.json")
ENTRIES = entries()
SLUG = re.compile(r"[a-z]+(-[a-z]+)*")


@cache
def answered(name: str) -> Answer:
    return answer(entry(name), wording())


@cache
def told() -> FaqWords:
    return faq_words()


def sheriff(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="sheriff")


def kept_form(found: Answer) -> dict[str, Any]:
    """What is kept of an answer: no sentences, which may be worded better at any time."""
    return {
        "verdict": found.verdict,
        "sure": found.sure,
        "settled": list(found.settled),
        "cases": {
            f"{case.value}{f' ({case.meaning})' if case.meaning else ''}": [
                ", ".join(f"{condition.question}: {' or '.join(allowed(condition.answer))}" for condition in way)
                or "always"
                for way in case.ways
            ]
            for case in found.cases
        },
    }


# --- the entries -----------------------------------------------------------------------------------------------------


def test_there_are_enough_entries_and_their_ids_are_slugs() -> None:
    assert len(ENTRIES) >= 60
    assert len({found.id for found in ENTRIES}) == len(ENTRIES)
    assert [found.id for found in ENTRIES if not SLUG.fullmatch(found.id)] == []
    with pytest.raises(KeyError):
        entry("no-such-entry")


def test_every_disputed_rule_has_an_entry() -> None:
    assert {found.rule for found in ENTRIES} - {None} == set(questions())


@pytest.mark.parametrize("language", faq_languages())
def test_every_entry_has_its_words_and_every_word_its_entry(language: str) -> None:
    assert language in languages()
    words = faq_words(language)
    catalogue = words._catalogue
    assert list(catalogue["entries"]) == [found.id for found in ENTRIES]
    assert list(words.topics) == list(dict.fromkeys(found.topic for found in ENTRIES))
    asked = [words.question(found.id) for found in ENTRIES]
    assert all(text.endswith("?") for text in asked)
    assert len(set(asked)) == len(asked)
    assert all(len(words.also(found.id)) >= 2 for found in ENTRIES)
    for rule, clauses in catalogue["conditions"].items():
        assert set(clauses) <= set(questions()[rule].answers)
    with pytest.raises(KeyError):
        FaqWords("xx")


@pytest.mark.cases(quick=8, full=30)
@pytest.mark.parametrize("found", ENTRIES, ids=lambda found: found.id)
def test_an_entry_and_its_answer(found: Entry) -> None:
    # One test for all of it, so that each answer is worked out once, whichever process has the test.
    assert_it_asks_what_the_gallery_expects_and_is_about_its_rule(found)
    assert_the_answer_is_what_the_gallery_expects(found)
    assert_the_answer_says_how_sure_it_is_and_on_what_it_rests(found)
    assert kept_form(answered(found.id)) == kept().get(found.id), "the answer changed: see the head of this file"


def assert_it_asks_what_the_gallery_expects_and_is_about_its_rule(found: Entry) -> None:
    position = gallery.entry(found.position).position
    assert any(dict(expected["matter"]) == dict(found.matter) for expected in position.expected)
    reached = answered(found.id)
    assert found.rule is None or found.rule in (*reached.rules, *reached.settled)
    assert not {*found.assume} & {found.rule}
    if found.is_yes_or_no:
        assert [case.value for case in reached.cases if case.meaning is None] == []
        assert found.yes or reached.verdict == "never"


# --- the answers -----------------------------------------------------------------------------------------------------


@cache
def kept() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    return data


def test_no_answer_is_kept_of_an_entry_that_is_gone() -> None:
    assert list(kept()) == [found.id for found in ENTRIES]


def assert_the_answer_is_what_the_gallery_expects(found: Entry) -> None:
    position = gallery.entry(found.position).position
    expected = next(one for one in position.expected if dict(one["matter"]) == dict(found.matter))
    settled = {name: question.default for name, question in questions().items() if question.status == "settled"}
    held = {**settled, **position.reading, **found.assume}
    for case in answered(found.id).cases:
        for way in case.ways:
            for chosen in product(*(allowed(condition.answer) for condition in way)):
                reading = {**held, **dict(zip((condition.question for condition in way), chosen, strict=True))}
                assert case.value in expected_under(expected, reading), reading


def expected_under(expected: Mapping[str, Any], reading: Mapping[str, str]) -> set[Any]:
    """The values that a document expects under some reading with these answers."""
    if "value" in expected:
        return {expected["value"]}
    found = set()
    for case in expected["cases"]:
        cubes = case["when"] if isinstance(case["when"], list) else [case["when"]]
        if any(
            all(reading.get(question) in (None, *allowed(some)) for question, some in cube.items()) for cube in cubes
        ):
            found.add(case["value"])
    return found


def assert_the_answer_says_how_sure_it_is_and_on_what_it_rests(found: Entry) -> None:
    reached = answered(found.id)
    known = questions()
    live = any(known[rule].status == "live" for rule in reached.rules)
    assert reached.sure == ("same" if not reached.rules else "differ" if live else "silent")
    assert (reached.verdict == "depends") == bool(reached.rules) == (len(reached.cases) > 1)
    assert reached.sentences
    assert {sentence.id for sentence in reached.sentences} <= set(passages())
    assert all(known[rule].status == "settled" for rule in reached.settled)
    assert all(text and text == text.strip() for text in (reached.headline, *reached.sureness))
    assert reached.focus.counted or reached.focus.region or found.matter["kind"] not in ("tax", "stack", "received")
    ET.fromstring(svg(reached.position, focus=reached.focus))


def test_refusals_come_with_their_reason_and_points_with_their_sum() -> None:
    assert answered("mine-on-his-mountain").cases[0].reasons == ("the sheriff bans mining there",)
    (counted, left_out) = answered("graveyard-tile-itself").cases
    assert {reason.partition(" ")[0] for reason in counted.why} >= {"5", "1"}
    assert left_out.why


def test_a_reason_begins_with_a_capital_unless_a_tile_is_named_there() -> None:
    (frozen,) = answered("mine-on-his-mountain").cases
    assert frozen.why == ("Yellow's tent stands on west", "west is part of the mountain on which the sheriff stands")


def test_answers_that_lead_to_the_same_are_one_condition() -> None:
    taken, left = answered("finished-and-nobody-is-there").cases
    words = faq_words("en")
    told = [words.condition("unowned_stack", answer) for answer in ("removed", "supply")]
    assert [[(one.answer, one.text) for one in way] for way in taken.ways] == [
        [(("removed", "supply"), " or ".join(told))],
    ]
    assert [[one.answer for one in way] for way in left.ways] == [["left"]]


def test_where_the_texts_differ_both_are_told() -> None:
    told_so = " ".join(answered("two-tents-on-one-tile").sureness)
    assert "The two texts do not say the same." in told_so
    assert "WikiCarpedia says: one token for each rival" in told_so
    assert "the transcription of the sheet says: one token for each tile" in told_so
    assert answered("fewer-tokens-than-tents").sure == "silent"


def test_a_changed_law_changes_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    law = program("parts")
    rule = "scored(end,_,P,G), graveyard(G,C), reading(self_tile,counted)."
    assert law.count(rule) == 1
    changed = law.replace(rule, rule.replace("counted", "not_counted"))
    for module in (judge, justification):
        monkeypatch.setattr(module, "program", lambda _task: changed)
    answers._explainer.cache_clear()
    now = answer(entry("graveyard-tile-itself"), wording())
    answers._explainer.cache_clear()
    assert [(case.meaning, way[0].answer) for case in now.cases for way in case.ways] == [
        ("no", "counted"),
        ("yes", "not_counted"),
    ]
    assert kept_form(now) != kept()["graveyard-tile-itself"]


# --- the forms -------------------------------------------------------------------------------------------------------


def test_markdown_tells_the_verdict_first_then_why_then_the_sentences() -> None:
    text = page(answered("graveyard-tile-itself"), told(), Markdown(), picture="drawing.svg")
    parts = ["## Does the graveyard tile itself", "**It depends", "- **Yes**", "- **No**", "**Why", "![", "**How sure"]
    places = [text.index(part) for part in [*parts, "**The sentences"]]
    assert places == sorted(places)
    assert "](<drawing.svg>)" in text
    assert "](<https://wikicarpedia.com/car/Gold_Rush_The_Sheriff/fr>)" in text


def test_markup_in_texts_stands_for_itself() -> None:
    assert Markdown().plain("a*b_[c]<d>|") == "a\\*b\\_\\[c\\]\\<d\\>\\|"
    assert MediaWiki().plain("[[a]]{{b}}''c''<d>|&") == (
        "&#91;&#91;a&#93;&#93;&#123;&#123;b&#125;&#125;&#39;&#39;c&#39;&#39;&#60;d&#62;&#124;&#38;"
    )


def test_a_wiki_section_and_a_footnote_have_links_and_the_licence() -> None:
    found = answered("tent-onto-his-mountain")
    section = "\n".join(document([found], told(), MediaWiki(), lambda _answer: "tent.png"))
    assert section.startswith("== May I move my tent onto the sheriff's mountain? ==\n")
    assert (
        "[https://wikicarpedia.com/car/Gold_Rush_The_Sheriff/fr WikiCarpedia, “Mining Freeze”, sentence 2]" in section
    )
    assert "[[File:tent.png|frame|alt=" in section
    note = footnote(found, told())
    assert note.startswith('<ref name="sheriff-kb-tent-onto-his-mountain">')
    assert note.endswith("</ref>\n")
    assert note.count("\n") == 1
    for text in (section, note):
        assert "MIT licence" in text
    ET.fromstring(note)


def test_a_site_can_be_named_that_has_the_sentences() -> None:
    result = sheriff("faq", "tent-onto-his-mountain", "--site", "https://example.org/kb/")
    assert "](<https://example.org/kb/sources/wiki/#wiki.freeze.2>)" in result.stdout
    assert "](<https://example.org/kb/sources/sheet/#sheet.freeze.1>)" in result.stdout


def test_lines_in_a_terminal_are_no_wider_than_it_is() -> None:
    lines = page(answered("mine-what-i-just-finished"), told(), Terminal(60)).splitlines()
    plain = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]
    assert max(map(len, plain)) <= 60
    assert not {"\x01", "\x02"} & set("".join(lines))


def test_a_table_has_a_row_for_each_answer() -> None:
    rows = list(csv.DictReader(StringIO(sheriff("faq", "self_tile", "--format", "csv").stdout)))
    assert [row["id"] for row in rows] == [found.id for found in ENTRIES if found.rule == "self_tile"]
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["answer"].splitlines() == [
        "Yes (Red scores 6 points), if the graveyard's own tile counts.",
        "No (Red scores 5 points), if the graveyard's own tile does not count.",
    ]


def test_data_keep_to_the_schema() -> None:
    data = valid("faq", sheriff("faq", "self_tile", "mine-on-his-mountain", "--format", "json").stdout)
    for wrong in ({"verdict": "maybe"}, {"cases": []}, {"sure": None}):
        changed = {**data, "entries": [{**data["entries"][0], **wrong}]}
        assert faults("faq", changed)


def test_data_names_what_the_answer_depends_on() -> None:
    data = valid("faq", sheriff("faq", "tent-onto-his-mountain", "--format", "json").stdout)
    assert data["format"] == 1
    (one,) = data["entries"]
    assert one["rules"] == ["freeze_tents"]
    assert {case["means"]: case["when"] for case in one["cases"]} == {
        "yes": [{"freeze_tents": "all_moves"}],
        "no": [{"freeze_tents": "out_only"}],
    }
    assert one["position"]["name"] == "tents/moved_onto_a_frozen_mountain"


@pytest.mark.cases(quick=0)
def test_drawings_are_written_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    result = sheriff("faq", "tents", "--drawings", str(folder), "-o", str(tmp_path / "tents.md"))
    assert result.exit_code == ANSWERED, result.output
    names = {found.id for found in ENTRIES if found.topic == "tents"}
    assert {file.stem for file in folder.iterdir()} == names
    text = (tmp_path / "tents.md").read_text("utf-8")
    assert all(f"{name}.svg>)" in text for name in names)
    assert "var(" not in (folder / f"{min(names)}.svg").read_text("utf-8")


def test_drawings_may_be_png(tmp_path: Path) -> None:
    result = sheriff("faq", "self_tile", "--drawings", str(tmp_path), "--png", "--format", "mediawiki")
    assert "[[File:graveyard-tile-itself.png|frame|" in result.stdout
    assert (tmp_path / "graveyard-tile-itself.png").read_bytes().startswith(b"\x89PNG")
    assert sheriff("faq", "self_tile", "--png").exit_code == MISUSE


def test_questions_are_listed_without_being_answered() -> None:
    lines = sheriff("faq", "--list").stdout.splitlines()
    assert sum(line.startswith("  ") for line in lines) == len(ENTRIES)
    assert sheriff("faq", "self_tile", "--list").stdout.count("graveyard-tile-itself") == 1


def test_a_language_without_the_faq_is_misuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheriff_kb.faq.words.faq_languages", lambda: ("la",))
    result = sheriff("faq", "self_tile")
    assert result.exit_code == MISUSE
    assert "choose from la" in result.stderr


def test_misuse_is_told() -> None:
    result = sheriff("faq", "tent-onto-his-montain")
    assert result.exit_code == MISUSE
    assert "did you mean tent-onto-his-mountain?" in result.stderr
    assert sheriff("faq", "self_tile", "--footnote").exit_code == MISUSE


def update() -> None:
    """Keep the answers as they are now."""
    forms = {found.id: kept_form(answer(found, wording())) for found in ENTRIES}
    KEPT.write_text(json.dumps(forms, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", required=True)
    parser.parse_args()
    update()
