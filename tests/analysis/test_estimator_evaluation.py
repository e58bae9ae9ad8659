"""Goal: a consistent estimator is evaluated as consistent, an overconfident one is not."""

import json
import xml.etree.ElementTree as ET

import mpmath
import numpy as np
import pytest

from project_ghost.analysis.belief._chi_square import chi_square_cdf, chi_square_quantile
from project_ghost.analysis.belief.evaluation import AttitudeError, evaluate_estimator
from project_ghost.cli import main
from project_ghost.drawing import has_png
from tests.analysis.samples import IDENTITY, covariances, record, state

COUNT = 400


@pytest.mark.parametrize("degrees", [1, 2, 3, 9, 100, 9 * COUNT])
@pytest.mark.parametrize("share", [0.001, 0.025, 0.5, 0.975, 0.999])
def test_chi_square_is_that_of_mpmath(degrees, share) -> None:
    value = chi_square_quantile(share, degrees)
    exact = mpmath.gammainc(degrees / 2, 0, value / 2, regularized=True)
    assert float(exact) == pytest.approx(share, rel=1e-10)
    assert chi_square_cdf(value, degrees) == pytest.approx(share, rel=1e-10)


def test_chi_square_has_its_closed_forms() -> None:
    assert chi_square_quantile(0.95, 2) == pytest.approx(-2.0 * np.log(0.05), rel=1e-13)
    assert chi_square_cdf(0.0, 3) == 0.0
    assert chi_square_cdf(float("inf"), 3) == 1.0
    with pytest.raises(ValueError, match="quantile"):
        chi_square_quantile(1.0, 3)


def turned(vector):
    """The quaternion of a rotation vector."""
    angle = float(np.linalg.norm(vector))
    return (np.cos(angle / 2), *(np.sin(angle / 2) * vector / angle))


def streams(scale=1.0):
    """Truth, and a belief whose errors are drawn from its covariance, times `scale`."""
    random = np.random.default_rng(11)
    truth, belief = [], []
    for i, covariance in enumerate(covariances(COUNT)):
        small = covariance * 1e-4
        error = scale * random.multivariate_normal(np.zeros(15), small)
        truth.append(state(i, (1.0, 2.0, 3.0)))
        belief.append(
            state(i, np.array([1.0, 2.0, 3.0]) + error[:3], turned(error[6:9]), small)
        )  # fmt: skip
    return truth, belief


def part(evaluation, name):
    return next(each for each in evaluation.parts if each.name == name)


def test_errors_as_large_as_their_covariance_says_are_inside_the_bounds() -> None:
    evaluation = evaluate_estimator(*streams())
    for name in ("position", "attitude"):
        result = part(evaluation, name)
        low, high = result.nees_bounds
        assert low < result.nees_mean < high
        assert low < 3.0 < high
        assert result.nees_samples == COUNT
        assert result.inside_3_sigma > 0.99


@pytest.mark.parametrize("scale", [0.7, 1.5])
def test_errors_that_are_too_large_or_too_small_are_outside(scale) -> None:
    evaluation = evaluate_estimator(*streams(scale))
    for name in ("position", "attitude"):
        result = part(evaluation, name)
        low, high = result.nees_bounds
        assert not low < result.nees_mean < high


def test_root_mean_square_and_largest_error() -> None:
    truth = [state(0), state(1)]
    belief = [state(0, (3.0, 4.0, 0.0)), state(1)]
    result = part(evaluate_estimator(truth, belief), "position")
    assert result.rmse == pytest.approx(np.sqrt(12.5))
    assert result.max_error == 5.0
    assert result.nees_mean is result.nees_bounds is result.inside_3_sigma is None


def test_the_attitude_error_is_a_turn_of_world_or_body() -> None:
    yawed = turned(np.array([0.0, 0.0, np.pi / 2]))
    about_world_x = turned(np.array([0.1, 0.0, 0.0]))
    w, x, y, z = yawed
    a, b, *_ = about_world_x
    belief = (a * w - b * x, a * x + b * w, a * y - b * z, a * z + b * y)
    expectations: dict[AttitudeError, list[float]] = {
        "world": [0.1, 0.0, 0.0],
        "body": [0.0, -0.1, 0.0],
    }
    for axes, expected in expectations.items():
        result = evaluate_estimator([state(q=yawed)], [state(q=belief)], attitude_error=axes)
        np.testing.assert_allclose(result.errors[0, 6:9], expected, atol=1e-12)
    flipped = evaluate_estimator([state(q=IDENTITY)], [state(q=(-1.0, 0.0, 0.0, 0.0))])
    assert not flipped.errors[0, 6:9].any()


def test_a_singular_covariance_has_no_nees() -> None:
    result = evaluate_estimator([state()], [state(covariance=np.zeros((15, 15)))])
    assert part(result, "all").nees_samples == 0
    assert part(result, "all").nees_mean is None


def test_the_command_writes_figures_and_a_picture(tmp_path, capsys) -> None:
    truth, belief = streams()
    paths = record(tmp_path / "t.mcap", *truth), record(tmp_path / "b.mcap", *belief)
    streams_of = ["--truth-mcap", str(paths[0]), "--belief-mcap", str(paths[1])]
    command = ["evaluate-estimator", "--json", *streams_of]
    svg = tmp_path / "errors.svg"
    assert main([*command, "--plot", str(svg)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["evaluation"]["samples"] == COUNT
    assert set(document["evaluation"]["parts"]) == {"position", "velocity", "attitude", "all"}
    drawn = ET.fromstring(svg.read_text(encoding="utf-8"))  # noqa: S314 - our own
    lines = [path for path in drawn.iterfind(".//{*}path") if path.get("class") == "g-s1"]
    assert len(lines) == len(drawn.findall(".//{*}polygon")) == 9
    shorter = record(tmp_path / "s.mcap", *belief[:-1])
    assert main([*command[:-1], str(shorter)]) == 1
    assert f"stamp_sim_ns differs at index {COUNT - 1}" in capsys.readouterr().err
    assert main([*command, "--confidence", "2"]) == 2


def evaluate(*more: str) -> int:
    return main(["evaluate-estimator", "--json", *more])


@pytest.fixture
def recorded(tmp_path) -> tuple[str, ...]:
    paths = record(tmp_path / "t.mcap", state()), record(tmp_path / "b.mcap", state())
    return "--truth-mcap", str(paths[0]), "--belief-mcap", str(paths[1])


@pytest.mark.slow
def test_the_names_ending_says_which_kind_of_picture(recorded, tmp_path, capsys) -> None:
    png = tmp_path / "errors.PNG"
    if has_png():
        assert evaluate(*recorded, "--plot", str(png)) == 0
        assert png.read_bytes().startswith(b"\x89PNG\r\n")
        assert json.loads(capsys.readouterr().out)["evaluation"]["samples"] == 1
    else:
        assert evaluate(*recorded, "--plot", str(png)) == 2
        assert "extra `plots`" in capsys.readouterr().err
        assert not png.exists()
    for name in ("errors.pdf", "errors", "."):
        assert evaluate(*recorded, "--plot", str(tmp_path / name)) == 2
        captured = capsys.readouterr()
        assert ".svg or .png" in captured.err
        assert captured.out == ""
    assert {each.name for each in tmp_path.iterdir()} <= {"t.mcap", "b.mcap", png.name}


def test_a_truncated_recording_is_refused(tmp_path, capsys) -> None:
    cut = record(tmp_path / "cut.mcap", state())
    cut.write_bytes(cut.read_bytes()[:-3])
    assert evaluate("--truth-mcap", str(cut), "--belief-mcap", str(cut)) == 2
    captured = capsys.readouterr()
    assert "ghost recover" in captured.err
    assert captured.out == ""


def test_metres_and_radians_are_not_added() -> None:
    result = evaluate_estimator(*streams())
    assert part(result, "all").rmse is None
    assert part(result, "all").max_error is None
    assert part(result, "attitude").unit == "rad"


@pytest.mark.parametrize(
    ("scale", "verdict"),
    [(1.0, "consistent"), (0.01, "overconfident"), (100.0, "too cautious")],
)
def test_the_verdict_compares_errors_with_the_covariance(scale, verdict) -> None:
    random = np.random.default_rng(3)
    truth, belief = [], []
    for i in range(200):
        error = random.normal(size=3)
        covariance = scale * np.eye(15)
        truth.append(state(stamp_ns=i))
        belief.append(state(stamp_ns=i, position=tuple(error), covariance=covariance))
    assert part(evaluate_estimator(truth, belief), "position").verdict == verdict


def test_a_run_needs_no_flags(tmp_path, capsys) -> None:
    """Every belief is compared with the truth of its actor."""
    main(["run", "car-estimation", "--duration", "500ms", "-o", str(tmp_path / "run"), "--force",
          "--exec", "interpreted"])  # fmt: skip
    capsys.readouterr()
    assert main(["evaluate-estimator", str(tmp_path / "run")]) == 0
    printed = capsys.readouterr().out
    for text in ("/belief/car/filter/state", "/belief/car/noisy/state", "verdict", "rad", "m/s"):
        assert text in printed
    assert main(["evaluate-estimator", str(tmp_path / "run"), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["estimators"]) == 2
    one = ["--belief-channel", "/belief/car/noisy/state", "--plot", str(tmp_path / "e.svg")]
    assert main(["evaluate-estimator", str(tmp_path / "run"), *one]) == 0
    assert (tmp_path / "e.svg").exists()
    assert main(["evaluate-estimator"]) == 2
    assert main(["evaluate-estimator", str(tmp_path / "run"), "--truth-mcap", "x"]) == 2
