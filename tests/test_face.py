"""What `import sheriff_kb` gives: every public name, once it is asked for, and one base class of what is raised."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import sheriff_kb
from sheriff_kb import notebook


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_example_is_true() -> None:
    assert doctest.testmod(sheriff_kb).attempted > 4
    assert doctest.testmod(sheriff_kb).failed == 0


def test_every_public_name_is_there_and_tells_what_it_is() -> None:
    assert sorted(name for names in sheriff_kb.HOMES.values() for name in names) == sorted(sheriff_kb.__all__)
    assert dir(sheriff_kb) == sorted(sheriff_kb.__all__)
    for name in sheriff_kb.__all__:
        found = getattr(sheriff_kb, name)
        assert not inspect.ismodule(found), name
        assert inspect.getdoc(found), name
    with pytest.raises(AttributeError, match="no attribute 'ruling'"):
        sheriff_kb.ruling  # noqa: B018


@pytest.mark.parametrize("before", ["", "import sheriff_kb.rulings.judge, sheriff_kb.explain.explainer; "])
def test_a_function_keeps_its_name_when_the_package_of_that_name_is_imported(before: str) -> None:
    code = f"{before}import sheriff_kb; print(callable(sheriff_kb.rulings), callable(sheriff_kb.explain))"
    assert run(code) == "True True\n"
    code = f"{before}from sheriff_kb import explain, rulings; print(callable(rulings), callable(explain))"
    assert run(code) == "True True\n"
    assert run(f"{before}from sheriff_kb.rulings import Rulings, rulings; print(Rulings.__name__)") == "Rulings\n"


def test_the_import_alone_costs_nothing() -> None:
    loaded = run("import sys, sheriff_kb; print(*(name for name in sys.modules if name.startswith('sheriff_kb.')))")
    assert loaded.split() == ["sheriff_kb.lazily"]
    heavy = ("networkx", "jsonschema", "ruamel")
    loaded = run("import sys; from sheriff_kb import rulings, UnknownAnswer; print(*sys.modules)")
    assert not set(heavy) & set(loaded.split())


def test_one_base_class_has_all_that_is_raised() -> None:
    position = sheriff_kb.entry("examples/star_tile_with_two_tents").position
    for raised in (
        lambda: sheriff_kb.load("no such file.yaml"),
        lambda: sheriff_kb.entry("no/such"),
        lambda: sheriff_kb.rulings(position, fixed={"moon": "full"}),
        lambda: sheriff_kb.rulings(position).on(kind="moon"),
    ):
        with pytest.raises(sheriff_kb.SheriffError):
            raised()


class Formatter(dict[type, Any]):
    """Stands in for one of IPython's."""

    def for_type(self, kind: type, show: Any) -> None:
        self[kind] = show


def test_a_notebook_is_told_how_to_show_what_there_is() -> None:
    forms = {form: Formatter() for form in ("image/svg+xml", "text/html", "text/markdown")}
    notebook.load_ipython_extension(SimpleNamespace(display_formatter=SimpleNamespace(formatters=forms)))
    position = sheriff_kb.entry("graveyard/tile_itself").position
    shown = (position, sheriff_kb.rulings(position), sheriff_kb.explain(position, kind="points"))
    starts = ("<svg", "<table", "**")
    for (form, formatter), thing, start in zip(forms.items(), shown, starts, strict=True):
        assert formatter[type(thing)](thing).startswith(start), form
