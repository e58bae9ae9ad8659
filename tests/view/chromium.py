"""Run a page in a real browser: what a script in it returns, and what it drew."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

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
)
_MARK = "ghost-result:"
# The page is ready when its program has set `ghostView`. Time is virtual: a frame takes 16 ms of
# it, however long the machine needs.
_SCRIPT = """
<script>
window.mistakes = [];
window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 16);
window.addEventListener("error", (event) => window.mistakes.push(event.message));
window.addEventListener("unhandledrejection", (event) =>
  window.mistakes.push(String(event.reason)));
(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let n = 0; n < 400 && !window.ghostView && !window.mistakes.length; n++) await frame();
  let result;
  try { result = await (async (view, frame) => { %s })(window.ghostView, frame); }
  catch (error) { window.mistakes.push(String(error)); }
  const text = JSON.stringify({ result, mistakes: window.mistakes });
  document.body.append("ghost-" + "result:" + btoa(unescape(encodeURIComponent(text))) + ":");
})();
</script>
"""


def in_browser(page: str, script: str, *, link: str = "", size: str = "1280,900") -> Any:
    """What the body of a script returns in the page; mistakes of the page are an error."""
    import base64

    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        # First in the body, so that it sees the mistakes of what follows.
        before, mark, after = page.partition("<body>")
        file.write_text(before + mark + (_SCRIPT % script) + after, encoding="utf-8")
        done = subprocess.run(
            [
                CHROMIUM,
                *_FLAGS,
                f"--user-data-dir={folder}/profile",
                f"--window-size={size}",
                "--virtual-time-budget=20000",
                "--dump-dom",
                f"{file.as_uri()}{link}",
            ],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    encoded = done.stdout.rpartition(_MARK)[2].partition(":")[0]
    answer = json.loads(base64.b64decode(encoded))
    assert not answer["mistakes"], answer["mistakes"]
    return answer.get("result")
