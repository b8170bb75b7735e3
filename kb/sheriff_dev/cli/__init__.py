"""The command `python -m sheriff_dev`."""

from __future__ import annotations

from sheriff_dev.cli.commands import dev

__all__ = ["dev"]
