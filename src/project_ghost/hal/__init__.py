"""Messages and channel names that the simulator shares with hardware and tools.

General layout: `messages` (the messages), `fields` (checks their fields and makes arrays
read-only), `channels` (the names of shared channels).
"""

__all__: list[str] = []
