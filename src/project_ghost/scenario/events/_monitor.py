"""The end of a run: its conditions, its reasons, and the component that checks them."""

from enum import StrEnum

from pydantic import Field

from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import where
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.file.section import Section

__all__ = ["End", "EndedBy", "Monitor", "add_monitor", "ended_by"]


class End(Section):
    """What ends a run before its duration is over."""

    first_collision: bool = Field(default=False, description="the first contact")
    all_arrived: bool = Field(default=False, description="all actors have arrived")


class EndedBy(StrEnum):
    """The reason why a run ended, as summaries and recordings name it."""

    DURATION = "duration"
    FIRST_COLLISION = "first_collision"
    ALL_ARRIVED = "all_arrived"
    STOP = "stop"  # a signal of `Graph.stop_when` other than the monitor's
    INTERRUPT = "interrupt"
    RECORDING = "recording"  # its file could not be written


# The values of `Monitor.reason`.
RUNNING, FIRST_COLLISION, ALL_ARRIVED = 0.0, 1.0, 2.0
_REASONS: dict[object, EndedBy] = {
    FIRST_COLLISION: EndedBy.FIRST_COLLISION,
    ALL_ARRIVED: EndedBy.ALL_ARRIVED,
}


def ended_by(reason: object) -> EndedBy:
    """The reason why a signal stopped a run, from the value of `Monitor.reason`."""
    return _REASONS.get(reason, EndedBy.STOP)


class Monitor(Block):
    """Ends the run at the first contact, or when all actors have arrived."""

    contacts = Input(default=0.0)  # how many began in this tick
    all_arrived = Input(default=0.0)
    at_contact = Parameter(0.0)
    at_arrival = Parameter(0.0)
    done = Output()
    reason = Output()

    @staticmethod
    def output(
        contacts: float, all_arrived: float, at_contact: float, at_arrival: float
    ) -> tuple[float, float]:
        """End the run at a contact or when all have arrived; a contact comes first."""
        collided = where(at_contact != 0.0 and contacts > 0.0, 1.0, 0.0)
        arrived = where(at_arrival != 0.0 and all_arrived != 0.0, 1.0, 0.0)
        reason = where(
            collided != 0.0, FIRST_COLLISION, where(arrived != 0.0, ALL_ARRIVED, RUNNING)
        )
        return where(reason != 0.0, 1.0, 0.0), reason


def add_monitor(draft: GraphDraft) -> None:
    """Add the monitor, whose signal ends the run under the conditions of the scenario."""
    spec, graph = draft.spec, draft.graph
    monitor = Monitor(
        at_contact=float(spec.end.first_collision or spec.on_collision == "stop"),
        at_arrival=float(spec.end.all_arrived),
    )
    graph.add("Monitor", monitor, EVERY_STEP)
    graph.connect("Contacts.count", "Monitor.contacts")
    if "Arrivals" in graph.components:
        graph.connect("Arrivals.all_arrived", "Monitor.all_arrived")
    graph.stop_when("Monitor.done")
