from project_ghost.engine import Block, Output


class Clock(Block):
    """`y = t`: seconds since the start.

    Rounded once from the integer nanoseconds, up to 2**53 ns (104 days).
    """

    y = Output(unit="s")

    @staticmethod
    def output(time_ns: int) -> float:
        """The current time in seconds."""
        return time_ns / 1e9
