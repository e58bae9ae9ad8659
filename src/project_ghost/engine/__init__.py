"""The engine: components, signals, one static schedule, interpreted and compiled alike.

General layout, from declaration to run: `_declaration`, `_description`, `_values` and
`_component` (what a component is), `_publication` and `_graph` (the wiring), `_schedule` (the
order), `_layout` (where values are), `_source`, `_calls`, `_inlets` and `_integration` (the
schedule as source), `_reading` and `_chain` (what that source calls), `_binding`,
`_kernel_entry`, `_careful` and `_execution` (interpreted or compiled), `_store` (the arrays of a
run), `_hosts` and `_host_calls` (Python components), `_outbox` (messages), `_ledger` and
`_snapshot` (what a run proves and keeps), `_fork` (a run under a changed graph), `_failure`
(what stops it), `_engine` (a run). Beside that: `_configuration` and `_instance` (a graph from
a file), `_facts`, `_listing`, `_places` and `_drawing` (a schedule to look at), and for users
`ops`, `tables` and `blocks`.
"""

from ._component import AbstractComponent as AbstractComponent
from ._component import Block as Block
from ._component import Host as Host
from ._component import Kernel as Kernel
from ._configuration import load_graph as load_graph
from ._declaration import Continuous as Continuous
from ._declaration import Input as Input
from ._declaration import Kind as Kind
from ._declaration import Noise as Noise
from ._declaration import Output as Output
from ._declaration import Parameter as Parameter
from ._declaration import Size as Size
from ._declaration import State as State
from ._drawing import schedule_svg as schedule_svg
from ._engine import Engine as Engine
from ._execution import Execution as Execution
from ._facts import ReadFacts as ReadFacts
from ._facts import ScheduleFacts as ScheduleFacts
from ._facts import schedule_facts as schedule_facts
from ._fork import ForkChanges as ForkChanges
from ._graph import Graph as Graph
from ._graph import Policy as Policy
from ._listing import schedule_text as schedule_text
from ._paranoid import run_paranoid as run_paranoid
from ._publication import EventPublication as EventPublication
from ._publication import Publication as Publication
from ._schedule import Schedule as Schedule
from ._schedule import schedule as schedule

__all__ = [
    "AbstractComponent",
    "Block",
    "Continuous",
    "Engine",
    "EventPublication",
    "Execution",
    "ForkChanges",
    "Graph",
    "Host",
    "Input",
    "Kernel",
    "Kind",
    "Noise",
    "Output",
    "Parameter",
    "Policy",
    "Publication",
    "ReadFacts",
    "Schedule",
    "ScheduleFacts",
    "Size",
    "State",
    "load_graph",
    "run_paranoid",
    "schedule",
    "schedule_facts",
    "schedule_svg",
    "schedule_text",
]
