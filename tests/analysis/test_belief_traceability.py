"""The report pairs true and believed states, and adds no judgement."""

import json
from dataclasses import FrozenInstanceError, asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.analysis import belief_traceability as bt
from tests.analysis.samples import IDENTITY, covariances, state

HALF = float(np.sqrt(0.5))
numbers = st.floats(-1e9, 1e9)


def report(*pairs):
    truth, belief = zip(*pairs, strict=True) if pairs else ((), ())
    return bt.build_traceability_report(truth=truth, belief=belief)


def test_position_error_is_the_distance():
    assert bt.compute_position_error(np.zeros(3), np.array([3.0, 4.0, 0.0])) == 5.0
    assert bt.compute_position_error(np.ones(3), np.ones(3)) == 0.0


def test_orientation_error_is_the_angle_whichever_sign_the_quaternions_have():
    quarter = np.array([HALF, 0.0, 0.0, HALF])
    error = bt.compute_orientation_error(np.array(IDENTITY), quarter)
    assert error == pytest.approx(np.pi / 2, abs=1e-15)
    assert bt.compute_orientation_error(np.array(IDENTITY), -quarter) == error
    assert bt.compute_orientation_error(quarter, quarter) == 0.0


@given(st.lists(numbers, min_size=4, max_size=4).filter(lambda q: sum(abs(x) for x in q) > 1e-3))
def test_the_dot_is_clamped(q):
    unit = np.array(q) / np.sqrt(np.sum(np.square(q)))
    # A unit quaternion's product with itself may be above 1 by rounding.
    assert 0.0 <= bt.compute_orientation_error(unit, unit) < 1e-7
    assert bt.compute_orientation_error(unit * 1.0005, unit * 1.0005) == 0.0


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ([1.0, 2.0, 3.0], TypeError),
        (np.zeros(2), TypeError),
        (np.zeros(3, dtype=np.float32), TypeError),
        (np.array([np.nan, 0.0, 0.0]), ValueError),
    ],
)
def test_a_position_that_is_none_is_refused(bad, error):
    with pytest.raises(error, match="belief_pos"):
        bt.compute_position_error(np.zeros(3), bad)


def test_a_record_holds_both_in_the_stated_order():
    made = report((state(7, (1, 2, 3)), state(7, (1, 2, 5), (HALF, 0.0, 0.0, HALF))))
    (record,) = made.records
    assert record.timestamp_ns == 7
    assert record.truth_position_xyz == (1.0, 2.0, 3.0)
    assert record.belief_position_xyz == (1.0, 2.0, 5.0)
    assert record.truth_orientation_xyzw == (0.0, 0.0, 0.0, 1.0)
    assert record.belief_orientation_xyzw == (0.0, 0.0, HALF, HALF)
    assert record.position_error_norm_m == 2.0
    assert record.orientation_error_rad == pytest.approx(np.pi / 2)
    assert record.analysis_version == 1
    with pytest.raises(FrozenInstanceError):
        record.timestamp_ns = 8


def test_aggregates_and_their_convention_for_nothing():
    made = report((state(0), state(0, (3, 4, 0))), (state(1), state(1)))
    assert made.mean_position_error_m == 2.5
    assert made.max_position_error_m == 5.0
    empty = report()
    assert (empty.total_samples, empty.records) == (0, ())
    assert empty.mean_position_error_m == empty.max_orientation_error_rad == 0.0


def test_samples_stay_in_the_order_they_came_in():
    stamps = [100, 50, 200, 0]
    made = report(*((state(s), state(s)) for s in stamps))
    assert [record.timestamp_ns for record in made.records] == stamps


def test_covariance_trace_and_condition():
    covariance = np.diag(np.arange(1.0, 16.0))
    made = report((state(), state(covariance=covariance)), (state(1), state(1)))
    first, second = made.records
    assert first.covariance_available
    assert first.covariance_trace == 120.0
    assert first.covariance_condition_number == pytest.approx(15.0, rel=1e-14)
    assert not second.covariance_available
    assert second.covariance_trace is second.covariance_condition_number is None
    assert (made.samples_with_covariance, made.samples_without_covariance) == (1, 1)


def test_trace_and_condition_are_a_plain_sum_and_numpys_to_the_last_digit():
    rng = np.random.default_rng(7)
    roots = rng.standard_normal((600, 15, 15)) * 10.0 ** rng.uniform(-3, 2, (600, 15, 1))
    made = roots @ roots.transpose(0, 2, 1)
    given_ = 0.5 * (made + made.transpose(0, 2, 1))
    ranks = np.linalg.matrix_rank(given_, hermitian=True)
    pairs = [(state(i), state(i, covariance=c)) for i, c in enumerate(given_)]
    result = report(*pairs).records
    assert (ranks == 15).sum() > 500
    for covariance, rank, record in zip(given_, ranks, result, strict=True):
        trace = 0.0
        for i in range(15):
            trace += float(covariance[i, i])
        assert record.covariance_trace == trace
        if rank == 15:
            assert record.covariance_condition_number == float(np.linalg.cond(covariance))


def test_parameters_are_named_as_other_programs_name_them():
    assert bt.compute_position_error(truth_pos=np.zeros(3), belief_pos=np.ones(3)) == 3**0.5
    q = np.array([1.0, 0.0, 0.0, 0.0])
    assert bt.compute_orientation_error(truth_q_wxyz=q, belief_q_wxyz=-q) == 0.0
    with pytest.raises(ValueError, match="belief_q_wxyz has the norm 2"):
        bt.compute_orientation_error(q, 2.0 * q)


def test_a_singular_covariance_has_no_condition_number():
    (record,) = report((state(), state(covariance=np.zeros((15, 15))))).records
    assert record.covariance_available
    assert record.covariance_trace == 0.0
    assert record.covariance_condition_number is None


def test_a_sample_decodes_alike_at_any_position():
    pairs = [(state(i), state(i, covariance=c)) for i, c in enumerate(covariances(1500))]
    together = report(*pairs).records
    for i in (0, 1023, 1024, 1499):
        assert report(pairs[i]).records == (together[i],)


def test_unequal_streams_are_refused_with_the_place():
    with pytest.raises(ValueError, match="truth has 1 samples, belief has 0"):
        bt.build_traceability_report(truth=[state()], belief=[])
    pairs = [(state(i), state(i)) for i in range(1400)]
    with pytest.raises(ValueError, match="stamp_sim_ns differs at index 1399"):
        report(*pairs[:1399], (state(5), state(6)))


@given(st.lists(st.tuples(numbers, numbers, numbers), max_size=4))
def test_the_text_is_what_the_standard_library_writes(positions):
    covariance = np.eye(15) * 1e-3
    made = report(
        *(
            (state(i), state(i, p, covariance=covariance if i % 2 else None))
            for i, p in enumerate(positions)
        )
    )
    document = {"report": asdict(made), "schema_version": "1"}
    plain = json.dumps(document, sort_keys=True, indent=2, ensure_ascii=False) + "\n"
    assert bt.encode_belief_report_to_bytes(made) == plain.encode()


def test_a_report_is_written_whole_or_not_at_all(tmp_path):
    made = report((state(), state()))
    path = tmp_path / "belief.json"
    bt.generate_belief_report(made, path)
    assert path.read_bytes() == bt.encode_belief_report_to_bytes(made)
    with pytest.raises(ValueError, match="cannot be written"):
        bt.generate_belief_report(made, tmp_path / "none" / "belief.json")
    assert [each.name for each in tmp_path.iterdir()] == ["belief.json"]
