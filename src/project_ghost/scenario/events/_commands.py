"""The commands to the actors of a table."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Size, TextField
from project_ghost.scenario.draft import RECORDING, Commands, GraphDraft
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL

__all__ = ["CommandRecords", "add_commands"]

_ABOUT = "The command of a driver or of flight control to one actor."


class CommandRecords(Kernel):
    """The commands to the living actors of a table, one record each: serial, then the command."""

    capacity = Size(1)
    width = Size(1)
    columns = Size(2)  # of a record
    bodies = Input(shape=("capacity", BODY_WIDTH))
    command = Input(shape=("capacity", "width"))
    records = Output(shape=("capacity", "columns"))
    count = Output()

    def __init__(self, capacity: int, width: int) -> None:
        super().__init__(capacity=capacity, width=width, columns=1 + width)

    @staticmethod
    def output(bodies: Floats, command: Floats, records: Floats, count: Floats) -> None:
        """Copy the commands of the rows that are alive, one below the other."""
        n = 0
        for row in range(bodies.shape[0]):
            if bodies[row, ALIVE] != 0.0:
                records[n, 0] = bodies[row, SERIAL]
                for k in range(command.shape[1]):
                    records[n, 1 + k] = command[row, k]
                n += 1
        for row in range(bodies.shape[0]):
            if row >= n:
                for k in range(records.shape[1]):
                    records[row, k] = 0.0
        count[0] = n


def add_commands(draft: GraphDraft) -> None:
    """Publish the commands to each actor."""
    for commands in draft.commands:
        if commands.fields:
            _publish_table(draft, commands)
        else:
            _publish_one(draft, commands)


def _publish_table(draft: GraphDraft, commands: Commands) -> None:
    """A message for each living actor of a table."""
    graph, name = draft.graph, f"{commands.name}/recorded_commands"
    table = next(each for each in draft.tables if each.name == commands.name)
    records = CommandRecords(table.capacity, len(commands.fields))
    graph.add(name, records, RECORDING)
    graph.connect(f"{table.component}.bodies", f"{name}.bodies")
    graph.connect(commands.signal, f"{name}.command")
    graph.publish_events(
        f"/commands/{commands.name}",
        records=f"{name}.records",
        count=f"{name}.count",
        fields=(TextField("actor", table.name_of, "the actor's name"), *commands.fields),
        schema=f"ghost.Command.{commands.name}",
        about=_ABOUT,
    )


def _publish_one(draft: GraphDraft, commands: Commands) -> None:
    """The commands to the actuators of one actor."""
    component = commands.signal.partition(".")[0]
    fields = draft.message_fields(component)
    draft.graph.publish(
        f"/commands/{commands.name}",
        {name: signal for name, signal in fields.items() if signal == commands.signal},
        RECORDING,
        labels={"actor": commands.name},
        schema=f"ghost.Command.{commands.name}",
        about=_ABOUT,
    )
