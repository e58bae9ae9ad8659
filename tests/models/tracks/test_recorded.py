"""Goal: recorded actors are where they were, to the bit at their samples, straight in between.

Method: random tracks with uneven stamps, read at samples and between them; then the checker that
users have for their own components.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.models.tracks import RecordedTracks
from project_ghost.models.tracks._recorded import Recording, packed_tracks, sample_at
from project_ghost.testing import check_component
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, X, Y
from project_ghost.world.objects import ObjectKind, RecordedTrack

STATE = [X, Y, YAW, VX, VY]


def track(stamps: list[int], states: list[list[float]], name: str = "a") -> RecordedTrack:
    return RecordedTrack(
        name, ObjectKind.VEHICLE, 4.5, 1.8, np.array(stamps, dtype=np.int64), np.array(states)
    )


def bodies_at(tracks: list[RecordedTrack], time_ns: int, rows: int | None = None) -> np.ndarray:
    rows = rows or len(tracks)
    packed = packed_tracks(tracks, rows)
    bodies = np.full((rows, BODY_WIDTH), 9.0)
    recording = Recording(packed["spans"], packed["stamps_ns"], packed["track_states"])
    RecordedTracks.output(recording, time_ns, bodies)
    return bodies


numbers = st.floats(-1e4, 1e4)
angles = st.floats(-3.1, 3.1)
gaps = st.lists(st.integers(1, 10**9), min_size=1, max_size=12)


@given(st.integers(0, 10**10), gaps, st.data())
def test_a_track_at_its_samples_is_the_samples(start, steps, data) -> None:
    stamps = [start]
    for step in steps:
        stamps.append(stamps[-1] + step)
    state = st.tuples(numbers, numbers, angles, numbers, numbers)
    states = [list(data.draw(state)) for _ in stamps]
    recorded = track(stamps, states)
    for stamp, expected in zip(stamps, states, strict=True):
        (body,) = bodies_at([recorded], stamp)
        assert (body[ALIVE], body[SERIAL]) == (1.0, 0.0)
        assert body[STATE].tolist() == expected
    assert bodies_at([recorded], stamps[0] - 1)[0, [ALIVE, SERIAL]].tolist() == [0.0, -1.0]
    assert bodies_at([recorded], stamps[-1] + 1)[0, [ALIVE, SERIAL]].tolist() == [0.0, 0.0]


@given(gaps, st.integers(-5, 13 * 10**9))
def test_the_sample_before_a_time_is_found_however_uneven(steps, time_ns) -> None:
    stamps = np.cumsum([0, *steps]).astype(float)
    earlier = [k for k in range(len(stamps)) if stamps[k] <= time_ns]
    assert sample_at(stamps, 0, len(stamps), time_ns) == max(earlier, default=0)


def test_between_samples_it_moves_straight_and_turns_the_short_way() -> None:
    recorded = track([0, 100], [[0, 0, 3.0, 1, 0], [10, 20, -3.0, 3, 2]])
    (body,) = bodies_at([recorded], 50)
    assert body[[X, Y, VX, VY]].tolist() == [5.0, 10.0, 2.0, 1.0]
    assert abs(body[YAW]) == pytest.approx(np.pi)


def test_rows_beyond_the_tracks_are_never_alive() -> None:
    recorded = track([0, 100], [[0, 0, 0, 0, 0]] * 2)
    assert bodies_at([recorded], 50, rows=3)[1:, [ALIVE, SERIAL]].tolist() == [[0, -1], [0, -1]]


@pytest.mark.parametrize(
    ("stamps", "states", "problem"),
    [
        ([0, 0], [[0.0] * 5] * 2, "do not rise"),
        ([], np.zeros((0, 5)), "stamps and states"),
        ([0], [[0.0] * 4], "stamps and states"),
        ([0], [[0.0, float("inf"), 0.0, 0.0, 0.0]], "not finite"),
        ([2**60], [[0.0] * 5], "beyond"),
    ],
)
def test_a_track_that_is_none_is_refused(stamps, states, problem) -> None:
    with pytest.raises(InputError, match=problem):
        RecordedTracks([track(stamps, states)])


@pytest.mark.slow
def test_interpreted_and_compiled_agree() -> None:
    first = track([0, 10_000_000, 50_000_000], [[0, 0, 0, 1, 0], [1, 0, 3, 1, 0], [5, 2, -3, 0, 1]])
    later = track([20_000_000, 90_000_000], [[5, 5, 1, 0, 0], [6, 5, 1, 0, 0]], "b")
    check_component(RecordedTracks([first, later], 4))
