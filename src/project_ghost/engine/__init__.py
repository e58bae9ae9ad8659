"""The engine: components, signals, one static schedule, interpreted and compiled to the same bits.

General layout, from declaration to run:

- `component`: declarations and the classes that users derive from.
- `wiring`: the graph: components in rate groups, connections, publications; graphs in files.
- `plan`: the static schedule, and the position of every value in the arrays of a run.
- `codegen`: the schedule as source, interpreted or compiled.
- `program`: the schedule as tables, for one compiled loop.
- `run`: a run: the engine, its arrays, hosts, messages, hash chain and failures.
- `snapshot`: the bytes of a run at a tick, and forks.
- `inspect`: a schedule as text and values.
- `blocks`, `ops`, `tables`: for users: the block library, operations for blocks, actor tables.
"""

from typing import TYPE_CHECKING

from project_ghost.core.lazy import lazy_names

from .codegen._execution import Execution as Execution
from .component._bundles import array as array
from .component._bundles import number as number
from .component._components import AbstractComponent as AbstractComponent
from .component._components import Block as Block
from .component._components import Host as Host
from .component._components import Kernel as Kernel
from .component._components import Port as Port
from .component._declarations import Continuous as Continuous
from .component._declarations import Input as Input
from .component._declarations import Kind as Kind
from .component._declarations import Noise as Noise
from .component._declarations import Output as Output
from .component._declarations import Parameter as Parameter
from .component._declarations import Size as Size
from .component._declarations import State as State
from .plan._schedule import Schedule as Schedule
from .plan._schedule import schedule as schedule
from .run._batch import EngineBatch as EngineBatch
from .run._engine import Engine as Engine
from .run._published_block import PublishedBlock as PublishedBlock
from .run.hosts._ports import OpenPort as OpenPort
from .snapshot._fork import ForkChanges as ForkChanges
from .snapshot._paranoid import run_paranoid as run_paranoid
from .wiring._classes_in_files import component_class as component_class
from .wiring._classes_in_files import component_from as component_from
from .wiring._classes_in_files import is_foreign_module as is_foreign_module
from .wiring._from_file import graph_of as graph_of
from .wiring._from_file import load_graph as load_graph
from .wiring._from_file import read_schedule as read_schedule
from .wiring._graph import Graph as Graph
from .wiring._policies import Policy as Policy
from .wiring._publications import EventPublication as EventPublication
from .wiring._publications import Publication as Publication
from .wiring._publications import RecordField as RecordField
from .wiring._publications import TextField as TextField

if TYPE_CHECKING:
    from .inspect._summary import GroupFacts as GroupFacts
    from .inspect._summary import ReadFacts as ReadFacts
    from .inspect._summary import RowFacts as RowFacts
    from .inspect._summary import ScheduleFacts as ScheduleFacts
    from .inspect._summary import schedule_facts as schedule_facts
    from .inspect._text import schedule_text as schedule_text


__all__ = [
    "AbstractComponent",
    "Block",
    "Continuous",
    "Engine",
    "EngineBatch",
    "EventPublication",
    "Execution",
    "ForkChanges",
    "Graph",
    "GroupFacts",
    "Host",
    "Input",
    "Kernel",
    "Kind",
    "Noise",
    "OpenPort",
    "Output",
    "Parameter",
    "Policy",
    "Port",
    "Publication",
    "PublishedBlock",
    "ReadFacts",
    "RecordField",
    "RowFacts",
    "Schedule",
    "ScheduleFacts",
    "Size",
    "State",
    "TextField",
    "array",
    "component_class",
    "component_from",
    "graph_of",
    "load_graph",
    "number",
    "read_schedule",
    "run_paranoid",
    "schedule",
    "schedule_facts",
    "schedule_text",
]

# Imported when they are first used: a run shows no schedule.
__getattr__ = lazy_names(
    __name__,
    {
        "inspect._summary": (
            "GroupFacts",
            "ReadFacts",
            "RowFacts",
            "ScheduleFacts",
            "schedule_facts",
        ),
        "inspect._text": ("schedule_text",),
    },
)
