"""Page and plot primitives: what a report is drawn and written with.

General layout: `_scales` (where a value stands), `_figure` (what a figure holds), `_svg` and
`_png` (the same figure as a picture of either kind), `_thinning` (fewer points, the same
look), `_page` (a page that needs no other file), `estimator_errors` (errors beside three
sigma).
"""

from ._figure import Band as Band
from ._figure import Box as Box
from ._figure import Cross as Cross
from ._figure import Figure as Figure
from ._figure import Frame as Frame
from ._figure import Level as Level
from ._figure import Line as Line
from ._figure import Moment as Moment
from ._figure import Panel as Panel
from ._figure import five_numbers as five_numbers
from ._layout import PLOT_SIZE_PX as PLOT_SIZE_PX
from ._page import Page as Page
from ._page import Table as Table
from ._png import figure_png as figure_png
from ._png import has_png as has_png
from ._scales import LinearScale as LinearScale
from ._scales import LogScale as LogScale
from ._scales import NameScale as NameScale
from ._scales import equal_scales as equal_scales
from ._scales import linear_scale as linear_scale
from ._scales import log_scale as log_scale
from ._svg import figure_svg as figure_svg
from ._thinning import thinned as thinned

__all__ = [
    "PLOT_SIZE_PX",
    "Band",
    "Box",
    "Cross",
    "Figure",
    "Frame",
    "Level",
    "Line",
    "LinearScale",
    "LogScale",
    "Moment",
    "NameScale",
    "Page",
    "Panel",
    "Table",
    "equal_scales",
    "figure_png",
    "figure_svg",
    "five_numbers",
    "has_png",
    "linear_scale",
    "log_scale",
    "thinned",
]
