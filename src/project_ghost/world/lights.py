"""Traffic lights with timed phases: the phase at a time, and the component that shows it.

The phase depends on the time alone, so lights cannot drift.
"""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Kernel, Output, Parameter, Size
from project_ghost.world.maps import COLOURS, LightProgram

__all__ = ["AMBER", "GREEN", "RED", "TrafficLights", "colour_at", "phase_at"]

# The values of a light's signal: indexes into `COLOURS`.
RED = 0
AMBER = 1
GREEN = 2

# Parameters are floats, which represent integers exactly up to this: 104 days in nanoseconds.
_EXACT_MAX = 2**53


def phase_at(time_ns: int, offset_ns: int, ends_ns: "Sequence[int] | NDArray[Any]") -> int:
    """The index of the phase at a time.

    `ends_ns` are the ends of the phases, from the start of the cycle; the last one is the
    length of the cycle. A cycle begins at `offset_ns`, and cycles repeat before and after it.
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
    """The colour of a light at a time: RED, AMBER or GREEN."""
    if light not in program.lights:
        raise InputError(
            f"the light {light!r} is not in the program {program.id!r}",
            "colour_at",
            f"one of {', '.join(program.lights)}",
        )
    phase = program.phases[phase_at(time_ns, program.offset_ns, phase_ends_ns(program))]
    return COLOURS.index(phase.shows[program.lights.index(light)])


class TrafficLights(Kernel):
    """Traffic lights that follow programs: `colour[i]` is 0 for red, 1 for amber, 2 for green.

    The lights are in the order of `lights`, by default that of the programs. The component has
    no state: a light's colour is a function of the time in integer nanoseconds.
    """

    lights = Size(1)
    programs = Size(1)
    phases = Size(1)
    program_of = Parameter(shape=("lights",))
    offset_ns = Parameter(shape=("programs",), unit="ns")
    ends_ns = Parameter(shape=("programs", "phases"), unit="ns")
    shows = Parameter(shape=("lights", "phases"))
    colour = Output(shape=("lights",))

    def __init__(self, programs: Sequence[LightProgram], lights: Sequence[str] = ()) -> None:
        names = tuple(lights) or tuple(name for program in programs for name in program.lights)
        longest = max((len(program.phases) for program in programs), default=0)
        if not names or longest == 0:
            raise InputError(
                "there are no lights",
                "TrafficLights",
                "at least one program with a light and a phase",
                "pass the `programs` of a map that has traffic lights",
            )
        rows = [_row(program) for program in programs]
        super().__init__(
            lights=len(names),
            programs=len(programs),
            phases=longest,
            program_of=tuple(float(_program_of(name, programs)) for name in names),
            offset_ns=tuple(float(program.offset_ns) for program in programs),
            ends_ns=tuple(_padded(ends, longest) for ends in rows),
            shows=tuple(_padded(_colours(name, programs), longest) for name in names),
        )

    @staticmethod
    def output(
        time_ns: int,
        program_of: Floats,
        offset_ns: Floats,
        ends_ns: Floats,
        shows: Floats,
        colour: Floats,
    ) -> None:
        """Write the current colour of each light."""
        for i in range(colour.shape[0]):
            program = int(program_of[i])
            colour[i] = shows[i, phase_at(time_ns, int(offset_ns[program]), ends_ns[program])]


def _row(program: LightProgram) -> tuple[float, ...]:
    if not 0 < program.cycle_ns <= _EXACT_MAX or abs(program.offset_ns) > _EXACT_MAX:
        raise InputError(
            f"the program {program.id!r} has a cycle of {program.cycle_ns} ns and an offset of "
            f"{program.offset_ns} ns",
            "TrafficLights",
            f"a cycle of more than 0 ns, and cycle and offset of at most {_EXACT_MAX} ns",
        )
    return tuple(float(end_ns) for end_ns in phase_ends_ns(program))


def _program_of(light: str, programs: Sequence[LightProgram]) -> int:
    for i, program in enumerate(programs):
        if light in program.lights:
            return i
    raise InputError(
        f"no program controls the light {light!r}",
        "TrafficLights",
        "lights that are part of a program",
        "add it to a program, or leave it out of `lights`",
    )


def _colours(light: str, programs: Sequence[LightProgram]) -> tuple[float, ...]:
    program = programs[_program_of(light, programs)]
    place = program.lights.index(light)
    return tuple(float(COLOURS.index(phase.shows[place])) for phase in program.phases)


def _padded(row: tuple[float, ...], length: int) -> tuple[float, ...]:
    """The row filled up with its last number; phases of no length, which are never reached."""
    return row + (row[-1],) * (length - len(row))
