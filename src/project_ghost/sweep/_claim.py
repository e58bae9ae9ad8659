"""What a store says about its sweep: sweep.json, plan.parquet and the scenes, created once."""

from collections.abc import Callable, Mapping
from typing import Any

from project_ghost import __version__
from project_ghost.core.errors import InputError
from project_ghost.core.json_files import as_read, canonical, first_change
from project_ghost.core.scratch import scratch_folder, written_to_scratch
from project_ghost.results import (
    FORMAT_VERSION,
    Field,
    RunTable,
    Store,
    TableWriter,
    arrow_schema,
    stored_document,
)

from ._plan import Plan

__all__ = ["PLAN", "SCENES", "SWEEP", "claim", "read_claim", "table_of"]

SWEEP, PLAN, SCENES = "sweep.json", "plan.parquet", "scenes"
_PARAMETER_TYPES = ("bool", "int64", "float64", "string")
# What every sweep.json has.
_KEYS = {
    "ghost": str,
    "is_recorded": bool,
    "metrics": list,
    "name": str,
    "parameters": list,
    "plan_sha256": str,
    "runs": int,
    "scenes": list,
}


def claim(store: Store, plan: Plan) -> None:
    """Let a store hold this sweep; refuse one that holds another."""
    document = _document(plan)
    was = read_claim(store, is_required=False)
    if was is None:
        # First what the document says is there: whoever sees it can begin.
        for scene in plan.scenes:
            store.write(f"{SCENES}/{scene.key}.json", canonical(scene.document()).encode())
        _write_plan(store, plan)
        if store.create(SWEEP, canonical(document).encode()):
            return
        was = read_claim(store)
    if was != as_read(document):
        raise InputError(
            f"the store holds another sweep: {first_change(was, as_read(document))}",
            f"{store.url}/{SWEEP}",
            "an empty store, or one of the same sweep with the same version of Ghost",
            "choose another place with -o",
        )


def _write_plan(store: Store, plan: Plan) -> None:
    with scratch_folder() as folder:
        path = folder / PLAN
        with (
            written_to_scratch("the plan"),
            TableWriter(path, arrow_schema(plan.fields)) as writer,
        ):
            for window in plan.windows():
                writer.add(window)
        store.upload(PLAN, path)


def read_claim(store: Store, *, is_required: bool = True) -> dict[str, Any] | None:
    """Return sweep.json of a store; None if it is not there and need not be."""
    data = store.read_or_none(SWEEP)
    if data is None and not is_required:
        return None
    where = f"{store.url}/{SWEEP}"
    if data is None:
        raise InputError(
            "there is no sweep", where, "the -o of a `ghost sweep`", "correct the path"
        )
    document = stored_document(data, where, _KEYS)
    for key, is_right in _MEMBERS.items():
        wrong = [each for each in document[key] if not is_right(each)]
        if wrong:
            raise InputError(
                f"its {key} have {wrong[0]!r}",
                where,
                "an object that `ghost sweep` wrote, unchanged",
                "copy it from elsewhere, or run the sweep into another store",
            )
    return document


def _is_parameter(value: object) -> bool:
    """Whether it is the name and the type of a column of parameters."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and value[1] in _PARAMETER_TYPES
    )


def _is_scene(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    named = isinstance(value.get("key"), str) and isinstance(value.get("scenario"), str)
    return named and isinstance(value.get("planner"), str | None)


_MEMBERS: Mapping[str, Callable[[object], bool]] = {
    "metrics": lambda value: isinstance(value, str),
    "parameters": _is_parameter,
    "scenes": _is_scene,
}


def table_of(document: Mapping[str, Any]) -> RunTable:
    """Return the columns of the runs of a sweep."""
    parameters = tuple(Field(*each) for each in document["parameters"])
    return RunTable(parameters, tuple(document["metrics"]))


def _document(plan: Plan) -> dict[str, Any]:
    """What makes two sweeps the same: their runs, and the columns of their results."""
    return {
        "ghost": __version__,
        "is_recorded": plan.sweep.is_recorded,
        "metrics": plan.table.metrics,
        "name": plan.sweep.name,
        "parameters": [list(field) for field in plan.table.parameters],
        "plan_sha256": plan.ids.digest(),
        "runs": len(plan),
        "scenes": [
            {"key": each.key, "planner": each.planner, "scenario": each.scenario}
            for each in plan.scenes
        ],
        "version": FORMAT_VERSION,
    }
