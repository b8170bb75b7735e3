"""What is published agrees with itself: version, changelog, tested Pythons, workflows, and what is locked."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import release
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))

workflows = pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def workflow(file: Path) -> dict[str, Any]:
    return YAML(typ="safe").load(file.read_text("utf-8"))


# --- version and changelog --------------------------------------------------------------------------------------------


def test_version_and_changelog_go_together() -> None:
    release.check(text("CHANGELOG.md"), PROJECT["project"]["version"])


CHANGES = "# Changes\n\n## Unreleased\n{}\n## 1.2.0 - 2026-02-01\n\n- New.\n\n## 1.1.9 - 2026-01-31\n\n- Old.\n"


def test_a_release_is_told_as_the_changelog_has_it() -> None:
    assert release.notes(CHANGES.format(""), "1.2.0", "v1.2.0") == "- New."


@pytest.mark.parametrize(
    ("changes", "version", "tag", "message"),
    [
        (CHANGES.format(""), "1.2.0", "v1.2.1", "the tag is v1.2.1"),
        (CHANGES.format(""), "1.2.0", "1.2.0", "the tag is 1.2.0"),
        (CHANGES.format(""), "1.1.9", "v1.1.9", "1.2.0 came out already"),
        (CHANGES.format(""), "1.3.0", "v1.3.0", "not 1.3.0"),
        (CHANGES.format("\n- More.\n"), "1.2.0", "v1.2.0", "a later one"),
        (CHANGES.format("\n- More.\n"), "1.3.0", "v1.3.0", "they have to stand under 1.3.0"),
        (CHANGES.format("").replace("1.1.9", "1.2.1"), "1.3.0", "v1.3.0", "newest first"),
        (CHANGES.format("").replace("2026-01-31", "last winter"), "1.2.0", "v1.2.0", "isoformat"),
        (CHANGES.format("").replace("Unreleased", "1.3.0 - 2026-03-01"), "1.3.0", "v1.3.0", "begin with Unreleased"),
        (CHANGES.format(""), "1.2", "v1.2", "no version such as"),
    ],
)
def test_a_release_that_does_not_fit_is_refused(changes: str, version: str, tag: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        release.notes(changes, version, tag)


def test_changes_after_a_release_are_in_order() -> None:
    release.check(CHANGES.format("\n- More.\n"), "1.3.0")


# --- Pythons and libraries --------------------------------------------------------------------------------------------


def test_pythons_that_are_named_are_those_that_are_tested() -> None:
    named = {
        found[1]
        for one in PROJECT["project"]["classifiers"]
        if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one))
    }
    assert named == set(re.findall(r'"tried (3\.\d+) \w+"', text(".ci/run")))
    assert named == set(
        workflow(ROOT / ".github/workflows/ci.yml")["jobs"]["elsewhere"]["strategy"]["matrix"]["python"]
    )
    oldest = min(named, key=lambda version: int(version.split(".")[1]))
    assert PROJECT["project"]["requires-python"] == f">={oldest}"


def test_libraries_have_lower_bounds() -> None:
    needed = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["png"]]
    assert not [one for one in needed if not re.fullmatch(r"[\w.-]+>=[\d.]+(,<\d+)?", one)]


def test_what_is_locked_is_locked_with_hashes_and_names_no_host() -> None:
    locked = text("requirements-dev.txt")
    lines = [line for line in locked.splitlines() if line and not line.lstrip().startswith("#")]
    packages = [line for line in lines if not line.startswith(" ")]
    assert packages and all(re.match(r"[a-z0-9-]+==[\w.]+( ; .+)? \\$", line) for line in packages)
    assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in lines if line.startswith(" "))
    assert len(re.findall(r"\\\n    --hash", locked)) >= len(packages)
    assert "://" not in locked


def test_what_is_needed_is_locked() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)==", text("requirements-dev.txt"), re.MULTILINE))
    groups = [one for group in PROJECT["dependency-groups"].values() for one in group if isinstance(one, str)]
    names = [re.split(r"[><=;]", one)[0] for one in [*PROJECT["project"]["dependencies"], *groups]]
    assert {name.replace(".", "-") for name in names} <= locked


# --- workflows --------------------------------------------------------------------------------------------------------


@workflows
def test_workflows_may_do_little_and_end(file: Path) -> None:
    told = workflow(file)
    assert told["permissions"] == {}
    assert "concurrency" in told
    for job in told["jobs"].values():
        assert "permissions" in job
        assert "timeout-minutes" in job or "uses" in job


@workflows
def test_actions_are_named_by_their_commit(file: Path) -> None:
    used = re.findall(r"uses: (.+)", file.read_text("utf-8"))
    assert used
    for one in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\$/\.github/workflows/\w+\.yml", one), one


def test_only_a_tag_releases() -> None:
    told = workflow(ROOT / ".github/workflows/release.yml")
    assert told["on"] == {"push": {"tags": ["v*"]}}
    assert told["jobs"]["index"]["environment"] == "release"
    writes = {name: job["permissions"] for name, job in told["jobs"].items() if "write" in job["permissions"].values()}
    assert writes == {
        "attest": {"id-token": "write", "attestations": "write"},
        "index": {"id-token": "write"},
        "page": {"contents": "write"},
    }
