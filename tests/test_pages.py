"""The generated pages: complete, grouped, and linked both ways."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheriff_dev.cli import dev
from sheriff_dev.coverage import encoding_annotations
from sheriff_dev.site import TRANSLATED, Item, folders, written
from sheriff_dev.site.page import drawing, plain
from sheriff_kb.drawing import svg
from sheriff_kb.evidence import passages
from sheriff_kb.faq import entries as faq_entries
from sheriff_kb.faq.words import faq_words
from sheriff_kb.gallery import entries
from sheriff_kb.law import Annotation, questions
from sheriff_kb.wording import languages, wording

ROOT = Path(__file__).resolve().parents[1]

pytestmark = [pytest.mark.cases(quick=0), pytest.mark.xdist_group("pages")]  # it takes long to make them all, once


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of every generated page, by its path; the pages of SHERIFF_PAGES, or else the command writes them."""
    target = Path(os.environ.get("SHERIFF_PAGES") or tmp_path_factory.mktemp("pages"))
    if "SHERIFF_PAGES" not in os.environ:
        done = CliRunner().invoke(dev, ["site", str(target)])
        assert done.exit_code == 0, done.output
    return dict(written(target))


def test_every_disputed_rule_has_a_page_with_every_answer(tree: dict[str, str]) -> None:
    for question in questions().values():
        text = tree[f"questions/{question.id}.md"]
        for answer in question.answers:
            assert f"{{ #{answer} }}" in text, (question.id, answer)
        assert '<svg xmlns="http://www.w3.org/2000/svg"' in text


def test_every_sentence_stands_beside_the_rules_that_cite_it_and_they_lead_back(tree: dict[str, str]) -> None:
    rules = [one for one in encoding_annotations() if isinstance(one, Annotation) and one.file.startswith("law/")]
    source = {passage.id: passage.source for passage in passages().values()}
    assert rules
    for rule in rules:
        there = f"law/{Path(rule.file).stem}.md"
        assert f"{{ #{rule.id} }}" in tree[there]
        for cited in rule.cites:
            here = f"sources/{source[cited]}.md"
            assert f"{{ #{cited} }}" in tree[here]
            assert f"(../{there}#{rule.id})" in _section(tree[here], cited), (rule.id, cited)
            assert f"(../{here}#{cited})" in _section(tree[there], rule.id), (rule.id, cited)


def _section(text: str, anchor: str) -> str:
    """The text below the heading with this anchor, up to the next one."""
    return re.split(r"\n##+ ", text.split(f"{{ #{anchor} }}", 1)[1])[0]


def test_every_position_is_drawn_and_can_be_copied(tree: dict[str, str]) -> None:
    for entry in entries():
        folder, name = entry.name.split("/")
        section = tree[f"gallery/{folder}.md"].split(f"{{ #{name} }}", 1)[1].split("\n## ", 1)[0]
        assert drawing(svg(entry.position, title=False)).strip() in section
        assert entry.text.splitlines()[-1] in section


def test_a_drawing_needs_no_style_of_its_own(tree: dict[str, str]) -> None:
    assert "<style>" not in "".join(tree.values())
    assert ".sheriff-grass{" in tree["drawing.css"]


def test_folders_of_the_navigation_hold_all_their_pages(tree: dict[str, str]) -> None:
    for folder, listed in folders().items():
        shown = [path for item in listed for path in _paths(item)]
        assert sorted(shown) == sorted(path for path in tree if path.startswith(folder))


def _paths(item: Item) -> list[str]:
    inner = [] if isinstance(item, str) else [one for listed in item.values() for one in listed]
    return [item] if isinstance(item, str) else [path for one in inner for path in _paths(one)]


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_what_players_ask_and_disputed_rules_are_told_in_every_language(tree: dict[str, str], language: str) -> None:
    words, told = wording(language), faq_words(language)
    for path in [path for path in tree if path.startswith(TRANSLATED)]:
        text = tree[f"{language}/{path}"]
        assert f'<div lang="{language}" markdown>' in text
        assert text.count("](") == tree[path].count("](")
    for entry in faq_entries():
        assert f"## {plain(told.question(entry.id))} {{ #{entry.id} }}" in tree[f"{language}/faq/{entry.topic}.md"]
    for question in questions():
        text = tree[f"{language}/questions/{question}.md"]
        assert plain(words.ask(question)) in text
        assert "](../../gallery/" in text and "](../../questions/" not in text and "](../../faq/" not in text


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_title_and_no_player_is_told_in_english_elsewhere(tree: dict[str, str], language: str) -> None:
    titles = {entry.position.title.lower() for entry in entries()}
    players = {player for entry in entries() for player in entry.position.players}
    pages = {path: _said(text) for path, text in tree.items() if path.startswith(f"{language}/")}
    assert any(wording(language).player(player) in text for text in pages.values() for player in players)
    for path, text in pages.items():
        assert not [title for title in titles if title in text.lower()], path
        assert not players.intersection(re.findall(r"\w+", text.lower())), path


def _said(text: str) -> str:
    """What a page says in its own language: no markup, no ids, nothing that is marked as English."""
    english = r'<span lang="en">.*?</span>|`[^`]*`|\]\([^)]*\)|<[^>]*>'
    return re.sub(english, " ", text)
