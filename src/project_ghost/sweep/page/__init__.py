"""A sweep as a page.

General layout: `_content` (what the page is about), `_figures` (scores, and effects of parameters),
`_tables` (the tables), `_page` (the page).
"""

from ._page import REPORT as REPORT
from ._page import sweep_page as sweep_page

__all__ = ["REPORT", "sweep_page"]
