"""What the written pages show is so: positions can be read, commands run and print what is below them.

Three kinds of code blocks are looked at, page by page, in a folder of the page's own:

* `yaml`     a whole position; with title="game.yaml" it is also written to a file of that name;
* `console`  lines that begin with `$ ` are run, and what stands below one is what it prints. A line `...` stands for
             any number of lines that are left out. A command with nothing below it may print anything;
* `pycon`    Python as it is typed at the prompt.

`python tests/test_docs.py --update` writes into the pages what the commands print now; names of pages choose some.
"""

from __future__ import annotations

import argparse
import doctest
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import chdir
from dataclasses import dataclass, field
from difflib import get_close_matches, unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheriff_kb.position import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ENVIRONMENT = {
    **os.environ,
    "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")]),
    "COLUMNS": "100",
    "LC_ALL": "C",
    "PYTHONUTF8": "1",
}
BLOCK = re.compile(
    r'^```(?P<language>\w+)(?: +title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\]\((?!\w+:|#)(?P<path>[^)#]+)")
LEFT_OUT = "..."
PROMPT = "$ "

DEAR = {"asp.md", "evidence.md", "explanations.md", "faq-howto.md", "plain-clingo.md", "positions.md"}
DEAR |= {"programmers.md", "vectors.md", "wiki-editors.md", "witnesses.md"}
"""Pages with commands that take long."""
DEAREST = {"maintainers.md", "which-rules.md"}
"""Pages with commands that go through the whole gallery, as other tests do: at night only."""


def _marks(page: Path) -> list[pytest.MarkDecorator]:
    if page.name in DEAREST:
        return [pytest.mark.cases(quick=0, full=0)]
    return [pytest.mark.cases(quick=0)] if page.name in DEAR else []


pages = pytest.mark.parametrize(
    "page", [pytest.param(page, marks=_marks(page)) for page in PAGES], ids=lambda page: page.name
)


@dataclass
class Command:
    """A command of a console block, and the lines below it."""

    line: str
    shown: list[str] = field(default_factory=list)


@pages
def test_positions_can_be_read(page: Path) -> None:
    for block in blocks(page, "yaml"):
        parse(block["text"], source=page.name)


@pages
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    prepare(page, tmp_path)
    for block in blocks(page, "console"):
        for command in commands(block["text"]):
            status, printed = run(command.line, tmp_path)
            assert status == 0, f"{command.line} ended with {status}\n" + "\n".join(printed)
            if command.shown and not covers(command.shown, printed):
                difference = unified_diff(command.shown, printed, "shown", "printed", lineterm="", n=100)
                pytest.fail("\n".join([f"{page.name}: {command.line}", *difference]), pytrace=False)


@pages
def test_python_answers_as_shown(page: Path, tmp_path: Path) -> None:
    prepare(page, tmp_path)
    typed = "\n".join(block["text"] for block in blocks(page, "pycon"))
    told: list[str] = []
    with chdir(tmp_path):
        test = doctest.DocTestParser().get_doctest(typed, {}, page.name, str(page), 0)
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test, out=told.append).failed
    assert not failed, "".join(told)


def test_files_that_the_readme_links_exist() -> None:
    """Links between the pages of the site are checked where it is built (tests/site/)."""
    text = BLOCK.sub("", (ROOT / "README.md").read_text("utf-8"))
    missing = [link["path"] for link in LINK.finditer(text) if not (ROOT / link["path"]).exists()]
    assert not missing


def test_left_out_lines() -> None:
    assert covers(["a", LEFT_OUT, "d"], ["a", "b", "c", "d"])
    assert covers(["a", LEFT_OUT], ["a"])
    assert not covers(["a", "d"], ["a", "b", "d"])
    assert refreshed(["a 1", LEFT_OUT, "long line 4"], ["a 2", "bb", "long line 5"]) == ["a 2", LEFT_OUT, "long line 5"]


def blocks(page: Path, language: str) -> Iterator[re.Match[str]]:
    """The code blocks of one language on a page."""
    return (block for block in BLOCK.finditer(page.read_text("utf-8")) if block["language"] == language)


def commands(text: str) -> list[Command]:
    """The commands of a console block."""
    found: list[Command] = []
    for line in text.splitlines():
        if line.startswith(PROMPT):
            found.append(Command(line.removeprefix(PROMPT)))
        else:
            assert found, f"a console block begins with a command, not with: {line}"
            found[-1].shown.append(line)
    for command in found:
        while command.shown and not command.shown[-1]:
            command.shown.pop()
    return found


def prepare(page: Path, folder: Path) -> None:
    """Put into a folder what the commands of a page find there: the page's positions, and the gallery."""
    (folder / "kb").symlink_to(ROOT / "kb")
    for block in blocks(page, "yaml"):
        if block["title"]:
            (folder / block["title"]).write_text(block["text"], encoding="utf-8")


def run(line: str, folder: Path) -> tuple[int, list[str]]:
    """Run a command line; its exit code, and the lines that it prints, messages included."""
    done = subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.returncode, [printed.rstrip() for printed in done.stdout.rstrip().splitlines()]


def covers(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether what is shown is what was printed, but for lines left out."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == LEFT_OUT else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def refreshed(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    """What is to be shown: all that was printed, or, if lines were left out, what is most like what was shown.

    A stretch between two gaps goes from the line most like its first to the line most like its last.
    """
    if covers(shown, printed):
        return list(shown)
    stretches: list[list[str]] = [[]]
    gaps = [line for line in shown if line.strip() == LEFT_OUT]
    for line in shown:
        if line.strip() == LEFT_OUT:
            stretches.append([])
        else:
            stretches[-1].append(line)
    if not gaps:
        return list(printed)
    total: list[str] = []
    rest = list(printed)
    for number, stretch in enumerate(stretches):
        if number:
            total.append(gaps[number - 1])
        if stretch:
            start = 0 if number == 0 else nearest(stretch[0], rest)
            end = len(rest) - 1 if number == len(stretches) - 1 else start + nearest(stretch[-1], rest[start:])
            total += rest[start : end + 1]
            rest = rest[end + 1 :]
    return total


def nearest(line: str, lines: Sequence[str]) -> int:
    """The index of the line most like this one; the first line if none is like it."""
    found = get_close_matches(line, lines, 1, 0.4)
    return lines.index(found[0]) if found else 0


def update(page: Path, folder: Path) -> bool:
    """Write into a page what its commands print; whether that changed it. A command that fails ends it all."""
    prepare(page, folder)

    def rewritten(block: re.Match[str]) -> str:
        if block["language"] != "console":
            return block[0]
        lines: list[str] = []
        for command in commands(block["text"]):
            status, printed = run(command.line, folder)
            if status:
                raise SystemExit(f"{page.name}: {command.line} ended with {status}\n" + "\n".join(printed))
            lines += [PROMPT + command.line, *(refreshed(command.shown, printed) if command.shown else [])]
        return block[0].replace(block["text"], "".join(line + "\n" for line in lines))

    before = page.read_text("utf-8")
    after = BLOCK.sub(rewritten, before)
    page.write_text(after, encoding="utf-8")
    return after != before


def main() -> None:
    parser = argparse.ArgumentParser(description="Bring what the pages show up to date.")
    parser.add_argument(
        "--update", action="store_true", required=True, help="rewrite the outputs in README.md and docs/"
    )
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="names of pages, such as rulings.md; without any, all")
    chosen = parser.parse_args().pages
    for page in PAGES:
        if chosen and page.name not in chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            outcome = "updated" if update(page, Path(folder)) else "as it was"
        sys.stdout.write(f"{page.relative_to(ROOT)}: {outcome}\n")


if __name__ == "__main__":
    main()
