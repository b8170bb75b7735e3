"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from sheriff_kb.faults import Fault, Faults, printable

_RIGHT = {
    errno.ENOENT: "create the folder first",
    errno.ENOTDIR: "a file is in the place of a folder; choose another place",
    errno.EISDIR: "this is a folder: name a file in it",
    errno.EEXIST: "a file is in the place of a folder; choose another place",
    errno.EACCES: "choose a folder in which you may write",
    errno.EPERM: "choose a folder in which you may write",
    errno.EROFS: "choose a folder in which you may write",
    errno.ENOSPC: "free some space, or choose another place",
    errno.EDQUOT: "free some space, or choose another place",
    errno.EFBIG: "file too large for this place; choose another one",
    errno.ENAMETOOLONG: "choose a shorter name",
}


def write(target: Path, content: str | bytes) -> None:
    """Write a file completely or not at all, whatever happens on the way.

    The content is written beside it, to a file with the ending `.unfinished-` and a number, which then takes its place,
    with the permissions of the old file. A link is followed. A target that is not a plain file, such as a device, is
    written to directly. Raises Faults, with a hint.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        real = target.resolve() if target.is_symlink() else target
        if real.exists() and not real.is_file():
            real.write_bytes(data)
        else:
            _replace(real, data)
    except (OSError, RuntimeError, ValueError) as error:  # a link to itself, a name that cannot be one
        _refuse(target, error)


def folder(target: Path) -> None:
    """Create a folder and its parents, unless they exist. Raises Faults."""
    try:
        target.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        _refuse(target, error)


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    unfinished = target.with_name(f"{target.name[:50]}.unfinished-{os.getpid()}")
    unfinished.unlink(missing_ok=True)  # left over by another process of this number
    file = unfinished.open("xb")
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            unfinished.chmod(target.stat().st_mode)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    _keep(target.parent)


def _keep(directory: Path) -> None:
    """Make the new name survive a power cut, if the system can do that for a folder."""
    with suppress(OSError):
        number = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _refuse(target: Path, error: Exception) -> None:
    what = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    hint = _RIGHT.get(error.errno or 0, "") if isinstance(error, OSError) else ""
    message = f"cannot write: {printable(what)}"
    raise Faults([Fault(printable(str(target)), 0, 0, message, hint)]) from error
