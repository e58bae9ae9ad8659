from project_ghost.engine import Block, Output


class Clock(Block):
    """`y = t`: seconds since the start.

    One rounding from the integer nanoseconds, for the first 2**53 of them (104 days).
    """

    y = Output(unit="s")

    @staticmethod
    def output(time_ns: int) -> float:
        """Now, in seconds."""
        return time_ns / 1e9
