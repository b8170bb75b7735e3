"""What is ground and solved, and how: clingo, decision diagrams, and how long it may take; nothing knows the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheriff_kb.lazily import lazily
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
from sheriff_kb.solving.evaluation import Evaluation
from sheriff_kb.solving.grounding import Atoms, Ground, Grounder, atoms_of, ground, grounded_by
from sheriff_kb.solving.terms import Signature, Term

if TYPE_CHECKING:
    from sheriff_kb.solving.models import Model, Solver
else:
    __getattr__ = lazily(__name__, {"models": ("Model", "Solver")})  # they import clingo, which not everything needs

__all__ = [
    "CONTRARY",
    "UNCOUNTED",
    "Atoms",
    "Circular",
    "Diagram",
    "Diagrams",
    "Engine",
    "Evaluation",
    "Ground",
    "Grounder",
    "Model",
    "OutOfTime",
    "Signature",
    "Solver",
    "Term",
    "TooMuch",
    "Value",
    "atoms_of",
    "count_paths",
    "ground",
    "grounded_by",
    "nodes",
    "one_path_each",
    "paths",
    "values",
    "variables",
    "whichever_counts",
    "within",
]
