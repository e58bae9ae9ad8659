"""The rules, one per file.

General layout: a folder for each family: `time`, `randomness`, `order`, `numbers`, `state`,
`linter`.
"""
