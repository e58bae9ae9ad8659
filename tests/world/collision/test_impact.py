"""The physics of one impact: what any two bodies, at any point, must do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.world.collision._impact import MOVER_WIDTH, Touch, impact, relative_velocity

speeds = st.floats(-30.0, 30.0)
spins = st.floats(-10.0, 10.0)
masses = st.one_of(st.just(0.0), st.floats(50.0, 40_000.0))
arms = st.floats(-5.0, 5.0)
angles = st.floats(-3.2, 3.2)
shares = st.floats(0.0, 1.0)
frictions = st.one_of(st.just(0.0), st.floats(0.0, 3.0, allow_subnormal=False))


def mover(vx, vy, spin, mass, gyration):
    """A body; mass 0 is one that nothing moves."""
    body = np.zeros(MOVER_WIDTH)
    body[:3] = vx, vy, spin
    if mass:
        body[3:] = 1.0 / mass, 1.0 / (mass * gyration * gyration)
    else:
        body[:3] = 0.0
    return body


movers = st.builds(mover, speeds, speeds, spins, masses, st.floats(0.3, 3.0))


@st.composite
def impacts(draw):
    angle = draw(angles)
    normal = float(np.cos(angle)), float(np.sin(angle))
    places = [draw(arms) for _ in range(4)]
    return draw(movers), draw(movers), places, normal


def energy(*bodies):
    total = 0.0
    for body in bodies:
        if body[3]:
            total += 0.5 * (body[0] * body[0] + body[1] * body[1]) / body[3]
            total += 0.5 * body[2] * body[2] / body[4]
    return total


@given(impacts(), shares, frictions)
def test_no_impact_gains_energy_with_any_friction(case, restitution, friction):
    """Not even where a lever turns friction into normal speed, as in Kane's puzzle."""
    first, second, places, normal = case
    before = energy(first, second)
    impact(first, second, Touch(*places, *normal), restitution, friction)
    assert energy(first, second) <= before * (1.0 + 1e-12) + 1e-9


@given(impacts(), shares, frictions)
def test_the_normal_speed_turns_into_minus_e_times_itself(case, restitution, friction):
    first, second, places, normal = case
    before, _ = relative_velocity(first, second, Touch(*places, *normal))
    impact(first, second, Touch(*places, *normal), restitution, friction)
    after, _ = relative_velocity(first, second, Touch(*places, *normal))
    if before < 0.0 and first[3] + second[3] > 0.0:
        assert after == pytest.approx(-restitution * before, abs=1e-8)
    else:
        assert after == before, "nothing approaches, so nothing happens"


@given(impacts(), shares, frictions)
def test_the_impulse_pushes_and_stays_within_the_cone_of_friction(case, restitution, friction):
    first, second, places, normal = case
    push, drag = impact(first, second, Touch(*places, *normal), restitution, friction)
    assert push >= 0.0
    assert abs(drag) <= friction * push * (1.0 + 1e-12)


@given(impacts(), shares, frictions)
def test_momentum_and_angular_momentum_are_conserved(case, restitution, friction):
    """About the point itself, where both impulses act; arms are where the centres are."""
    first, second, places, normal = case
    if not (first[3] and second[3]):
        return

    def totals():
        x = first[0] / first[3] + second[0] / second[3]
        y = first[1] / first[3] + second[1] / second[3]
        spin = first[2] / first[4] + second[2] / second[4]
        for body, (arm_x, arm_y) in ((first, places[:2]), (second, places[2:])):
            spin += (-arm_x * body[1] + arm_y * body[0]) / body[3]
        return np.array([x, y, spin])

    before = totals()
    impact(first, second, Touch(*places, *normal), restitution, friction)
    assert totals() == pytest.approx(before, rel=1e-9, abs=1e-4)


@given(impacts(), shares, frictions)
def test_the_mirror_image_is_the_mirror_image_to_the_bit(case, restitution, friction):
    first, second, (ax, ay, bx, by), (x, y) = case
    mirror = np.array([1.0, -1.0, -1.0, 1.0, 1.0])
    mirrored = first * mirror, second * mirror
    push, drag = impact(first, second, Touch(ax, ay, bx, by, x, y), restitution, friction)
    other = impact(*mirrored, Touch(ax, -ay, bx, -by, x, -y), restitution, friction)
    assert other == (push, -drag)
    assert (mirrored[0] == first * mirror).all()
    assert (mirrored[1] == second * mirror).all()


def test_equal_bodies_head_on_exchange_their_speeds():
    first, second = mover(10.0, 0.0, 0.0, 1000.0, 1.0), mover(-5.0, 0.0, 0.0, 1000.0, 1.0)
    push, drag = impact(first, second, Touch(2.0, 0.0, -2.0, 0.0, 1.0, 0.0), 1.0, 0.5)
    assert (push, drag) == pytest.approx((15_000.0, 0.0))
    assert (first[0], second[0]) == pytest.approx((-5.0, 10.0))


def test_a_plastic_collision_leaves_the_common_speed():
    first, second = mover(20.0, 0.0, 0.0, 1000.0, 1.0), mover(0.0, 0.0, 0.0, 3000.0, 1.0)
    impact(first, second, Touch(2.0, 0.0, -2.0, 0.0, 1.0, 0.0), 0.0, 0.5)
    assert (first[0], second[0]) == pytest.approx((5.0, 5.0))


def test_a_rod_that_is_struck_at_its_end():
    """Textbook: a point mass strikes the end of a free rod of the same mass, plastically.

    With J at the end of a rod of length 2 a (inertia m a^2 / 3): 1/m + 1/m + 3/m = 5/m, so
    J = m v / 5, the rod's centre moves at v / 5, and it turns at 3 v / (5 a).
    """
    striker = mover(10.0, 0.0, 0.0, 2.0, 1e9)
    rod = mover(0.0, 0.0, 0.0, 2.0, 1.5 / 3.0**0.5)
    push, _ = impact(striker, rod, Touch(0.0, 0.0, 0.0, 1.5, 1.0, 0.0), 0.0, 0.0)
    assert push == pytest.approx(2.0 * 10.0 / 5.0)
    assert rod[0] == pytest.approx(2.0)
    assert rod[2] == pytest.approx(-3.0 * 10.0 / (5.0 * 1.5))


def test_a_ball_that_skids_is_given_spin_by_friction_alone():
    """On a wall: the tangential impulse is friction times the normal one while it slides."""
    ball, wall = mover(10.0, 4.0, 0.0, 1.0, 1.0), mover(0.0, 0.0, 0.0, 0.0, 1.0)
    push, drag = impact(ball, wall, Touch(0.5, 0.0, 0.0, 0.0, 1.0, 0.0), 0.0, 0.1)
    assert (push, drag) == pytest.approx((10.0, 1.0))
    assert ball[:3] == pytest.approx([0.0, 3.0, -0.5])
