"""Planning problems and recorded plans: what closed loops read."""

import json
import re
from pathlib import Path
from random import Random

from project_ghost.runs import prepare, recorded_run
from project_ghost.scenario import parse_scenario
from project_ghost.telemetry import McapFile
from project_ghost.telemetry.mcap._file import StoredMessage
from project_ghost.telemetry.mcap._records import Channel, Metadata

from .commonroad import break_xml
from .forging import rewrite, seal
from .mutation import mutated, mutated_numbers

_PROBLEM = re.compile(rb"<planningProblem.*</planningProblem>", re.S)
_PLANS = "/planners/"
_SCENARIO = """\
version: 1
name: planned
step: 100ms
duration: 300ms
map: motorway
actors:
  ego:
    kind: car
    start: {lane: east_3, at_m: 20, speed_mps: 10}
    speed_mps: 10
    driver: {kind: planner, planner: simple}
"""


def break_problem(data: bytes, random: Random) -> bytes:
    """A CommonRoad file that is broken mostly in its planning problem."""
    if random.random() < 0.3:
        return break_xml(data, random)
    return _PROBLEM.sub(lambda found: break_xml(found[0], random), data)


def problem_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that lets a planner drive the broken problem for a moment."""
    del good
    challenge = random.choice(("nonreactive", "reactive"))
    planner = random.choice(("simple", "idm"))
    command = ["simulate", "--scenario", str(broken), "--planner", planner, "-o", str(output)]
    short = ["--duration", "300ms", "--exec", "interpreted", "--no-record"]
    return [*command, "--challenge", challenge, *short]


def make_plans(folder: Path) -> list[Path]:
    """The recording of a car that drives the plans of a planner."""
    (folder / "run").mkdir(exist_ok=True)
    prepared = prepare(parse_scenario(_SCENARIO), execution="interpreted")
    recorded_run(prepared, folder / "run", force=True)
    path = folder / "plans.mcap"
    path.write_bytes((folder / "run" / "run.mcap").read_bytes())
    return [path]


def break_plans(data: bytes, random: Random) -> bytes:
    """The recording with broken plans, columns of plans or names of planners, checksums right."""
    source, target = Path("fuzz-source.mcap").absolute(), Path("fuzz-target.mcap").absolute()
    what = random.choice(("plan", "plan", "columns", "planners"))
    numbers: set[int] = set()  # of the channels of plans

    def channel(each: Channel) -> Channel:
        if not each.topic.startswith(_PLANS) or what != "columns":
            return each
        columns = json.loads(each.metadata["ghost.columns"])
        place = random.choice(columns)
        place[random.randrange(len(place))] = random.choice(("x", [3, 3], [1 << 40], [], None, -1))
        return each._replace(metadata={**each.metadata, "ghost.columns": json.dumps(columns)})

    def message(each: StoredMessage) -> StoredMessage:
        if what != "plan" or each.channel_id not in numbers or random.random() < 0.3:
            return each
        return each._replace(data=mutated(each.data, random))

    def metadata(each: Metadata) -> Metadata:
        if what != "planners" or "planners" not in each.metadata:
            return each
        text = mutated_numbers(mutated(each.metadata["planners"].encode(), random), random)
        return each._replace(
            metadata={**each.metadata, "planners": text.decode("utf-8", "replace")}
        )

    try:
        source.write_bytes(data)
        with McapFile(source) as file:
            numbers |= {n for n, each in file.channels.items() if each.topic.startswith(_PLANS)}
        rewrite(source, target, channel=channel, message=message, metadata=metadata)
        # The content's digest covers the manifest, but neither messages nor channels.
        return (seal(target) if what == "planners" else target).read_bytes()
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)


def plan_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the broken plans, or drives them."""
    one, plans = str(broken), ["--plans", random.choice(("recorded", "recorded", "planner"))]
    here = ["--exec", "interpreted", *plans]
    return random.choice(
        (
            ["verify", one, "-n", "1", "--executor", "in-process", *here],
            ["rerun", one, "-o", str(output), *here],
            ["rerun", one, "-o", str(output), *here],
            ["info", one, "--check"],
            ["view", one, "-o", str(output)],
            ["diff", one, str(good)],
        )
    )
