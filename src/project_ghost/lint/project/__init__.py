"""The whole program: what files know about each other.

General layout: `_summary` (what a file tells others, from its own content alone), `_summarise` (how
it is made), `_modules` (the file of a full name), `_sites` (where a package uses its functions),
`_coverage` (what runs only after a seeding), `_link` (facts from the summaries of a project).
"""
