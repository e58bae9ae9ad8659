"""Which phase a program of lights is in: a function of the time alone, so nothing can drift."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from project_ghost.core.errors import InputError
from project_ghost.world.maps import COLOURS, LightProgram

__all__ = ["AMBER", "GREEN", "RED", "colour_at", "phase_at"]

# What a light's signal holds; the places of the colours' names in `COLOURS`.
RED = 0
AMBER = 1
GREEN = 2


def phase_at(time_ns: int, offset_ns: int, ends_ns: "Sequence[int] | NDArray[Any]") -> int:
    """The number of the phase at a time.

    `ends_ns` are the ends of the phases, from the start of the cycle; the last one is the
    length of the cycle. The first cycle begins at `offset_ns`; there are cycles before it too.
    """
    within_ns = (time_ns - offset_ns) % int(ends_ns[len(ends_ns) - 1])
    for phase in range(len(ends_ns)):
        if within_ns < int(ends_ns[phase]):
            return phase
    return 0


def phase_ends_ns(program: LightProgram) -> tuple[int, ...]:
    """When each phase ends, from the start of the cycle."""
    ends = []
    end_ns = 0
    for phase in program.phases:
        end_ns += phase.duration_ns
        ends.append(end_ns)
    return tuple(ends)


def colour_at(program: LightProgram, light: str, time_ns: int) -> int:
    """What a light shows at a time: RED, AMBER or GREEN."""
    if light not in program.lights:
        raise InputError(
            f"the light {light!r} is not in the program {program.id!r}",
            "colour_at",
            f"one of {', '.join(program.lights)}",
        )
    phase = program.phases[phase_at(time_ns, program.offset_ns, phase_ends_ns(program))]
    return COLOURS.index(phase.shows[program.lights.index(light)])
