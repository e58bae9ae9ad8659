"""Goal: callbacks see start, runs and end of a sweep, however it ends, and can break nothing."""

import json

import pytest

from project_ghost.batch import InProcess
from project_ghost.core.errors import InputError
from project_ghost.results import open_store
from project_ghost.sweep import (
    AggregationCallback,
    CallbackChoice,
    Chosen,
    Messages,
    PublicationCallback,
    SummaryCallback,
    SweepCallback,
    SweepEnd,
    TimeCallback,
    ValidationCallback,
    load_callbacks,
    open_sweep,
    parse_sweep,
    plan_sweep,
    run_sweep,
)

from .small import runs_in


class Witness(SweepCallback):
    """Keeps what it is told; raises an error where it is asked to."""

    def __init__(self, error: BaseException | None = None, at: str = "") -> None:
        self.seen: list[object] = []
        self._error, self._at = error, at

    def _keep(self, what: object, at: str) -> None:
        self.seen.append(what)
        if self._error is not None and at == self._at:
            raise self._error

    def on_sweep_start(self, sweep) -> None:
        self._keep((sweep.planned, sweep.chosen, sweep.before), "start")

    def on_run_end(self, row) -> None:
        self._keep(row["id"], "run")

    def on_sweep_end(self, status) -> None:
        self._keep((status.end, status.done, status.before, status.missing), "end")


def swept(plan, folder, *callbacks, messages=None, **options):
    return run_sweep(
        plan, open_store(folder), InProcess(), execution="interpreted",
        callbacks=callbacks, messages=messages, **options,
    )  # fmt: skip


def test_start_runs_and_end_of_both_parts_of_a_sweep(plan, tmp_path) -> None:
    first, second = Witness(), Witness()
    swept(plan, tmp_path, first, chosen=Chosen(first=2))
    assert first.seen == [(6, 2, 0), *plan.ids[:2], (SweepEnd.INCOMPLETE, 2, 0, 4)]
    swept(plan, tmp_path, second)
    assert second.seen == [(6, 6, 2), *plan.ids[2:], (SweepEnd.COMPLETE, 4, 2, 0)]


@pytest.mark.parametrize("at", ["start", "run", "end"])
def test_a_callback_that_raises_is_reported_and_loses_nothing(
    plan, reference, tmp_path, at
) -> None:
    broken, other = Witness(ValueError("no disk"), at), Witness()
    warned: list[str] = []
    result = swept(plan, tmp_path, broken, other, messages=Messages(print, warned.append))
    assert result.is_complete
    assert runs_in(tmp_path) == runs_in(reference)
    assert len(other.seen) == 8
    method = {"start": "on_sweep_start", "run": "on_run_end", "end": "on_sweep_end"}[at]
    assert warned[0] == f"Witness.{method} raised ValueError: no disk"
    assert len(warned) == (2 if at == "run" else 1)  # not once for each run


@pytest.mark.parametrize(
    ("error", "end"), [(KeyboardInterrupt(), "interrupted"), (SystemExit(3), "failed")]
)
def test_the_end_is_called_whatever_ends_the_sweep(plan, tmp_path, error, end) -> None:
    witness = Witness()
    with pytest.raises(type(error)):
        swept(plan, tmp_path, Witness(error, "run"), witness)
    assert witness.seen[-1] == (end, 1, 0, None)


def test_the_error_that_ended_the_sweep_is_told(plan, tmp_path, monkeypatch) -> None:
    found = []

    class End(SweepCallback):
        def on_sweep_end(self, status) -> None:
            found.append((status.end, status.error))

    def broken(*_args: object) -> None:
        raise InputError("the disk is full", "there")

    monkeypatch.setattr("project_ghost.sweep._run.finish_sweep", broken)
    with pytest.raises(InputError, match="disk is full"):
        swept(plan, tmp_path, End())
    assert found[0][0] is SweepEnd.FAILED
    assert "the disk is full" in found[0][1]


def test_time_is_measured(plan, tmp_path) -> None:
    times = iter([10.0, 14.0])
    said: list[str] = []
    callback = TimeCallback(lambda: next(times))
    swept(plan, tmp_path, callback, messages=Messages(said.append, print))
    assert (callback.elapsed_s, callback.runs_per_s) == (4.0, 1.5)
    assert said[0].startswith("took 4.0 s: 1.5 runs/s")


def test_means_are_said_by_planner_and_scenario(tmp_path) -> None:
    text = """
scenarios: [t-junction-1, t-junction-2]
planners: [simple]
set: {duration: 1s}
"""
    said: list[str] = []
    plan = plan_sweep(parse_sweep(text))
    swept(plan, tmp_path, AggregationCallback(), messages=Messages(said.append, print))
    scores = open_sweep(tmp_path).runs().column("score").to_pylist()
    assert [line.split(":")[0] for line in said] == [
        "all scenarios, simple",
        "t-junction-1, simple",
        "t-junction-2, simple",
    ]
    assert f"score {sum(scores) / 2:.4g} [" in said[0]
    assert said[0].endswith("2 runs")
    assert said[1].endswith("1 run")


@pytest.mark.parametrize(
    ("text", "is_met", "missed"),
    [
        ("duration_ns==2e9", True, 0),
        ("contacts<=0", True, 0),
        ("mean(duration_ns)>2e9", False, 1),
        ("duration_ns > 2e9", False, 6),
    ],
)
def test_requirements_of_runs_and_of_means(plan, tmp_path, text, is_met, missed) -> None:
    callback = ValidationCallback([text])
    swept(plan, tmp_path, callback, messages=Messages(lambda _: None, print))
    assert callback.is_met is is_met
    document = json.loads((tmp_path / "verdict.json").read_text())
    assert document["passed"] is is_met
    (verdict,) = document["requirements"]
    assert (verdict["requirement"], verdict["missed"]) == (text, missed)


def test_a_sweep_that_is_not_complete_is_not_judged(plan, tmp_path) -> None:
    said: list[str] = []
    callback = ValidationCallback("contacts<=0")
    swept(plan, tmp_path, callback, chosen=Chosen(first=1), messages=Messages(said.append, print))
    assert (callback.verdicts, callback.is_met) == (None, False)
    assert "not judged" in said[0]
    assert not (tmp_path / "verdict.json").exists()


@pytest.mark.parametrize("text", ["contact<=0", "score>=0.8", "status==1", "contacts=>0"])
def test_unknown_columns_are_refused(plan, text) -> None:
    """The scenarios have no planner, so there is no score; and a status is no number."""
    with pytest.raises(InputError) as error:
        ValidationCallback([text]).check(plan.table)
    assert error.value.where == "--require"


def test_a_complete_sweep_is_published_with_its_page(plan, tmp_path) -> None:
    said: list[str] = []
    place = tmp_path / "published"
    callbacks = (SummaryCallback(), PublicationCallback(str(place)))
    messages = Messages(said.append, print)
    swept(plan, tmp_path / "a", *callbacks, chosen=Chosen(first=1), messages=messages)
    assert not list(place.iterdir())
    swept(plan, tmp_path / "a", *callbacks, messages=messages)
    names = {path.name for path in place.iterdir()}
    assert {"runs.parquet", "aggregates.parquet", "report.html", "complete.json"} <= names
    assert runs_in(place) == runs_in(tmp_path / "a")


def test_callbacks_by_name(tmp_path) -> None:
    (tmp_path / "own_callback.py").write_text(
        "from project_ghost.sweep import SweepCallback\n\n\n"
        "class Own(SweepCallback):\n"
        "    def __init__(self, size: int = 1) -> None:\n        self.size = size\n"
    )
    choices = [
        CallbackChoice("time"),
        CallbackChoice("validation", {"requirements": "score>=0.8"}),
        CallbackChoice("own_callback.py:Own", {"size": 3}),
    ]
    time, _, own = load_callbacks(choices, [tmp_path], "callbacks")
    assert isinstance(time, TimeCallback)
    assert own.size == 3  # type: ignore[attr-defined]
    assert load_callbacks([CallbackChoice("own_callback:Own")], [tmp_path], "callbacks")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (CallbackChoice("tiem"), "did you mean 'time'"),
        (CallbackChoice("nowhere.py:Own"), "there is no file nowhere.py"),
        (CallbackChoice("no_such_module:Own"), "No module named"),
        (CallbackChoice("json:JSONDecoder"), "is no callback"),
        (CallbackChoice("json:Nothing"), "does not exist"),
        (CallbackChoice("time", {"speed": 1}), "cannot be made"),
    ],
)
def test_callbacks_that_do_not_exist_are_refused(tmp_path, choice, message) -> None:
    with pytest.raises(InputError, match=message):
        load_callbacks([choice], [tmp_path], "callbacks")
