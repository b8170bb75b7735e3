"""Run one input and report what should not have happened: a fault of ours, in words, or nothing."""

from __future__ import annotations

import io
import os
import re
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from fuzzing.commands import Line, put
from fuzzing.inputs import Input
from sheriff_kb import __main__ as start
from sheriff_kb.drawing import svg, text
from sheriff_kb.exits import ANSWERED, FAULT, INCOMPLETE, INTERRUPTED, MISUSE
from sheriff_kb.explain import Explainer
from sheriff_kb.faults import Faults
from sheriff_kb.law import UnknownAnswer
from sheriff_kb.position import Position, parse, reader, to_yaml
from sheriff_kb.position.document import from_data, read
from sheriff_kb.report import as_json, at_a_glance
from sheriff_kb.report.explanations import as_text as reasons_as_text
from sheriff_kb.rulings import rulings
from sheriff_kb.wording import wording

SECONDS = 10.0
"""Time limit for an input, and for a command after it was asked to stop."""
PATIENCE = 0.3
"""After this time a long command is interrupted, as by Ctrl-C."""
MEGABYTES = 300


class Trouble(NamedTuple):
    """What is wrong: its kind, and where or what."""

    kind: str
    detail: str


class Hang(BaseException):
    """The time of an input is over."""


def run(found: Input, *, seconds: float = SECONDS) -> Trouble | None:
    """Run an input in this process, whose working directory is the folder that commands may write to."""
    try:
        with _alarm(seconds, patience=PATIENCE if found.kind == "command" and found.content.long else None):
            trouble = _command(found.content) if found.kind == "command" else _position(found)
    except Hang:
        return Trouble("hang", f"more than {seconds} s")
    except BaseException as error:  # noqa: BLE001 (whatever it is, it is a fault)
        return Trouble("exception", _where(error))
    if trouble is None and (peak := megabytes()) > MEGABYTES:
        return Trouble("memory", f"{peak:.0f} MB")
    return trouble


def megabytes() -> float:
    """The most memory that this process ever had; Linux counts to it what began the process, but reports both."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _where(error: BaseException) -> str:
    """The error and the last lines of code that it came through."""
    lines = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-4:]]
    return f"{type(error).__name__}: {str(error)[:200]} ({' '.join(lines)})"


@contextmanager
def _alarm(seconds: float, patience: float | None) -> Iterator[None]:
    """Raise Hang after a number of seconds; with patience, interrupt after that, and allow the same time again."""
    told_to_stop = patience is None

    def ring(_number: int, _frame: object) -> None:
        nonlocal told_to_stop
        if told_to_stop:
            raise Hang
        told_to_stop = True
        signal.setitimer(signal.ITIMER_REAL, seconds)
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds if patience is None else patience)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- positions -------------------------------------------------------------------------------------------------------


def _position(found: Input) -> Trouble | None:
    try:
        document = read(found.content) if found.kind == "text" else from_data(found.content)
        position = reader.position_of(document)
    except Faults as faults:
        return _ill_told([str(fault) for fault in faults.faults])
    if found.deep:
        try:
            return _whole_way(position)
        except (Faults, UnknownAnswer) as error:
            return _ill_told(str(error).splitlines())
    return None


def _ill_told(lines: list[str]) -> Trouble | None:
    """What is wrong with messages: none, an empty one, or one that a terminal could obey."""
    if not lines or not all(line.strip(" :") for line in lines):
        return Trouble("empty message", repr(lines))
    if not all(line.isprintable() for line in lines):
        return Trouble("unprintable message", repr(lines)[:300])
    return None


def _whole_way(position: Position) -> Trouble | None:
    """Write the position and read it again, rule on it, explain the last ruling, draw it."""
    if parse(to_yaml(position)) != position:
        return Trouble("written otherwise", to_yaml(position)[:300])
    words = wording()
    ruled = rulings(position)
    as_json(ruled, words)
    lines = [*at_a_glance(ruled, words)]
    if ruled.rulings:
        explainer = Explainer(position)
        lines += reasons_as_text(explainer.explain(explainer.rulings.rulings[-1]), words)
    picture = svg(position)
    if not (lines and picture.startswith("<svg") and text(position)):
        return Trouble("empty answer", repr(lines)[:300])
    return None


# --- commands --------------------------------------------------------------------------------------------------------

_STATUSES = (ANSWERED, FAULT, MISUSE, INCOMPLETE)
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def _command(line: Line) -> Trouble | None:
    put(Path.cwd())
    out, err = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    stdin = None if line.stdin is None else io.TextIOWrapper(io.BytesIO(line.stdin))
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv, sys.stdin, sys.stdout, sys.stderr = ["sheriff", *line.arguments], stdin, out, err  # type: ignore[assignment]
    try:
        start.main()
        status: object = ANSWERED
    except SystemExit as end:
        status = end.code if end.code is not None else ANSWERED
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    for stream in (out, err):
        stream.flush()
    said = err.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]
    if status not in (_STATUSES if not line.long else (*_STATUSES, INTERRUPTED)):
        return Trouble("exit status", f"{status!r}, with {said[-300:]!r}")
    if "Traceback" in said:
        return Trouble("traceback", said[-300:])
    if status in (FAULT, MISUSE) and not said.strip() and not out.buffer.getvalue().strip():  # type: ignore[attr-defined]
        return Trouble("empty message", f"exit status {status}")
    if not _ESCAPES.sub("", said).replace("\n", "").replace("\r", "").isprintable():
        return Trouble("unprintable message", repr(said)[-300:])
    return None


def limit_memory(megabytes: int) -> None:
    """Let this process take no more memory than that, so that a leak hurts nobody else."""
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def fresh_folder(folder: Path) -> None:
    """Make a folder the working directory, as the run of commands takes for granted."""
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
