"""The interface of the law: it agrees with the rules, whatever takes it from there is fresh, and it fails loudly."""

from __future__ import annotations

import json
from dataclasses import fields
from importlib.resources import files
from typing import get_args

import pytest
from clingo.ast import ASTType, parse_string

from sheriff_dev.agreement import disagreements
from sheriff_kb.law import Interface, interface, program, questions, schema_of, schema_text, text
from sheriff_kb.law.interface import Kind
from sheriff_kb.output import NAMES
from sheriff_kb.position import MATTER_KEYS
from sheriff_kb.position import Kind as Feature
from sheriff_kb.position.model import Act
from sheriff_kb.rulings import KINDS
from sheriff_kb.solving.syntax import statements
from sheriff_kb.solving.terms import function, number, parse
from sheriff_kb.witness import lift, posed, sought


def test_the_interface_and_the_rules_speak_of_the_same() -> None:
    assert list(disagreements()) == []


def test_a_predicate_that_no_rule_derives_is_named() -> None:
    derived = {head for rule in statements(program("parts")) for head in rule.heads}
    interface().check(derived)
    with pytest.raises(LookupError, match=r"event\(pitched/3\)"):
        interface().check(derived - {("pitched", 3)})
    renamed = Interface(lambda name, _: [[function("whatever")]] if name == "wide" else [])
    with pytest.raises(LookupError, match=r"names predicates that no rule derives: wide\(whatever/0\)$"):
        renamed.check(derived)


@pytest.mark.parametrize(
    ("package", "form"),
    [("sheriff_kb.position", "position"), *(("sheriff_kb.output", one) for one in ("shared", *NAMES))],
)
def test_schemas_are_kept_as_the_law_has_them(package: str, form: str) -> None:
    kept = (files(package) / f"{form}.schema.json").read_text("utf-8")
    assert schema_of(package, form) == json.loads(kept), f"the words of the law have changed: see {form}.schema.json"
    assert schema_text(package, form) == kept


def test_matters_have_the_keys_of_all_kinds() -> None:
    keys = {key for kind in interface().kinds.values() for key in kind.keys}
    assert {"kind", *keys} == set(MATTER_KEYS)
    assert set(interface().words) <= keys


def test_features_and_acts_are_those_of_positions() -> None:
    """How edges and figures are written in files is known in Python; that there are others is no news to it."""
    assert interface().features == get_args(Feature) == KINDS
    assert set(interface().words["act"]) == set(get_args(Act))


def test_every_question_has_one_topic() -> None:
    told = [question for members in interface().topics.values() for question in members]
    assert sorted(told) == sorted(questions())


def test_differences_are_sought_among_all_kinds_but_sums() -> None:
    kinds = interface().kinds
    names = {form[0] for form in (*sought(), *sought(sees=True)) if isinstance(form, tuple)}
    assert names == {name for name, kind in kinds.items() if not kind.sums}
    assert ("may", (None, None, "tent", None)) in sought()


def test_an_argument_is_found_by_its_key() -> None:
    kind = interface().kinds["tax"]
    matter = parse("tax(2,7)")
    assert kind.argument(matter, "mountain") == number(7)
    assert kind.argument(matter, "player") is None
    assert kind.mountain(matter) == 7
    points = interface().kinds["points"]
    assert points.mountain(parse("points(end,1,graveyard,3)")) is None
    assert points.mountain(parse("points(1,1,mountain,3)")) == 3
    assert [field.name for field in fields(Kind)] == ["name", "keys", "value", "told_if", "sums", "needs"]


@pytest.mark.parametrize("told", ["weather(1)", "tax(1)"])
def test_a_matter_of_no_kind_is_refused(told: str) -> None:
    with pytest.raises(ValueError, match="unknown matter"):
        interface().kind(parse(told))


# --- predicates that Python names itself -----------------------------------------------------------------------------


def test_what_python_reads_from_models_is_shown() -> None:
    shown = set[tuple[str, int]]()

    def keep(node: object) -> None:
        if getattr(node, "ast_type", None) == ASTType.ShowSignature:
            shown.add((node.name, node.arity))  # type: ignore[attr-defined]

    parse_string(text("tasks/show_parts.lp"), keep)
    assert set(lift.OUTCOMES) | {("reason", 2)} <= shown


def test_what_the_search_names_itself_is_in_its_program() -> None:
    rules = statements(program("search"))
    known = {one for rule in rules for one in rule.heads | rule.below}
    named = {(name, len(arguments)) for name, arguments in (*posed._ALWAYS, posed._WEIGHED)}
    assert named | posed._UNSAID | posed._DISPENSABLE | {("capacity", 3)} <= known


def test_that_a_rule_is_wanted_of_which_there_is_none_is_told() -> None:
    with pytest.raises(LookupError, match="no rule derives room_of/3"):
        lift.with_also(statements(program("parts")), ("room_of", 3), "true")
