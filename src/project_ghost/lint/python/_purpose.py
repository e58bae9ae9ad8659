"""What code is for, by the names around it: pictures, reports, measurements of the program.

A word alone is weak evidence: a graph is coloured without a picture, an aircraft has a performance,
and a solver is given a benchmark. Words that have such meanings count only with a second fact.
"""

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._scopes import Function
from ._syntax import snake

if TYPE_CHECKING:
    from ._module import Module

__all__ = [
    "draws",
    "imports_drawing",
    "is_benchmark",
    "is_drawing",
    "is_measurement",
    "is_picture",
    "is_report",
    "is_service",
    "reports",
]

_PICTURE = re.compile(
    r"(^|_)(render\w*|drawings?|drawers?|i?plot\w*|animat\w*|viewer|live_?view|vis|visuals|visuali[sz]\w*|graphics|gui"
    r"|ui|qt\w*|glut|opengl|widgets?|gantt)(_|$)"
)
# Numbers are drawn too.
_DRAW = re.compile(r"(^|_)(re)?draw(?!_(samples?|random|from|prior|posterior|next))(_|$)")
# Words of pictures that have other meanings too: graphs are coloured, and figures are numbers.
_COLOUR = re.compile(r"(^|_)(charts?|figures?|colou?rs?|palettes?)(_|$)")
_REPORT = re.compile(
    r"(^|_)(logger|reporting|progress\w*|spinner|tensorboard|wandb|telemetry|tracing)(_|$)"
)
_MEASUREMENT = re.compile(
    r"(^|_)(\w*profil(e|er|ing)|\w*prof|perf|performance|fps|throughput"
    r"|stopwatch|timer|timing|elapsed\w*)(_|$)"
)
# What measures, whatever the file imports: a profile may be one of velocities.
_PROFILING = re.compile(r"(^|_)(profiling|profilers?)(_|$)")
# Files that serve others, and code that watches over a machine or a robot, in real time.
_SERVER = re.compile(r"(^|_)(\w*servers?|dashboards?|mcp|rpc|real_robot|teleop\w*)(_|$)")
_CLIENT = re.compile(r"(^|_)client$")
_WATCHES = re.compile(
    r"(^|_)(\w*monitor(s|ing)?|watch_?dogs?|health_?check\w*|heart_?beats?|timelines?)(_|$)"
    r"|^(job|trial|task|run)_status$"
)
_BENCHMARK = re.compile(r"(^|_)bench(mark)?(s|er|ing)?(_|$)")
_RUNS_BENCHMARK = re.compile(r"^_*(run_)?bench(mark)?s?(_|$)")
_OUTPUTS = (_PICTURE, _DRAW, _REPORT, _MEASUREMENT, _RUNS_BENCHMARK)
_DRAWING_MODULES = frozenset(
    """
    altair bokeh folium graphviz holoviews IPython manim matplotlib mayavi moderngl napari OpenGL
    open3d panda3d plotly plotnine polyscope pydot pygame pyglet pyqtgraph pyvista seaborn toyplot
    turtle vedo vispy vpython vtk
    """.split()
)
# Libraries of images that compute and draw: what draws there.
_DRAWING_NAMES = re.compile(
    r"^(PIL\.ImageDraw|cv2\.(arrowedLine|circle|drawContours|ellipse|fillPoly|line|polylines|putText"
    r"|rectangle))(\.|$)"
)
_CLOCKS = frozenset("cProfile datetime profile psutil pyperf pyinstrument time timeit".split())


def is_picture(module: "Module", node: ast.AST) -> bool:
    """Whether a function, class or file around a node draws pictures."""
    names = list(_names(module, node))
    if any(map(_PICTURE.search, names)):
        return True
    return any(map(_COLOUR.search, names)) and imports_drawing(module)


def draws(module: "Module", node: ast.AST) -> bool:
    """Whether code around a node is called `draw`, which a generator does too."""
    return any(map(_DRAW.search, _names(module, node)))


def is_report(module: "Module", node: ast.AST) -> bool:
    """Whether a function, class or file around a node reports to people what the program does."""
    return any(map(_REPORT.search, _names(module, node)))


def is_measurement(module: "Module", node: ast.AST) -> bool:
    """Whether code around a node measures the program: by a name, mostly in a file with a clock."""
    if any(map(_PROFILING.search, _names(module, node))):
        return True
    if module.imported.isdisjoint(_CLOCKS):
        return False
    return any(map(_MEASUREMENT.search, _names(module, node))) or is_benchmark(module, node)


def is_service(module: "Module", node: ast.AST) -> bool:
    """Whether code around a node serves others or watches over something, in real time.

    A file that is called a client is one if it has coroutines, which wait for others.
    """
    path = [snake(each) for each in module.name.split(".")[1:]] or [snake(module.name)]
    if any(map(_SERVER.search, path)) or any(map(_WATCHES.search, _names(module, node))):
        return True
    return _CLIENT.search(path[-1]) is not None and "asyncio" in module.imported


def is_benchmark(module: "Module", node: ast.AST) -> bool:
    """Whether code is a benchmark: by its folder, its file, or a function that returns nothing.

    In a library a benchmark may also be a problem to solve, or data to learn from; then no clock
    is in sight.
    """
    has_clock = not module.imported.isdisjoint(_CLOCKS)
    first, *inner = map(snake, module.name.split("."))
    if _RUNS_BENCHMARK.search(first) or (has_clock and any(map(_BENCHMARK.search, inner))):
        return True
    functions = [each for each in module.tree.ancestors(node) if isinstance(each, Function)]
    return any(
        _RUNS_BENCHMARK.search(snake(each.name)) is not None
        and (has_clock or not any(found.value for found in module.tree.returns[each]))
        for each in functions
    )


def reports(name: str) -> bool:
    """Whether a function of this name draws, reports, or measures the program."""
    words = snake(name)
    return any(each.search(words) for each in _OUTPUTS)


def imports_drawing(module: "Module") -> bool:
    """Whether a file draws: it imports a library for pictures, or calls what draws on an image."""
    return not module.imported.isdisjoint(_DRAWING_MODULES) or any(
        map(_DRAWING_NAMES.search, module.uses)
    )


def is_drawing(name: str | None) -> bool:
    """Whether a full name is one of a library for pictures."""
    return (name or "").partition(".")[0] in _DRAWING_MODULES


def _names(module: "Module", node: ast.AST) -> Iterator[str]:
    for parent in module.tree.ancestors(node):
        if isinstance(parent, Function | ast.ClassDef):
            yield snake(parent.name)
    yield from map(snake, module.name.split("."))
