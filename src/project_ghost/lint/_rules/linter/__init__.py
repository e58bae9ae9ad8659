"""Findings about a file as a whole and about `# ghost: allow` comments.

The runner finds these; the classes hold their codes and pages.
"""
