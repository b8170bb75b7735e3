"""Files are whole or not there: full disks, limits, kills, forbidden folders, links, devices."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sheriff_kb import files
from sheriff_kb.faults import Faults

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights, links and limits")


def told(target: Path, content: str | bytes = "new") -> str:
    """The message of a file that cannot be written."""
    with pytest.raises(Faults) as caught:
        files.write(target, content)
    return str(caught.value)


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def in_a_process(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python with `files` and `Path` imported."""
    head = "import os, resource, signal; from pathlib import Path; from sheriff_kb import files\n"
    return subprocess.run([sys.executable, "-c", head + code], capture_output=True, text=True, timeout=60, check=False)


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    files.write(tmp_path / "a", "grüße")
    files.write(tmp_path / "b", b"\xff")
    assert ((tmp_path / "a").read_text("utf-8"), (tmp_path / "b").read_bytes()) == ("grüße", b"\xff")
    assert names(tmp_path) == ["a", "b"]


@needs_posix
def test_a_new_file_has_the_rights_of_any_other_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    files.write(tmp_path / "new", "new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode
    (tmp_path / "new").chmod(0o640)
    files.write(tmp_path / "new", "newer")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


@needs_posix
def test_what_a_link_leads_to_is_replaced_whole_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    real, link = tmp_path / "folder" / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    before = real.stat().st_ino
    files.write(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_ino != before  # another file took its place; it was not written over
    (tmp_path / "dangling").symlink_to(tmp_path / "folder" / "made")
    files.write(tmp_path / "dangling", "made")
    assert (tmp_path / "folder" / "made").read_text() == "made"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    message = told(tmp_path / "folder")
    assert message.startswith(f"{tmp_path / 'folder'}: cannot write: ")
    assert "this is a folder: name a file in it" in message
    assert names(tmp_path) == ["folder"]


def test_missing_folders_and_files_in_the_way_are_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    assert "create the folder first" in told(tmp_path / "no" / "file")
    assert "a file is in the place of a folder" in told(tmp_path / "file" / "below")
    with pytest.raises(Faults, match="a file is in the place of a folder"):
        files.folder(tmp_path / "file")
    assert "choose a shorter name" in told(tmp_path / ("x" * 300))
    assert names(tmp_path) == ["file"]


@needs_posix
def test_a_link_to_itself_and_a_name_that_cannot_be_one_are_told(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "cannot write" in told(tmp_path / "loop")
    assert "cannot write" in told(tmp_path / "a\0b")
    assert "cannot write" in told(tmp_path / "\udc80\ud800")


def test_long_names_are_written_too(tmp_path: Path) -> None:
    for name in ("x" * 255, "\U0001f600" * 63):
        files.write(tmp_path / name, "new")
        assert (tmp_path / name).read_text() == "new"


@needs_posix
def test_what_may_not_be_written_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rights are played, since root may write everywhere."""
    target = tmp_path / "file"
    target.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "choose a folder in which you may write" in told(target)
    assert target.read_text() == "old"


@needs_posix
def test_a_folder_that_may_not_be_written_to_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        done = in_a_process(
            f"os.chmod({str(tmp_path)!r}, 0o555); os.seteuid(65534)\nfiles.write(Path({str(tmp_path / 'a')!r}), 'x')"
        )
        message = done.stderr
    else:
        tmp_path.chmod(0o555)
        message = told(tmp_path / "a")
    tmp_path.chmod(0o755)
    assert "choose a folder in which you may write" in message
    assert names(tmp_path) == []


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_device_is_written_to_as_it_is() -> None:
    assert "free some space, or choose another place" in told(Path("/dev/full"))
    files.write(Path(os.devnull), "gone")


@needs_posix
def test_where_a_file_may_not_grow_so_large_the_old_one_stays(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    done = in_a_process(
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        f"try: files.write(Path({str(target)!r}), 'x' * 100_000)\n"
        "except files.Faults as error: print(error)\n"
    )
    assert "file too large for this place" in done.stdout, done.stderr
    assert target.read_text() == "old"
    assert names(tmp_path) == ["file"]


@needs_posix
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "sheriff", str(tmp_path)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    try:
        target = tmp_path / "file"
        target.write_text("old")
        assert "free some space, or choose another place" in told(target, "x" * 200_000)
        assert target.read_text() == "old"
        assert names(tmp_path) == ["file"]
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


@needs_posix
@pytest.mark.parametrize("moment", ["os.fsync", "Path.replace"])
def test_a_kill_in_the_middle_leaves_the_old_file_and_one_that_is_called_unfinished(
    moment: str, tmp_path: Path
) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    done = in_a_process(
        f"{moment} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"files.write(Path({str(target)!r}), 'x' * 100_000)\n"
    )
    assert done.returncode == -signal.SIGKILL
    assert target.read_text() == "old"
    left, *others = (name for name in names(tmp_path) if name != "file")
    assert left.startswith("file.unfinished-")
    assert not others
    files.write(target, "new")  # what is left over is in nobody's way
    assert target.read_text() == "new"


def test_what_a_process_of_the_same_number_left_over_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f"file.unfinished-{os.getpid()}").write_text("left over")
    files.write(tmp_path / "file", "new")
    assert names(tmp_path) == ["file"]


def test_ctrl_c_in_the_middle_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "file", "new")
    assert names(tmp_path) == []
