"""Pictures of schedules, maps, runs and estimators, drawn with `project_ghost.drawing`.

General layout: `schedule` (the graph of a schedule), `map` (a road map), `run` (the paths of a
run on its map), `_estimator_errors` (errors of an estimator beside three sigma).
"""

from ._estimator_errors import errors_figure as errors_figure
from .map._svg import map_svg as map_svg
from .run._svg import run_svg as run_svg
from .schedule._svg import schedule_svg as schedule_svg

__all__ = ["errors_figure", "map_svg", "run_svg", "schedule_svg"]
