"""Goal: `ghost schedule` shows the schedule that will run, as text, JSON and picture."""

import json
import re
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.engine import load_graph, schedule, schedule_facts
from project_ghost.view import schedule_svg

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "loop.yaml"
GOLDEN = ROOT / "tests" / "engine" / "golden"

PARTS = """
from project_ghost.engine import Block, Input, Output

class Copy(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return u

class Add(Block):
    u = Input()
    v = Input()
    y = Output()

    @staticmethod
    def output(u, v):
        return u + v
"""

NTSC = 'rate_hz: "29.971", on_grid: true'
RING = """\
scheduler:
  step: 1ms
  rate_groups:
    - {name: fast, rate_hz: 1000, components: [A, B]}
    - {name: idle, rate_hz: "29.971", on_grid: true}
  synchronization: {overrides: [{pattern: "Nav.*", policy: INTERPOLATED}]}
components:
  A: {type: "parts_of_ring:Copy"}
  B: {type: "parts_of_ring:Copy"}
connections:
  - {from: A.y, to: B.u}
  - {from: B.y, to: A.u, delayed: true}
"""


@pytest.fixture
def ring(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "parts_of_ring", raising=False)
    Path("parts_of_ring.py").write_text(PARTS)
    Path("ring.yaml").write_text(RING)
    return Path("ring.yaml")


def test_the_text_is_the_stored_one(capsys, same_as_golden) -> None:
    assert main(["schedule", str(EXAMPLE)]) == 0
    same_as_golden(GOLDEN / "loop.txt", capsys.readouterr().out)


def test_the_picture_is_written(tmp_path) -> None:
    path = tmp_path / "loop.svg"
    assert main(["schedule", str(EXAMPLE), "--svg", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == schedule_svg(schedule_facts(load_graph(EXAMPLE)))


def test_the_json_has_the_order_that_is_executed(capsys) -> None:
    assert main(["schedule", str(EXAMPLE), "--json"]) == 0
    output = capsys.readouterr().out
    document = json.loads(output)
    plan = schedule(load_graph(EXAMPLE))
    assert [row["name"] for row in document["order"]] == [row.name for row in plan.rows]
    assert document["hyperperiod_steps"] == plan.hyperperiod_steps == 100
    camera = document["groups"][2]
    assert (camera["rate_hz"], camera["period_ns"]) == ("30", "100000000/3")
    assert camera["gaps_steps"] == [34, 33, 33]
    helm = next(row for row in document["order"] if row["name"] == "Helm")
    assert [read["policy"] for read in helm["reads"]] == ["INTERPOLATED", "EXTRAPOLATED"]
    # Canonical: the same text again.
    canonical = json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False) + "\n"
    assert output == canonical


def test_the_table_agrees_with_the_groups_at_every_step() -> None:
    graph = load_graph(EXAMPLE)
    due = schedule_facts(graph).due
    assert due is not None
    result = {
        step: set(d.groups)
        for d in due
        for first, last in d.runs
        for step in range(first, last + 1)
    }
    for step in range(100):
        # Two hyperperiods on, every group has begun.
        expected = {n for n, g in graph.groups.items() if g.pattern.is_due(step + 200)}
        assert result.get(step, set()) == expected
    assert sum(d.count for d in due) == len(result)


def test_legal_but_suspicious_wiring_is_noted(ring, capsys) -> None:
    assert main(["schedule", str(ring)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "note: the pattern 'Nav.*' (INTERPOLATED) matches no signal" in lines
    assert "note: the group 'idle' has no components and no publications" in lines
    (idle,) = [line for line in lines if line.startswith("  idle ")]
    assert idle.endswith("after 33 or 34 steps, 29971 times in 1000000")
    assert "  too many to list: choose rates whose least common multiple is smaller" in lines


def test_an_algebraic_cycle_is_shown(ring, capsys) -> None:
    ring.write_text(RING.replace(", delayed: true", ""))
    assert main(["schedule", str(ring), "--svg", "ring.svg"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [
        "ghost schedule: an algebraic cycle: A -> B -> A",
        "  where: ring.yaml: A.y -> B.u, B.y -> A.u",
        "  expected: outputs that do not depend on themselves within one instant",
        "  fix: make one of these connections `delayed`, or compute that output from the "
        "state alone",
    ]
    assert not Path("ring.svg").exists()


def test_a_cycle_is_shown_by_the_connections_that_close_it(ring, capsys) -> None:
    text = RING.replace('A: {type: "parts_of_ring:Copy"}', 'A: {type: "parts_of_ring:Add"}')
    ring.write_text(f"{text}  - {{from: B.y, to: A.v}}\n")
    assert main(["schedule", str(ring)]) == 2
    # B.y -> A.u is delayed: it is not the one to blame.
    assert "  where: ring.yaml: A.y -> B.u, B.y -> A.v\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("rate_hz: 1000", "rate_hz: 300"), "whose period is not a whole number of steps"),
        (("  - {from: A.y, to: B.u}\n", ""), "the input B.u is not connected"),
        (("scheduler", "sheduler"), "did you mean 'scheduler'?"),
    ],
)
def test_bad_input_is_one_message_with_the_file_and_exit_code_2(
    ring, change, message, capsys
) -> None:
    ring.write_text(RING.replace(*change))
    assert main(["schedule", str(ring)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err.splitlines()[0]
    assert re.match(r"  where: ring\.yaml:", output.err.splitlines()[1])


def test_a_picture_that_cannot_be_written_is_refused(ring, capsys) -> None:
    assert main(["schedule", str(ring), "--svg", "nowhere/ring.svg"]) == 2
    error = capsys.readouterr().err
    assert "the picture cannot be written: No such file or directory" in error
    assert "nowhere/ring.svg" in error


def test_synchronized_reads_are_named_so(ring, capsys) -> None:
    text = RING.replace("{overrides:", "{default_policy: SYNCHRONIZED, overrides:")
    text = text.replace("components: [A, B]", "components: [A]")
    text = text.replace(NTSC, "rate_hz: 10, components: [B]")
    ring.write_text(text)
    assert main(["schedule", str(ring)]) == 0
    output = capsys.readouterr().out
    assert output.startswith("step 1 ms, hyperperiod 1 steps (1 ms), default policy SYNCHRONIZED")
    assert "u *  <- A.y  SYNCHRONIZED\n" in output
