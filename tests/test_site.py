"""What the generated pages are made of."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sheriff_dev.site.known import Known
from sheriff_dev.site.literate import header, paragraphs, predicates
from sheriff_dev.site.page import Page, comment, page, plain, table
from sheriff_dev.site.topics import topic
from sheriff_kb.faq.words import faq_words
from sheriff_kb.gallery import entries
from sheriff_kb.law import interface, questions
from sheriff_kb.wording import wording

ROOT = Path(__file__).resolve().parents[1]


def test_every_disputed_rule_has_one_topic() -> None:
    assert sorted(question for members in interface().topics.values() for question in members) == sorted(questions())
    assert topic("self_tile") == "graveyards"
    with pytest.raises(KeyError):
        topic("no_such_rule")


@pytest.mark.cases(quick=0, full=0)
def test_an_example_tells_the_answers_apart() -> None:
    known = Known(entries(), wording())
    for question in questions().values():
        example = known.example(question)
        assert set(example.values) == set(question.answers)
        assert len(set(example.values.values())) > 1, question.id


def test_links_are_relative_to_the_page() -> None:
    made = page("law/end.md", "End", "About", ["[a](/questions/owner.md#majority) [b](/law/turn.md) [c](#here)"])
    assert "[a](../questions/owner.md#majority) [b](turn.md) [c](#here)" in made.markdown


def test_nothing_plain_is_taken_for_markup() -> None:
    assert plain("a*b_c|d <e> [f]") == r"a\*b\_c\|d &lt;e&gt; \[f\]"


def test_code_in_a_comment_of_the_law_stays_code() -> None:
    assert comment("Under `no_target: stays` a_b is <c>.") == r"Under `no_target: stays` a\_b is &lt;c&gt;."
    made = Page("a.md", 'A "title"', "about", "body").markdown
    assert made.startswith('---\ntitle: "A \\"title\\""\ndescription: "about"\n---\n')
    assert table(["a", "b"], [["1", "2"]]) == "\n| a | b |\n|---|---|\n| 1 | 2 |\n"


def test_the_law_is_read_as_it_stands() -> None:
    told = header("law/graveyard.lp")
    assert told.purpose.startswith("graveyards:")
    assert "reading/2" in told.reads and told.defines == ("filled/2", "occurs/1", "part/3")
    first = next(paragraphs("law/graveyard.lp"))
    assert first.annotation.id == "graveyard.filled"
    assert first.code == "filled(T,G) :- surrounded(G,A,T), T > 0, reading(surround,A)."
    assert {one.section for one in paragraphs("law/sheriff.lp")} >= {"where he stands", "refusals"}
    held = next(one for one in predicates() if one.signature == "held(Q,A)")
    assert (held.name, held.file) == ("held/2", "vocabulary.lp")


def test_every_word_of_the_site_is_used() -> None:
    catalogue = tomllib.loads((ROOT / "kb/sheriff_kb/wording/en.toml").read_text("utf-8"))["site"]
    code = "".join(file.read_text("utf-8") for file in (ROOT / "kb/sheriff_dev/site").glob("*.py"))
    for section, sentences in catalogue.items():
        if section in ("status", "folders", "targets", "limits", "voices", "named", "judges", "kills"):
            continue  # keyed by ids
        for key in sentences:
            assert re.search(rf"""["']{key}["']""", code), f"site.{section}.{key}"
    assert set(faq_words().topics) == set(interface().topics)
    assert set(catalogue["folders"]) >= {entry.name.split("/")[0] for entry in entries()}
