"""Where `.ci/interpreter` finds a Python, and what it says if there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYTHON = f'#!/bin/sh\nexec {sys.executable} "$@"\n'

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it is written for bash")


def interpreter(folder: Path, **tools: str) -> subprocess.CompletedProcess[str]:
    """Ask for Python 3.99 if these tools are scripts of ours, and nothing can be had from Debian."""
    (folder / "bin").mkdir()
    for name, script in {"uv": "#!/bin/sh\nexit 1\n", "apt-get": "#!/bin/sh\nexit 1\n", **tools}.items():
        tool = folder / "bin" / name
        tool.write_text(script, encoding="utf-8")
        tool.chmod(0o755)
    return subprocess.run(
        ["bash", str(ROOT / ".ci/interpreter"), "3.99", str(folder / "fetched")],
        env={"PATH": os.pathsep.join([str(folder / "bin"), os.defpath])},
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_on_the_machine_is_taken(tmp_path: Path) -> None:
    here = tmp_path / "python"
    uv = f'#!/bin/sh\ncase "$*" in *--no-python-downloads*3.99) echo {here} ;; *) exit 1 ;; esac\n'
    here.write_text(PYTHON, encoding="utf-8")
    here.chmod(0o755)
    done = interpreter(tmp_path, uv=uv)
    assert (done.returncode, done.stdout) == (0, f"{here}\n")


def test_one_that_does_not_start_is_not_taken(tmp_path: Path) -> None:
    done = interpreter(tmp_path, uv=f"#!/bin/sh\necho {tmp_path / 'missing'}\n")
    assert (done.returncode, done.stdout) == (1, "")


def test_nothing_is_said_but_by_the_status_where_there_is_none(tmp_path: Path) -> None:
    done = interpreter(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
