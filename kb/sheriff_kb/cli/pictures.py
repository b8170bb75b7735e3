"""PNG pictures for the commands, if the library that draws them is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sheriff_kb.position import Position


def png(position: Position, **options: Any) -> bytes:
    """The PNG of a position, drawn with these options; ClickException if the library is missing."""
    from sheriff_kb import drawing

    try:
        return drawing.png(position, **options)
    except ModuleNotFoundError as error:
        if error.name != "resvg_py":
            raise
        raise click.ClickException(
            "PNG needs the library resvg-py; install it with: pip install 'sheriff-kb[png]'"
        ) from error
