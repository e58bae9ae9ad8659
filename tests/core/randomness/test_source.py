"""Streams: where a number stands decides what it is, and nothing else."""

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.compiled import compile_source
from project_ghost.core.errors import DomainError, InputError, InputTypeError
from project_ghost.core.level import Level
from project_ghost.core.randomness import (
    RandomSource,
    integer_at,
    normal_at,
    normals_into,
    uniform_at,
)
from project_ghost.core.randomness._draws import INDEX_LIMIT

FROZEN = [
    "0x1.ec02f1c265f89p-1",
    "-0x1.36c03d344efc9p-2",
    46890325703,
    "e",
    [5, 0, 6, 2, 3, 7, 1, 4],
    "-0x1.64f1673c59f78p-1",
]

labels = st.text("abcXYZ/ _-0ßλ", min_size=1, max_size=8)


def first_numbers(source: RandomSource, count: int = 6) -> list[float]:
    draws = source.at(0)
    return [draws.normal() for _ in range(count)]


@given(st.lists(labels, min_size=1, max_size=6, unique=True), st.randoms(use_true_random=False))
def test_children_do_not_depend_on_other_draws_or_their_order(names, shuffler) -> None:
    root = RandomSource(3)
    expected = {name: first_numbers(root.child(name)) for name in names}
    other_order = list(names)
    shuffler.shuffle(other_order)
    root = RandomSource(3)
    root.at(0).uniform()
    streams = {name: root.child(name).at(0) for name in other_order}
    result: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(6):  # interleaved
        for name in other_order:
            result[name].append(streams[name].normal())
    assert result == expected


@given(st.integers(0, 2**70), st.integers(0, 2**48 - 1), st.integers(0, 2**32 - 2))
def test_any_place_can_be_asked_for_directly(seed: int, step: int, serial: int) -> None:
    def number() -> float:
        return RandomSource(seed).child("crowd").lane(serial).at(step).uniform()

    assert 0.0 < number() < 1.0
    assert number() == number()


def test_seeds_paths_lanes_steps_and_indices_all_matter() -> None:
    root = RandomSource(1)
    a = root.child("a")
    numbers = [
        root.at(0).uniform(),
        RandomSource(2).at(0).uniform(),
        a.at(0).uniform(),
        a.at(1).uniform(),
        a.at(2**32).uniform(),
        a.lane(0).at(0).uniform(),
        a.lane(1).at(0).uniform(),
        a.child("b").at(0).uniform(),
        root.child("ab").at(0).uniform(),
        root.child("b").at(0).uniform(),
        root.child("b/a").at(0).uniform(),
    ]
    draws = a.at(7)
    numbers += [draws.uniform() for _ in range(5)]
    assert len(set(numbers)) == len(numbers)


def test_paths_differ_by_their_parts_not_by_their_text() -> None:
    one = RandomSource(1).child("a").child("bc").at(0).uniform()
    other = RandomSource(1).child("ab").child("c").at(0).uniform()
    assert one != other


def test_these_are_the_numbers() -> None:
    """Frozen: another number here changes every recorded run."""
    draws = RandomSource(42).child("imu").at(7)
    assert [draws.uniform().hex(), draws.normal().hex()] == FROZEN[:2]
    assert [draws.integers(-5, 10**12), draws.choice("abcdef")] == FROZEN[2:4]
    cards = list(range(8))
    draws.shuffle(cards)
    assert cards == FROZEN[4]
    assert RandomSource(42).child("crowd").lane(3).at(0).uniform(-2.0, 5.0).hex() == FROZEN[5]


@pytest.mark.parametrize("draws", [1, 2, 5])
def test_blocks_are_the_same_bits_as_single_draws(draws: int) -> None:
    for source in (RandomSource(9).child("x"), RandomSource(9).child("x").lane(4)):
        steps = [2**32 - 3 + i for i in range(6)]
        uniforms, normals = [], []
        for step in steps:
            at = source.at(step)
            uniforms.append([at.uniform() for _ in range(draws)])
            at = source.at(step)
            normals.append([at.normal() for _ in range(draws)])
        assert source.uniforms(steps[0], 6, draws).tobytes() == np.array(uniforms).tobytes()
        assert source.normals(steps[0], 6, draws).tobytes() == np.array(normals).tobytes()


COMPILED = """\
from project_ghost.core.randomness import integer_at, normal_at, normals_into, uniform_at

def fill_normals(key, lane, step, out):
    normals_into(key, lane, step, out)

def draw_integer(key, lane, step, index, span):
    return integer_at(key, lane, step, index, span)

def fill(key, lane, step, uniforms, normals, integers, span):
    for i in range(uniforms.size):
        uniforms[i] = uniform_at(key, lane, step, i)
        normals[i] = normal_at(key, lane, step, i)
        integers[i] = integer_at(key, lane, step, i, span)
"""


@pytest.mark.slow
@pytest.mark.parametrize("span", [1, 6, 2**31 + 11, 2**62 + 1])
def test_compiled_draws_equal_interpreted_draws(span: int) -> None:
    source = RandomSource(5).child("noise").lane(2**31)
    step, count = 2**40 + 17, 2000
    uniforms, normals = np.empty(count), np.empty(count)
    integers = np.empty(count, dtype=np.int64)
    fill = compile_source(COMPILED, "fill")
    fill(source.key, source.lane_number, step, uniforms, normals, integers, span)
    at = source.at(step)
    assert uniforms.tobytes() == struct.pack(f"<{count}d", *(at.uniform() for _ in range(count)))
    at = source.at(step)
    assert normals.tobytes() == struct.pack(f"<{count}d", *(at.normal() for _ in range(count)))
    at = source.at(step)
    assert integers.tolist() == [at.integers(0, span) for _ in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_an_array_of_normals_is_the_same_as_single_draws(count: int) -> None:
    source = RandomSource(5).child("noise").lane(1)
    single = source.at(2**33)
    expected = [single.normal() for _ in range(count)]
    for fill in (normals_into, compile_source(COMPILED, "fill_normals")):
        out = np.empty(count)
        fill(source.key, source.lane_number, 2**33, out)
        assert out.tolist() == expected


def test_how_many_one_step_draws_does_not_move_the_next() -> None:
    source = RandomSource(1).child("a")
    greedy = source.at(0)
    for _ in range(100):
        greedy.normal()
    after = source.at(1).normal()
    assert after == RandomSource(1).child("a").at(1).normal()


def test_a_numpy_generator_is_repeatable_and_costs_the_portable_level() -> None:
    root = RandomSource(1)
    camera, imu = root.child("camera"), root.child("imu")
    assert [root.level, camera.level] == [Level.PORTABLE, Level.PORTABLE]
    numbers = camera.child("shot").numpy_rng().normal(size=4)
    again = RandomSource(1).child("camera").child("shot").numpy_rng().normal(size=4)
    assert numbers.tolist() == again.tolist()
    crowd = RandomSource(1).child("crowd")
    assert crowd.lane(1).numpy_rng().normal() != crowd.lane(2).numpy_rng().normal()
    with pytest.raises(InputError, match="crowd is taken twice"):
        crowd.lane(1).numpy_rng()
    assert [root.level, camera.level, imu.level] == [Level.HOST, Level.HOST, Level.PORTABLE]


# The type checker would stop these calls; a user may not have one.
ANY_SOURCE: Any = RandomSource


@pytest.mark.parametrize(
    ("call", "kind", "what", "expected"),
    [
        (lambda *_: ANY_SOURCE(-1), InputError, "seed is -1", "0 or more"),
        (lambda *_: ANY_SOURCE(1.0), InputTypeError, "seed is 1.0, of type float", "an integer"),
        (lambda *_: ANY_SOURCE(True), InputTypeError, "seed is True", "an integer"),
        (lambda *_: ANY_SOURCE("7"), InputTypeError, "seed is '7'", "an integer"),
        (lambda root, _: root.child(""), InputError, "the label is empty", "a name"),
        (lambda root, _: root.child("a\nb"), InputError, "the label is 'a\\nb'", "printable"),
        (lambda root, _: root.child("\ud800"), InputError, "the label is", "printable"),
        (lambda *_: ANY_SOURCE(2**256), InputError, "too many digits", "below 2**256"),
        (lambda *_: ANY_SOURCE(np.array(1.5)), InputTypeError, "seed is", "an integer"),
        (lambda root, _: root.uniforms(2**48 - 1, 2, 1), InputError, "step is", "below"),
        (lambda _, draws: draws.uniform(-1.7e308, 1.7e308), InputError, "uniform(", "apart"),
        (lambda _, draws: draws.normal(0.0, 1.7e308), InputError, "normal(0.0", "overflow"),
        (lambda _, draws: draws.shuffle(np.eye(3)), InputTypeError, "ndarray cannot", "a list"),
        (lambda _, draws: draws.choice(np.array([])), InputError, "choice of nothing", "option"),
        (lambda root, _: root.child(3), InputTypeError, "the label is 3", "a string"),
        (lambda root, _: root.at(-1), InputError, "step is -1", "0 or more"),
        (lambda root, _: root.at(0.5), InputTypeError, "step is 0.5", "an integer"),
        (lambda root, _: root.at(2**48), InputError, "step is 281474976710656", "below"),
        (lambda root, _: root.lane(-1), InputError, "serial is -1", "0 or more"),
        (lambda root, _: root.lane(2**32), InputError, "no lane 4294967296", "a serial below"),
        (lambda root, _: root.lane(1).lane(1), InputError, "no lane 1 here", "not a lane"),
        (lambda root, _: root.lane(1).child("a"), InputError, "no children", "labelled"),
        (lambda _, draws: draws.normal(float("nan")), InputError, "normal(nan, 1.0)", "finite"),
        (lambda _, draws: draws.normal(0.0, -1.0), InputError, "normal(0.0, -1.0)", "std >= 0"),
        (lambda _, draws: draws.uniform(2.0, 1.0), InputError, "uniform(2.0, 1.0)", "low <= high"),
        (lambda _, draws: draws.uniform(0.0, float("nan")), InputError, "nan", "finite"),
        (lambda _, draws: draws.integers(3, 3), InputError, "integers(3, 3)", "low < high"),
        (lambda _, draws: draws.integers(0, 2.5), InputTypeError, "high is 2.5", "an integer"),
        (lambda _, draws: draws.choice([]), InputError, "choice of nothing", "one option"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_clear_message(call, kind, what: str, expected: str) -> None:
    with pytest.raises(kind) as caught:
        call(ANY_SOURCE(1), ANY_SOURCE(1).at(0))
    assert what in caught.value.what
    assert expected in caught.value.expected
    assert caught.value.where


def test_a_step_that_draws_without_end_is_stopped() -> None:
    draws = RandomSource(1).at(0)
    draws._index = INDEX_LIMIT - 1
    draws.uniform()
    with pytest.raises(InputError, match="draw number 8589934592 of step 0"):
        draws.uniform()


def test_arrays_of_one_dimension_can_be_shuffled_and_chosen_from() -> None:
    numbers = np.arange(50)
    RandomSource(1).at(0).shuffle(numbers)
    assert sorted(numbers.tolist()) == list(range(50))
    assert numbers.tolist() != list(range(50))
    assert ANY_SOURCE(1).at(0).choice(np.array([7, 7])) == 7


@pytest.mark.parametrize("kind", [np.int32, np.uint32, np.int64, np.uint64, np.uint8])
def test_places_of_numpy_integers_are_the_same_places(kind) -> None:
    """An actor's serial number comes out of an array."""
    key = RandomSource(5).child("noise").key
    place = (kind(3), kind(5), kind(1))
    assert uniform_at(key, *place) == uniform_at(key, 3, 5, 1)
    assert normal_at(key, *place) == normal_at(key, 3, 5, 1)
    assert integer_at(key, *place, kind(100)) == integer_at(key, 3, 5, 1, 100)


@pytest.mark.slow
def test_an_empty_span_is_an_error_interpreted_and_compiled() -> None:
    for draw in (integer_at, compile_source(COMPILED, "draw_integer")):
        with pytest.raises(DomainError, match=r"integer_at\(0.0\) has no value"):
            draw((1, 2), 0, 0, 0, 0)


@pytest.mark.slow
def test_only_an_array_of_one_dimension_is_filled() -> None:
    """Compiled code would write beyond the rows that it was given."""
    for fill in (normals_into, compile_source(COMPILED, "fill_normals")):
        with pytest.raises(InputError, match="one dimension"):
            fill((1, 2), 0, 0, np.zeros((6, 3))[:2])


def test_a_path_is_taken_once() -> None:
    root = RandomSource(1)
    root.child("imu").child("gyro")
    with pytest.raises(InputError) as caught:
        root.child("imu")
    assert caught.value.what == "the random stream imu is taken twice"
    assert caught.value.expected == "one consumer for each path"
    assert "RandomSource(seed)" in caught.value.fix
    assert RandomSource(1).child("imu").path == ("imu",)
