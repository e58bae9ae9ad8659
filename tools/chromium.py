"""A real browser for tests and measurements: Chromium, driven over its DevTools pipe.

The browser is headless and renders in software. It is started once in a process and ends with it.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any, Self
from weakref import finalize

__all__ = ["CHROMIUM", "Browser", "Page", "in_browser", "opened"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
_LIMIT_S = 120.0
_READY = """
(async () => {
  const pause = () => new Promise((done) => setTimeout(done, 5));
  for (let n = 0; n < 2000 && !window.ghostView; n++) await pause();
  if (!window.ghostView) throw new Error("the page did not start");
})()
"""
_CALL = """
(async (view) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  %s
})(window.ghostView)
"""


class Browser:
    """One process of Chromium."""

    def __init__(self) -> None:
        assert CHROMIUM is not None, "Chromium is not installed"
        self.folder = tempfile.mkdtemp(prefix="ghost-chromium-")
        theirs, self._out = os.pipe()
        self._in, answers = os.pipe()
        # The browser expects its pipe at the descriptors 3 and 4.
        script = f'exec "$0" "$@" 3<&{theirs} 4>&{answers}'
        self._process = subprocess.Popen(  # noqa: S603 - a fixed command
            [
                "/bin/bash",
                "-c",
                script,
                CHROMIUM,
                *_FLAGS,
                f"--user-data-dir={self.folder}/profile",
            ],
            pass_fds=(theirs, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(answers)
        self._rest = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []
        finalize(self, _end, self._process, self.folder)

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:  # noqa: ANN401
        """Call a method of the DevTools protocol; what it returns."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        os.write(self._out, json.dumps(command).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == self._number:
                assert "error" not in message, (method, message["error"])
                result: dict[str, Any] = message["result"]
                return result
            self.events.append(message)

    def wait_for(self, method: str, session: str) -> None:
        """Wait for an event."""
        while True:
            for event in self.events:
                if event.get("method") == method and event.get("sessionId") == session:
                    return
            self.events.append(self._next())

    def _next(self) -> dict[str, Any]:
        # ghost: allow[wall-clock] a limit for a browser that does not answer
        end_s = time.monotonic() + _LIMIT_S
        while b"\0" not in self._rest:
            # ghost: allow[wall-clock, timeout] the same
            ready, _, _ = select.select([self._in], [], [], max(0.0, end_s - time.monotonic()))
            assert ready, "Chromium does not answer"
            data = os.read(self._in, 1 << 20)
            assert data, "Chromium has ended"
            self._rest += data
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message


def _end(process: "subprocess.Popen[bytes]", folder: str) -> None:
    process.kill()
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)


class Page:
    """A page in a tab of its own; a context manager."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 900),
        *,
        dark: bool = False,
        phone: bool = False,
    ) -> None:
        self._browser = browser
        self._target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session: str = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        width, height = size
        scale = 2 if phone else 1
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=phone,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Page.navigate", url=address)
        browser.wait_for("Page.loadEventFired", self._session)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:  # noqa: ANN401
        """Call a method of the DevTools protocol for this page."""
        return self._browser.call(method, self._session, **parameters)

    def run(self, expression: str) -> Any:  # noqa: ANN401 - whatever it is
        """The value of an expression, or of its promise."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def screenshot(self, path: Path | str) -> None:
        """Store what the window shows as PNG."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def mistakes(self) -> list[str]:
        """Everything that the page reported as an error: exceptions, console, refused requests."""
        found = []
        for event in self._browser.events:
            if event.get("sessionId") != self._session:
                continue
            method, parameters = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append(json.dumps(parameters["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                found.append(json.dumps(parameters["args"]))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
        return found

    def close(self) -> None:
        """Close the tab."""
        self._browser.call("Target.closeTarget", targetId=self._target)
        kept = [each for each in self._browser.events if each.get("sessionId") != self._session]
        self._browser.events[:] = kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@cache
def _browser() -> Browser:
    return Browser()


def opened(
    page: str,
    link: str = "",
    size: tuple[int, int] = (1280, 900),
    *,
    dark: bool = False,
    phone: bool = False,
) -> Page:
    """A page in the browser: the text of one, or its address."""
    browser = _browser()
    address = page
    if "://" not in page[:10]:
        file = Path(browser.folder) / f"{len(list(Path(browser.folder).iterdir()))}.html"
        file.write_text(page, encoding="utf-8")
        address = file.as_uri()
    return Page(browser, address + link, size, dark=dark, phone=phone)


def in_browser(
    page: str, script: str, link: str = "", size: tuple[int, int] = (1280, 900), **how: bool
) -> Any:  # noqa: ANN401 - whatever it is
    """What the body of a script returns in a page of a run; mistakes of the page are an error."""
    with opened(page, link, size, **how) as tab:
        tab.run(_READY)
        found = tab.run(_CALL % script)
        mistakes = tab.mistakes()
    assert not mistakes, mistakes
    return found
