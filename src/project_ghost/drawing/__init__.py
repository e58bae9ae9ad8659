"""Page and plot primitives: what a report is drawn and written with.

General layout: `_scales` (where a value stands), `_figure` (what a figure holds), `_svg` and
`_png` (the same figure as a picture of either kind), `_thinning` (fewer points, the same
look), `_page` (a page that needs no other file), `estimator_errors` (errors beside three
sigma).
"""

from ._page import Page as Page
from ._page import Table as Table
from ._polyline import simplified as simplified
from ._thinning import thinned as thinned
from .figures._figure import Band as Band
from .figures._figure import Box as Box
from .figures._figure import Cross as Cross
from .figures._figure import Figure as Figure
from .figures._figure import Frame as Frame
from .figures._figure import Level as Level
from .figures._figure import Line as Line
from .figures._figure import Moment as Moment
from .figures._figure import Panel as Panel
from .figures._figure import five_numbers as five_numbers
from .figures._png import figure_png as figure_png
from .figures._png import has_png as has_png
from .figures._scales import LinearScale as LinearScale
from .figures._scales import LogScale as LogScale
from .figures._scales import NameScale as NameScale
from .figures._scales import equal_scales as equal_scales
from .figures._scales import linear_scale as linear_scale
from .figures._scales import log_scale as log_scale
from .figures._sizes import PLOT_SIZE_PX as PLOT_SIZE_PX
from .figures._svg import figure_svg as figure_svg

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
    "simplified",
    "thinned",
]
