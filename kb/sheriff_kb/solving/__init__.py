"""What is solved, and how: clingo, decision diagrams, and how long it may take; nothing here knows the game."""

from __future__ import annotations

from sheriff_kb.solving.diagram import (
    CONTRARY,
    UNCOUNTED,
    Diagram,
    Diagrams,
    Value,
    count_paths,
    nodes,
    one_path_each,
    paths,
    values,
    variables,
    whichever_counts,
)
from sheriff_kb.solving.effort import OutOfTime, TooMuch, within
from sheriff_kb.solving.engine import Circular, Engine
from sheriff_kb.solving.solver import Atoms, Watch, atoms_of, first_model, ground, solve

__all__ = [
    "CONTRARY",
    "UNCOUNTED",
    "Atoms",
    "Circular",
    "Diagram",
    "Diagrams",
    "Engine",
    "OutOfTime",
    "TooMuch",
    "Value",
    "Watch",
    "atoms_of",
    "count_paths",
    "first_model",
    "ground",
    "nodes",
    "one_path_each",
    "paths",
    "solve",
    "values",
    "variables",
    "whichever_counts",
    "within",
]
