"""A driver of one's own."""

from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import clip


class LineKeeper(Block):
    """Keeps a speed, and steers back to the line y = 0."""

    speed_mps = Input(unit="m/s")
    y_m = Input(unit="m")
    yaw_rad = Input(unit="rad")
    target_mps = Parameter(8.0, unit="m/s")
    gain = Parameter(0.05)
    steering = Output(unit="rad", about="steering angle")
    acceleration = Output(unit="m/s2", about="acceleration")

    @staticmethod
    def output(
        speed_mps: float, y_m: float, yaw_rad: float, target_mps: float, gain: float
    ) -> tuple[float, float]:
        """Correct heading, place and speed."""
        return clip(-gain * y_m - yaw_rad, -0.5, 0.5), clip(target_mps - speed_mps, -3.0, 2.0)
