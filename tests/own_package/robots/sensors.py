"""An altimeter."""

from project_ghost.engine import Block, Input, Noise, Output, Parameter


class Altimeter(Block):
    """Measures the height, with noise."""

    position = Input(shape=(3,), unit="m")
    noise_m = Parameter(0.1, unit="m")
    white = Noise()
    height = Output(unit="m", about="height above the ground")

    @staticmethod
    def output(position: tuple[float, float, float], noise_m: float, white: float) -> float:
        """Return the measurement."""
        return position[2] + noise_m * white
