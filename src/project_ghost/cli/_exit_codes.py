"""The exit codes of all commands."""

__all__ = ["BAD_INPUT", "DIFFERENT", "INTERRUPTED", "OK", "TERMINATED"]

OK = 0
DIFFERENT = 1  # a check found a difference
BAD_INPUT = 2
INTERRUPTED = 130
TERMINATED = 143  # by SIGTERM, as shells count
