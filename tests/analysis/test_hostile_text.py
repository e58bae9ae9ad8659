"""Goal: text files from elsewhere end in an answer or one message, at once.

Method: numbers beyond all bounds in every place where a time or a position stands.
"""

import pytest

from project_ghost.analysis._stamps import ns_of_integer, ns_of_seconds
from project_ghost.analysis.traces import traces_from_rows
from project_ghost.cli import main
from project_ghost.core.errors import InputError

TIMES = ["1e308", "1e999999", "1e-999999", "9" * 5000, "-1e300", "nan", "inf", "0x10", "", "1_0"]
GOOD = "".join(f"{i} {i} {i * i} 0 0 0 0 1\n" for i in range(5))


@pytest.mark.parametrize("text", [t for t in TIMES if t not in ("1e-999999", "1_0")])
def test_a_text_that_is_no_time_is_refused_before_it_is_computed(text) -> None:
    for convert in (ns_of_seconds, ns_of_integer):
        with pytest.raises(ValueError, match=r"time|number|literal"):
            convert(text)


def test_times_are_exact() -> None:
    assert ns_of_seconds("1403636579.763555584") == 1403636579763555584
    assert ns_of_seconds("1e-9") == 1
    assert ns_of_seconds("1e-999999") == 0
    assert ns_of_integer("9223372036854775807") == 2**63 - 1


def imported(tmp_path, text, kind="tum", align="none"):
    (tmp_path / "a").write_text(text)
    (tmp_path / "b").write_text(GOOD if kind == "tum" else text)
    files = ["--truth", str(tmp_path / "a"), "--belief", str(tmp_path / "b")]
    kinds = ["--truth-format", kind, "--belief-format", kind]
    return main(
        ["import-trajectory", *files, *kinds, "-o", str(tmp_path / "out"), "--align", align]
    )


@pytest.mark.parametrize("align", ["none", "yaw", "se3", "sim3"])
@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e155", "nan", "inf"])
def test_positions_beyond_all_bounds_are_refused(value, align, tmp_path, capsys) -> None:
    rows = GOOD.splitlines()
    rows[2] = f"2 {value} 4 0 0 0 0 1"
    assert imported(tmp_path, "\n".join(rows), align=align) == 2
    assert capsys.readouterr().err.count("ghost import-trajectory: ") == 1


@pytest.mark.parametrize("text", TIMES)
def test_times_beyond_all_bounds_are_one_short_message(text, tmp_path, capsys) -> None:
    assert imported(tmp_path, f"{text} 0 0 0 0 0 0 1\n" + GOOD) in (0, 2)
    assert len(capsys.readouterr().err) < 1000
    (tmp_path / "log.txt").write_text(f"{text} 0 0 0 0 0 0 1\n" + GOOD)
    assert main(["study", "analyze", str(tmp_path / "log.txt")]) in (0, 2)
    assert len(capsys.readouterr().err) < 1000


def test_labels_of_thousands_of_digits_are_labels(tmp_path) -> None:
    rows = "".join(f"{'9' * 5000}{i},{i},0,0\n" for i in range(3))
    (tmp_path / "log.csv").write_text("run,t,px,py\n" + rows)
    columns = ["--columns", "repeat=run,time=t[s],x=px,y=py"]
    assert main(["study", "analyze", str(tmp_path / "log.csv"), *columns]) in (0, 2)


def test_few_rows_do_not_ask_for_all_memory() -> None:
    """Two thousand rows of as many repeats, actors and times would have 64 GB of places."""
    import numpy as np

    count = 2000
    names = [str(i) for i in range(count)]
    with pytest.raises(InputError, match="almost none can be compared"):
        traces_from_rows("x", names, names, np.arange(count), {})
