"""A sweep as a page.

General layout: `_content` (what the page is about), `_figures` (scores, and effects of parameters),
`_tables` (the tables), `_page` (the page).
"""
