"""Goal: of two recordings the first difference is found exactly, and all of them are counted."""

import itertools
import json
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.writer import Writer

from project_ghost.analysis.divergence import _streams as streams
from project_ghost.analysis.divergence import (
    compare_recordings,
    first_different_tick,
    ulp_between,
)
from project_ghost.cli import main
from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.telemetry import Column, Recorder, Recording
from tests.telemetry.samples import STEP_NS, record_run

FLOATS = st.floats(allow_nan=False, allow_infinity=False)


def compared(a, b, **options):
    with Recording(a) as one, Recording(b) as two:
        return compare_recordings(one, two, **options)


def record(path, messages, **options):
    """A recording of (channel, stamp, payload); the sequence is the place in the list."""
    with Recorder(path, force=True, **options) as recorder:
        for sequence, (channel, stamp_ns, payload) in enumerate(messages):
            recorder.record(Message(channel, stamp_ns, sequence, payload))
    return path


@given(FLOATS, FLOATS)
def test_ulp_counts_floats_between(a, b) -> None:
    assert ulp_between(a, b) == ulp_between(b, a)
    assert (ulp_between(a, b) == 0) == (struct.pack("<d", a) == struct.pack("<d", b))


def test_neighbours_are_one_ulp_apart() -> None:
    assert ulp_between(1.0, 1.0 + 2**-52) == 1
    assert ulp_between(1.0, 1.0 - 2**-53) == 1
    assert ulp_between(-0.0, 0.0) == 1
    assert ulp_between(-5e-324, 5e-324) == 3
    assert ulp_between(1.7976931348623157e308, float("inf")) == 1


@pytest.mark.parametrize("options", [{}, {"compression": "lz4"}, {"chunk_bytes": 3000}])
def test_equal_runs_are_the_same_however_they_are_stored(tmp_path, options) -> None:
    record_run(tmp_path / "a.mcap")
    record_run(tmp_path / "b.mcap", block=7, **options)
    result = compared(tmp_path / "a.mcap", tmp_path / "b.mcap")
    assert result.is_same
    assert result.first is None
    assert result.chain is not None
    assert (result.chain.tick, result.chain.ticks_a) == (None, 3000)
    assert result.left_out == ("/observer/note",)


def test_the_first_difference_is_located_exactly(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    record_run(tmp_path / "b.mcap", shift=1e-12, shift_from=1234)
    result = compared(tmp_path / "a.mcap", tmp_path / "b.mcap", channels=["/car", "/events"])
    first = result.first
    assert first is not None
    assert (first.kind, first.channel, first.stamp_sim_ns) == ("value", "/car", 1240 * STEP_NS)
    assert first.sequence_a == first.sequence_b == 124 + 2
    assert [each.path for each in first.fields] == ["p[0]", "x"]
    field = first.fields[1]
    assert (field.a, field.b) == (0.1 * 1240, 0.1 * 1240 + 1e-12)
    assert (field.a_hex, field.b_hex) == ((0.1 * 1240).hex(), (0.1 * 1240 + 1e-12).hex())
    assert field.difference == field.b - field.a
    assert field.ulp == ulp_between(field.a, field.b) > 0
    car, events = result.channels
    assert (car.name, car.differing, car.only_a, car.only_b) == ("/car", 300 - 124, 0, 0)
    assert events.is_same
    assert not result.is_same


def test_the_chain_is_bisected_to_the_tick(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=10_000)
    for at in (0, 1, 4095, 4096, 7777, 9999):
        record_run(tmp_path / "b.mcap", ticks=10_000, shift=1.0, shift_from=at, force=True)
        with Recording(tmp_path / "a.mcap") as a, Recording(tmp_path / "b.mcap") as b:
            chain = first_different_tick(a, b)
        assert chain is not None
        assert (chain.tick, chain.time_ns) == (at, at * STEP_NS)


def test_a_shorter_run_differs_where_it_ends(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=1000)
    record_run(tmp_path / "b.mcap", ticks=995)
    result = compared(tmp_path / "a.mcap", tmp_path / "b.mcap")
    assert result.chain is not None
    assert result.chain.tick == 995
    assert result.first is not None
    assert (result.first.kind, result.first.stamp_sim_ns) == ("only in a", 995 * STEP_NS)
    by_name = {each.name: each for each in result.channels}
    assert (by_name["/signals/fast"].only_a, by_name["/car"].only_a) == (5, 0)


def test_zeros_of_different_sign_differ(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a", 0, {"x": 0.0})])
    b = record(tmp_path / "b.mcap", [("/a", 0, {"x": -0.0})])
    result = compared(a, b)
    assert result.first is not None
    assert result.first.fields[0].ulp == 1
    assert compared(a, b, tolerance=0.0).is_same


def test_within_a_tolerance_numbers_are_the_same_and_texts_are_not(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a", 0, {"x": [1.0, 2.0], "n": "a"}), ("/b", 0, {"x": 1})])
    b = record(tmp_path / "b.mcap", [("/a", 0, {"x": [1.0, 2.1], "n": "a"}), ("/b", 0, {"x": 1})])
    c = record(tmp_path / "c.mcap", [("/a", 0, {"x": [1.0, 2.0], "n": "b"}), ("/b", 0, {"x": 1})])
    assert not compared(a, b).is_same
    assert not compared(a, b, tolerance=0.05).is_same
    assert compared(a, b, tolerance=0.2).is_same
    result = compared(a, c, tolerance=100.0)
    assert result.first is not None
    assert [(each.path, each.a, each.b) for each in result.first.fields] == [("n", "a", "b")]
    for bad in (-1.0, float("nan"), float("inf")):
        with pytest.raises(InputError, match="tolerance"):
            compared(a, b, tolerance=bad)


def test_another_order_alone_is_a_difference(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a", 5, {}), ("/b", 5, {})])
    b = record(tmp_path / "b.mcap", [("/b", 5, {}), ("/a", 5, {})])
    result = compared(a, b)
    assert result.first is not None
    assert result.first.kind == "order"
    assert not result.is_same
    assert compared(a, b, tolerance=0.0).is_same


def test_a_channel_on_one_side_only_is_a_difference(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a", 5, {}), ("/b", 6, {})])
    b = record(tmp_path / "b.mcap", [("/a", 5, {})])
    result = compared(a, b)
    assert [(each.name, each.note, each.only_a) for each in result.channels] == (
        [("/a", "", 0), ("/b", "only in a", 1)]
    )
    assert result.first is not None
    assert result.first.kind == "only in a"


def test_schemas_and_manifests_are_compared_too(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a", 5, {})], manifest={"seed": "1"})
    b = record(tmp_path / "b.mcap", [("/a", 5, {})], manifest={"seed": "2"})
    result = compared(a, b)
    assert result.is_same
    assert [(each.path, each.a, each.b) for each in result.manifest] == [("seed", "1", "2")]
    for name, schema in (("c", b"{}"), ("d", b'{"type":"object"}')):
        with (tmp_path / f"{name}.mcap").open("wb") as file:
            writer = Writer(file)
            writer.start()
            number = writer.register_schema("S", "jsonschema", schema)
            channel = writer.register_channel("/a", "json", number)
            writer.add_message(channel, 5, b"{}", 5)
            writer.finish()
    result = compared(tmp_path / "c.mcap", tmp_path / "d.mcap")
    assert result.channels[0].note == "its schemas differ"
    assert not result.is_same


def test_unknown_encodings_are_compared_by_their_bytes(tmp_path) -> None:
    for name, data in (("a", b"abcdefgh"), ("b", b"abcdxfgh"), ("c", b"abcd")):
        with (tmp_path / f"{name}.mcap").open("wb") as file:
            writer = Writer(file)
            writer.start()
            channel = writer.register_channel("/a", "other", 0)
            writer.add_message(channel, 5, data, 5)
            writer.finish()
    first = compared(tmp_path / "a.mcap", tmp_path / "b.mcap").first
    assert first is not None
    assert first.fields[0].path == "byte 4"
    first = compared(tmp_path / "a.mcap", tmp_path / "c.mcap").first
    assert first is not None
    assert (first.fields[0].path, first.fields[0].difference) == ("length", -4)


def test_channels_are_chosen_by_pattern(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=100)
    record_run(tmp_path / "b.mcap", ticks=100, shift=1.0)
    assert not compared(tmp_path / "a.mcap", tmp_path / "b.mcap").is_same
    result = compared(tmp_path / "a.mcap", tmp_path / "b.mcap", channels=["/ev*", "/observer/*"])
    assert result.is_same
    assert [each.name for each in result.channels] == ["/events", "/observer/note"]
    with pytest.raises(InputError, match="no channel matches '/nothing'"):
        compared(tmp_path / "a.mcap", tmp_path / "b.mcap", channels=["/nothing"])


def test_a_name_is_itself_before_it_is_a_pattern(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a[1]", 5, {}), ("/a1", 5, {})])
    result = compared(a, a, channels=["/a[1]"])
    assert [each.name for each in result.channels] == ["/a1", "/a[1]"]


ENTRIES = st.tuples(st.sampled_from(["/a", "/b", "/c"]), st.integers(0, 12), st.integers(0, 2))


def expected(a, b):
    """The same by the plainest means, everything in memory: counts, and the first stamp."""
    counts = dict.fromkeys(["differing", "only_a", "only_b"], 0)
    stamps = []
    for key in {(name, stamp) for name, stamp, _ in [*a, *b]}:
        ours = [p for name, stamp, p in a if (name, stamp) == key]
        theirs = [p for name, stamp, p in b if (name, stamp) == key]
        for one, two in itertools.zip_longest(ours, theirs):
            if one == two:
                continue
            kind = "only_a" if two is None else "only_b" if one is None else "differing"
            counts[kind] += 1
            stamps.append(key[1])
    return counts, min(stamps, default=None)


@pytest.mark.slow
@settings(max_examples=150)
@given(
    a=st.lists(ENTRIES, max_size=30),
    b=st.lists(ENTRIES, max_size=30),
    sizes=st.tuples(st.integers(50, 400), st.integers(50, 400)),
    is_sorted=st.booleans(),
    window=st.tuples(st.none() | st.integers(0, 4), st.none() | st.integers(5, 9)),
)
def test_counts_are_those_of_a_comparison_in_memory(
    tmp_path_factory, a, b, sizes, is_sorted, window
) -> None:
    """Whatever the order of the messages and the times, and wherever the chunks are cut."""
    folder = tmp_path_factory.mktemp("pair")
    result = []
    for name, messages, size in (("a", a, sizes[0]), ("b", b, sizes[1])):
        ordered = sorted(messages, key=lambda each: each[1]) if is_sorted else messages
        path = folder / f"{name}.mcap"
        with path.open("wb") as file:
            writer = Writer(file, chunk_size=size)
            writer.start()
            ids = {n: writer.register_channel(n, "json", 0) for n in ("/a", "/b", "/c")}
            for i, (channel, stamp, payload) in enumerate(ordered):
                writer.add_message(ids[channel], stamp, b'{"p":%d}' % payload, stamp, i)
            writer.finish()
        low, high = window[0] or 0, float("inf") if window[1] is None else window[1]
        result.append([each for each in ordered if low <= each[1] < high])
    comparison = compared(
        folder / "a.mcap", folder / "b.mcap", start_ns=window[0], stop_ns=window[1]
    )
    counts = [(each.count_a, each.count_b) for each in comparison.channels]
    assert [sum(each) for each in zip(*counts, strict=True)] == [len(each) for each in result]
    totals = {
        name: sum(getattr(each, name) for each in comparison.channels)
        for name in ("differing", "only_a", "only_b")
    }
    first = comparison.first
    first_ns = None if first is None or first.kind == "order" else first.stamp_sim_ns
    assert (totals, first_ns) == expected(*result)


def test_memory_is_bounded_where_the_orders_have_nothing_in_common(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(streams, "WAITING_BYTES_MAX", 20_000)
    for name, stamps in (("a", range(300)), ("b", range(299, -1, -1))):
        with (tmp_path / f"{name}.mcap").open("wb") as file:
            writer = Writer(file, chunk_size=1 << 20)
            writer.start()
            channel = writer.register_channel("/a", "json", 0)
            for stamp in stamps:
                writer.add_message(channel, stamp, b'{"x":%d}' % stamp, stamp)
            writer.finish()
    with pytest.raises(InputError, match="differs too much"):
        compared(tmp_path / "a.mcap", tmp_path / "b.mcap")


def test_a_message_without_a_possible_partner_does_not_wait(tmp_path, monkeypatch) -> None:
    """However large a chunk is, and however much of it the other file has not."""
    monkeypatch.setattr(streams, "WAITING_BYTES_MAX", 20_000)
    short = foreign(tmp_path / "a.mcap", [("/a", i, b"{}") for i in range(10)])
    long = foreign(tmp_path / "b.mcap", [("/a", i, b"{}") for i in range(500)])
    more = [(name, i, b"{}") for i in range(500) for name in ("/a", "/b")]
    other = foreign(tmp_path / "c.mcap", more)
    result = compared(short, long)
    assert (result.only_a, result.only_b) == (0, 490)
    result = compared(other, long)
    assert (result.only_a, result.only_b) == (500, 0)


def test_equal_chunks_are_not_even_decompressed(tmp_path, monkeypatch) -> None:
    record_run(tmp_path / "a.mcap")
    record_run(tmp_path / "b.mcap", shift=1.0, shift_from=2500)
    with Recording(tmp_path / "a.mcap") as a, Recording(tmp_path / "b.mcap") as b:
        read = []
        whole = type(a.file).data

        def data(file, segment, raw=None):
            read.append(segment.offset)
            return whole(file, segment, raw)

        monkeypatch.setattr(type(a.file), "data", data)
        assert not compare_recordings(a, b, channels=["/car", "/events", "/signals/*"]).is_same
        assert len(read) <= 2 * 2


def record_chain(path, first_tick, *, ticks=9000, bent_from=None, **manifest):
    """A run with messages and samples, or what it has from a tick on, and its links."""
    links = np.arange(ticks) * 7919
    if bent_from is not None:
        links[bent_from:] += 1
    with Recorder(path, manifest=manifest) as recorder:
        recorder.add_links(STEP_NS, first_tick)
        for tick in range(first_tick, ticks):
            if tick % 100 == 0 or tick == bent_from:
                payload = {"x": tick + (bent_from is not None and tick >= bent_from)}
                recorder.record(Message("/car", tick * STEP_NS, tick, payload))
        sampled = np.arange(-(-first_tick // 100), -(-ticks // 100)) * 100
        recorder.add_signals("/signals", [Column("x")])
        recorder.record_rows("/signals", sampled * STEP_NS, sampled[:, None] * 0.5)
        recorder.record_links(links[first_tick:])


@pytest.mark.parametrize("first_tick", [1, 101, 4095, 4096, 4097, 8999])
def test_a_continued_run_is_compared_from_its_checkpoint(tmp_path, first_tick) -> None:
    whole, rest = tmp_path / "a.mcap", tmp_path / "b.mcap"
    moment_ns = (first_tick - 1) * STEP_NS
    record_chain(whole, 0)
    record_chain(rest, first_tick, begin_ns=str(moment_ns))
    before = 1 + (first_tick - 1) // 100
    for one, two, side in ((whole, rest, "b"), (rest, whole, "a")):
        result = compared(one, two)
        assert result.is_same
        assert result.later == (side, first_tick * STEP_NS, moment_ns)
        assert result.chain == (None, None, 9000, 9000, first_tick)
        car = result.channels[0]
        assert (car.name, car.before, car.only_a, car.only_b) == ("/car", before, 0, 0)
    assert compared(rest, rest).later is None


@pytest.mark.parametrize("bent_from", [4097, 5000, 8191, 8192, 8999])
def test_a_fork_differs_from_where_it_parts(tmp_path, bent_from) -> None:
    whole, fork = tmp_path / "a.mcap", tmp_path / "b.mcap"
    record_chain(whole, 0)
    record_chain(fork, 4097, bent_from=bent_from, begin_ns="1")
    result = compared(whole, fork)
    assert not result.is_same
    assert result.chain == (bent_from, bent_from * STEP_NS, 9000, 9000, 4097)
    assert result.first is not None
    assert result.first.stamp_sim_ns >= bent_from * STEP_NS


def test_a_killed_run_without_links_is_compared_from_the_checkpoint_of_the_other(tmp_path) -> None:
    killed, rest = tmp_path / "a.mcap", tmp_path / "b.mcap"
    with Recorder(killed, manifest={"step_ns": str(STEP_NS)}) as recorder:
        recorder.add_links(STEP_NS)
        for tick in range(0, 300, 100):
            recorder.record(Message("/car", tick * STEP_NS, tick, {"x": tick}))
    record_chain(rest, 101, ticks=300, begin_ns=str(100 * STEP_NS), step_ns=str(STEP_NS))
    for one, two, side in ((killed, rest, "b"), (rest, killed, "a")):
        result = compared(one, two, channels=["/car"])
        assert result.is_same
        assert result.later == (side, 101 * STEP_NS, 100 * STEP_NS)
        assert result.channels[0].before == 2
    for wrong in ("", "1.5", "-1", "9" * 30, "\u0663"):
        path = tmp_path / f"{wrong}.mcap"
        with Recorder(path, manifest={"step_ns": wrong}) as recorder:
            recorder.add_links(STEP_NS)
        assert compared(path, rest).later is None


def test_a_message_that_the_later_one_lacks_is_a_difference(tmp_path) -> None:
    whole, rest = tmp_path / "a.mcap", tmp_path / "b.mcap"
    record_chain(whole, 0, ticks=300)
    record_chain(rest, 150, ticks=190, begin_ns="1")
    result = compared(whole, rest)
    assert result.chain is not None
    assert (result.chain.tick, result.chain.first_tick) == (190, 150)
    assert result.first is not None
    assert (result.first.kind, result.first.stamp_sim_ns) == ("only in a", 200 * STEP_NS)
    assert (result.channels[0].only_a, result.channels[0].before) == (1, 2)


def test_runs_without_a_tick_in_common_are_not_the_same(tmp_path) -> None:
    record_chain(tmp_path / "a.mcap", 0, ticks=100)
    record_chain(tmp_path / "b.mcap", 8500, begin_ns="1")
    assert not compared(tmp_path / "a.mcap", tmp_path / "b.mcap").is_same


def test_fields_that_are_not_shown_are_counted(tmp_path) -> None:
    one = record(tmp_path / "a.mcap", [("/plan", 0, {"speeds": [1.0] * 50})])
    two = record(tmp_path / "b.mcap", [("/plan", 0, {"speeds": [1.0] * 3 + [2.0] * 47})])
    first = compared(one, two).first
    assert first is not None
    assert (len(first.fields), first.more_fields) == (20, 27)
    assert first.fields[0].path == "speeds[3]"


def record_samples(path, rows):
    """A recording of samples, which may be any floats."""
    with Recorder(path) as recorder:
        recorder.add_signals("/s", [Column("x"), Column("y")])
        recorder.record_rows("/s", np.arange(len(rows)), np.array(rows, dtype=np.float64))
    return path


NAN, INF = float("nan"), float("inf")


def test_numbers_that_are_not_finite_are_compared_by_their_bits(tmp_path) -> None:
    (other_nan,) = struct.unpack("<d", struct.pack("<Q", 0x7FF8_0000_0000_0001))
    a = record_samples(tmp_path / "a.mcap", [[NAN, 1.0], [INF, 1.0], [NAN, 1.0]])
    b = record_samples(tmp_path / "b.mcap", [[NAN, 1.5], [INF, 1.5], [NAN, 1.5]])
    c = record_samples(tmp_path / "c.mcap", [[other_nan, 1.0], [-INF, 1.0], [0.0, 1.0]])
    first = compared(a, b).first
    assert first is not None
    assert [each.path for each in first.fields] == ["y"]
    assert compared(a, b, tolerance=0.5).is_same
    result = compared(a, c)
    assert result.differing == 3
    assert result.first is not None
    (field,) = result.first.fields
    assert (field.a_hex, field.b_hex) == ("nan, 0x7ff8000000000000", "nan, 0x7ff8000000000001")
    assert (field.difference, field.ulp) == (None, None)
    assert compared(a, c, tolerance=1e300).differing == 2


@pytest.mark.parametrize(
    ("a", "b", "difference"),
    [
        ("9007199254740993", "9007199254740992.0", -1.0),
        ("9007199254740993", "9007199254740992", -1),
        ("9" * 400, "1.5", None),
        ("9" * 400, "-" + "9" * 400, -2 * int("9" * 400)),
        ("9" * 4300, "-" + "9" * 4300, None),
        ("1e308", "-1e308", None),
        ("1e999", "1.0", None),
        ("1", "1.0", 0.0),
    ],
)
def test_numbers_of_any_size_are_compared_exactly(tmp_path, a, b, difference) -> None:
    one = foreign(tmp_path / "a.mcap", [("/a", 0, b'{"x":%s}' % a.encode())])
    two = foreign(tmp_path / "b.mcap", [("/a", 0, b'{"x":%s}' % b.encode())])
    first = compared(one, two).first
    assert first is not None
    assert (first.fields[0].path, first.fields[0].difference) == ("x", difference)
    assert type(first.fields[0].difference) is type(difference)
    assert compared(one, two, tolerance=0.5).is_same == (difference == 0.0)


def foreign(path, messages, **options):
    """A file of another program: (topic, stamp, bytes), declared as JSON."""
    with path.open("wb") as file:
        writer = Writer(file, **options)
        writer.start()
        ids = {}
        for i, (topic, stamp, data) in enumerate(messages):
            if topic not in ids:
                ids[topic] = writer.register_channel(topic, "json", 0)
            writer.add_message(ids[topic], stamp, data, stamp, i)
        writer.finish()
    return path


@pytest.mark.parametrize("data", [b"[1]", b"", b"{", b'{"v":NaN}', b"[" * 5000 + b"]" * 5000])
def test_messages_that_are_not_json_are_compared_by_their_bytes(tmp_path, data) -> None:
    a = foreign(tmp_path / "a.mcap", [("/a", 0, data)])
    b = foreign(tmp_path / "b.mcap", [("/a", 0, data + b" ")])
    first = compared(a, b).first
    assert first is not None
    assert (first.fields[0].path, first.fields[0].difference) == ("length", 1)
    assert not compared(a, b, tolerance=1.0).is_same
    assert compared(a, a).is_same


def test_nesting_of_any_depth_is_compared(tmp_path) -> None:
    for depth in (10, 400, 900, 990):
        paths = [
            foreign(tmp_path / f"{x}.mcap", [("/a", 0, b'{"v":%s%d%s}' % (o, x, c))])
            for x, o, c in ((1, b"[" * depth, b"]" * depth), (2, b"[" * depth, b"]" * depth))
        ]
        result = compared(*paths)
        assert (result.differing, result.is_same) == (1, False)


def test_a_foreign_channel_with_the_name_of_the_chain_is_a_channel(tmp_path) -> None:
    a = foreign(tmp_path / "a.mcap", [("/hash/links", 0, b'{"v":1}')])
    b = foreign(tmp_path / "b.mcap", [("/hash/links", 0, b'{"v":2}')])
    assert compared(a, a).is_same
    result = compared(a, b)
    assert result.chain is None
    assert result.first is not None
    assert result.first.fields[0].path == "v"
    record_chain(tmp_path / "c.mcap", 0, ticks=10)
    assert not compared(a, tmp_path / "c.mcap").is_same


def test_an_index_that_counts_too_many_links_is_an_error(tmp_path) -> None:
    record_chain(tmp_path / "a.mcap", 0, ticks=10)
    with Recording(tmp_path / "a.mcap") as a, Recording(tmp_path / "a.mcap") as b:
        number = next(n for n, c in b.file.channels.items() if c.topic == "/hash/links")
        for segment in b.file.segments:
            if segment.counts and number in segment.counts:
                segment.counts[number] += 1
        with pytest.raises(InputError, match="more blocks of links than exist"):
            first_different_tick(a, b)


def test_with_a_tolerance_the_chain_is_shown_and_does_not_count(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=100)
    record_run(tmp_path / "b.mcap", ticks=100, shift=1e-9, shift_from=50)
    result = compared(tmp_path / "a.mcap", tmp_path / "b.mcap", tolerance=1e-6)
    assert result.is_same
    assert result.chain is not None
    assert result.chain.tick == 50
    assert not compared(tmp_path / "a.mcap", tmp_path / "b.mcap", tolerance=1e-12).is_same


def test_of_chosen_channels_the_order_is_that_among_them(tmp_path) -> None:
    """A message elsewhere moves the sequences of those after it, and nothing else of them."""
    a = record(tmp_path / "a.mcap", [("/a", 5, {}), ("/b", 5, {}), ("/a", 6, {})])
    b = record(tmp_path / "b.mcap", [("/x", 0, {}), ("/a", 5, {}), ("/b", 5, {}), ("/a", 6, {})])
    c = record(tmp_path / "c.mcap", [("/x", 0, {}), ("/b", 5, {}), ("/a", 5, {}), ("/a", 6, {})])
    assert compared(a, b, channels=["/a"]).is_same
    assert compared(a, b, channels=["/[ab]"]).is_same
    assert compared(a, c, channels=["/a"]).is_same
    moved = compared(a, c, channels=["/[ab]"])
    assert not moved.is_same
    assert moved.first is not None
    assert (moved.first.kind, moved.first.stamp_sim_ns) == ("order", 5)
    assert not compared(b, c).is_same


def test_messages_on_one_side_are_listed(tmp_path) -> None:
    a = record(tmp_path / "a.mcap", [("/a", 5, {}), ("/b", 7, {}), ("/a", 9, {})])
    b = record(tmp_path / "b.mcap", [("/a", 5, {}), ("/a", 8, {}), ("/a", 9, {"x": 1})])
    result = compared(a, b)
    assert [each[:4] for each in result.one_sided] == [("a", "/b", 7, 1), ("b", "/a", 8, 1)]
    assert (result.differing, result.only_a, result.only_b) == (1, 1, 1)
    many = record(tmp_path / "c.mcap", [("/a", 4000 - i, {}) for i in range(3000)])
    result = compared(many, a)
    assert (result.only_a, result.only_b) == (3000, 3)
    stamps = [each.stamp_sim_ns for each in result.one_sided]
    assert stamps == [5, 7, 9, *range(1001, 1018)]


def test_another_publish_time_is_a_difference(tmp_path) -> None:
    paths = [tmp_path / "a.mcap", tmp_path / "b.mcap"]
    for path, late in zip(paths, (0, 7), strict=True):
        with path.open("wb") as file:
            writer = Writer(file)
            writer.start()
            channel = writer.register_channel("/a", "json", 0)
            for stamp in range(5):
                published = stamp + (late if stamp >= 3 else 0)
                writer.add_message(channel, stamp, b"{}", published, stamp)
            writer.finish()
    result = compared(*paths)
    assert result.differing == 2
    assert result.first is not None
    (field,) = result.first.fields
    assert (result.first.stamp_sim_ns, field.path, field.a, field.b) == (3, "publish_time", 3, 10)
    assert compared(*paths, stop_ns=3).is_same
    assert not compared(*paths, tolerance=100.0).is_same


@pytest.fixture(scope="module")
def parting(tmp_path_factory):
    """Two runs of four seconds that part at 2.5 s, in chunks of one second."""
    folder = tmp_path_factory.mktemp("parting")
    record_run(folder / "a.mcap")
    record_run(folder / "b.mcap", shift=1.0, shift_from=2500)
    return folder / "a.mcap", folder / "b.mcap"


def test_a_window_before_the_difference_is_the_same_and_read_alone(parting, monkeypatch) -> None:
    with Recording(parting[0]) as a, Recording(parting[1]) as b:
        offsets = [s.offset for s in a.file.segments if s.start_ns < 1_500_000_000]
        read = []
        raw = type(a.file).raw

        def counted_raw(file, segment):
            read.append(segment.offset)
            return raw(file, segment)

        monkeypatch.setattr(type(a.file), "raw", counted_raw)
        result = compare_recordings(
            a, b, channels=["/car", "/signals/*"], start_ns=1_000_000_000, stop_ns=1_500_000_000
        )
    assert result.is_same
    assert set(read) <= set(offsets)
    counts = {each.name: each.count_a for each in result.channels}
    assert counts["/signals/fast"] == 500


def test_a_state_that_differs_before_the_window_does_not_count_and_is_known(parting) -> None:
    before = compared(*parting, stop_ns=2_500_000_000)
    assert before.is_same
    within = compared(*parting, start_ns=2_000_000_000, stop_ns=3_000_000_000)
    assert not within.is_same
    assert within.chain is not None
    assert within.chain.tick == 2500
    links = compared(*parting, channels=["/hash/*"], start_ns=3_000_000_000)
    assert links.is_same
    assert links.chain is not None
    assert links.chain.time_ns == 2_500_000_000


def test_a_window_that_ends_before_it_starts_is_refused(parting) -> None:
    with pytest.raises(InputError, match="the window ends at 1 ns and starts at 2 ns"):
        compared(*parting, start_ns=2, stop_ns=1)


def test_the_command_takes_a_window(parting, capsys) -> None:
    paths = list(map(str, parting))
    assert main(["diff", *paths, "--to", "2.5s"]) == 0
    assert "The same to 2.5 s" in capsys.readouterr().out
    assert main(["diff", *paths, "--from", "2s", "--to", "3s", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["window"] == {"start_ns": 2_000_000_000, "stop_ns": 3_000_000_000}
    assert said["first"]["stamp_sim_ns"] >= 2_500_000_000
    assert main(["diff", *paths, "--from", "soon"]) == 2
    assert "--from" in capsys.readouterr().err
