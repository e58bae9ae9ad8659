"""Goal: the example logs one run of MLflow for each sweep, however it ends.

Method: a module in place of MLflow that keeps its calls.
"""

import sys
from types import ModuleType

import pytest

from examples.mlflow_sweep import MLflowCallback
from project_ghost.batch import InProcess
from project_ghost.core.errors import InputError
from project_ghost.results import open_store
from project_ghost.sweep import CallbackChoice, SummaryCallback, load_callbacks, run_sweep

METHODS = (
    "set_experiment", "start_run", "log_params", "log_metrics", "log_text", "set_tags", "end_run",
)  # fmt: skip


@pytest.fixture
def calls(monkeypatch):
    found: list[tuple[str, tuple[object, ...], dict[str, object]]] = []
    stand_in = ModuleType("mlflow")

    def method(name: str):
        return lambda *args, **kwargs: found.append((name, args, kwargs))

    for name in METHODS:
        setattr(stand_in, name, method(name))
    monkeypatch.setitem(sys.modules, "mlflow", stand_in)
    return found


def test_a_complete_sweep_is_one_run_with_means_and_page(plan, tmp_path, calls) -> None:
    callbacks = [SummaryCallback(), MLflowCallback("night")]
    run_sweep(plan, open_store(tmp_path), InProcess(), execution="interpreted", callbacks=callbacks)
    names = [name for name, _, _ in calls]
    assert names[:3] == ["set_experiment", "start_run", "log_params"]
    assert names.count("start_run") == names.count("end_run") == 1
    logged = {name: args for name, args, _ in calls}
    assert logged["set_experiment"] == ("night",)
    (params,) = logged["log_params"]
    assert (params["planned"], params["parameters"]) == (6, "actors.car1.speed_mps")
    (means,) = logged["log_metrics"]
    assert means == {"contacts/t-junction-4": 0.0}
    assert [args[1] for name, args, _ in calls if name == "log_text"] == [
        "report.html",
        "complete.json",
    ]
    assert calls[-1] == ("end_run", (), {"status": "FINISHED"})


def test_an_interrupted_sweep_ends_the_run_as_killed(plan, tmp_path, calls) -> None:
    class Interrupt(MLflowCallback):
        def on_run_end(self, row) -> None:
            super().on_run_end(row)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(
            plan, open_store(tmp_path), InProcess(), execution="interpreted",
            callbacks=[Interrupt()],
        )  # fmt: skip
    assert calls[-1] == ("end_run", (), {"status": "KILLED"})
    progress = next(args for name, args, _ in calls if name == "log_metrics")
    assert progress == ({"done": 1, "failed": 0},)


def test_without_mlflow_it_is_an_error_before_the_first_run(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(InputError, match="cannot be made: ModuleNotFoundError"):
        load_callbacks([CallbackChoice("examples.mlflow_sweep:MLflowCallback")], [], "callbacks")
