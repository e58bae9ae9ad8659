"""The report of a study as a page.

General layout: `_words` (numbers and verdicts as text), `_paths`, `_spread` and `_factors` (the
figures), `_tables` (the tables), `_page` (the page), `_write` (its files).
"""

from ._page import study_page as study_page
from ._words import verdict_of_study as verdict_of_study
from ._write import Written as Written
from ._write import write_report as write_report

__all__ = ["Written", "study_page", "verdict_of_study", "write_report"]
