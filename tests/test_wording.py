"""The wording catalogue and the encoding name the same ids."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clingo
import clingo.ast
import pytest

ROOT = Path(__file__).resolve().parents[1]
ENCODING = ROOT / "encoding"
CATALOGUES = sorted((ROOT / "kb" / "sheriff_kb" / "wording").glob("*.toml"))

PLACEHOLDERS = {
    "site": {
        "count",
        "topic",
        "all",
        "names",
        "answers",
        "points",
        "position",
        "title",
        "reason",
        "address",
        "rulings",
        "open",
        *("passages", "tables", "sort", "speaker", "strength"),
    },
    "matters": {"player", "place", "mountain", "at"},
    "shown": {"player", "place", "mountain", "at"},
    "when": {"turn"},
    "ruled": {"player", "place", "mountain", "at", "value", "when", "after"},
    "explain": {"reading", "value", "tried", "player", "place", "count"},
    "unsaid": {"player", "turn", "mountain", "place", "count"},
    "diff": {
        *("tiles", "figures", "turns", "tokens", "off", "players", "mountains", "cities", "nuggets", "within"),
        *("title", "one", "other", "answers", "matter", "when", "values"),
    },
    "evidence": {
        *("answers", "passage", "passages", "position", "when", "table", "tables", "points", "count", "all", "number"),
        *("limit", "sources", "sort", "speaker", "strength", "question", "answer", "claim", "title", "argument"),
        *("one", "other", "questions", "first"),
    },
    "report": {
        "answer",
        "usual",
        "turn",
        "last",
        "value",
        "reading",
        "place",
        "tiles",
        "reason",
        "count",
        "questions",
        "what",
        "things",
        "player",
        "answers",
    },
    "drawing": {
        *("count", "awaited", "row", "column", "columns", "tile", "things", "figures", "turn", "player", "acts"),
        *("tiles", "sides", "has", "name", "where", "on", "corner", "place"),
    },
    "fit": {"source", "keys", "count", "all", "observed"},
    "list": {"text"},
    "places": {"tile", "kind", "part"},
}
BLANK = {("numbers", "thousands"), ("list", "part")}
"""What parts numbers and sentences may begin or end with a blank."""
MATTERS = {
    "may": {"sheriff", "sheriff_beside", "tent", "mine", "cowboy"},
    "points": {"graveyard", "mountain"},
    "sees": {"drawn", "returned"},
}
PLAIN_MATTERS = {"sheriff", "tax", "pays", "stack", "received", "collected", "score"}
ANYBODY = ("one_act", "not_in_turn")
"""Why any act is refused but the sheriff's move."""
REASONS = {
    "sheriff": {
        "no_star",
        "only_activates",
        "skips_move",
        "finished",
        "own_mountain",
        "own_segment",
        "new_tile",
        "came_from",
        "other_open",
        "stays",
        "placed_again",
        "no_mountain",
        "not_on_table",
    },
    "mine": {"no_tent", "frozen", "empty", "finished", "just_finished", *ANYBODY},
    "tent": {"finished", "occupied", "sheriff_there", "frozen", "no_mountain", "not_on_table", *ANYBODY},
    "cowboy": {"occupied", "no_cowboy_left", "surrounded", "sheriff_there", "not_just_placed", *ANYBODY},
}
ROLES = re.compile(r"(?<![\w'])[A-Z]\w*'*")
KINDS = {"rule", "example", "caption", "commentary", "components"}


def facts() -> dict[str, list[tuple[Any, ...]]]:
    """The facts of the questions and the sources by predicate; strings and constants both as strings."""
    control = clingo.Control(logger=lambda _code, _message: None)
    for name in ("questions.lp", "sources.lp"):
        control.load(str(ENCODING / name))
    control.ground([("base", [])])
    found: dict[str, list[tuple[Any, ...]]] = {}
    for atom in control.symbolic_atoms:
        if atom.is_fact:
            found.setdefault(atom.symbol.name, []).append(tuple(_plain(term) for term in atom.symbol.arguments))
    return found


def _plain(term: clingo.Symbol) -> Any:
    if term.type is clingo.SymbolType.Number:
        return term.number
    return term.string if term.type is clingo.SymbolType.String else term.name


def citations() -> dict[str, list[str]]:
    """The passages that each structured comment in questions.lp cites."""
    found: dict[str, list[str]] = {}

    def read(node: clingo.ast.AST) -> None:
        if node.ast_type is clingo.ast.ASTType.Comment and node.value.startswith("%!"):
            name, _, cited = node.value.removeprefix("%!").partition(" cites ")
            found[name.strip()] = cited.split()

    clingo.ast.parse_files([str(ENCODING / "questions.lp")], read, logger=lambda _code, _message: None)
    return found


def sentences(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every string of the catalogue with the keys that lead to it."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from sentences(value, (*path, key))
        else:
            yield (*path, key), value


FACTS = facts()
QUESTIONS: dict[str, str] = dict(FACTS["question"])
ANSWERS = {
    question: [answer for _, answer in sorted((n, a) for q, n, a in FACTS["answer"] if q == question)]
    for question in QUESTIONS
}


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.stem)
def wording(request: pytest.FixtureRequest) -> dict[str, Any]:
    """One language's catalogue."""
    with request.param.open("rb") as file:
        return tomllib.load(file)


def test_there_is_an_english_catalogue() -> None:
    assert "en" in [path.stem for path in CATALOGUES]


def test_questions_are_answered() -> None:
    assert len(FACTS["question"]) == len(QUESTIONS)
    assert {question for question, _, _ in FACTS["answer"]} == set(QUESTIONS)
    for question, answers in ANSWERS.items():
        assert len(set(answers)) == len(answers) >= 2, question
        numbers = sorted(number for other, number, _ in FACTS["answer"] if other == question)
        assert numbers == list(range(1, len(answers) + 1)), question


def test_every_question_cites_passages_that_exist() -> None:
    passages = {passage for passage, _, _ in FACTS["passage"]}
    cited = citations()
    assert set(cited) == {f"question.{question}" for question in QUESTIONS}
    for question, ids in cited.items():
        assert ids and len(set(ids)) == len(ids), question
        assert set(ids) <= passages, question


def test_every_passage_has_a_known_source_and_kind() -> None:
    sources = {source for (source,) in FACTS["source"]}
    ids = [passage for passage, _, _ in FACTS["passage"]]
    assert len(set(ids)) == len(ids)
    for passage, source, kind in FACTS["passage"]:
        assert source in sources and passage.startswith(source + "."), passage
        assert kind in KINDS, passage
    assert {source for source, _ in FACTS["origin"]} == sources
    assert sources <= {of for of, _ in FACTS["authority"]} <= sources | set(ids)
    assert len({of for of, _ in FACTS["authority"]}) == len(FACTS["authority"])


def test_questions_and_answers_have_wording(wording: dict[str, Any]) -> None:
    assert list(wording["questions"]) == list(QUESTIONS)
    for question, texts in wording["questions"].items():
        assert set(texts) <= {"title", "ask", "answers", "doubt", "dropped"}, question
        assert set(texts.get("doubt", {})) in (set(), {"more", "less"}), question
        assert texts["title"] and texts["ask"].endswith("?"), question
        assert list(texts["answers"]) == ANSWERS[question]
        assert not set(texts.get("dropped", {})) & set(ANSWERS[question])


def test_answers_are_short_phrases_that_differ(wording: dict[str, Any]) -> None:
    phrases = [text for texts in wording["questions"].values() for text in texts["answers"].values()]
    assert len(set(phrases)) == len(phrases)
    for phrase in phrases:
        assert len(phrase) <= 60 and not phrase.endswith("."), phrase


def test_passages_and_sources_have_wording(wording: dict[str, Any]) -> None:
    assert list(wording["passages"]) and set(wording["passages"]) == {passage for passage, _, _ in FACTS["passage"]}
    assert set(wording["sources"]) == {source for (source,) in FACTS["source"]}
    assert set(wording["authorities"]) == {kind for _, kind in FACTS["authority"]}
    authority = dict(FACTS["authority"])
    for passage, source, _ in FACTS["passage"]:
        texts = wording["passages"][passage]
        assert texts["locator"] and texts["says"].endswith("."), passage
        assert set(texts) <= {"locator", "says", "address", "authority"}, passage
        if source in ("base", "analogy"):
            assert texts["authority"] == authority.get(passage, authority[source]), passage
            assert ("address" in texts) == (texts["authority"] != "assumed"), passage
            assert texts.get("address", "https://").startswith(("http://", "https://")), passage


def test_matters_values_reasons_and_statuses_have_wording(wording: dict[str, Any]) -> None:
    matters = wording["matters"]
    assert set(matters) == PLAIN_MATTERS | set(MATTERS)
    assert {kind: set(matters[kind]) for kind in MATTERS} == MATTERS
    assert set(wording["when"]) == {"start", "turn", "over", "after", "end"}
    assert set(wording["values"]) == {"yes", "no", "none", "beside"}
    assert {act: set(reasons) for act, reasons in wording["reasons"].items()} == REASONS
    assert set(wording["statuses"]) == {"live", "gap", "settled"} >= set(QUESTIONS.values())


def test_every_fault_of_the_input_has_wording(wording: dict[str, Any]) -> None:
    told: set[str] = set()

    def read(node: clingo.ast.AST) -> None:
        if node.ast_type is clingo.ast.ASTType.Rule and str(node.head).startswith("fault("):
            told.add(str(node.head.atom.symbol.arguments[1]))

    files = [*sorted(ENCODING.rglob("*.lp"))]
    clingo.ast.parse_files([str(file) for file in files], read, logger=lambda _code, _message: None)
    assert set(wording["faults"]) == told
    sentences = list(wording["faults"].values())
    assert len(set(sentences)) == len(sentences)
    assert not any(sentence.endswith(".") for sentence in sentences)


def test_sentences_are_filled_in_and_their_placeholders_known(wording: dict[str, Any]) -> None:
    for path, text in sentences(wording):
        assert text == text.strip() != "" or path in BLANK, path
        names = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
        known = PLACEHOLDERS.get(path[0], set())
        if path[:2] == ("explain", "features"):
            known = {"tile", "place"}
        elif path[0] == "explain" and path[1] not in ("headings", "changes"):
            known = {"count", *ROLES.findall(path[2])}
        assert names <= known, path
