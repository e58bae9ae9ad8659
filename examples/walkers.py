"""Three people walk about at random for a minute; where they were goes into a file.

    python examples/walkers.py build/demo/walkers.jsonl [--seed 42]

It shows the core at work: one clock, one root of randomness with a stream for each
walker, portable mathematics, and a bus whose messages come in one order. Run it again
anywhere, and the file is the same, byte for byte.
"""

import argparse
import hashlib
import json
from pathlib import Path

from project_ghost.core.bus import Bus, Message
from project_ghost.core.clock import SimClock
from project_ghost.core.dmath import sincos, wrap_angle
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.randomness import RandomSource

STEP_NS = parse_duration_ns("10ms")
REPORT_NS = parse_duration_ns("100ms")
DURATION_NS = parse_duration_ns("1min")
DT_S = 0.01
SPEED_MPS = 1.4


class Walker:
    """Walks at constant speed, turning a little at every step."""

    def __init__(self, name: str, root: RandomSource) -> None:
        self.name = name
        # ghost: allow[dynamic-label] the walkers' names are written down in this file
        self.noise = root.child(name)
        self.step_number = 0
        self.x_m = self.y_m = self.heading_rad = 0.0

    def step(self) -> None:
        """Turn and walk on for one step of the clock."""
        turn_rad = self.noise.at(self.step_number).normal(std=0.05)
        self.heading_rad = wrap_angle(self.heading_rad + turn_rad)
        sine, cosine = sincos(self.heading_rad)
        self.x_m += SPEED_MPS * DT_S * cosine
        self.y_m += SPEED_MPS * DT_S * sine
        self.step_number += 1


def simulate(seed: int) -> list[Message]:
    """All that the walkers published, in order."""
    clock = SimClock(STEP_NS, RandomSource(seed))
    bus = Bus(clock)
    recorded: list[Message] = []
    bus.subscribe("recorder", recorded.append)
    for name in ("ada", "bo", "cy"):
        walker = Walker(name, clock.random_source())

        def report(walker: Walker = walker) -> None:
            bus.publish(f"/pose/{walker.name}", [walker.x_m, walker.y_m, walker.heading_rad])

        clock.schedule_periodic(REPORT_NS, report)
        clock.schedule_periodic(STEP_NS, walker.step)
    clock.advance(DURATION_NS)
    return recorded


def main() -> None:
    """Simulate, write the messages as JSON lines, say what was done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=42)
    arguments = parser.parse_args()
    messages = simulate(arguments.seed)
    text = "".join(f"{json.dumps(list(message))}\n" for message in messages)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(text, encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    print(f"{len(messages)} messages in {arguments.output}, SHA-256 {digest[:16]}")


if __name__ == "__main__":
    main()
