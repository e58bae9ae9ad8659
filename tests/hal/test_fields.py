"""Goal: the checks of message fields refuse by name, copy arrays, and make them read-only."""

import copy
import pickle

import numpy as np
import pytest

from project_ghost.hal.fields import (
    ReadOnlyDict,
    require_array,
    require_mapping,
    require_number,
    require_stamp_ns,
)
from project_ghost.hal.messages import SensorHealth


def test_a_writable_array_is_copied_and_a_read_only_one_kept() -> None:
    mine = np.zeros(3)
    first = require_array(mine, (3,), "x", "here")
    assert first is not mine
    assert not first.flags.writeable
    assert mine.flags.writeable
    assert require_array(first, (3,), "x", "here") is first
    view = mine[:]
    view.setflags(write=False)
    assert require_array(view, (3,), "x", "here") is not view  # its owner can still write


def test_an_array_in_another_byte_order_is_another_dtype() -> None:
    swapped = np.array([1.0, 2.0, 3.0], dtype=">f8")
    with pytest.raises(TypeError, match="x is an array"):
        require_array(swapped, (3,), "x", "here")


def test_the_place_of_a_bad_entry_is_named() -> None:
    bad = np.zeros((2, 2))
    bad[1, 0] = np.inf
    with pytest.raises(ValueError, match=r"x has inf at \[1, 0\]"):
        require_array(bad, (2, 2), "x", "here")


def test_numbers_and_stamps() -> None:
    assert type(require_number(np.float64(1.5), "x", "here")) is float
    assert type(require_stamp_ns(np.int64(5), "t", "here")) is int
    for value in (True, "1", None):
        with pytest.raises(TypeError, match="x is"):
            require_number(value, "x", "here")
    with pytest.raises(ValueError, match="x is nan"):
        require_number(float("nan"), "x", "here")


def test_a_read_only_mapping_can_be_copied_and_pickled() -> None:
    mapping = require_mapping({"a": 1}, "m", "here")
    assert isinstance(mapping, ReadOnlyDict)
    for change in (
        lambda m: m.update(b=2),
        lambda m: m.pop("a"),
        lambda m: m.setdefault("b", 2),
        lambda m: m.clear(),
        lambda m: m.__setitem__("a", 2),
        lambda m: m.__delitem__("a"),
        lambda m: m.__ior__({"b": 2}),
    ):
        with pytest.raises(TypeError, match="read-only"):
            change(mapping)
    for other in (copy.deepcopy(mapping), pickle.loads(pickle.dumps(mapping))):  # noqa: S301
        assert other == {"a": 1}
        assert isinstance(other, ReadOnlyDict)


def test_health_is_ordered() -> None:
    assert SensorHealth.OK < SensorHealth.DEGRADED < SensorHealth.FAULTY < SensorHealth.OFFLINE
