"""Recorded traffic lights."""

from collections.abc import Mapping, Sequence

from project_ghost.world.maps import LightPhase, LightProgram

__all__ = ["recorded_phases", "recorded_programs"]

# The last colour of a recorded light lasts longer than any run.
_FOR_EVER_NS = 10**15


def recorded_programs(
    recorded: Mapping[str, Sequence[tuple[int, str]]],
) -> tuple[LightProgram, ...]:
    """The programmes of lights that change at certain times."""
    return tuple(
        LightProgram(f"recorded:{name}", (name,), recorded_phases(changes), changes[0][0])
        for name, changes in recorded.items()
    )


def recorded_phases(changes: Sequence[tuple[int, str]]) -> tuple[LightPhase, ...]:
    """The phases of a light that changes at certain times; the last one does not end."""
    ends = [*(time_ns for time_ns, _ in changes[1:]), changes[0][0] + _FOR_EVER_NS]
    return tuple(
        LightPhase(end_ns - time_ns, (colour,))
        for (time_ns, colour), end_ns in zip(changes, ends, strict=True)
    )
