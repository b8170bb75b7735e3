"""Names of a package that are imported from its modules when somebody asks for them, so that starting costs little."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, names: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package, by the names that each of its modules has for it."""
    homes = {name: module for module, some in names.items() for name in some}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return find
