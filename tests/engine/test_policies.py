"""Goal: the four policies have the exact meaning of docs/policies.md.

Method: signals that are linear in whole numbers, so that every expected value is exact.
"""

from math import pi
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.dmath import wrap_angle
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Block, Engine, Graph, Kind, Output, Policy, schedule
from project_ghost.engine.codegen._interpolation import blended_quaternion
from tests.engine.parts import (
    Counter,
    Flipping,
    Line,
    Memory,
    Probe,
    RatedLine,
    RatedTurning,
    Turning,
    VectorProbe,
    read_by,
    samples,
)

FAST_TO_SLOW = ("2ms", "10ms")
SLOW_TO_FAST = ("10ms", "2ms")


def read(writer, periods, policy, ticks=41, port="y", **connection):
    """What a reader sees at its own samples, by tick."""
    graph = read_by(writer, Probe(), *periods, policy=policy, port=port, **connection)
    engine = Engine(graph, execution="interpreted")
    seen = samples(engine, "R.y", ticks)
    step = int(periods[1].removesuffix("ms"))
    return {n: seen[n] for n in range(0, ticks, step)}


PERIODS = {"falling": FAST_TO_SLOW, "rising": SLOW_TO_FAST}
WRITERS = {
    "ZOH": (Line, "y"),
    "INTERPOLATED": (Line, "y"),
    "EXTRAPOLATED": (Line, "y"),
    "RATED": (RatedLine, "y"),
    "ANGLE_INTERPOLATED": (Turning, "angle"),
    "ANGLE_EXTRAPOLATED": (Turning, "angle"),
}


@pytest.fixture(
    scope="module", params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)]
)
def readings(request):
    """What a reader sees of each writer, by policy, direction and tick.

    All pairs are in one graph, so that they are compiled once.
    """
    graph = Graph("1ms")
    for period in FAST_TO_SLOW:
        graph.group(f"every_{period}", period=period)
    for name, (writer, port) in WRITERS.items():
        for direction, periods in PERIODS.items():
            pair = f"{name}/{direction}"
            graph.add(f"{pair}/W", writer(), f"every_{periods[0]}")
            graph.add(f"{pair}/R", Probe(), f"every_{periods[1]}")
            graph.connect(f"{pair}/W.{port}", f"{pair}/R.u")
            policy = "EXTRAPOLATED" if name == "RATED" else name.removeprefix("ANGLE_")
            graph.synchronize(f"{pair}/W.*", policy)
    engine = Engine(graph, execution=request.param)
    seen: dict[tuple[str, str], dict[int, Any]] = {
        (name, direction): {} for name in WRITERS for direction in PERIODS
    }
    for tick in range(41):
        engine.run("1ms" if tick else "0ms")
        for (name, direction), values in seen.items():
            if tick % int(PERIODS[direction][1].removesuffix("ms")) == 0:
                values[tick] = engine.value(f"{name}/{direction}/R.y")
    return seen


def test_zoh_reads_the_last_value(readings):
    assert readings["ZOH", "falling"] == {n: float(n) for n in range(0, 41, 10)}
    assert readings["ZOH", "rising"] == {n: float(n // 10 * 10) for n in range(0, 41, 2)}


def test_interpolated_is_linear_and_one_writer_period_late(readings):
    # Before two samples the first is held.
    rising = {n: max(0.0, n - 10.0) for n in range(0, 41, 2)}
    assert readings["INTERPOLATED", "rising"] == rising
    assert readings["INTERPOLATED", "falling"] == {n: max(0.0, n - 2.0) for n in range(0, 41, 10)}


def test_extrapolated_is_linear_without_latency(readings):
    rising = {n: float(n) if n >= 10 else 0.0 for n in range(0, 41, 2)}
    assert readings["EXTRAPOLATED", "rising"] == rising
    assert readings["EXTRAPOLATED", "falling"] == {n: float(n) for n in range(0, 41, 10)}


def test_extrapolated_with_a_declared_rate_needs_one_sample_only(readings):
    assert readings["RATED", "rising"] == {n: float(n) for n in range(0, 41, 2)}
    assert readings["RATED", "falling"] == {n: float(n) for n in range(0, 41, 10)}


@pytest.mark.slow
@given(
    slope=st.integers(-1000, 1000),
    start=st.integers(-(10**6), 10**6),
    writer=st.integers(1, 40),
    reader=st.integers(1, 40),
)
@settings(max_examples=60)
def test_every_line_stays_exactly_a_line(slope, start, writer, reader):
    """With the stated latency, for any pair of rates."""
    periods = (f"{writer}ms", f"{reader}ms")
    ticks = 3 * max(writer, reader) + 1
    line = Line(slope=float(slope), start=float(start))
    for n, value in read(line, periods, "INTERPOLATED", ticks).items():
        late = 0 if writer == reader else writer
        assert value == start + slope * max(0, n - late)
    for n, value in read(line, periods, "EXTRAPOLATED", ticks).items():
        assert value == start + slope * (n if n >= writer else n // writer * writer)
    rated = RatedLine(slope=float(slope))
    for n, value in read(rated, periods, "EXTRAPOLATED", ticks).items():
        assert value == slope * n


class Constant(Block):
    y = Output()

    @staticmethod
    def output():
        return 0.1


class Endless(Block):
    y = Output()

    @staticmethod
    def output():
        return 1e308 * 10.0


@pytest.mark.parametrize("policy", ["ZOH", "INTERPOLATED", "EXTRAPOLATED"])
def test_a_constant_stays_that_constant_to_the_last_bit(policy):
    """0.1 * 3 / 3 is not 0.1; and infinity minus infinity is no number."""
    assert set(read(Constant(), ("3ms", "1ms"), policy).values()) == {0.1}
    assert set(read(Endless(), ("3ms", "1ms"), policy).values()) == {1e308 * 10.0}


class Bursting(Block):
    y = Output()

    @staticmethod
    def output(sample):
        return 1.0 if sample < 2 else 1e308 * 10.0


def test_a_nan_input_stops_the_run_at_its_reader():
    graph = read_by(Bursting(), Probe(), "10ms", "1ms", policy="INTERPOLATED")
    engine = Engine(graph)
    with pytest.raises(RunError, match="component 'R' failed: an input is not a number") as caught:
        engine.run("1s")
    assert "tick 20" in caught.value.where


@pytest.mark.parametrize("policy", ["INTERPOLATED", "EXTRAPOLATED"])
def test_angles_go_the_short_way_round(policy, readings):
    """3.0, 4.25 - 2 pi, ...: between them the angle passes pi and never 0."""
    angles = readings[f"ANGLE_{policy}", "rising"]
    late = 10 if policy == "INTERPOLATED" else 0
    for n in range(10, 41, 2):
        assert angles[n] == pytest.approx(wrap_angle(3.0 + 0.125 * (n - late)), abs=1e-14)
    assert all(-pi <= value <= pi for value in angles.values())


def test_an_angle_with_a_declared_rate_wraps():
    result = read(RatedTurning(), ("10ms", "1ms"), "EXTRAPOLATED", port="angle", ticks=40)
    for n, value in result.items():
        assert value == pytest.approx(wrap_angle(3.0 + 0.125 * n), abs=1e-14)


def quaternions(policy, **options):
    graph = read_by(Flipping(), VectorProbe(), "4ms", "1ms", policy=policy, port="q", **options)
    return samples(Engine(graph), "R.y", 12)


def turn_about_x(q):
    """tan of half the angle; the sign of the whole quaternion does not matter."""
    return q[1] / q[0]


@pytest.mark.parametrize("policy", ["INTERPOLATED", "EXTRAPOLATED"])
def test_quaternions_stay_unit_and_go_the_short_way_round(policy):
    for q in quaternions(policy):
        assert sum(x * x for x in q) == pytest.approx(1.0, abs=1e-15)
    first = quaternions(policy)[:4]
    assert first == [(1.0, 0.0, 0.0, 0.0)] * 4


def test_interpolated_quaternions_follow_the_chord():
    half = 0.7071067811865476
    result = quaternions("INTERPOLATED")[4:8]
    for elapsed, q in enumerate(result):
        share = elapsed / 4
        # From (1, 0) to (half, half), though the sample was written as (-half, -half).
        chord = (1.0 + share * (half - 1.0), share * half)
        assert turn_about_x(q) == pytest.approx(chord[1] / chord[0], abs=1e-15)
    assert result[0] == (1.0, 0.0, 0.0, 0.0)


def test_extrapolated_quaternions_continue_the_rotation():
    half = 0.7071067811865476
    for elapsed, q in enumerate(quaternions("EXTRAPOLATED")[4:8]):
        share = 1 + elapsed / 4
        chord = (1.0 + share * (half - 1.0), share * half)
        assert turn_about_x(q) == pytest.approx(chord[1] / chord[0], abs=1e-14)


class LateQuaternion(Block):
    q = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))

    @staticmethod
    def output():
        return (0.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize("policy", ["ZOH", "INTERPOLATED", "EXTRAPOLATED"])
def test_before_its_first_sample_a_signal_has_its_initial_value(policy):
    graph = read_by(
        LateQuaternion(), VectorProbe(), "5ms", "1ms", policy=policy, port="q", phase="3ms"
    )
    result = samples(Engine(graph), "R.y", 8)
    assert result == [(1.0, 0.0, 0.0, 0.0)] * 3 + [(0.0, 1.0, 0.0, 0.0)] * 5


class LateRated(Block):
    y = Output(initial=7.0, rate="v")
    v = Output(initial=1000.0)

    @staticmethod
    def output(time_ns):
        return time_ns / 1e6, 1000.0


def test_nothing_is_extrapolated_from_before_the_first_sample():
    graph = read_by(LateRated(), Probe(), "5ms", "1ms", policy="EXTRAPOLATED", phase="3ms")
    assert samples(Engine(graph), "R.y", 7) == [7.0, 7.0, 7.0, 3.0, 4.0, 5.0, 6.0]


def test_a_delay_comes_before_the_policy():
    """The reader sees the signal of a while ago, read by its policy."""
    for policy, late in (("INTERPOLATED", 30), ("EXTRAPOLATED", 20), ("ZOH", 20)):
        options = {"delay": "20ms", "initial": -5.0}
        result = read(Line(), SLOW_TO_FAST, policy, ticks=61, **options)
        for n, value in result.items():
            if n < 20:
                assert value == -5.0
            elif policy == "ZOH":
                assert value == n // 10 * 10 - late
            else:
                assert value == (n - late if n >= 30 else 0.0)


def test_extrapolation_on_the_grid_uses_the_gap_of_its_own_samples():
    """30 Hz under 1 ms, one sample late: gaps of 34, 33 and 33 steps, each with its own."""
    graph = Graph("1ms")
    graph.group("camera", rate_hz=30, on_grid=True)
    graph.group("r", period="1ms")
    graph.add("W", Line(), "camera")
    graph.add("R", Probe(), "r")
    graph.connect("W.y", "R.u", delayed=True)
    graph.synchronize("W.*", "EXTRAPOLATED")
    result = samples(Engine(graph), "R.y", 300)
    due = [0, 34, 67, 100, 134, 167, 200, 234, 267]
    for n in range(67, 300):
        k = max(i for i, step in enumerate(due) if step <= n)
        # From the sample before the last, by the time since the last.
        assert result[n] == due[k - 1] + (n - due[k])


def test_policies_count_only_across_rates():
    """Two groups that are due together read each other as one group would."""
    for policy in ("INTERPOLATED", "EXTRAPOLATED"):
        result = read(Line(), ("2ms", "2ms"), policy)
        assert result == {n: float(n) for n in range(0, 41, 2)}


def test_the_first_pattern_that_matches_counts_and_then_the_default():
    graph = read_by(Line(), Probe(), "10ms", "1ms")
    graph.default_policy = "EXTRAPOLATED"
    assert schedule(graph).policies["R.u"] is Policy.EXTRAPOLATED
    graph.synchronize("Nav.*", "ZOH")
    assert schedule(graph).policies["R.u"] is Policy.EXTRAPOLATED
    graph.synchronize("W.y*", "INTERPOLATED")
    graph.synchronize("W.*", "ZOH")
    assert schedule(graph).policies["R.u"] is Policy.INTERPOLATED


def test_policies_reach_inputs_of_updates_too():
    graph = read_by(Line(), Memory(), "10ms", "2ms", policy="INTERPOLATED")
    result = samples(Engine(graph), "R.y", 41)
    # What the update at n - 2 read: one period of the writer late.
    assert [result[n] for n in range(2, 41, 2)] == [max(0.0, n - 12.0) for n in range(2, 41, 2)]


def synchronized(*periods, step="1ms", phases=None):
    graph = Graph(step)
    for i, period in enumerate(periods):
        graph.group(f"g{i}", period=period, phase=(phases or {}).get(i, 0))
        graph.add(f"C{i}", Counter(), f"g{i}")
    graph.default_policy = Policy.SYNCHRONIZED
    return graph


@pytest.mark.parametrize(
    ("periods", "expected"),
    [(("2ms", "3ms"), 1), (("4ms", "6ms"), 2), (("10ms", "100ms"), 10), (("5ms", "5ms"), 5)],
)
def test_synchronized_ticks_all_at_the_least_common_multiple_of_the_rates(periods, expected):
    graph = synchronized(*periods)
    assert {g.pattern.interval for g in schedule(graph).groups.values()} == {expected}
    engine = Engine(graph)
    engine.run("60ms")
    for i in range(len(periods)):
        assert engine.value(f"C{i}.y") == 60 // expected


def test_synchronized_reads_are_plain_and_a_common_phase_stays():
    graph = synchronized("4ms", "6ms", phases={0: "3ms", 1: "3ms"})
    graph.add("R", Probe(), "g1")
    graph.connect("C0.y", "R.u")
    plan = schedule(graph)
    assert plan.policies["R.u"] is Policy.ZOH
    assert {group.pattern.phase for group in plan.groups.values()} == {3}
    engine = Engine(graph)
    engine.run("7ms")
    assert engine.value("R.y") == 2.0, "samples at 3, 5 and 7 ms"


def test_synchronized_refuses_phases_that_differ():
    graph = synchronized("4ms", "6ms", phases={1: "3ms"})
    with pytest.raises(InputError, match="phases of 'g0' and 'g1' differ: 0 and 3 steps"):
        schedule(graph)


def test_synchronized_keeps_a_delay_in_time():
    """10 ms stay 10 ms, though the writer's period has become 2 ms."""
    graph = synchronized("10ms", "4ms")
    graph.add("W", Line(), "g0")
    graph.add("R", Probe(), "g1")
    graph.connect("W.y", "R.u", delay="10ms", initial=-1.0)
    result = samples(Engine(graph), "R.y", 31)
    assert [result[n] for n in range(0, 31, 2)] == [
        n - 10.0 if n >= 10 else -1.0 for n in range(0, 31, 2)
    ]


def test_synchronized_refuses_a_period_that_is_not_whole_steps():
    graph = Graph("1ms")
    graph.group("a", rate_hz=500)
    graph.group("b", rate_hz=300, on_grid=True)
    graph.default_policy = "SYNCHRONIZED"
    with pytest.raises(InputError, match="one sample in 2/3 steps") as caught:
        schedule(graph)
    assert caught.value.fix == "choose a step 3 times as fine, or another policy"


def test_synchronized_for_a_part_only_is_refused():
    graph = Graph("1ms")
    with pytest.raises(InputError, match=r"SYNCHRONIZED for 'W.y\*' only") as caught:
        graph.synchronize("W.y*", "SYNCHRONIZED")
    assert caught.value.expected == "SYNCHRONIZED for the whole schedule"


def test_an_unknown_policy_is_refused_with_a_suggestion():
    graph = Graph("1ms")
    with pytest.raises(InputError, match="did you mean 'INTERPOLATED'") as caught:
        graph.synchronize("Nav.*", "interpolate")
    assert caught.value.where == "synchronization of 'Nav.*'"
    with pytest.raises(InputError, match="there is no policy 'HOLD'"):
        graph.default_policy = "HOLD"


def test_quaternions_are_exact_at_the_samples():
    """Not unit to the last bit, as most are not: dividing by the norm would change them."""
    p, q = (0.6, 0.48, 0.64, 1e-9), (0.5, 0.5, 0.5, -0.4999999)
    assert blended_quaternion(p, q, 0.0) == p
    assert blended_quaternion(p, q, 1.0) == q
    assert blended_quaternion(p, (-0.5, -0.5, -0.5, 0.4999999), 0.25) == blended_quaternion(
        p, q, 0.25
    )
