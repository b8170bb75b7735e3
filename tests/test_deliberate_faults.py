# ruff: noqa: E501
"""Each of these faults, put into the law on purpose, is found by the judges of mutants."""

from __future__ import annotations

from functools import cache

import pytest

from sheriff_dev.mutants.judging import Bench, gallery_trial
from sheriff_dev.mutants.making import Mutant, files, rules
from sheriff_dev.mutants.oracle import oracle_trials
from sheriff_kb.gallery import entries
from sheriff_kb.law import program
from sheriff_kb.solving.syntax import statements

FAULTS = {
    "a discarded star tile always calls": (
        "calls(T,K) :- star_tile(T,discarded,K), reading(star_trigger,drawn).",
        "calls(T,K) :- star_tile(T,discarded,K).",
    ),
    "a graveyard tile never moves him": (
        "moves(T) :- calls(T,graveyard), reading(graveyard_trigger,move_and_activate).",
        "",
    ),
    "he is never returned": ("returned(T) :- stuck(T), stands_before(T,S), S != beside, reading(no_target,returned).", ""),
    "he stays on a finished mountain": ("sent_home(T,S) :- stands_after(E,S), E < T, finished_before(T,S).", ""),
    "a finished mountain is a target": ("region(T,D,R), not open(T,R), not closes(T,R).", "region(T,D,R), closes(T,R), open(T,R)."),
    "his own mountain is a target": ("not other_part(T,D),\n", "other_part(T,D),\n"),
    "a step that nobody wrote down leads nowhere": ("chosen(T,R) :- choice(T,R), not undecided(T).", ""),
    "he goes to one mountain though there are several": ("choice(T,R'), R < R'.", "choice(T,R'), R < R', R > R'."),
    "he need not go where he was sent": ("sends(Q,A,T,R), reading(Q,A).", "sends(Q,A,T,R), reading(Q,_)."),
    "the last part of a stack is always empty": ("laid((0,0),S,J)    :- symbol(0,S,J), rest(R,S), total(R,L), not elsewhere(R,L-J+1).", ""),
    "each part of a stack is full": ("spread(Q,A,S,N), J <= N, reading(Q,A).", "spread(Q,A,S,N), reading(Q,A)."),
    "whoever moves him is taxed, too": ("tent_at(T,P,S), mover(T,M), P != M,\n                reading(tax_tent_place,region)", "tent_at(T,P,S), mover(T,M),\n                reading(tax_tent_place,region)"),
    "the mover's tent on the tile spares nobody": ("not exempt(T,P), not yields(T,P)", "not yields(T,P)"),
    "two tents on a tile always count twice": ("not exempt(T,P), not yields(T,P)", "not exempt(T,P)"),
    "a tax takes more than there is": ("reading(tax_source,stack), not unmet(T,P).", "reading(tax_source,stack)."),
    "tax paid by players is lost from the stack as well": ("taxed(T,P,S) :- claim(T,P,S), reading(tax_source,stack),", "taxed(T,P,S) :- claim(T,P,S),"),
    "a player without tokens pays": ("not bare(T,R), not broke(T,P).", "not bare(T,R)."),
    "an empty mountain costs its rivals a token": ("not bare(T,R), not broke(T,P).", "not broke(T,P)."),
    "tokens are always laid before the tax": ("reading(star_nuggets,after_sheriff), phase(laid_after,F)", "reading(star_nuggets,after_sheriff), phase(laid_before,F)"),
    "mining is free though frozen": ("digs(T,P,S,S'), frozen(T,S').", "digs(T,P,S,S'), frozen(T,S'), S != S'."),
    "one mines without a token": ("L <= #sum { 1,K : missing(T,F,U,K) }.\n\n%! mining.finished", "L+1 <= #sum { 1,K : missing(T,F,U,K) }.\n\n%! mining.finished"),
    "one mines a finished mountain": ("closes(T,R), reading(mine_completed,refused).", "open(T,R), closes(T,R), reading(mine_completed,refused)."),
    "a tent goes on an occupied spot": ("illegal(T,P,tent,S,occupied) :- act(T,P,tent,S), tent_at(T,_,S).", ""),
    "a refused tent is lost": ("pitched(T,P,S) :- turn(T), act(T,P,tent,S'), illegal(T,P,tent,S',_), last_pitch(T,P,E), pitched(E,P,S).", ""),
    "a cowboy joins another's feature": ("region(T,S',R), claimed(E,_,S'), E < T,", "region(T,S',R), claimed(E,_,S'), E > T,"),
    "owners begin with the second": ("order(P',P'',J'), J' < J }.", "order(P',P'',J'), J' > J }."),
    "the one with fewer cowboys owns as well": ("owner(T,R,P) :- closes(T,R), strength(T,R,P,_), not outnumbered(T,R,P).", "owner(T,R,P) :- closes(T,R), strength(T,R,P,_)."),
    "an even split gives the rest away": ("left(T,R,((J-1)/N+1)*N).", "left(T,R,J)."),
    "a mountain pays a point a tile": ("region(T,S,R), nuggets(S,N).\n", "region(T,S,R), nuggets(S,_), N = 1.\n"),
    "a completed graveyard is worth eight": ("completion_points(9).", "completion_points(8)."),
    "the graveyard tile never counts": ("scored(end,_,P,G), graveyard(G,C), reading(self_tile,counted).", "scored(end,_,P,G), graveyard(G,C), reading(self_tile,counted), C != C."),
    "corners never count": ("around(T,G,C), reading(surround,eight).", "around(T,G,C), across(G,C), reading(surround,eight)."),
    "a completed graveyard is scored again at the end": (", not went_home(G), reading(final_scope,every_owned).", "."),
    "the last player never begins": ("last(P), reading(end_first,last_player).", "start(P), reading(end_first,last_player)."),
}  # fmt: skip


@cache
def bench() -> Bench:
    return Bench([gallery_trial(one.name, one.position) for one in entries()], oracle_trials(50), 200)


def test_each_fault_fits_one_place_of_the_law() -> None:
    law = program("parts")
    assert {name: law.count(old) for name, (old, _) in FAULTS.items()} == dict.fromkeys(FAULTS, 1)


@pytest.mark.cases(quick=0, full=6)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_deliberate_fault_in_the_law_is_found(fault: str) -> None:
    old, new = FAULTS[fault]
    law = program("parts")
    before = [one.text for one in statements(law)]
    after = [one.text for one in statements(law.replace(old, new))]
    (gone,) = set(before) - set(after)
    come = set(after) - set(before)
    assert len(come) == len(after) - len(before) + 1
    ((rule, file),) = [(one.id, file) for file in files() for one in rules(file) if one.statement.text == gone]
    *_, verdict = bench().judge(Mutant(f"{rule} fault", file, gone, gone, "".join(come)))
    assert verdict.killed in ("gallery", "oracle")
