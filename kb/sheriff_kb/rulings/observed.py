"""What somebody says happened: under which readings it can have happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sheriff_kb.law import Line
from sheriff_kb.rulings.judge import MOST_CASES, Rulings
from sheriff_kb.rulings.lines import lines, named, one_each
from sheriff_kb.solving import Diagram


@dataclass(frozen=True, slots=True)
class Observation:
    """What was observed, and the readings that give it, as lines from questions to answers.

    No line: no reading gives it. An empty line: every reading does. `partial` if there are too many lines to list.
    """

    observed: Mapping[str, Any]
    when: tuple[Line, ...]
    partial: bool = False


def observations(found: Rulings) -> list[Observation]:
    """For everything that the position says was observed, the readings that give it."""
    return [_observation(observed, agrees(observed, found), found) for observed in found.position.observed]


def together(found: Rulings) -> Observation:
    """The readings that give everything that the position says was observed."""
    diagrams = [agrees(observed, found) for observed in found.position.observed]
    return _observation({}, found.diagrams.all_of(diagrams), found)


def agrees(observed: Mapping[str, Any], found: Rulings) -> Diagram:
    """Whether every ruling that the observation's keys select has the observed value.

    What no reading raises does not happen, so an observation that selects nothing agrees only with `none`.
    """
    keys = {key: value for key, value in observed.items() if key != "value"}
    selected = [ruling for ruling in found if ruling.matches(keys)]
    if not selected:
        return found.diagrams.leaf(observed["value"] == "none")
    return found.diagrams.all_of(found.diagrams.has(ruling.diagram, observed["value"]) for ruling in selected)


def _observation(observed: Mapping[str, Any], agrees: Diagram, found: Rulings) -> Observation:
    agrees = found.counting(agrees)
    told = lines(found.diagrams, agrees, most=MOST_CASES, told=[True])
    when = [line for holds, line in (one_each(agrees) if told is None else told) if holds is True]
    return Observation(observed, tuple(named(found.free, line) for line in when), told is None)
