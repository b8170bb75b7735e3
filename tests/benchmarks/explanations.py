"""How long explanations take, and how long those of xclingo and of s(CASP) take beside them.

python tests/benchmarks/explanations.py [--xclingo PYTHON] [--scasp FOLDER]

PYTHON is an interpreter that has xclingo, FOLDER a checkout of the SWI-Prolog port of s(CASP); `swipl` has to be found.
Times are medians in milliseconds: of this process, or, of what runs side by side, by the clock, in turn, so that all
suffer alike from other work.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time

from boards import story
from clingo.ast import AST, ASTType, Sign, parse_string

from sheriff_kb import gallery
from sheriff_kb.explain import Explainer
from sheriff_kb.explain.instrument import ANONYMOUS
from sheriff_kb.law import program, questions
from sheriff_kb.position import Position
from sheriff_kb.report import explanations as reasons
from sheriff_kb.rulings import facts
from sheriff_kb.wording import wording

ROUNDS = 5
GRAVEYARD = "examples/graveyard_six_around"
FACTS_OF_THE_PORT = {"cowboy", "surrounded", "around", "across", "graveyard", "city", "final", "game_end", "complete"}

XCLINGO = """
import sys
from time import perf_counter
sys.modules["clingraph"] = type(sys)("clingraph")  # only its command draws
from xclingo import XclingoControl
from xclingo.extensions import load_xclingo_extension
control = XclingoControl(["1"], n_explanations="1")
control.extend_explainer("base", [], load_xclingo_extension("autotrace_all.lp"))
control.add("base", [], open(sys.argv[1]).read())
control.ground([("base", [])])
for model in control.solve():
    begin = perf_counter()
    told = [g.explain(s).ascii_tree() for g in model.explain_model() for s in g.show_trace]
    print((perf_counter() - begin) * 1000, len(told))
    break
"""

SCASP = """
:- asserta(user:file_search_path(library, '{folder}/prolog')).
:- use_module(library(scasp)).
:- use_module(library(scasp/human)).
:- include('{port}').
:- include('{facts}').
run :- forall(scasp(part(points(end,1,graveyard,_),_,_), [tree(T)]), human_justification_tree(user:T, [])).
bench :- run, get_time(B), run, get_time(E), Ms is (E-B)*1000, format(user_error, "~3f~n", [Ms]).
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--xclingo", metavar="PYTHON")
    parser.add_argument("--scasp", metavar="FOLDER", type=Path)
    arguments = parser.parse_args()
    print("ours: ground with the record of uses, once a position; then the first explanation of each kind of ruling")
    for tiles, turns in ((80, 10), (80, 80)):
        _boards(story(tiles, turns))
    print("\none explanation side by side, after grounding; the positions and the reading are the same")
    ours = _ours(gallery.entry(GRAVEYARD).position)
    others: dict[str, Callable[[Path], float]] = {}
    if arguments.xclingo:
        others["xclingo"] = lambda folder: _xclingo(arguments.xclingo, folder)
    if arguments.scasp:
        others["s(CASP)"] = lambda folder: _scasp(arguments.scasp, folder)
    times: dict[str, list[float]] = {"ours": [], **{name: [] for name in others}}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            times["ours"].append(ours())
            for name, measure in others.items():
                times[name].append(measure(Path(folder)))
    for name, measured in times.items():
        ratio = statistics.median(measured) / statistics.median(times["ours"])
        print(f"  {name:10} {statistics.median(measured):8.1f} ms   {ratio:6.1f} times ours")


def _boards(position: Position) -> None:
    explainer = Explainer(position)
    begin = process_time()
    explainer.prepare()
    ground = _since(begin)
    last = {ruling.matter.kind: number for number, ruling in enumerate(explainer.rulings)}
    print(f"  {position.title}: {ground:.0f} ms to ground")
    for kind, number in last.items():
        first, again = [], []
        for _ in range(ROUNDS):
            fresh = Explainer(position)
            fresh.prepare()
            ruling = fresh.rulings.rulings[number]
            for times in (first, again):
                begin = process_time()
                found = fresh.explain(ruling)
                times.append(_since(begin))
        told = f"{len(found.graph)} statements, {sum(1 for _ in found.reason.all())} reasons"
        times_told = f"{statistics.median(first):7.1f} ms, again {statistics.median(again):6.1f} ms"
        print(f"    {kind:10} {times_told}   {told}")


def _since(begin: float) -> float:
    """Milliseconds of this process since then."""
    return (process_time() - begin) * 1000


def _ours(position: Position) -> Callable[[], float]:
    explainer = Explainer(position)
    explainer.prepare()
    ruling = explainer.rulings.on(kind="points")
    words = wording()

    def told() -> None:
        list(reasons.as_text(explainer.explain(ruling), words))

    def measure() -> float:
        told()  # s(CASP) is measured at its second run as well
        begin = perf_counter()
        told()
        return (perf_counter() - begin) * 1000

    return measure


def _xclingo(python: str, folder: Path) -> float:
    """The time of xclingo for the same program and position; anonymous variables, which it does not take, are named."""
    file = folder / "law.lp"
    position = gallery.entry(GRAVEYARD).position
    reading = [f"reading({question.id},{question.default})." for question in questions().values()]
    trace = "%!show_trace {part(points(E,P,graveyard,G),K,W)} :- part(points(E,P,graveyard,G),K,W)."
    file.write_text("\n".join([*_named(program("parts")), *facts(position).lines, *reading, trace]))
    run = subprocess.run([python, "-c", XCLINGO, file], capture_output=True, text=True, check=True)
    milliseconds, told = run.stdout.splitlines()[-1].split()
    assert int(told) == 9, told  # nine points, as the printed example has it
    return float(milliseconds)


def _named(law: str) -> Iterator[str]:
    """The rules of a program, and its `#defined` statements, with a name for each anonymous variable."""
    statements: list[AST] = []
    parse_string(law, statements.append)
    count = itertools.count()

    def named(literal: AST) -> str:
        if literal.atom.ast_type == ASTType.SymbolicAtom and literal.sign != Sign.NoSign:
            return str(literal)
        return ANONYMOUS.sub(lambda _: f"Any{next(count)}", str(literal))

    for node in statements:
        if node.ast_type == ASTType.Defined:
            yield str(node)
        elif node.ast_type == ASTType.Rule and node.head.ast_type == ASTType.Literal:
            yield f"{node.head} :- {'; '.join(map(named, node.body))}." if node.body else str(node)


def _scasp(checkout: Path, folder: Path) -> float:
    """The time of s(CASP) for the nine parts of the points and their justifications in words."""
    position = gallery.entry(GRAVEYARD).position
    told = [fact for fact in facts(position).lines if fact.split("(")[0].rstrip(".") in FACTS_OF_THE_PORT]
    told += [f"reading({question.id},{question.default})." for question in questions().values()]
    told += ["surrounded(none,none,none).", "complete(none,none)."]  # a predicate without clauses would be an error
    (folder / "facts.pl").write_text("\n".join(sorted(told)) + "\n")
    port = Path(__file__).with_name("graveyards.pl")
    bench = folder / "bench.pl"
    bench.write_text(SCASP.format(folder=checkout.resolve(), port=port, facts=folder / "facts.pl"))
    run = subprocess.run(["swipl", "-g", "bench", "-t", "halt", bench], capture_output=True, text=True, check=True)
    assert run.stdout.count("for points(end,1,graveyard") or run.stdout.count("part holds") >= 9, run.stdout[:500]
    return float(run.stderr.splitlines()[-1])


if __name__ == "__main__":
    sys.exit(main())
