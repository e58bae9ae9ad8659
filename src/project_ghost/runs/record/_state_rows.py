"""True and believed states of a block, as rows of numbers for compiled code.

A row has the values of the signals, then the time, then what a state derives from them.
"""

from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.bus import Constant, Form, Message, Numbers, Part, Whole
from project_ghost.engine import PublishedBlock
from project_ghost.hal.fields import are_covariances, are_unit_quaternions
from project_ghost.scenario.draft import StateChannel
from project_ghost.telemetry import ARRAY_KEY, to_json_safe

__all__ = ["StateRows"]

_Path = tuple[str, ...]

# Where the signals are in a state, in the order of a channel's signals; a truth has the first five.
_SIGNALS: tuple[_Path, ...] = (
    ("nav", "pose", "position_enu_m"),
    ("nav", "pose", "orientation_q"),
    ("nav", "twist_world", "linear_mps"),
    ("nav", "twist_body", "angular_rps"),
    ("nav", "accel_body_mps2"),
    ("nav", "imu_biases", "accel_bias_mps2"),
    ("nav", "imu_biases", "gyro_bias_rps"),
    ("nav", "covariance_15x15"),
)
_STAMPS: tuple[_Path, ...] = (("stamp_sim_ns",), ("stamp_wall_ns",))
_DERIVED: tuple[_Path, ...] = (
    ("nav", "twist_world", "angular_rps"),
    ("nav", "twist_body", "linear_mps"),
)

# Floats hold whole numbers up to this one.
_STAMP_MAX_NS = 2**53


@final
class StateRows:
    """The rows of one channel's states, and the form of these."""

    def __init__(self, channel: str, state: StateChannel, form: Form, recorded: Message) -> None:
        """`form` is that of the channel's messages, `recorded` one of them, as a state."""
        self._channel = channel
        self._places: list[Any] = [form[signal] for signal in state.signals]
        width = max(each.place + int(np.prod(each.shape)) for each in self._places)
        self._width = width
        parts: dict[_Path, Part] = {path: Whole(width) for path in _STAMPS}
        parts |= dict(zip(_SIGNALS, self._places, strict=False))
        parts |= {path: Numbers(width + 1 + 3 * i, (3,)) for i, path in enumerate(_DERIVED)}
        state_json: Any = to_json_safe(recorded.payload)
        self.form: Form = {name: _part(each, parts, (name,)) for name, each in state_json.items()}

    def rows(self, block: PublishedBlock) -> Floats | None:
        """The rows of a block, or None if some may not be states, which the usual way says."""
        stamps_ns = block.stamps_ns[block.places(self._channel)]
        values = block.values(self._channel)[:, : self._width]
        q = self._signal(values, 1)
        if not are_unit_quaternions(q) or int(stamps_ns[-1]) > _STAMP_MAX_NS:
            return None
        if len(self._places) == len(_SIGNALS) and not are_covariances(self._signal(values, 7)):
            return None
        return np.hstack([values, stamps_ns[:, None], self._derived(values, q)])

    def attitudes(self, block: PublishedBlock) -> list[list[float]]:
        """The quaternion of each state."""
        attitudes: list[list[float]] = self._signal(block.values(self._channel), 1).tolist()
        return attitudes

    def _signal(self, values: Floats, number: int) -> Floats:
        start, shape = self._places[number]
        stop = start + int(np.prod(shape))
        return values[:, start:stop].reshape(len(values), *shape)

    def _derived(self, values: Floats, q: Floats) -> Floats:
        """The twists in the other axes, by the operations of `transforms`, in their order."""
        w, x, y, z = q.T
        s = 2.0 / (w * w + x * x + y * y + z * z)
        matrix = [
            [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
        ]
        inverse = list(zip(*matrix, strict=True))
        angular = _rotated(matrix, self._signal(values, 3))
        linear = _rotated(inverse, self._signal(values, 2))
        return np.stack([*angular, *linear], axis=1)


def _rotated(matrix: Any, vectors: Floats) -> list[Floats]:  # noqa: ANN401 - rows of columns
    x, y, z = vectors.T
    return [a * x + b * y + c * z for a, b, c in matrix]


def _part(value: Any, parts: dict[_Path, Part], path: _Path) -> Part:  # noqa: ANN401 - JSON
    """The form of a value in a state: parts at their paths, everything else as it is."""
    if not isinstance(value, dict):
        return parts.get(path, Constant(value))
    if path in parts:  # an array, with its type
        return {**{name: Constant(each) for name, each in value.items()}, ARRAY_KEY: parts[path]}
    return {name: _part(each, parts, (*path, name)) for name, each in value.items()}
