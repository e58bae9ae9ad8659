"""Goal: the files of `ghost new component` work unchanged, and overwrite nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.cli import main


@pytest.fixture(autouse=True)
def in_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
def test_what_it_writes_passes_its_own_test(capsys) -> None:
    for kind in ("block", "kernel", "host"):
        assert main(["new", "component", f"speed-{kind}", "--kind", kind, "--dir", "parts"]) == 0
        output = capsys.readouterr().out
        assert f"python -m pytest parts/test_speed_{kind}.py" in output
        written = Path(f"parts/speed_{kind}.py").read_text()
        assert f"class Speed{kind.title()}({kind.title()}):" in written
    assert len(list(Path("parts").iterdir())) == 6
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "parts"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed" in done.stdout


@pytest.mark.slow
def test_what_a_scenario_uses_passes_its_own_test(capsys) -> None:
    for what in ("driver", "sensor", "estimator", "vehicle"):
        assert main(["new", what, f"My{what.title()}"]) == 0
        assert f"my_{what}:My{what.title()}" in capsys.readouterr().out
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 passed" in done.stdout


def test_a_file_can_use_it_as_the_command_says(capsys) -> None:
    main(["new", "component", "UsedFilter"])
    assert "`type: used_filter:UsedFilter`" in capsys.readouterr().out
    Path("a.yaml").write_text(
        "scheduler:\n  step: 1ms\n"
        "  rate_groups: [{name: fast, rate_hz: 1000, components: [Filter]}]\n"
        "components: {Filter: {type: used_filter:UsedFilter}}\n"
        "connections: [{from: Filter.y, to: Filter.u}]\n"
    )
    assert main(["schedule", "a.yaml"]) == 0
    assert "1  Filter  UsedFilter  fast" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "class_name", "module"),
    [
        ("speed_filter", "SpeedFilter", "speed_filter"),
        ("speed-filter", "SpeedFilter", "speed_filter"),
        ("IMUFilter", "IMUFilter", "imu_filter"),
        ("Filter2D", "Filter2D", "filter2d"),
        ("lag1", "Lag1", "lag1"),
    ],
)
def test_a_name_makes_a_class_and_a_module(name, class_name, module) -> None:
    assert main(["new", "component", name]) == 0
    assert f"class {class_name}(Block):" in Path(f"{module}.py").read_text()
    assert f"from {module} import {class_name}\n" in Path(f"test_{module}.py").read_text()


@pytest.mark.parametrize("existing", ["speed_filter.py", "test_speed_filter.py"])
def test_nothing_is_overwritten(existing, capsys) -> None:
    Path(existing).write_text("precious")
    assert main(["new", "component", "SpeedFilter"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines()[0] == f"ghost new: {existing} already exists"
    assert Path(existing).read_text() == "precious"
    assert [p.name for p in Path().iterdir()] == [existing]


@pytest.mark.parametrize(
    ("name", "what", "fix"),
    [
        ("2fast", "'2fast' is not a valid component name", "call it fast"),
        ("a b", "'a b' is not a valid component name", "call it a_b"),
        ("../x", "'../x' is not a valid component name", "call it x"),
        ("!", "'!' is not a valid component name", "call it SpeedFilter"),
        ("Block", "'Block' is already in use", "call it MyBlock"),
        ("Constant", "'Constant' is already in use", "call it MyConstant"),
        ("class", "'class' is already in use", "call it MyClass"),
        ("Random", "random.py would hide the existing module 'random'", "call it my_random"),
        ("numpy", "numpy.py would hide the existing module 'numpy'", "call it my_numpy"),
    ],
)
def test_a_name_that_cannot_work_is_refused(name, what, fix, capsys) -> None:
    assert main(["new", "component", name]) == 2
    error = capsys.readouterr().err
    assert what in error.splitlines()[0]
    assert f"  fix: {fix}" in error.splitlines()
    assert list(Path().iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused(capsys) -> None:
    Path("taken").write_text("a file")
    assert main(["new", "component", "SpeedFilter", "--dir", "taken"]) == 2
    assert "the component cannot be written" in capsys.readouterr().err
    assert [p.name for p in Path().iterdir()] == ["taken"]
