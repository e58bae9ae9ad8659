"""Further files from elsewhere: trajectories and tables, maps alone and in recordings, studies."""

import hashlib
import shutil
from pathlib import Path
from random import Random

from project_ghost.runs import prepare, recorded_run
from project_ghost.scenario import parse_scenario
from project_ghost.study import TraceRecorder, parse_study
from project_ghost.study.file._resolved import write_resolved
from project_ghost.study.results._analyze import analyze_study
from project_ghost.study.results._store import EXPERIMENTS, ExperimentStore
from project_ghost.telemetry import Recording
from project_ghost.world.maps import builtin_maps

from .forging import forged
from .mutation import mutated, mutated_numbers, mutated_text

# ------------------------------------------------------------- trajectories


def make_trajectories(folder: Path) -> list[Path]:
    """A file of each format, and tables with repeats."""
    rows = range(6)
    texts = {
        "a.tum": "".join(f"{i}.5 {i} {i * i} 0 0 0 0 1\n" for i in rows),
        "a.euroc": "#t\n" + "".join(f"{i}000,{i},{i * i},0,1,0,0,0,0.1,0,0\n" for i in rows),
        "a.kitti": "".join(f"1 0 0 {i} 0 1 0 {i * i} 0 0 1 0\n" for i in rows),
        "a.csv": "run,t,px,py\n" + "".join(f"{r},{i},{i},{r}\n" for r in (1, 2) for i in rows),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "times").write_text("".join(f"{i}.5\n" for i in rows), encoding="utf-8")
    return [folder / name for name in texts]


def trajectory_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the broken trajectory or table."""
    kind = good.suffix[1:]
    if kind == "csv":
        columns = random.choice(("repeat=run,time=t[s],x=px,y=py", "time=t[s],x=px,y=py"))
        return ["study", "analyze", str(broken), "--columns", columns]
    if kind == "tum" and random.random() < 0.3:
        return ["study", "analyze", str(broken)]
    pair = random.sample([str(broken), str(good)], 2)
    command = ["import-trajectory", "--truth", pair[0], "--belief", pair[1], "-o", str(output)]
    command += ["--truth-format", kind, "--belief-format", kind]
    command += ["--align", random.choice(("none", "yaw", "se3", "sim3")), "--tolerance", "2s"]
    return [*command, "--times", str(good.with_name("times"))] if kind == "kitti" else command


# -------------------------------------------------------------------- maps

_XODR = """\
<?xml version="1.0"?>
<OpenDRIVE><header revMajor="1" revMinor="7" name="small"/>
<road id="1" name="" length="100" junction="-1">
<link><successor elementType="road" elementId="2" contactPoint="start"/></link>
<planView>
<geometry s="0" x="0" y="0" hdg="0" length="40"><line/></geometry>
<geometry s="40" x="40" y="0" hdg="0" length="30"><spiral curvStart="0" curvEnd="0.02"/></geometry>
<geometry s="70" x="70" y="0" hdg="0.3" length="30"><arc curvature="0.02"/></geometry>
</planView>
<elevationProfile><elevation s="0" a="0" b="0.01" c="0" d="0"/></elevationProfile>
<lanes><laneOffset s="0" a="0" b="0" c="0" d="0"/>
<laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/>
<speed sOffset="0" max="13.9" unit="m/s"/></lane></left>
<center><lane id="0" type="none"/></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>
</laneSection></lanes>
<objects><object id="1" type="tree" s="10" t="5" radius="0.2">
<repeat s="10" length="50" distance="5" tStart="5" tEnd="6"/></object></objects>
<signals><signal id="2" s="30" t="-4" type="1000001" dynamic="yes" orientation="+"/></signals>
</road>
<road id="2" name="" length="10" junction="-1"><link/><planView>
<geometry s="0" x="99" y="8" hdg="0.9" length="10"><poly3 a="0" b="0" c="0.001" d="0"/></geometry>
</planView><lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
<right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>
</laneSection></lanes></road>
</OpenDRIVE>
"""


def make_maps(folder: Path) -> list[Path]:
    """A map of OpenDRIVE, and one of our own."""
    (folder / "small.xodr").write_text(_XODR, encoding="utf-8")
    own = folder / "own.yaml"
    own.write_bytes(builtin_maps()["t_junction"].read_bytes())
    return [folder / "small.xodr", folder / "small.xodr", own]


def break_map(data: bytes, random: Random) -> bytes:
    """A map with other numbers, or broken anywhere."""
    way = random.choice((mutated_numbers, mutated_numbers, mutated_text, mutated))
    return way(data, random)


def map_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the broken map."""
    del good
    return random.choice(
        (
            ["map", str(broken)],
            ["map", str(broken), "--json"],
            ["map", str(broken), "--svg", str(output.with_suffix(".svg"))],
        )
    )


def make_carried_maps(folder: Path) -> list[Path]:
    """A recording that carries its map."""
    make_maps(folder)
    scenario = parse_scenario(
        "version: 1\nname: carried\nstep: 20ms\nduration: 100ms\nmap: small.xodr\n"
        "actors: {car: {kind: car, speed_mps: 5, route: {waypoints: [[0, -1.5], [30, -1.5]]}}}\n",
        folder=folder,
    )
    (folder / "run").mkdir(exist_ok=True)
    recorded_run(prepare(scenario, execution="interpreted"), folder / "run", force=True)
    path = folder / "carried.mcap"
    path.write_bytes((folder / "run" / "run.mcap").read_bytes())
    return [path]


def break_carried_map(data: bytes, random: Random) -> bytes:
    """The recording with a broken map, and every digest as if it had been recorded so."""
    source, target = Path("fuzz-source.mcap").absolute(), Path("fuzz-target.mcap").absolute()
    try:
        source.write_bytes(data)
        with Recording(source) as recording:
            name = next(n for n in recording.attachment_names() if n.endswith(".xodr"))
            good = recording.attachment(name).data
        broken = break_map(good, random)
        digest = hashlib.sha256(broken).hexdigest()
        return forged(source, target, {name: broken}, {"map_sha256": digest}).read_bytes()
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)


def carried_map_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that runs the recording with the broken map again."""
    del good
    here = ["--exec", "interpreted"]
    return random.choice(
        (
            ["verify", str(broken), "-n", "1", "--executor", "in-process", *here],
            ["rerun", str(broken), "-o", str(output), *here],
            ["info", str(broken), "--check"],
        )
    )


# ------------------------------------------------------------------ studies

_STUDY = "study"


def make_studies(folder: Path) -> list[Path]:
    """A study of four repeats that differ; each of its files is broken in turn."""
    root = folder / _STUDY
    root.mkdir(exist_ok=True)
    study = parse_study(
        "simulator: nobody:prepare\nscenarios: [road]\nmemory_test_mb: 0\nrepeats: [4]\n"
        "baseline: {process: reused}\n"
    )
    write_resolved(study, root)
    store = ExperimentStore(root / EXPERIMENTS / "road.baseline")
    for repeat in range(1, 5):
        recorder = TraceRecorder()
        for step in range(5):
            recorder.add("car", step * 1_000_000, float(step), 0.1 * repeat, mode="go")
        trace = recorder.trace()
        if repeat not in store.records:
            store.folder.mkdir(parents=True, exist_ok=True)
            store.add(repeat, "reused", trace.digest(), trace, {"version": "1"}, 0.1)
    store.write({"failed": [], "failed_repeats": [], "finished": True, "stages": []})
    analyze_study(root)
    return sorted(path for path in root.rglob("*") if path.is_file())


def study_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the folder with the broken file in it."""
    root = next(parent for parent in good.parents if parent.name == _STUDY)
    copy = output.with_name("broken-study")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root, copy)
    (copy / good.relative_to(root)).write_bytes(broken.read_bytes())
    return random.choice((["study", "analyze", str(copy)], ["study", "report", str(copy)]))
