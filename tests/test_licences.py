"""Everything that comes from others names its licence, one that is allowed, and why it is there."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution
from pathlib import Path

import licences
import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("part", [*licences.libraries(), *licences.served()], ids=lambda part: part.name)
def test_licences_are_allowed(part: licences.Part) -> None:
    assert licences.is_allowed(part.licence), part
    assert part.why


def test_everything_that_is_needed_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["png"]]
    listed = {part.name for part in licences.libraries()}
    assert {re.split("[><=]", one)[0].replace(".", "-") for one in needed} <= listed
    assert "cffi" in listed  # which clingo needs


def test_everything_in_the_files_of_the_theme_is_known() -> None:
    assert set(licences.bundled()) == set(licences._BUNDLED)


def test_only_icons_whose_licence_is_told_are_used() -> None:
    icons = re.findall(r"icon: ([\w/-]+)", (ROOT / "mkdocs.yml").read_text("utf-8"))
    assert icons and all(icon.startswith("material/") for icon in icons)


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MIT OR Apache-2.0", True),
        ("(MIT AND BSD-3-Clause) OR ISC", True),
        ("GPL-3.0-or-later", False),
        ("MIT AND GPL-3.0-only", False),
        ("UNKNOWN", False),
    ],
)
def test_other_licences_are_not_allowed(expression: str, allowed: bool) -> None:
    assert licences.is_allowed(expression) is allowed


class Bare(Distribution):
    """A package that says nothing but its name, and its licence only in a text, if at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read_text(self, filename: str) -> str | None:
        told = {"METADATA": "Metadata-Version: 2.4\nName: bare\nVersion: 1\n", "RECORD": "bare/LICENSE,,\n"}
        return told.get(filename)

    def locate_file(self, path: object) -> Path:
        return self.folder / str(path)


def test_a_licence_is_known_by_its_text(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    text = tmp_path / "bare/LICENSE"
    text.write_text("Copyright us\n\nPermission is hereby granted, free of charge, to any person", encoding="utf-8")
    assert licences.licence(Bare(tmp_path)) == "MIT"
    text.write_text("All rights reserved.", encoding="utf-8")
    with pytest.raises(ValueError, match="bare does not tell its licence"):
        licences.licence(Bare(tmp_path))


def test_the_page_has_its_tables() -> None:
    page = licences.filled((ROOT / "docs/licences.md").read_text("utf-8"))
    assert "<!--" not in page
    assert re.search(r"^\| clingo \| `<6,>=5\.8\.3` \| [\d.]+ \| MIT \| grounds and solves the law", page, re.MULTILINE)
    assert "| needed by clingo |" in page
    assert "| rxjs | Apache-2.0 |" in page
