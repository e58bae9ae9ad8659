"""Goal: any moment of any run can be reopened, and continues as the run itself."""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine.plan._layout import LINK, MESSAGES, PHASE, STOPPED, TICK, Layout
from project_ghost.engine.snapshot._format import pack, unpack
from project_ghost.runs import (
    Checkpoint,
    DifferentRunError,
    RunResult,
    checkpoint,
    prepare,
    read_checkpoint,
    recorded_run,
    runnable_of,
    write_checkpoint,
)
from project_ghost.scenario import load_scenario
from project_ghost.telemetry import CHANNEL_LINKS, Attachment, Recorder, Recording

# Long enough that something happens in each, and of every kind of actor and of contact;
# interpreted, so that it needs no compiler.
RUNS = {
    **{f"t-junction-{n}": ["duration=7s"] for n in (2, 4, 6, 7)},
    "quadrotor-figure-eight": ["duration=300ms"],
    "stress": ["duration=1500ms"],
}


def recorded(name: str, folder: Path, *settings: str) -> RunResult:
    wanted = [*RUNS[name], *settings]
    return recorded_run(prepare(name, wanted, execution="interpreted"), folder)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("run")
    recorded("t-junction-4", folder)
    return folder / "run.mcap"


@pytest.fixture(scope="module")
def moment(run, tmp_path_factory) -> Path:
    """Just before the contact at 6.1 s."""
    made = checkpoint(run, "6.0s", tmp_path_factory.mktemp("moment") / "c.ghost")
    return made.path


def messages(path: Path, after_ns: int = -1) -> list[tuple[str, int, int, bytes]]:
    """Those of the bus with their sequence; samples in bulk are numbered within their file."""
    with Recording(path) as recording:
        on_bus = {n for n, c in recording.channels.items() if c.message_encoding == "json"}
        return [
            (m.channel, m.stamp_sim_ns, m.sequence if m.channel in on_bus else 0, m.data)
            for m in recording.messages(channels_of(recording))
            if m.channel != CHANNEL_LINKS and m.stamp_sim_ns > after_ns
        ]


def channels_of(recording: Recording) -> list[str]:
    """All but viewer messages: viewers need the map at the beginning of every file."""
    return [n for n, c in recording.channels.items() if "ghost.view" not in c.metadata]


def links(path: Path) -> dict[int, int]:
    with Recording(path) as recording:
        if CHANNEL_LINKS not in recording.channels:
            return {}
        return {int(row["tick"]): int(row["link"]) for _, _, row in recording[CHANNEL_LINKS].rows()}


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_from_any_moment_it_continues_like_the_run_itself(name, tmp_path) -> None:
    """Method: moments by chance, the first or the last; messages, links and digest compared."""
    whole = recorded(name, tmp_path)
    step_ns, last = whole.step_ns, whole.ticks
    chance = random.Random(name)  # noqa: S311 - no secret
    ticks = [chance.choice([0, last]), *chance.sample(range(1, last), 2)]
    chain = links(tmp_path / "run.mcap")
    for tick in ticks:
        at_ns = tick * step_ns
        made = checkpoint(tmp_path, at_ns, tmp_path / f"{tick}.ghost", execution="interpreted")
        folder = tmp_path / str(tick)
        folder.mkdir()
        prepared = prepare(made.path, execution="interpreted")
        rest = recorded_run(prepared, folder)
        assert (rest.digest, rest.ended_by) == (whole.digest, whole.ended_by)
        assert rest.begin_ns == at_ns
        assert rest.contacts == tuple(c for c in whole.contacts if c.stamp_sim_ns > at_ns)
        assert messages(folder / "run.mcap") == messages(tmp_path / "run.mcap", at_ns)
        assert links(folder / "run.mcap") == {t: x for t, x in chain.items() if t > tick}


@pytest.mark.slow
def test_compiled_it_is_the_same_file_and_the_same_end(run, moment, tmp_path) -> None:
    compiled = checkpoint(run, "6.0s", tmp_path / "c.ghost", execution="compiled")
    assert compiled.path.read_bytes() == moment.read_bytes()
    ends = [prepare(moment, execution=each).run() for each in ("interpreted", "compiled")]
    assert ends[0].digest == ends[1].digest


@pytest.mark.slow
def test_a_continued_run_can_be_rerun_and_reopened(moment, tmp_path) -> None:
    """A recording that begins at a checkpoint has it inside."""
    prepared = prepare(moment, ["actors.car2.speed_mps=1.5", "seed=5"], execution="interpreted")
    forked = recorded_run(prepared, tmp_path)
    again = prepare(tmp_path, execution="interpreted").run()
    assert again == forked
    assert again.begin_ns == 6_000_000_000
    later = checkpoint(tmp_path, "6.5s", execution="interpreted")
    assert later.path == tmp_path / "t-junction-4-6.5s.ghost"
    assert prepare(later.path, execution="interpreted").run().digest == forked.digest
    with pytest.raises(InputError, match="1 s is before the recording begins"):
        checkpoint(tmp_path, "1s")
    assert forked.digest != prepare(moment, execution="interpreted").run().digest


def test_a_fork_differs_from_then_on_only(run, moment, tmp_path) -> None:
    prepared = prepare(moment, ["actors.car2.speed_mps=1.5"], execution="interpreted")
    assert prepared.start is not None
    assert prepared.start.changed_keys(prepared.runnable) == ("actors.car2.speed_mps",)
    recorded_run(prepared, tmp_path)
    forked, whole = messages(tmp_path / "run.mcap"), messages(run, 6_000_000_000)
    assert forked != whole
    assert [m[1:3] for m in forked[:3]] == [m[1:3] for m in whole[:3]]


@pytest.mark.parametrize(
    "settings",
    [
        ["duration=9s"],
        ["actors.pedestrian.mass_kg=90"],
        ["actors.car1.colour='#112233'"],
        ["seed=3"],
        ["recording.pose=50ms"],
        ["recording.signals=[Cars.bodies]"],
        ["on_collision=ignore"],
    ],
)
def test_anything_but_state_may_change(moment, settings) -> None:
    prepared = prepare(moment, settings, execution="interpreted")
    result = prepared.run(duration_ns=6_200_000_000)
    assert (result.begin_ns, result.duration_ns) == (6_000_000_000, 6_200_000_000)


@pytest.mark.slow
def test_a_run_that_has_ended_by_itself_stays_ended(tmp_path) -> None:
    settings = ["duration=7s", "end.first_collision=true"]
    whole = recorded_run(prepare("t-junction-4", settings, execution="interpreted"), tmp_path)
    made = checkpoint(tmp_path, whole.duration_ns, execution="interpreted")
    again = prepare(made.path, ["duration=9s"], execution="interpreted").run()
    assert (again.ended_by, again.duration_ns) == ("first_collision", whole.duration_ns)
    assert again.digest == whole.digest
    assert again.contacts == ()


@pytest.mark.slow
def test_a_longer_run_is_the_longer_run(moment) -> None:
    longer = prepare("t-junction-4", ["duration=9s"], execution="interpreted").run()
    assert prepare(moment, ["duration=9s"], execution="interpreted").run().digest == longer.digest


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        (
            ["duration=5s"],
            "the end at 5_000_000_000 ns is before the start at 6_000_000_000 ns",
        ),
        (
            ["actors.car1.model=single_track"],
            "the component Tracks would be new; the signal Cars.bodies has",
        ),
        (["step=25ms"], "the step is 50_000_000 ns, and would be 25_000_000 ns"),
        (
            ["actors.car1.start={x_m: -20, y_m: -1.5}"],
            "no effect after 6_000_000_000 ns: it only changes initial values, of Cars.pose",
        ),
        (["actors.car1.speed=3"], "there is no key 'speed'"),
    ],
)
def test_a_change_that_cannot_be_is_refused_by_name(moment, settings, what) -> None:
    with pytest.raises(InputError) as error:
        prepare(moment, settings, execution="interpreted")
    assert what in error.value.what


@pytest.mark.parametrize(
    ("at", "what", "fix"),
    [
        ("6.01s", "6.01 s lies between two ticks", "use 6 s or 6.05 s"),
        ("-50ms", "-0.05 s is before the recording begins", "use 0 s"),
        ("7.05s", "7.05 s is beyond its end", "use 7 s"),
        ("soon", "the moment is 'soon', which is not a duration", "write a decimal number"),
    ],
)
def test_a_moment_that_is_none_is_refused(run, at, what, fix) -> None:
    with pytest.raises(InputError) as error:
        checkpoint(run, at)
    assert error.value.what == what
    assert fix in error.value.fix


@pytest.mark.slow
def test_nothing_is_overwritten_without_a_word(run, tmp_path) -> None:
    path = tmp_path / "c.ghost"
    path.write_text("mine")
    with pytest.raises(InputError, match="the file already exists"):
        checkpoint(run, 0, path)
    with pytest.raises(InputError, match="the path is a folder"):
        checkpoint(run, 0, tmp_path, force=True)
    checkpoint(run, 0, path, force=True)
    assert [each.name for each in tmp_path.iterdir()] == ["c.ghost"]
    with pytest.raises(InputError, match="cannot be written: there is no such folder"):
        checkpoint(run, 0, tmp_path / "nowhere" / "c.ghost", progress=lambda _: pytest.fail("run"))


def test_a_recording_is_never_replaced_by_its_checkpoint(run, tmp_path) -> None:
    copied = tmp_path / "run.mcap"
    copied.write_bytes(run.read_bytes())
    with pytest.raises(InputError, match="would replace its recording"):
        checkpoint(copied, 0, tmp_path / ".." / tmp_path.name / "run.mcap", force=True)
    assert copied.read_bytes() == run.read_bytes()


def test_a_closed_folder_is_noticed_before_the_run(run, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(InputError, match="cannot be written: the folder is not writable"):
        checkpoint(run, 0, tmp_path / "c.ghost", progress=lambda _: pytest.fail("run"))


def test_every_damage_is_one_clear_error(moment, tmp_path) -> None:
    """Method: any single byte changed, any end cut off, anything else in its place."""
    data = moment.read_bytes()
    path = tmp_path / "c.ghost"
    places = random.Random(6).sample(range(len(data)), 40)  # noqa: S311 - no secret
    broken = [data[:n] + bytes([data[n] ^ 1]) + data[n + 1 :] for n in (0, 20, *places)]
    broken += [data[:n] for n in (0, 10, 19, 30, len(data) - 1, *places[:10])]
    broken += [b"", b"\x89MCAP0\r\n" + bytes(100), b"name: x\n", data + b"x"]
    for each in broken:
        path.write_bytes(each)
        with pytest.raises(InputError, match="checkpoint"):
            read_checkpoint(path)
    assert read_checkpoint(moment) == read_checkpoint(moment)


def signed(data: bytes) -> bytes:
    return data + hashlib.sha256(data).digest()


def test_newer_foreign_and_forged_files_are_refused(moment, tmp_path) -> None:
    path = tmp_path / "c.ghost"
    data = moment.read_bytes()[:-32]
    for text, what in (
        (signed(data.replace(b"CHECKPOINT 1", b"CHECKPOINT 2", 1)), "has version 2"),
        (signed(data.replace(b'"step_ns":50000000', b'"step_ns":"5000000"', 1)), "the head"),
        (
            signed(data.replace(b'"time_ns":6', b'"time_ns":7', 1)),
            "the header says 7_000_000_000 ns",
        ),
        (signed(data[:19] + b"\xff" * 8 + data[27:]), "the head"),
    ):
        path.write_bytes(text)
        with pytest.raises(InputError, match=what):
            prepare(path).run()
    with pytest.raises(InputError, match="cannot be read: No such file"):
        prepare(tmp_path / "no.ghost").run()


def forged(moment: Path, **header) -> Checkpoint:
    """The moment with other entries in the header of its snapshot, and digests that fit."""
    result = read_checkpoint(moment)
    start = result.snapshot.index(b"\n") + 9
    stop = start + int.from_bytes(result.snapshot[start - 8 : start], "little")
    text = json.dumps({**json.loads(result.snapshot[start:stop]), **header}).encode()
    length = len(text).to_bytes(8, "little")
    snapshot = result.snapshot[: start - 8] + length + text + result.snapshot[stop:-32]
    return replace(result, snapshot=signed(snapshot))


@pytest.mark.parametrize(
    "header",
    [
        {"arrays": None},
        {"arrays": []},
        {"arrays": [["<f8", [-1]]]},
        {"arrays": [["O", [2]]]},
        {"arrays": [["<f8", [10**30]]]},
        {"seed": "one"},
        {"seed": -1},
        {"bus": [1]},
        {"bus": [1, None]},
        {"chained": 1},
        {"schedule": 7},
        {"ledger": 3},
        {"ledger": [0, "zz", ""]},
    ],
)
def test_a_forged_snapshot_is_one_clear_error(moment, header) -> None:
    with pytest.raises(InputError, match="the checkpoint"):
        prepare(forged(moment, **header)).run()


def with_arrays(moment: Path, change: Callable[[Layout, list[Any]], object]) -> Checkpoint:
    """The moment with other values in its state, and digests that fit."""
    result = read_checkpoint(moment)
    header, arrays = unpack(result.snapshot)
    change(prepare(result, execution="interpreted").engine.layout, arrays)
    return replace(result, snapshot=pack(header, arrays))


def set_state(name: str, value: float) -> Callable[[Layout, list[Any]], object]:
    return lambda layout, arrays: np.put(arrays[0], layout.states[name].start, value)


def set_counter(number: int, value: int) -> Callable[[Layout, list[Any]], object]:
    return lambda _, arrays: np.put(arrays[2], number, value)


def set_group(value: int) -> Callable[[Layout, list[Any]], object]:
    return lambda layout, arrays: np.put(arrays[2], next(iter(layout.groups.values())) + 2, value)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (set_state("Cars.speed", np.nan), "Cars.speed is not a number"),
        (lambda _, arrays: np.put(arrays[1], 0, np.nan), "is not a number"),
        (set_counter(TICK, -1), "it is at tick -1"),
        (set_counter(PHASE, 7), "in phase 7"),
        (set_counter(PHASE, -1), "in phase -1"),
        (set_counter(MESSAGES, 10**9), "it is at tick 120"),
        (set_counter(STOPPED, 1), "on whether the run has ended"),
        (set_counter(LINK, 1), "its chain does not end"),
        (set_counter(TICK, 121), "sample counters of the group"),
        (set_group(-5), "sample counters of the group"),
        (lambda _, arrays: arrays.__setitem__(2, arrays[2].astype(float)), "arrays are not"),
    ],
)
def test_a_state_that_no_run_can_have_is_one_clear_error(moment, change, what) -> None:
    with pytest.raises(InputError, match=what) as error:
        prepare(with_arrays(moment, change)).run()
    assert error.value.what.startswith("the checkpoint cannot be restored: ")


@pytest.mark.slow
def test_a_forged_random_key_is_refused(tmp_path) -> None:
    recorded("quadrotor-figure-eight", tmp_path)
    made = checkpoint(tmp_path, "10ms", execution="interpreted").path

    def other_key(layout: Layout, arrays: list[Any]) -> None:
        arrays[2][next(iter(layout.keys.values()))] += 1

    with pytest.raises(InputError, match=r"random numbers of .* are not those of the seed"):
        prepare(with_arrays(made, other_key)).run()


def test_an_infinite_state_stops_the_run_by_the_name_of_the_component(moment) -> None:
    """It may be one of a component's own making, so that it is not refused before."""
    with pytest.raises(RunError, match="component 'Cars' failed"):
        prepare(with_arrays(moment, set_state("Cars.steering", np.inf))).run()


@pytest.mark.slow
def test_a_scenario_that_is_not_the_one_of_the_state_is_refused(moment) -> None:
    result = read_checkpoint(moment)
    slower = load_scenario("t-junction-4", ["actors.car1.speed_mps=2"])
    for forged_one in (
        replace(result, definition=runnable_of(slower).definition),
        replace(result, definition=runnable_of(load_scenario("t-junction-2")).definition),
        replace(result, seed=77),
        replace(result, name="other"),
    ):
        with pytest.raises(InputError, match=r"does not match its state|is of another graph"):
            prepare(forged_one).run()


def test_a_snapshot_that_was_unpacked_and_packed_is_valid(moment) -> None:
    assert prepare(forged(moment)).run(duration_ns=6_050_000_000).begin_ns == 6_000_000_000


def test_a_checkpoint_of_other_code_says_so(moment, monkeypatch) -> None:
    monkeypatch.setattr("project_ghost.engine.Engine._fingerprint", "other")
    with pytest.raises(InputError, match="the snapshot is of another graph") as error:
        prepare(moment).run()
    assert "was made by Ghost" in error.value.expected


@pytest.mark.slow
def test_a_run_that_is_not_the_same_any_more_is_noticed(run, tmp_path) -> None:
    """Method: a recording whose manifest and scenario are of one run, the messages of another."""
    other = tmp_path / "other"
    other.mkdir()
    recorded("t-junction-4", other, "actors.car1.speed_mps=3.1")
    forged = tmp_path / "run.mcap"
    with Recording(run) as true, Recording(other / "run.mcap") as false:
        attached = [
            Attachment(name, "application/json", true.attachment(name).data)
            for name in true.attachment_names()
        ]
        manifest = {k: v for k, v in true.manifest.items() if k != "format"}
        with Recorder(forged, attachments=attached, manifest=manifest) as recorder:
            copy_messages(false, recorder)
            recorder.close(results={"duration_ns": "7000000000"})
    with pytest.raises(DifferentRunError, match="the rerun differs from the recording"):
        checkpoint(forged, "4s")
    assert not list(tmp_path.glob("*.ghost"))


def without_chain(run: Path, path: Path) -> None:
    """Method: the same messages and manifest, as an older version would have recorded them."""
    with Recording(run) as true:
        attached = [
            Attachment(name, "application/json", true.attachment(name).data)
            for name in true.attachment_names()
        ]
        manifest = {k: v for k, v in true.manifest.items() if k != "format"}
        with Recorder(path, attachments=attached, manifest=manifest) as recorder:
            copy_messages(true, recorder)
            recorder.close(results={"duration_ns": "7000000000"})


def test_a_recording_without_a_chain_is_compared_by_its_messages(run, moment, tmp_path) -> None:
    without_chain(run, tmp_path / "run.mcap")
    made = checkpoint(tmp_path, "6s", execution="interpreted")
    assert made.checked.endswith(" messages")
    assert made.path.read_bytes() == moment.read_bytes()


@pytest.mark.slow
def test_the_recording_of_a_killed_run_can_be_reopened(run, tmp_path) -> None:
    """Method: the file cut off in its midst, where no block of the chain is complete."""
    with Recording(run) as whole_file:
        middle = next(s for s in whole_file.file.segments if s.start_ns >= 4_000_000_000)
    (tmp_path / "run.mcap.part").write_bytes(run.read_bytes()[: middle.offset + 10])
    with Recording(tmp_path / "run.mcap.part") as left:
        assert left.cut_off is not None
        last_ns = left.stop_ns
    assert last_ns is not None
    made = checkpoint(tmp_path, last_ns, tmp_path / "c.ghost", execution="interpreted")
    assert made.checked.endswith(" messages")
    assert 0 < last_ns < 7_000_000_000
    whole = prepare("t-junction-4", ["duration=7s"], execution="interpreted").run()
    assert prepare(made.path, execution="interpreted").run().digest == whole.digest
    with pytest.raises(InputError, match="beyond its end"):
        checkpoint(tmp_path, last_ns + 50_000_000)


def copy_messages(source: Recording, recorder: Recorder) -> None:
    for each in source.messages(channels_of(source)):
        if each.channel != CHANNEL_LINKS:
            recorder.record(Message(each.channel, each.stamp_sim_ns, each.sequence, each.payload))


def test_a_checkpoint_can_be_written_again(moment, tmp_path) -> None:
    path = write_checkpoint(read_checkpoint(moment), tmp_path / "again.ghost")
    assert path.read_bytes() == moment.read_bytes()
