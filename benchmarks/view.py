"""The page of a run in Chromium: its size, and how many frames a second it plays.

The browser is headless and renders in software, so a machine with a graphics card is faster. Frames
are counted by the browser, in five seconds of playing with everything in the window. The ratios are
to the bars that the project set itself: above 1 is better than the bar.
"""

from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks import Result
from project_ghost.runs import prepare, recorded_run
from project_ghost.scenario import parse_scenario
from project_ghost.telemetry import RECORDING_NAME
from project_ghost.view import Run, run_page
from project_ghost.view.live import FoxgloveView, LiveView
from tools.chromium import CHROMIUM, in_browser

_CROWD = """\
version: 1
name: crowd
step: 50ms
duration: 60s
populations:
  people:
    kind: pedestrian
    count: 1000
    area: {low: [0, 0], high: [150, 150]}
"""
_PLAY = """
const times = [];
view.seek(0); view.play(true);
for (let n = 0; n < 10; n++) await frame();
const begin = performance.now();
while (performance.now() - begin < 5000) times.push(await frame());
view.play(false);
return 1000 * (times.length - 1) / (times.at(-1) - times[0]);
"""


@cache
def _page(name: str) -> str:
    """The page of twenty cars for 60 s at 20 Hz, or of a thousand people for 60 s."""
    if name == "urban-crossing":
        prepared = prepare(name, ["duration=60s", "recording.pose=50ms"], execution="compiled")
    else:
        prepared = prepare(parse_scenario(_CROWD), execution="compiled")
    with TemporaryDirectory() as folder:
        recorded_run(prepared, folder)
        run = Run(Path(folder) / RECORDING_NAME)
        try:
            return run_page([run])
        finally:
            run.close()


def _size(name: str, what: str, bar_mb: float) -> Result:
    size_mb = len(_page(name).encode()) / 1e6
    return Result(
        name=f"page of {what}: size",
        value=size_mb,
        unit="MB",
        ratios={f"{bar_mb:g} MB": bar_mb / size_mb},
    )


def _frames(name: str, what: str, bar: float) -> Result:
    if CHROMIUM is None:
        raise SystemExit("benchmarks.view needs Chromium: apt-get install chromium")
    rate: float = in_browser(_page(name), _PLAY)
    return Result(
        name=f"page of {what}: frames",
        value=rate,
        unit="1/s",
        ratios={f"{bar:g} frames a second": rate / bar},
    )


def _watched(kind: type[LiveView] | type[FoxgloveView], what: str) -> Result:
    """The processor time of a run that is watched, beside that of one that is recorded."""
    prepared = prepare("crowd", ["duration=30s"], execution="compiled")
    prepared.run()
    with TemporaryDirectory() as folder:
        start_s = process_time()
        recorded_run(prepared, folder)
        recorded_s = process_time() - start_s
    watch = kind(prepared, port=0)
    start_s = process_time()

    def on_slice(now_ns: int) -> bool:
        watch.advance(now_ns)
        return True

    prepared.run(listeners=[watch.attach], on_slice=on_slice, slice_ns=100_000_000)
    watch.finish("over")
    watched_s = process_time() - start_s
    watch.close()
    return Result(
        name=f"crowd of 200, 30 s, {what}",
        value=watched_s,
        unit="s of CPU",
        ratios={"recorded": recorded_s / watched_s},
    )


_CARS = ("urban-crossing", "20 cars, 60 s at 20 Hz")
_PEOPLE = ("crowd", "1,000 people, 60 s")

BENCHMARKS = [
    partial(_size, *_CARS, 3.0),
    partial(_frames, *_CARS, 60.0),
    partial(_size, *_PEOPLE, 10.0),
    partial(_frames, *_PEOPLE, 20.0),
    partial(_watched, LiveView, "--live"),
    partial(_watched, FoxgloveView, "--foxglove"),
]
