"""The one place that draws: SVG, figures with axes, and pages of HTML.

General layout: `_element` (tags, attributes and text), `_svg` (shapes, texts, whole pictures),
`_plane` (metres on a picture), `_theme` (colours for light and dark screens), `_polyline` and
`_thinning` (fewer points, the same look), `figures` (panels with axes, as SVG and as PNG), `_page`
(a page that needs no other file), `_program_page` (the same with a program in it).
"""

from ._element import Attribute as Attribute
from ._element import Element as Element
from ._element import element as element
from ._element import number as number
from ._page import Page as Page
from ._page import Table as Table
from ._page import Tone as Tone
from ._plane import Plane as Plane
from ._polyline import simplified as simplified
from ._program_page import program_page as program_page
from ._svg import Point as Point
from ._svg import arrow_head as arrow_head
from ._svg import background as background
from ._svg import circle as circle
from ._svg import cross as cross
from ._svg import group as group
from ._svg import label as label
from ._svg import lines as lines
from ._svg import picture as picture
from ._svg import polygon as polygon
from ._svg import polyline as polyline
from ._svg import rectangle as rectangle
from ._svg import rounded_line as rounded_line
from ._svg import text as text
from ._svg import text_width as text_width
from ._theme import LIGHT as LIGHT
from ._thinning import thinned as thinned
from .figures._figure import Band as Band
from .figures._figure import BoxPlot as BoxPlot
from .figures._figure import Cross as Cross
from .figures._figure import Figure as Figure
from .figures._figure import Frame as Frame
from .figures._figure import HorizontalLine as HorizontalLine
from .figures._figure import Line as Line
from .figures._figure import Panel as Panel
from .figures._figure import VerticalLine as VerticalLine
from .figures._figure import five_numbers as five_numbers
from .figures._png import figure_png as figure_png
from .figures._png import has_png as has_png
from .figures._scales import LinearScale as LinearScale
from .figures._scales import LogScale as LogScale
from .figures._scales import NameScale as NameScale
from .figures._scales import equal_scales as equal_scales
from .figures._scales import linear_scale as linear_scale
from .figures._scales import log_scale as log_scale
from .figures._scales import round_step as round_step
from .figures._sizes import PLOT_SIZE_PX as PLOT_SIZE_PX
from .figures._svg import figure_svg as figure_svg

__all__ = [
    "LIGHT",
    "PLOT_SIZE_PX",
    "Attribute",
    "Band",
    "BoxPlot",
    "Cross",
    "Element",
    "Figure",
    "Frame",
    "HorizontalLine",
    "Line",
    "LinearScale",
    "LogScale",
    "NameScale",
    "Page",
    "Panel",
    "Plane",
    "Point",
    "Table",
    "Tone",
    "VerticalLine",
    "arrow_head",
    "background",
    "circle",
    "cross",
    "element",
    "equal_scales",
    "figure_png",
    "figure_svg",
    "five_numbers",
    "group",
    "has_png",
    "label",
    "linear_scale",
    "lines",
    "log_scale",
    "number",
    "picture",
    "polygon",
    "polyline",
    "program_page",
    "rectangle",
    "round_step",
    "rounded_line",
    "simplified",
    "text",
    "text_width",
    "thinned",
]
