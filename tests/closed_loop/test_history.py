"""The samples of a simulation, and the buffer of the latest ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.closed_loop.history import (
    SimulationHistory,
    SimulationHistoryBuffer,
    SimulationHistorySample,
)
from project_ghost.closed_loop.history._buffer import buffer_size
from project_ghost.closed_loop.observation import DetectionsTracks
from project_ghost.closed_loop.simulation import SimulationIteration
from project_ghost.closed_loop.states import (
    EgoState,
    TimePoint,
    TrackedObjects,
    get_pacifica_parameters,
)
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.models.plans import EGO_WIDTH, PLAN_WIDTH

PERIOD_NS = 100_000_000
VEHICLE = get_pacifica_parameters()


def ego_at(index: int) -> EgoState:
    return EgoState.from_row(np.full(EGO_WIDTH, float(index)), index * PERIOD_NS, VEHICLE)


def seen_at(index: int) -> DetectionsTracks:
    return DetectionsTracks(TrackedObjects.from_rows(np.zeros((0, 11)), (), index * PERIOD_NS))


def buffer_of(count: int, size: int) -> SimulationHistoryBuffer:
    buffer = SimulationHistoryBuffer([ego_at(0)], [seen_at(0)], 0.1, size=size)
    for index in range(1, count):
        buffer.append(ego_at(index), seen_at(index))
    return buffer


def sample_at(index: int) -> SimulationHistorySample:
    plan = np.zeros((2, PLAN_WIDTH))
    plan[:, 0] = index * PERIOD_NS, (index + 1) * PERIOD_NS
    return SimulationHistorySample(
        SimulationIteration(TimePoint.from_ns(index * PERIOD_NS), index),
        ego_at(index),
        InterpolatedTrajectory(plan, VEHICLE),
        seen_at(index),
        [],
    )


def test_a_buffer_of_two_seconds_has_22_samples_at_10_hz_and_42_at_20_hz() -> None:
    """nuPlan computes 41 for the second in floats."""
    assert buffer_size(2_000_000_000, 100_000_000) == 22
    assert buffer_size(2_000_000_000, 50_000_000) == 42


@given(count=st.integers(1, 40), size=st.integers(1, 10))
def test_a_buffer_keeps_the_latest_samples(count: int, size: int) -> None:
    buffer = buffer_of(count, size)
    times = [ego.time_point.time_ns // PERIOD_NS for ego in buffer.ego_states]
    assert times == list(range(max(0, count - size), count))
    assert len(buffer) == len(buffer.observations) == min(count, size)
    assert buffer.current_state == (buffer.ego_state_buffer[-1], buffer.observation_buffer[-1])


def test_a_copy_of_a_buffer_does_not_see_later_samples() -> None:
    buffer = buffer_of(3, size=5)
    copy = buffer.copy()
    buffer.append(ego_at(3), seen_at(3))
    assert (len(copy), len(buffer)) == (3, 4)
    assert copy.ego_states == buffer.ego_states[:3]
    assert copy.size == buffer.size


def test_a_buffer_refuses_what_nuplan_refuses_with_the_same_words() -> None:
    with pytest.raises(ValueError, match="Ego and observation buffers cannot be empty!"):
        SimulationHistoryBuffer([], [])
    with pytest.raises(ValueError, match="buffer is not the same length 1 != 2!"):
        SimulationHistoryBuffer([ego_at(0)], [seen_at(0), seen_at(1)])
    buffer = buffer_of(1, size=5)
    with pytest.raises(ValueError, match="Can't overwrite a pre-existing sample-interval!"):
        buffer.sample_interval = 0.2
    assert buffer.duration == pytest.approx(0.5)
    with pytest.raises(ValueError, match="not the same length"):
        buffer.extend([ego_at(1)], [])
    fresh = SimulationHistoryBuffer.initialize_from_list(3, [ego_at(0)], [seen_at(0)])
    assert fresh.duration is None
    fresh.sample_interval = 0.1
    assert fresh.duration == pytest.approx(0.3)


def test_a_history_has_its_samples_under_both_names() -> None:
    history = SimulationHistory(None, None)
    with pytest.raises(RuntimeError, match="Data is empty!"):
        history.last()
    with pytest.raises(ValueError, match="Data is empty!"):
        _ = history.interval_seconds
    samples = [sample_at(index) for index in range(3)]
    history.add_sample(samples[0])
    with pytest.raises(ValueError, match="single-iteration simulation"):
        _ = history.interval_seconds
    for sample in samples[1:]:
        history.add_sample(sample)
    assert history.data == history.samples == samples == list(history)
    assert history.last() is samples[-1]
    assert history.extract_ego_state == [sample.ego_state for sample in samples]
    assert history.interval_seconds == pytest.approx(0.1)
    history.reset()
    assert len(history) == 0


@given(count=st.integers(1, 30), every=st.integers(0, 7))
def test_a_thinned_history_keeps_every_so_many_samples_and_the_last(count: int, every: int) -> None:
    history = SimulationHistory(None, None, every=every)
    for index in range(count):
        history.add_sample(sample_at(index))
    kept = [sample.iteration.index for sample in history]
    regular = [index for index in range(count) if every and index % every == 0]
    assert kept == sorted({*regular, count - 1})
