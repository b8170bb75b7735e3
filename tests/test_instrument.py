"""Records of use: one that records each part of a body, for every rule of the law."""

from __future__ import annotations

import re

import clingo

from sheriff_kb.explain.instrument import TERM, TRY, USE, Rule, record_name, rules
from sheriff_kb.gallery import entry
from sheriff_kb.law import program
from sheriff_kb.rulings import facts


def rule_of(identity: str, head: str) -> Rule:
    """The first rule of a paragraph with this head."""
    return next(rule for rule in rules() if rule.annotation.id == identity and rule.text.startswith(head))


def test_rules_are_numbered_in_order_and_know_their_paragraph() -> None:
    assert [rule.number for rule in rules()] == list(range(len(rules())))
    assert all(rule.text in rule.annotation.rules for rule in rules())


def test_facts_have_no_record_and_all_other_rules_one() -> None:
    assert {bool(rule.record) for rule in rules() if ":-" not in rule.text} == {False}
    assert all(USE in rule.record for rule in rules() if ":-" in rule.text)


def test_a_record_tells_the_atoms_of_a_body_in_order() -> None:
    rule = rule_of("graveyard.filled", "filled")
    told = f"_use_filled(filled(T,G),{rule.number},(surrounded(G,A,T),reading(surround,A),))"
    assert rule.record == f"{told} :- surrounded(G,A,T); T > 0; reading(surround,A)."


def test_what_is_negated_is_told_and_left_open_for_those_that_only_might_hold() -> None:
    used, tried = rule_of("sheriff.after_step", "stands_after(T,beside)").record.splitlines()
    body = '(returned(T),no(arrives(T,"_")),)'
    assert used.startswith(f"{USE}stands_after(stands_after(T,beside),") and tried.startswith(
        f"{TRY}stands_after(stands_after(T,beside),"
    )
    assert body in used and body in tried
    assert used.endswith("returned(T); not arrives(T,_).") and tried.endswith(":- returned(T).")


def test_an_aggregate_is_told_by_its_elements() -> None:
    record = rule_of("cowboys.supply", "illegal").record
    assert "least(0,(P,T,))" in record
    assert re.search(rf"{TERM}\d+_0\(\(P,T,\),\(1,S',\),\(claimed\(E,P,S'\),no\(back\(T,S'\)\),\)\)", record)


def test_a_head_is_a_form_in_which_strings_stand_for_variables() -> None:
    assert str(rule_of("sheriff.legal", "legal").form) == 'legal("T","D")'
    assert rule_of("turn.since", "since((T+1),T)").form is None


def test_amounts_of_one_kind_are_recorded_apart() -> None:
    assert record_name(USE, "part(tax(T,R),P,1)") == "_use_part_tax"
    assert record_name(USE, "part(M,K,W)") == "_use_part"
    assert record_name(TRY, "skips(T)") == "_try_skips"


def test_records_change_nothing_that_the_law_says() -> None:
    told = facts(entry("examples/star_tile_with_two_tents").position)
    records = "\n".join(rule.record for rule in rules())
    models = []
    for text in (program("parts"), program("parts") + records):
        control = clingo.Control(["--models=0", "--warn=none"])
        control.add("base", [], text + told.program({}) + "reading(Q,A) :- answer(Q,1,A).")
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            models.append([{str(a) for a in m.symbols(atoms=True) if a.name[0] != "_"} for m in handle])
    assert len(models[0]) == 1
    assert models[0] == models[1]
