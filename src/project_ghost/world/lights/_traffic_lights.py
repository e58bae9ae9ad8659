"""Traffic lights as a component: one number a light."""

from collections.abc import Sequence

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Kernel, Output, Parameter, Size
from project_ghost.world.maps import COLOURS, LightProgram

from ._phases import phase_at, phase_ends_ns

__all__ = ["TrafficLights"]


# Parameters are floats, which hold every whole number up to here: 104 days in nanoseconds.
_EXACT_MAX = 2**53


class TrafficLights(Kernel):
    """`colour[i]`, 0 red, 1 amber or 2 green, of each light of some programs.

    The lights stand in the order of `lights`, by default that of the programs. It has no state:
    what a light shows follows from the time in whole nanoseconds.
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
                "there is no light to show",
                "TrafficLights",
                "at least one program with a light and a phase",
                "give the `programs` of a map that has some",
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
        """What each light shows now."""
        for i in range(colour.shape[0]):
            program = int(program_of[i])
            colour[i] = shows[i, phase_at(time_ns, int(offset_ns[program]), ends_ns[program])]


def _row(program: LightProgram) -> tuple[float, ...]:
    if not 0 < program.cycle_ns <= _EXACT_MAX or abs(program.offset_ns) > _EXACT_MAX:
        raise InputError(
            f"the program {program.id!r} has a cycle of {program.cycle_ns} ns and an offset of "
            f"{program.offset_ns} ns",
            "TrafficLights",
            f"a cycle of more than 0, both at most {_EXACT_MAX} ns",
        )
    return tuple(float(end_ns) for end_ns in phase_ends_ns(program))


def _program_of(light: str, programs: Sequence[LightProgram]) -> int:
    for i, program in enumerate(programs):
        if light in program.lights:
            return i
    raise InputError(
        f"the light {light!r} is in no program",
        "TrafficLights",
        "lights that a program says something about",
        "add it to a program, or leave it out of `lights`",
    )


def _colours(light: str, programs: Sequence[LightProgram]) -> tuple[float, ...]:
    program = programs[_program_of(light, programs)]
    place = program.lights.index(light)
    return tuple(float(COLOURS.index(phase.shows[place])) for phase in program.phases)


def _padded(row: tuple[float, ...], length: int) -> tuple[float, ...]:
    """The row with its last number repeated: the end of the cycle, which no time reaches."""
    return row + (row[-1],) * (length - len(row))
