"""Scripts with which shells complete commands, flags and names.

General layout: `_words` (what can be completed where), and a script each: `_bash`, `_fish`,
`_zsh`.
"""
