from math import inf

from project_ghost.engine import Block, Input, Output, Parameter, State
from project_ghost.engine.ops import clip, maximum, where

from ._require import require_limits, require_not_negative


class PID(Block):
    """A PID controller with a filtered derivative, output limits and anti-windup.

        e = setpoint - measurement
        v = kp * e + integral + kd * (filtered - measurement) / f
        y = v, limited to low and high
        integral' = ki * e, or 0 if y is at a limit and e would drive v further beyond it
        filtered' = (measurement - filtered) / f

    f is `filter_s`, but at least one sample. The derivative is that of the measurement, so
    that a step of the setpoint causes no derivative kick; it starts at zero and converges to
    the slope of a ramp. Both states are integrated by Euler's method with the input held.
    """

    kp = Parameter()
    ki = Parameter()
    kd = Parameter()
    filter_s = Parameter(unit="s")
    low = Parameter()
    high = Parameter()
    setpoint = Input()
    measurement = Input()
    integral = State()
    filtered = State()
    y = Output()

    def __init__(
        self,
        kp: float,
        ki: float = 0.0,
        kd: float = 0.0,
        *,
        filter_s: float = 0.0,
        low: float = -inf,
        high: float = inf,
        initial: float = 0.0,
        input_unit: str | None = None,
        output_unit: str | None = None,
    ) -> None:
        self.declare(
            setpoint=Input(unit=input_unit),
            measurement=Input(unit=input_unit),
            integral=State(unit=output_unit),
            filtered=State(unit=input_unit),
            y=Output(unit=output_unit),
        )
        super().__init__(
            kp=kp, ki=ki, kd=kd, filter_s=filter_s, low=low, high=high, integral=initial
        )
        require_not_negative(self, "filter_s")
        require_limits(self)

    @staticmethod
    def step(
        setpoint: float,
        measurement: float,
        integral: float,
        filtered: float,
        kp: float,
        ki: float,
        kd: float,
        filter_s: float,
        low: float,
        high: float,
        sample: int,
        dt_s: float,
    ) -> tuple[float, float, float]:
        """The next integral and filter state, and the output."""
        error = setpoint - measurement
        smooth = where(sample == 0, measurement, filtered)
        time_s = maximum(filter_s, dt_s)
        unclipped = kp * error + integral + kd * (smooth - measurement) / time_s
        y = clip(unclipped, low, high)
        slope = ki * error
        winds_up = (unclipped - y) * slope > 0.0
        return (
            integral + where(winds_up, 0.0, dt_s * slope),
            smooth + dt_s * (measurement - smooth) / time_s,
            y,
        )
