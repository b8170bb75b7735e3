"""Grounding and solving that can be broken off: by a deadline, by Ctrl-C, by too many rules."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import clingo
import pytest

from sheriff_kb.solving import Diagrams, Engine, OutOfTime, TooMuch, effort, within
from sheriff_kb.solving.solver import Watch, ground, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGE = "{ a(1..2000) }. b(X,Y) :- a(X), a(Y)."
"""Four million rules, which take seconds."""
PIGEONS = "1 { in(P,1..11) } 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."
"""Twelve pigeons in eleven holes: there is no model, and no solver sees that within minutes."""


def control(program: str) -> clingo.Control:
    made = clingo.Control(["--warn=none"])
    made.add("base", [], program)
    return made


class Interrupting(Watch):
    """Presses Ctrl-C at the thousandth rule, as it may arrive in the middle of a report."""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if self._count == 1000:
            signal.raise_signal(signal.SIGINT)
        super().rule(choice, head, body)


class TestGround:
    def test_what_is_small_is_ground_as_ever(self) -> None:
        made = control("p(1..3).")
        ground(made)
        assert len(list(made.symbolic_atoms.by_signature("p", 1))) == 3

    def test_it_ends_when_the_time_is_over(self) -> None:
        started = time.monotonic()
        with pytest.raises(OutOfTime), within(0.2):
            ground(control(LARGE))
        assert time.monotonic() - started < 30

    def test_it_ends_after_so_many_rules(self) -> None:
        with pytest.raises(TooMuch, match="over 5000 ground rules"):
            ground(control(LARGE), Watch(5000))
        ground(control("{ a(1..4990) }."), Watch(5000))

    def test_ctrl_c_ends_it(self) -> None:
        before = signal.getsignal(signal.SIGINT)
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            ground(control(LARGE), Interrupting())
        assert time.monotonic() - started < 30
        assert signal.getsignal(signal.SIGINT) is before

    def test_a_faulty_program_is_told_as_ever(self) -> None:
        with pytest.raises(RuntimeError):
            ground(control("p(X)."))

    def test_it_works_in_another_thread(self) -> None:
        made = control("p(1..3).")
        other = threading.Thread(target=ground, args=(made,))
        other.start()
        other.join()
        assert len(list(made.symbolic_atoms)) == 3


class TestSolve:
    def test_models_and_cores_are_told(self) -> None:
        made = control("{ a ; b }. :- a, b.")
        ground(made)
        a, b = (made.symbolic_atoms[clingo.Function(name)].literal for name in "ab")  # type: ignore[union-attr]
        models: list[str] = []
        cores: list[Sequence[int]] = []
        assert solve(made, [a], on_model=lambda model: models.append(str(model))).satisfiable
        assert models == ["a"]
        assert solve(made, [a, b], on_core=cores.append).unsatisfiable
        assert set(cores[0]) == {a, b}

    def test_it_ends_when_the_time_is_over(self) -> None:
        made = control(PIGEONS)
        ground(made)
        started = time.monotonic()
        with pytest.raises(OutOfTime), within(0.2):
            solve(made)
        assert time.monotonic() - started < 30

    def test_ctrl_c_ends_it(self) -> None:
        made = control(PIGEONS)
        ground(made)
        timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solve(made)
        timer.join()

    def test_after_ctrl_c_the_program_is_fit_for_use(self) -> None:
        """Wherever it arrives: while the solver is started, while it works, while it is ended."""
        made = control("b(1..30). { a(X) } :- b(X). #minimize { 1,X : a(X) ; 2,X : b(X), not a(X) }.")
        ground(made)
        interrupted = 0
        for number in range(40):
            timer = threading.Timer(number / 4000, signal.raise_signal, [signal.SIGINT])
            try:
                timer.start()
                for _ in range(20):
                    solve(made)
                timer.join()
                time.sleep(0.01)
            except KeyboardInterrupt:
                interrupted += 1
        assert interrupted
        assert solve(made).satisfiable


class TestEffort:
    def test_without_a_deadline_there_is_time(self) -> None:
        effort.check()
        with within(None):
            effort.check()

    def test_an_inner_deadline_does_not_prolong_the_outer_one(self) -> None:
        with within(1e-9), pytest.raises(OutOfTime), within(1000):
            effort.check()
        effort.check()

    def test_diagrams_have_so_many_branches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(effort, "MOST_BRANCHES", 5)
        diagrams = Diagrams([2, 2, 2])
        false, true = diagrams.leaf(False), diagrams.leaf(True)
        first, again = (diagrams.node(0, [false, true]) for _ in range(2))
        assert first is again  # counted once
        diagrams.node(1, [false, true])
        with pytest.raises(TooMuch, match="over 5 branches"):
            diagrams.node(2, [false, true])

    def test_results_may_be_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        program = "".join(f"1 {{ reading(q{n},(yes;no)) }} 1. a({n}) :- reading(q{n},yes). " for n in range(6))
        program += "many :- 3 <= #count { N : a(N) }."
        from sheriff_kb.law import Question
        from sheriff_kb.solving import diagram

        free = [Question(f"q{n}", "gap", ("yes", "no")) for n in range(6)]

        def readings() -> list[object]:
            engine = Engine(program, free)
            ((_, atom),) = engine.atoms("many", 0)
            found = engine.truth(atom)
            return [found([(bits >> n) & 1 for n in range(6)]) for bits in range(64)]

        expected = [6 - bits.bit_count() >= 3 for bits in range(64)]
        assert readings() == expected
        monkeypatch.setattr(diagram, "_MOST_REMEMBERED", 2)
        assert readings() == expected


@pytest.mark.cases(quick=1)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("where", ["cleared away", "half made"])
def test_ctrl_c_is_not_lost_where_an_object_is_cleared_away(where: str) -> None:
    """It ends the command with status 130 and one line, whatever else the objects would say."""
    raised = "signal.raise_signal(signal.SIGINT)" if where == "cleared away" else "raise AttributeError('half made')"
    pressed = "" if where == "cleared away" else "signal.raise_signal(signal.SIGINT)"
    code = f"""
import signal, time
from sheriff_kb import __main__ as start, cli
class Sore:
    def __del__(self): {raised}
def run():
    sore = Sore()
    {pressed or "del sore"}
    for _ in range(400):
        time.sleep(0.05)
cli.main = run
start.main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.split()) == (130, ["Interrupted."])
