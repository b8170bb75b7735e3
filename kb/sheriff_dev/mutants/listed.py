"""What is known of mutants that no judge can kill: which they are, and why they rule like the law on everything."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Argument:
    """Why some mutants are equivalent to the law; `mutants` maps their ids to what each of them changes."""

    kind: str
    why: str
    mutants: Mapping[str, str]


@cache
def arguments() -> tuple[Argument, ...]:
    """All arguments, in the order of the file."""
    told = tomllib.loads((files("sheriff_dev.mutants") / "equivalent.toml").read_text("utf-8"))
    return tuple(Argument(kind, one["why"].strip(), one["mutants"]) for kind, one in told.items())


@cache
def listed() -> dict[str, str]:
    """All mutants that are listed as equivalent, with what each of them changes."""
    return {id_: was for argument in arguments() for id_, was in argument.mutants.items()}
