"""The built site, and a browser to look at it.

These tests take a built site, so they are run by themselves: `python -m pytest tests/site`. The folder in the
environment variable SHERIFF_SITE is looked at, or else the site is built first. The browser opens a sample of the
pages, and all with --depth full. With SHERIFF_WHOLE=1 translated pages are looked at in every way as well, which takes
twice as long.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from built_site import built, pages, published

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def pytest_configure(config: pytest.Config) -> None:
    """Build the site before the tests are handed out to several processes."""
    if not hasattr(config, "workerinput"):
        built()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Look at every page in a test of its own."""
    if "path" in metafunc.fixturenames:
        metafunc.parametrize("path", pages(built()))


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    return built()


@pytest.fixture(scope="session")
def prefix(site: Path) -> str:
    """The folder of the site on its host, such as `kb/`; empty if it has the host for itself."""
    return urlsplit(published(site)[0]).path.removeprefix("/")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def address(site: Path, prefix: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served: in the same folder as on its host."""
    top = tmp_path_factory.mktemp("host") / "top"
    (top / prefix).parent.mkdir(parents=True, exist_ok=True)
    (top / prefix).symlink_to(site, target_is_directory=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{prefix}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window, as the system has it."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, f"a browser is needed, one of {', '.join(BROWSERS)}; Debian has it as the package chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()
