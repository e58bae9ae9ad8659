"""Pictures and pages of schedules, maps, runs and estimators, drawn with `project_ghost.drawing`.

General layout: `schedule` (the graph of a schedule), `map` (a road map), `run` (a run, and its
paths on the map), `page` (a page that plays runs), `live` (the same while a run runs, also for
Foxglove's viewers), `_estimator_errors` (errors of an estimator beside three sigma).
"""

from ._estimator_errors import errors_figure as errors_figure
from .map._svg import map_svg as map_svg
from .page._braille import run_text as run_text
from .page._html import run_page as run_page
from .run._animated_svg import animated_svg as animated_svg
from .run._film import film as film
from .run._run import ActorTrack as ActorTrack
from .run._run import Picture as Picture
from .run._run import Run as Run
from .run._run import run_recorded as run_recorded
from .run._shown import Shown as Shown
from .run._shown import shown_recording as shown_recording
from .run._svg import run_svg as run_svg
from .run._svg import shown_svg as shown_svg
from .run._trajectories import write_tum as write_tum
from .schedule._svg import schedule_svg as schedule_svg

__all__ = [
    "ActorTrack",
    "Picture",
    "Run",
    "Shown",
    "animated_svg",
    "errors_figure",
    "film",
    "map_svg",
    "run_page",
    "run_recorded",
    "run_svg",
    "run_text",
    "schedule_svg",
    "shown_recording",
    "shown_svg",
    "write_tum",
]
