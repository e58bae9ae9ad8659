"""Numbers from nuPlan's own code, where the shared data is at hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from project_ghost.models.plans import (
    EGO_AX,
    EGO_STEERING,
    EGO_VX,
    EGO_WIDTH,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_RATE,
    PLAN_ROWS,
    PLAN_TIME,
    PLAN_WIDTH,
)

ORACLE = Path(__file__).parents[4] / "shared" / "data" / "planner_oracle"

needs_oracle = pytest.mark.skipif(
    not ORACLE.exists(), reason="needs the planner oracle of the shared data"
)


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of one of its files."""
    read = json.loads((ORACLE / f"{name}.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = read["cases"]
    return found


def plan_of(case: dict[str, Any]) -> tuple[np.ndarray, int]:
    """The plan of a case as our table, and the number of its rows."""
    rows = np.array(case["plan"])
    plan = np.zeros((PLAN_ROWS, PLAN_WIDTH))
    plan[: len(rows)] = rows
    plan[:, PLAN_TIME] *= 1e3
    return plan, len(rows)


def ego_of(case: dict[str, Any]) -> np.ndarray:
    """The vehicle of a case as our row."""
    ego, given = np.zeros(EGO_WIDTH), case["ego"]
    ego[EGO_X], ego[EGO_Y], ego[EGO_YAW] = given["x"], given["y"], given["heading"]
    ego[EGO_VX], ego[EGO_AX] = given["speed"], given["acceleration"]
    ego[EGO_YAW_RATE], ego[EGO_STEERING] = given["angular_velocity"], given["steering"]
    return ego
