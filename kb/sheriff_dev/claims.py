"""Claims: under which readings what an example or the transcriber's note says is so, computed by the law.

`encoding/evidence.lp` says which matter of which positions a claim is about. The law rules on these positions, and the
cases in which the claim holds become the facts of `encoding/claims.lp`, so that no later program needs a board.

    python -m sheriff_dev claims > encoding/claims.lp     after a change of the law, of a claim or of its positions
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import ne
from typing import Any

from sheriff_kb.evidence.claimed import Comparison, claimed, keys
from sheriff_kb.law import answers_on
from sheriff_kb.rulings import Rulings, rulings
from sheriff_kb.solving import Diagram, paths

HEADER = """\
% Purpose: under which answers the claims of examples and of the note hold, as the law has it.
% Reads:   nothing.
% Defines: case/3 when/5
%
% Made by `python -m sheriff_dev claims` from the claims in evidence.lp, the positions of the gallery and the law; not
% to be edited. tests/test_evidence.py checks that it is fresh.

%*! case(C,G,N)
Claim C holds on position G under all readings of the Nth case.
*%

%*! when(C,G,N,Q,A)
The Nth case is that of readings which answer Q by A (all that it names together).
*%
"""


@dataclass(frozen=True, slots=True)
class ClaimCase:
    """Answers under which a claim holds on a position of the gallery."""

    claim: str
    position: str
    when: Mapping[str, str]


def cases() -> list[ClaimCase]:
    """All cases of all claims, as the law has them now."""
    tests, tables = claimed()
    found = []
    for claim, said in tests.items():
        for position in tables[claim]:
            found += [ClaimCase(claim, position, when) for when in _holds(said, position)]
    return found


def program(found: list[ClaimCase]) -> str:
    """The text of `encoding/claims.lp`."""
    lines = [HEADER.rstrip("\n")]
    for (claim, position), group in groupby(found, key=lambda case: (case.claim, case.position)):
        lines.append(f"\n%! claims.{claim}  defines\n% On {position}.")
        for number, case in enumerate(group, 1):
            at = f'{claim},"{position}",{number}'
            lines.append(" ".join([f"case({at}).", *(f"when({at},{q},{a})." for q, a in case.when.items())]))
    return "\n".join(lines) + "\n"


def _holds(said: list[Comparison], name: str) -> Iterator[Mapping[str, str]]:
    """The answers under which all tests of a claim are passed on a position, all questions being open."""
    from sheriff_kb.gallery import entry

    wanted = tuple(keys(matter) for test in said for matter in test.matters)
    ruled = rulings(replace(entry(name).position, asks=(), filters=wanted), free=["settled"])
    for holds, answers in paths(ruled.diagrams.all_of(_passed(test, ruled) for test in said)):
        if holds:
            yield answers_on(ruled.free, answers)


def _passed(test: Comparison, ruled: Rulings) -> Diagram:
    first, *rest = [_value(keys(matter), ruled) for matter in test.matters]
    if test.kind == "differ":
        return ruled.diagrams.combine(_numbers_apart, first, rest[0])
    if test.kind == "value":
        return ruled.diagrams.has(first, test.value)
    return ruled.diagrams.combine(ne, first, ruled.diagrams.leaf(test.value))


def _value(keys: Mapping[str, Any], ruled: Rulings) -> Diagram:
    """The diagram of the one matter with these keys; what no reading raises does not happen."""
    found = [r for r in ruled if all(r.matter.as_json().get(key) == value for key, value in keys.items())]
    if len(found) > 1:
        raise ValueError(f"a claim speaks of {keys}, which {len(found)} matters match")
    return found[0].diagram if found else ruled.diagrams.leaf("none")


def _numbers_apart(left: object, right: object) -> bool:
    return isinstance(left, int) and isinstance(right, int) and left != right
