"""What the linter says of a file as a whole, and of the comments that silence it.

The runner itself finds these; the classes hold their codes and pages.
"""
