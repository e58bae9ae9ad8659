"""Goal: links and samples are handed over whole, in order, and change nothing else.

Method: a counter whose values are known, interpreted and compiled, in pieces and at once.
"""

import hashlib

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from tests.engine.parts import EXECUTIONS, Counter


def counting(*, sampled: bool = True) -> Graph:
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=250)
    graph.add("Count", Counter(), "fast")
    graph.add("Slow", Counter(), "slow")
    graph.publish("/before", ["Count.y"], "slow")
    if sampled:
        graph.sample("/samples", ["Slow.y", "Count.y"], "fast")
    graph.publish("/after", ["Count.y"], "fast")
    return graph


def taken(engine):
    """Lists that blocks of samples and of links go to."""
    samples, links = [], []
    engine.on_samples("/samples", lambda stamps, rows: samples.append((stamps, rows)))
    engine.on_links(lambda first, found: links.append((first, found.copy())))
    return samples, links


@EXECUTIONS
def test_every_sample_comes_once_at_its_time(execution) -> None:
    engine = Engine(counting(), execution=execution)
    samples, _ = taken(engine)
    heard: list[tuple[str, int, int]] = []
    engine.bus.subscribe("x", lambda m: heard.append((m.channel, m.stamp_sim_ns, m.sequence)))
    for part in ("3ms", "0ms", "1ms", "5996ms"):
        engine.run(part)
    stamps, rows = (np.concatenate(each) for each in zip(*samples, strict=True))
    assert stamps.tolist() == list(range(0, 6_001_000_000, 1_000_000))
    assert rows[:, 1].tolist() == list(range(6001))
    assert rows[:, 0].tolist() == [k // 4 for k in range(6001)]
    # The bus hears nothing of it, and numbers its own messages without a gap.
    assert [sequence for _, _, sequence in heard] == list(range(6001 + 1501))
    assert {channel for channel, _, _ in heard} == {"/before", "/after"}


@EXECUTIONS
def test_links_come_once_and_make_the_digest(execution) -> None:
    engine = Engine(counting(), execution=execution)
    _, links = taken(engine)
    engine.run("2ms")
    engine.run("4998ms")
    ticks = [first + i for first, result in links for i in range(len(result))]
    assert ticks == list(range(5001))
    chain = np.concatenate([result for _, result in links])
    assert chain[-1] == engine.link
    block = hashlib.sha256(chain[:4096].astype("<i8").tobytes()).digest()
    assert (engine.ledger.blocks, engine.ledger.head) == (1, block)


@EXECUTIONS
def test_sampling_changes_no_bit(execution) -> None:
    digests = set()
    for sampled in (True, False):
        engine = Engine(counting(sampled=sampled), execution=execution)
        engine.run("1s")
        digests.add((engine.digest, engine.bus.state().sequence))
    assert len(digests) == 1


def test_it_ends_with_the_run() -> None:
    engine = Engine(counting(), execution="interpreted")
    samples, links = taken(engine)
    engine.run("2ms")
    engine.reset()
    engine.run("2ms")
    assert sum(len(stamps) for stamps, _ in samples) == 3
    assert sum(len(result) for _, result in links) == 3


def test_only_sampled_channels_can_be_received_and_names_are_unique() -> None:
    engine = Engine(counting(), execution="interpreted")
    with pytest.raises(InputError, match=r"nothing is sampled on '/sample'; did you mean"):
        engine.on_samples("/sample", print)
    with pytest.raises(InputError, match="nothing is sampled on '/before'"):
        engine.on_samples("/before", print)
    with pytest.raises(InputError, match="the channel '/before' is taken"):
        counting().sample("/before", ["Count.y"], "fast")
