"""Terms against clingo's symbols: which are equal, their order, their text, and what a text is read as."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheriff_kb.solving import Term, terms
from sheriff_kb.solving.by_clingo import term

NAMES = st.from_regex(r"[_']{0,2}[a-z][A-Za-z0-9_']{0,3}", fullmatch=True)
LEAVES = st.one_of(
    st.integers(-3, 12).map(clingo.Number),
    NAMES.map(clingo.Function),
    st.text(st.sampled_from('a_B"\\\n é(,)'), max_size=4).map(clingo.String),
)
SYMBOLS = st.recursive(
    LEAVES,
    lambda inside: st.builds(clingo.Function, st.just("") | NAMES, st.lists(inside, max_size=3)),
    max_leaves=8,
)


@given(SYMBOLS)
def test_a_term_is_printed_as_clingo_prints_the_symbol_and_read_back(symbol: clingo.Symbol) -> None:
    assert str(term(symbol)) == str(symbol)
    assert terms.parse(str(symbol)) == term(symbol)


@given(st.lists(SYMBOLS, max_size=6))
def test_terms_are_equal_and_are_ordered_as_symbols_are(symbols: list[clingo.Symbol]) -> None:
    assert list(map(term, sorted(symbols))) == sorted(map(term, symbols))
    assert len(set(map(term, symbols))) == len(set(symbols))


def test_the_order_is_by_kind_then_by_number_of_arguments_name_and_arguments() -> None:
    told = ["-1", "2", "()", "a", "b", '"a"', '"b"', "(9,)", "a(1)", "a(2)", "a(b)", "b(1)", "a(1,1)", "a(1,2)"]
    assert [str(one) for one in sorted(map(terms.parse, reversed(told)))] == told


@given(SYMBOLS)
def test_the_parts_of_a_term_are_those_of_the_symbol(symbol: clingo.Symbol) -> None:
    found = term(symbol)
    assert found.is_number is (symbol.type is clingo.SymbolType.Number)
    assert found.is_string is (symbol.type is clingo.SymbolType.String)
    if found.is_number:
        assert found.number == symbol.number
    elif found.is_string:
        assert found.string == symbol.string
    else:
        assert found.signature == (found.name, len(found.arguments)) == (symbol.name, len(symbol.arguments))
        assert list(found.arguments) == list(map(term, symbol.arguments))


@pytest.mark.parametrize(("of", "part"), [("a", "number"), ('"a"', "number"), ("1", "string"), ("f(1)", "string")])
def test_a_term_has_no_part_of_another_kind(of: str, part: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        getattr(terms.parse(of), part)


@pytest.mark.parametrize("of", ["1", '"a"'])
def test_numbers_and_strings_have_no_name_and_no_arguments(of: str) -> None:
    with pytest.raises(ValueError, match="has no name"):
        terms.parse(of).name  # noqa: B018
    assert terms.parse(of).arguments == ()


@pytest.mark.parametrize(
    ("text", "plain"), [("(1)", "1"), (" f( 1 , (a) ) ", "f(1,a)"), ("a()", "a"), ("f((1,))", "f((1,))")]
)
def test_blanks_and_brackets_that_change_nothing_may_be_there(text: str, plain: str) -> None:
    assert str(terms.parse(text)) == plain == str(clingo.parse_term(text))


@pytest.mark.parametrize(
    "text",
    ["", "a b", "f(", "f(1,)", "1 2", "X", "f(X)", "f(,1)", '"a', "f(1))", "1..3", '"\\t"', "(", "é", "f(1 2)", "(,)"],
)
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no term"):
        terms.parse(text)


def test_nothing_is_computed() -> None:
    with pytest.raises(ValueError, match="no term"):
        terms.parse("1+2")


@pytest.mark.parametrize("symbol", [clingo.Infimum, clingo.Supremum, clingo.Function("a", [], positive=False)], ids=str)
def test_symbols_that_no_program_here_has_are_no_terms(symbol: clingo.Symbol) -> None:
    with pytest.raises(ValueError, match="no term"):
        term(symbol)


def test_terms_are_made_of_terms() -> None:
    made = terms.function("f", [terms.number(1), terms.string("x"), terms.function("a"), terms.function("", [])])
    assert isinstance(made, Term)
    assert str(made) == 'f(1,"x",a,())' == repr(made)


@given(NAMES, st.lists(SYMBOLS, max_size=4))
def test_the_arguments_of_an_atom_are_found_in_its_text(name: str, inside: list[clingo.Symbol]) -> None:
    assert list(terms.arguments(str(clingo.Function(name, inside)))) == list(map(str, inside))
