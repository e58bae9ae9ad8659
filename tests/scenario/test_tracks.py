"""Goal: a file of tracks is read as it was written, and a wrong one is refused with its line.

Method: random tracks written and read; small wrong files.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.scenario.tracks import read_tracks, tracks_text
from project_ghost.world.objects import ObjectKind, RecordedTrack

HEADER = "time_ns,track,kind,length_m,width_m,x_m,y_m,yaw_rad,vx_mps,vy_mps\n"
numbers = st.floats(allow_nan=False, allow_infinity=False)
sizes = st.floats(0.1, 30.0)


@st.composite
def tracks(draw, name: str) -> RecordedTrack:
    stamps = sorted(draw(st.sets(st.integers(-(2**53), 2**53), min_size=1, max_size=5)))
    states = [[draw(numbers) for _ in range(5)] for _ in stamps]
    return RecordedTrack(
        name,
        draw(st.sampled_from(ObjectKind)),
        draw(sizes),
        draw(sizes),
        np.array(stamps, dtype=np.int64),
        np.array(states),
        draw(st.sampled_from([0.0, 0.5])),
    )


@given(st.tuples(tracks("1"), tracks('a, "b"'), tracks("é")))
def test_tracks_are_read_as_they_were_written(written) -> None:
    read = read_tracks("x.csv", tracks_text(written).encode())
    assert tracks_text(read) == tracks_text(written)
    for one, other in zip(written, read, strict=True):
        assert (one.name, one.kind, one.radius_m) == (other.name, other.kind, other.radius_m)
        assert one.stamps_ns.tolist() == other.stamps_ns.tolist()
        assert one.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ("", "x.csv:1", "the columns are missing"),
        ("a,b\n", "x.csv:1", "the columns are a, b"),
        (HEADER + "0,1,vehicle,4,2,0,0,0,0\n", "x.csv:2", "9 values"),
        (HEADER + "0,1,vehicle,4,2,0,nan,0,0,0\n", "x.csv:2", "y_m is 'nan'"),
        (HEADER + "0,1,vehicle,0,2,0,0,0,0,0\n", "x.csv:2", "length_m is '0'"),
        (HEADER + "0.5,1,vehicle,4,2,0,0,0,0,0\n", "x.csv:2", "time_ns is '0.5'"),
        (HEADER + "0,1,vehicel,4,2,0,0,0,0,0\n", "x.csv:2", "did you mean 'vehicle'"),
        (HEADER + 2 * "0,1,vehicle,4,2,0,0,0,0,0\n", "x.csv:3", "not after 0"),
        (
            HEADER + "0,1,vehicle,4,2,0,0,0,0,0\n1,1,bicycle,4,2,0,0,0,0,0\n",
            "x.csv:3",
            "another kind",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text, where, problem) -> None:
    with pytest.raises(InputError) as caught:
        read_tracks("x.csv", text.encode())
    assert problem in caught.value.what
    assert caught.value.where == where


def test_another_suffix_and_other_bytes_are_refused() -> None:
    with pytest.raises(InputError, match="not a file of tracks"):
        read_tracks("x.parquet", b"")
    with pytest.raises(InputError, match="not text"):
        read_tracks("x.csv", b"\xff\xfe")
