"""The answers of a probe."""

from enum import StrEnum

__all__ = ["Answer"]


class Answer(StrEnum):
    """What a cluster answered."""

    HERE = "here"
    NO_TOKEN = "no-token"  # noqa: S105 - not a token
    OTHER_TOKEN = "other-token"  # noqa: S105 - as above
