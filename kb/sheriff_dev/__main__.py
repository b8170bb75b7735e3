"""The entry point of the command for maintainers: `python -m sheriff_dev`, in a checkout."""

from __future__ import annotations

from sheriff_dev.cli import dev
from sheriff_kb.cli import run

if __name__ == "__main__":
    run(dev, "python -m sheriff_dev")
