"""Traces as they come from files: what is read, and what is refused how."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from project_ghost.analysis.trace_files import parse_mapping, read_traces
from project_ghost.analysis.variance import analyze_variance
from project_ghost.cli import main
from project_ghost.core.errors import InputError

DATA = Path(__file__).parents[3] / "shared" / "data"
LOGS = DATA / "carla_logs"
REPEATS = DATA / "repeats" / "vislam_rp_MH_04"

needs_data = pytest.mark.skipif(not LOGS.is_dir(), reason="the published logs are not there")


def written(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_table_of_ours_needs_no_mapping(tmp_path):
    path = written(
        tmp_path / "log.csv",
        "repeat,actor,time_ns,x_m,y_m,z_m,yaw_rad,collision",
        "1,car,0,1.0,2.0,0.0,0.1,0",
        "2,car,0,1.5,2.0,0.0,0.1,0",
        "1,car,100000000,2.0,2.0,0.0,0.1,0",
        "2,car,100000000,2.0,2.0,0.0,0.1,1",
    )
    traces = read_traces([path])
    assert traces.repeats == ("1", "2")
    assert traces.collisions_ns == (None, 100_000_000)
    assert analyze_variance(traces).max_sigma_m == pytest.approx(0.5 / 2**0.5)


def test_rows_may_come_in_any_order_and_repeats_count_as_numbers(tmp_path):
    rows = [f"{r},1,0.{t},{r * 1.0},0" for r in (10, 2, 1) for t in (3, 1, 2)]
    traces = read_traces([written(tmp_path / "log.csv", "repeat,actor,time,x,y", *rows)])
    assert traces.repeats == ("1", "2", "10")
    assert traces.times_ns.tolist() == [100_000_000, 200_000_000, 300_000_000]
    assert traces.variables["x"].values[2].tolist() == [[10.0, 10.0, 10.0]]


def test_a_mapping_names_columns_and_units(tmp_path):
    path = written(
        tmp_path / "log.csv", "run;no".replace(";", ",") + ",t,px,py,mode", "a,1,5,100,0,go",
        "b,1,5,300,0,stop",
    )  # fmt: skip
    mapping = parse_mapping(
        "repeat=run, actor=no, time=t[ms], x=px[cm], y=py[cm], mode=mode[category]"
    )
    report = analyze_variance(read_traces([path], mapping))
    assert report.max_sigma_m == pytest.approx(2**0.5)
    assert report.by_category[0].repeats_flipped == 1
    assert report.peak is not None
    assert report.peak.time_ns == 5_000_000


HEADER = "repeat,actor,time,x,y"


@pytest.mark.parametrize(
    ("lines", "columns", "complaint"),
    [
        ([HEADER], None, "the trace is empty"),
        ([""], None, "do not match a known layout"),
        (["a,b,c", "1,2,3"], None, "do not match a known layout"),
        ([HEADER, "1,1,0,0,0", "1,1,0,0,1"], None, "occurs 2 times"),
        ([HEADER, "1,1,0,0"], None, "row 2 has 4 fields"),
        ([HEADER, "1,1,0,zero,0"], None, "'zero' in column 'x' is not a number"),
        ([HEADER, "1,1,1e300,0,0"], None, "does not fit 64-bit nanoseconds"),
        ([HEADER, "1,1,nan,0,0"], None, "does not fit 64-bit nanoseconds"),
        ([HEADER, "1,1,0,0,0"], "time=tine,x=x,y=y", "no column 'tine'; did you mean 'time'?"),
        ([HEADER, "1,1,0,0,0"], "time=time,x=x", "has no column for 'y'"),
        ([HEADER, "1,1,0,0,0"], "time=time,x=x[furlong],y=y", "'furlong'"),
        (["t,x_cm,y_cm", "0,0,0"], "time=t,x=x_cm[m],y=y_cm[m]", "is in 'cm' by its name"),
        ([HEADER, "1,1,0,0,0"], "time", "is not a column"),
    ],
)
def test_bad_tables_get_one_clear_message(tmp_path, capsys, lines, columns, complaint):
    path = written(tmp_path / "log.csv", *lines)
    flags = [] if columns is None else ["--columns", columns]
    assert main(["study", "analyze", str(path), *flags]) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.out == ""


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_traces([tmp_path / "none.csv"])


def test_bytes_that_are_not_text(tmp_path):
    path = tmp_path / "log.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not text"):
        read_traces([path])


def test_tum_stamps_are_matched_to_the_last_digit(tmp_path):
    a = written(tmp_path / "a.txt", "# time x y z", "1403638158.195096969 1 2 3 0 0 0 1")
    b = written(tmp_path / "b.txt", "1403638158.195096970 1 2 3 0 0 0 1")
    traces = read_traces([a, b])
    assert len(traces.times_ns) == 2
    with pytest.raises(InputError, match="line 1"):
        read_traces([written(tmp_path / "c.txt", "1 2 three 0 0 0 0 1")])


def test_the_command_prints_canonical_json(tmp_path, capsys):
    path = written(tmp_path / "log.csv", HEADER, "1,1,0,1,2", "2,1,0,1,2")
    assert main(["study", "analyze", str(path), "--json"]) == 0
    text = capsys.readouterr().out
    assert '"identical": true' in text
    assert '"max_sigma_m": 0.0' in text
    assert main(["study", "analyze", str(path)]) == 0
    assert "yes, bit for bit" in capsys.readouterr().out


@needs_data
@pytest.mark.parametrize(
    ("name", "published"),
    [("TEST_People_CG25.txt", 5.71e-14), ("TEST_PeopleCollsion_L4_CG50.txt", 6.07e-14)],
)
def test_the_published_logs_are_identical_and_the_published_floor_is_rounding(name, published):
    report = analyze_variance(read_traces([LOGS / name]))
    assert report.repeats == 100
    assert report.identical
    assert report.max_sigma_m == 0.0
    assert report.naive_max_sigma_m == pytest.approx(published, rel=1e-3)


@needs_data
def test_real_repeats_agree_with_exact_rational_arithmetic():
    traces = read_traces(sorted(REPEATS.glob("stamped_traj_estimate*.txt")))
    report = analyze_variance(traces)
    assert report.max_sigma_m == pytest.approx(0.26, abs=0.005)
    exact = Fraction(0)
    for axis in "xyz":
        values = traces.variables[axis].values[:, 0]
        for t in np.flatnonzero(traces.present[:, 0].sum(axis=0) >= 2):
            numbers = [Fraction(float(v)) for v in values[traces.present[:, 0, t], t]]
            mean = sum(numbers, Fraction(0)) / len(numbers)
            squares = sum(((n - mean) ** 2 for n in numbers), Fraction(0))
            exact = max(exact, squares / (len(numbers) - 1))
    assert abs(Fraction(report.max_sigma_m) ** 2 / exact - 1) < 1e-13


@pytest.mark.slow
def test_our_recordings_are_repeats(tmp_path, capsys) -> None:
    """Two runs of one seed are the same; one with a slower pedestrian is not."""
    short = ["--duration", "500ms", "--exec", "interpreted"]
    for name, more in (
        ("one", []),
        ("two", []),
        ("other", ["--set", "actors.pedestrian.speed_mps=2"]),
    ):
        assert main(["run", "t-junction-4", *short, *more, "-o", str(tmp_path / name)]) == 0
    same = [str(tmp_path / "one" / "run.mcap"), str(tmp_path / "two")]
    capsys.readouterr()
    assert main(["study", "analyze", *same, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["identical"], report["max_sigma_m"], report["repeats"]) == (True, 0.0, 2)
    assert [each["actor"] for each in report["by_actor"]] == ["car1", "car2", "pedestrian"]
    traces = read_traces([tmp_path / "one", tmp_path / "other"])
    assert traces.repeats == ("one", "other")
    assert traces.present.shape == (2, 3, 6)
    assert not analyze_variance(traces).identical
    (tmp_path / "none.mcap").write_bytes(b"")
    assert main(["study", "analyze", str(tmp_path / "none.mcap")]) == 2
