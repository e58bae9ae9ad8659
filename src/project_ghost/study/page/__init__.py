"""The report of a study as a page.

General layout: `_texts` (numbers and verdicts as text), `_words` (experiments and settings in
words), `_paths`, `_deviation` and `_factors` (the figures), `_tables` (the tables), `_page` (the
page), `_write` (its files).
"""

from ._page import study_page as study_page
from ._texts import actors_text as actors_text
from ._texts import collision_text as collision_text
from ._texts import differing_text as differing_text
from ._texts import plan_text as plan_text
from ._texts import study_verdict as study_verdict
from ._texts import worst_cell as worst_cell
from ._write import WrittenReport as WrittenReport
from ._write import write_report as write_report

__all__ = [
    "WrittenReport",
    "actors_text",
    "collision_text",
    "differing_text",
    "plan_text",
    "study_page",
    "study_verdict",
    "worst_cell",
    "write_report",
]
