"""Python source as the rules see it: syntax, scopes, names, types, components.

General layout: `_source` (bytes, text, syntax tree), `_dialects` (syntax of other versions of
Python), `_syntax` (questions about one node), `_scopes`, `_builder` and `_tree` (scopes and
definitions), `_classes`, `_stars` and `_names` (full names), `_type`, `_contents`, `_narrowing`,
`_entries`, `_libraries`, `_inference`, `_members` and `_namesakes` (types), `_purpose` (what code
is for), `_shown` and `_flow` (what a value affects), `_facts` (names of other files), `_calls` and
`_unused` (what uses functions), `_components` (components and steps), `_module` (all of it).
"""
