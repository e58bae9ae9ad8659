"""Messages shared with hardware.

General layout: `fields` checks what stands in a message and makes its arrays read-only;
`messages` are the messages themselves.
"""

__all__: list[str] = []
