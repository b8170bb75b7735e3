"""What holds for all tests: how deep a run goes, and which cases of a family it takes.

    pytest                             the quick run: a sample of each family of cases that is marked `cases`
    pytest --depth full                all that a change has to pass
    pytest --depth full --beyond quick the same without what the quick run has passed
    pytest --depth night               every case, and other examples each time

A family of cases is a parametrised test with the mark `cases(quick=N, full=M)`: N of its cases are run quickly, M of
them in full (all, if it does not say), all at night. Which ones follows from their names and from the law, so that each
change of the law moves the sample, and the quick sample lies in the full one.
"""

from __future__ import annotations

import signal
from collections import defaultdict
from hashlib import sha256

import hypothesis
import pytest

from sheriff_kb.law import law_version

DEPTHS = ("quick", "full", "night")

# A run in the background ignores Ctrl-C, and so would the commands in which tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """How deep a run goes."""
    group = parser.getgroup("depth")
    group.addoption("--depth", choices=DEPTHS, default="quick", help="how many cases of each family are run")
    group.addoption("--beyond", choices=DEPTHS[:-1], help="leave out the cases that a run of this depth takes")


def pytest_configure(config: pytest.Config) -> None:
    """Make Hypothesis try the same examples each time, except at night: no change fails by luck."""
    config.addinivalue_line("markers", "cases(quick=N, full=M): how many cases are run; without M all, except quickly")
    common = {"deadline": None, "database": None}
    hypothesis.settings.register_profile("day", derandomize=True, **common)
    hypothesis.settings.register_profile("night", print_blob=True, **common)
    hypothesis.settings.load_profile("night" if config.getoption("depth") == "night" else "day")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the cases for the depth of this run; what shares dear work comes first."""
    taken = _taken(items, config.getoption("depth"))
    if beyond := config.getoption("beyond"):
        taken -= _taken(items, beyond)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
    items[:] = [item for item in items if item.nodeid in taken]
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def _taken(items: list[pytest.Item], depth: str) -> set[str]:
    """The ids of the tests that a run of this depth takes."""
    taken = set[str]()
    families = defaultdict[str, list[str]](list)
    limits = dict[str, int]()
    for item in items:
        family, _, _ = item.nodeid.partition("[")
        mark = item.get_closest_marker("cases")
        limit = mark.kwargs.get(depth) if mark else None
        if limit is None:
            taken.add(item.nodeid)
        else:
            families[family].append(item.nodeid)
            limits[family] = limit
    for family, cases in families.items():
        taken.update(sorted(cases, key=_lot)[: limits[family]])
    return taken


def _lot(name: str) -> str:
    return sha256(f"{law_version()} {name}".encode()).hexdigest()
