"""Goal: imported trajectories become recordings, which describe the processing.

Method: real pairs with their published errors, and evo, an independent tool, where it and the
data are there; small made-up files for what can be wrong.
"""

import importlib.util
import json

import numpy as np
import pytest

from project_ghost.analysis.trajectories import (
    METADATA_IMPORT,
    associate,
    fit_alignment,
    pair_trajectories,
    read_trajectory,
)
from project_ghost.analysis.trajectories._px4 import _enu, _enu_from_flu
from project_ghost.cli import main
from project_ghost.state.transforms import R_body_to_world
from project_ghost.telemetry import open_recording
from tests.analysis.samples import DATA

TRAJECTORIES = DATA / "trajectories"
LOG = DATA / "px4" / "sample_logging_tagged_and_default_params.ulg"
REAL = {
    "kitti": ("KITTI_00_gt.txt", "kitti", "KITTI_00_ORB.txt", "kitti", 1.303450),
    "euroc": ("V102_groundtruth.csv", "euroc", "V102.txt", "tum", 0.091727),
    "tum": ("fr2_desk_groundtruth.txt", "tum", "fr2_desk_ORB.txt", "tum", 0.008119),
}
needs_data = pytest.mark.skipif(
    not TRAJECTORIES.is_dir(), reason="the real trajectories are not there"
)
needs_evo = pytest.mark.skipif(
    importlib.util.find_spec("evo") is None, reason="evo is not installed"
)


def imported(name, folder, alignment, tolerance="10ms"):
    """The report of a real pair, through both commands."""
    truth, truth_format, belief, belief_format, _ = REAL[name]
    paths = folder / "truth.mcap", folder / "belief.mcap"
    command = ["import-trajectory", "--align", alignment, "--tolerance", tolerance]
    command += ["--truth", str(TRAJECTORIES / truth), "--truth-format", truth_format]
    command += ["--belief", str(TRAJECTORIES / belief), "--belief-format", belief_format]
    command += ["--truth-mcap", str(paths[0]), "--belief-mcap", str(paths[1])]
    command += ["--times", str(TRAJECTORIES / "KITTI_00_gt_times.txt")]
    assert main(command) == 0
    output = folder / "report.json"
    analyze = ["analyze-belief", "--truth-mcap", str(paths[0]), "--belief-mcap", str(paths[1])]
    assert main([*analyze, "--output", str(output)]) == 0
    report = json.loads(output.read_bytes())["report"]
    return paths, {
        key: np.array([record[key] for record in report["records"]])
        for key in ("position_error_norm_m", "orientation_error_rad", "truth_position_xyz")
    }


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("name", REAL)
def test_real_pairs_have_their_published_errors(name, tmp_path) -> None:
    paths, errors = imported(name, tmp_path, "se3")
    rmse = np.sqrt(np.mean(np.square(errors["position_error_norm_m"])))
    assert rmse == pytest.approx(REAL[name][4], abs=5e-7)
    for path in paths:
        with open_recording(path) as recording:
            about = recording.metadata(METADATA_IMPORT)
        assert about["alignment"] == "se3"
        assert float(about["residual_rms_m"]) == pytest.approx(rmse)
        assert about["association_tolerance_ns"] == "10000000"
        assert np.array(json.loads(about["alignment_rotation"])).shape == (3, 3)


@needs_data
@needs_evo
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "alignment"),
    [("kitti", "se3"), ("euroc", "none"), ("euroc", "sim3"), ("tum", "none"), ("tum", "sim3")],
)
def test_positions_and_orientations_agree_with_evo(name, alignment, tmp_path) -> None:
    from evo.core import metrics, sync
    from evo.tools import file_interface

    readers = {
        "tum": file_interface.read_tum_trajectory_file,
        "euroc": file_interface.read_euroc_csv_trajectory,
        "kitti": file_interface.read_kitti_poses_file,
    }
    truth_name, truth_format, belief_name, belief_format, _ = REAL[name]
    truth = readers[truth_format](str(TRAJECTORIES / truth_name))
    belief = readers[belief_format](str(TRAJECTORIES / belief_name))
    if name != "kitti":
        truth, belief = sync.associate_trajectories(truth, belief, max_diff=0.01)
    if alignment != "none":
        belief.align(truth, correct_scale=alignment == "sim3")
    _, errors = imported(name, tmp_path, alignment)
    # Two stamps of the truth may be equally near; evo's, being floats, then fall either way.
    same = np.all(errors["truth_position_xyz"] == truth.positions_xyz, axis=1)
    assert np.mean(same) > 0.999
    for relation, key in (
        (metrics.PoseRelation.translation_part, "position_error_norm_m"),
        (metrics.PoseRelation.rotation_angle_rad, "orientation_error_rad"),
    ):
        metric = metrics.APE(relation)
        metric.process_data((truth, belief))
        # KITTI's matrices are printed to 7 digits, and are rotations to 1e-6 only.
        tolerance = 1e-6 if key == "position_error_norm_m" else 2e-5
        np.testing.assert_allclose(errors[key][same], metric.error[same], atol=tolerance, rtol=0)


@pytest.mark.skipif(not LOG.is_file(), reason="the flight log is not there")
@pytest.mark.skipif(
    importlib.util.find_spec("pyulog") is None, reason="pyulog, the extra px4, is not installed"
)
def test_a_flight_log_holds_truth_and_belief() -> None:
    truth, belief = (read_trajectory(LOG, "px4", role) for role in ("truth", "belief"))
    pair = pair_trajectories(truth, belief, tolerance_ns=5_000_000, alignment="none")
    assert len(pair.truth) == 492
    # The estimator follows the simulator's truth closely, in our axes as in PX4's.
    assert pair.residual_rms_m < 0.03
    dots = np.abs(np.sum(pair.truth.orientations * pair.belief.orientations, axis=1))
    assert 2.0 * np.arccos(np.minimum(dots, 1.0)).max() < 0.01


def test_px4_axes_become_ours() -> None:
    # Level and facing north: the nose along our y, the roof up.
    north = np.array([[1.0, 0.0, 0.0, 0.0]])
    q = _enu_from_flu(north)[0]
    np.testing.assert_allclose(R_body_to_world(q) @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(R_body_to_world(q) @ [0.0, 0.0, 1.0], [0.0, 0.0, 1.0], atol=1e-15)
    climbing = np.array([[np.cos(0.2), 0.0, np.sin(0.2), 0.0]])  # nose up by 0.4 rad
    nose = R_body_to_world(_enu_from_flu(climbing)[0]) @ [1.0, 0.0, 0.0]
    np.testing.assert_allclose(nose, [0.0, np.cos(0.4), np.sin(0.4)], atol=1e-15)
    assert _enu(np.array([[1.0, 2.0, 3.0]])).tolist() == [[2.0, 1.0, -3.0]]


def test_poses_are_paired_with_the_nearest() -> None:
    result = associate([0, 10, 20, 30], [1, 15, 29, 99], 5)
    assert result == ([0, 1, 3], [0, 1, 2], 5)
    assert associate([7], [0, 6, 8], 5) == ([0], [1], 1)
    assert associate([0, 100], [50], 10) == ([], [], 0)
    with pytest.raises(ValueError, match="tolerance"):
        associate([0], [0], -1)


@pytest.mark.parametrize("kind", ["yaw", "se3", "sim3"])
def test_an_alignment_finds_the_motion_that_was_made(kind) -> None:
    truth = np.random.default_rng(3).normal(size=(20, 3))
    c, s = np.cos(2.5), np.sin(2.5)
    rotation = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    if kind != "yaw":
        rotation = rotation @ np.array([[1.0, 0.0, 0.0], [0.0, 0.6, -0.8], [0.0, 0.8, 0.6]])
    scale = 2.0 if kind == "sim3" else 1.0
    belief = (truth - np.array([1.0, 2.0, 3.0])) @ rotation / scale
    fitted = fit_alignment(kind, truth, belief)
    np.testing.assert_allclose(fitted.rotation, rotation, atol=1e-12)
    np.testing.assert_allclose(fitted.translation, [1.0, 2.0, 3.0], atol=1e-12)
    assert fitted.scale == pytest.approx(scale)


def test_a_mirrored_path_is_not_mirrored_back() -> None:
    truth = np.random.default_rng(4).normal(size=(20, 3))
    fitted = fit_alignment("se3", truth, truth * np.array([1.0, 1.0, -1.0]))
    assert np.linalg.det(fitted.rotation) == pytest.approx(1.0)


def test_a_path_on_a_line_fixes_no_rotation() -> None:
    line = np.outer(np.arange(5.0), np.ones(3))
    with pytest.raises(ValueError, match="on a line"):
        fit_alignment("se3", line, line)


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("tum", "", "no pose"),
        ("tum", "0 1 2 3 0 0 0\n", "7 fields"),
        ("tum", "0 1 2 x 0 0 0 1\n", "could not convert"),
        ("tum", "0 1 2 nan 0 0 0 1\n", "not finite"),
        ("tum", "x 1 2 3 0 0 0 1\n", "not a time"),
        ("tum", "nan 1 2 3 0 0 0 1\n", "not a time"),
        ("tum", "-1 1 2 3 0 0 0 1\n", "0 or more"),
        ("tum", "0 1 2 3 0 0 0 2\n", "norm"),
        ("tum", "1 1 2 3 0 0 0 1\n0 1 2 3 0 0 0 1\n", "follows"),
        ("euroc", "1.5,0,0,0,1,0,0,0\n", "not a time"),
        ("euroc", "1,0,0,0,1,0,0,0\n2,0,0,0,1,0,0,0,1\n", "different numbers"),
        ("kitti", "1 0 0 0 0 1 0 0 0 0 1 0\n", "no times"),
        ("px4", "no log", "(?i)ulog"),
        ("rosbag", "", "no format"),
    ],
)
def test_bad_files_are_refused(kind, text, said, tmp_path) -> None:
    path = tmp_path / "poses.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        read_trajectory(path, kind, "truth")


def test_seconds_keep_their_digits(tmp_path) -> None:
    path = tmp_path / "poses.txt"
    path.write_text("# time x y z\n1403715529.112143517 1 2 3 0 0 0 1\n", encoding="utf-8")
    read = read_trajectory(path, "tum", "truth")
    assert read.stamps_ns == [1403715529112143517]
    assert read.orientations.tolist() == [[1.0, 0.0, 0.0, 0.0]]


def test_trajectories_that_never_meet_leave_nothing_behind(tmp_path, capsys) -> None:
    for name, time in (("a", 0), ("b", 9)):
        (tmp_path / f"{name}.txt").write_text(f"{time} 0 0 0 0 0 0 1\n", encoding="utf-8")
    command = ["import-trajectory", "--truth", str(tmp_path / "a.txt"), "--truth-format", "tum"]
    command += ["--belief", str(tmp_path / "b.txt"), "--belief-format", "tum"]
    command += ["--truth-mcap", str(tmp_path / "t"), "--belief-mcap", str(tmp_path / "u")]
    assert main(command) == 2
    assert "no stamps are close to each other" in capsys.readouterr().err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.txt", "b.txt"]


@pytest.mark.parametrize(
    ("truth", "belief", "said"),
    [
        ("t.mcap", "none/../t.mcap", "the same file"),
        ("t.mcap", "none/b.mcap", "cannot be written to this path"),
        ("none/t.mcap", "b.mcap", "cannot be written to this path"),
        ("t.mcap", ".", "cannot be written to this path"),
    ],
)
def test_both_recordings_are_written_or_neither(tmp_path, capsys, truth, belief, said) -> None:
    source = tmp_path / "a.txt"
    source.write_text("0 0 0 0 0 0 0 1\n", encoding="utf-8")
    command = ["import-trajectory", "--truth", str(source), "--truth-format", "tum"]
    command += ["--belief", str(source), "--belief-format", "tum"]
    command += ["--truth-mcap", f"{tmp_path}/{truth}", "--belief-mcap", f"{tmp_path}/{belief}"]
    assert main(command) == 2
    assert said in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]
