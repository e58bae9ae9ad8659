"""The bundles of `Contacts`: shapes, contact response, memory and outputs."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Output, Parameter, State, array, number

from ._columns import BEFORE_WIDTH, PAIR_WIDTH, RECORD_WIDTH


class Shapes(NamedTuple):
    """Sizes and masses of the rows, and the convex pieces of scenery.

    A row of `outlines` is (vertices, number, low x, low y, high x, high y, top).
    """

    footprints: Floats = array(Parameter(shape=("rows", 3)))
    heights: Floats = array(Parameter(shape=("rows", 2), unit="m"))  # below and above Z
    masses: Floats = array(Parameter(shape=("rows", 2)))
    scenery: Floats = array(Parameter(shape=("pieces", "vertices", 2)))
    outlines: Floats = array(Parameter(shape=("pieces", 7)))


class Response(NamedTuple):
    """The parameters of the contact response."""

    restitution: float = number(Parameter(0.2))
    friction: float = number(Parameter(0.6))
    soft_mps: float = number(Parameter(0.2))
    recovery_per_s: float = number(Parameter(4.0))
    recovery_mps: float = number(Parameter(0.5))
    responds: float = number(Parameter(1.0))
    stops: float = number(Parameter(0.0))


class Memory(NamedTuple):
    """The poses and the touching pairs of the last tick."""

    before: Floats = array(State(shape=("rows", BEFORE_WIDTH)))
    pairs: Floats = array(State(shape=("max_contacts", PAIR_WIDTH)))
    pair_count: Floats = array(State())
    events: Floats = array(State())


class ContactOutputs(NamedTuple):
    """Impulses and new contacts. The output `count` is declared by `Contacts` itself."""

    impulse: Floats = array(Output(shape=("rows", 3)))
    records: Floats = array(Output(shape=("max_events", RECORD_WIDTH)))
    touching: Floats = array(Output(shape=("rows",)))
    total: Floats = array(Output())
    ended: Floats = array(Output())
