"""Where the built site is, and its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "https://sheriff.example/kb/"


def built() -> Path:
    """The built site; it is built if the environment names none."""
    if "SHERIFF_SITE" not in os.environ:
        folder = ROOT / "build" / "site"
        # Not quietly: mkdocs would not count the warnings that it does not say.
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
        environment = {**os.environ, "SITE_URL": ADDRESS, "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        os.environ["SHERIFF_SITE"] = str(folder)
    return Path(os.environ["SHERIFF_SITE"]).resolve()


def pages(site: Path) -> list[str]:
    """The pages of a built site, such as `checklist/index.html`."""
    return sorted(page.relative_to(site).as_posix() for page in site.rglob("*.html"))


def published(site: Path) -> list[str]:
    """The addresses of the pages, as the site map has them; the first is that of the site."""
    where = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    found = [loc.text or "" for loc in ET.parse(site / "sitemap.xml").findall("s:url/s:loc", where)]
    assert found, "the site was built without SITE_URL"
    return sorted(found, key=len)
