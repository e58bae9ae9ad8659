"""The names of channels that one room publishes and another reads."""

from typing import Final

__all__ = ["CHANNEL_CONTACTS", "CHANNEL_GROUND_TRUTH"]

CHANNEL_GROUND_TRUTH: Final = "/groundtruth/pose"
CHANNEL_CONTACTS: Final = "/contacts"
