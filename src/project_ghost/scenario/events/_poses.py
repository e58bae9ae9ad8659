"""The poses of actors."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, RecordField, Size
from project_ghost.hal.channels import CHANNEL_GROUND_TRUTH
from project_ghost.scenario.draft import RECORDING, GraphDraft
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, ROUTE

from ._fields import ACTOR_WIDTH, PLACE_FIELDS

# A record is the row in the scene, then the columns of the body from its serial on.
POSE_FIELDS = (
    *PLACE_FIELDS,
    RecordField("z_m", "up, of the actor's centre", "m"),
    RecordField("yaw_rad", "heading from east, anticlockwise", "rad"),
    RecordField("vx_mps", "velocity east", "m/s"),
    RecordField("vy_mps", "velocity north", "m/s"),
    RecordField("vz_mps", "velocity up", "m/s"),
    RecordField("yaw_rate_rps", "rate of the heading", "rad/s"),
)


class Poses(Kernel):
    """The living actors of a scene, one record each, in actor order."""

    rows = Size(1)
    bodies = Input(shape=("rows", BODY_WIDTH))
    records = Output(shape=("rows", ACTOR_WIDTH + len(POSE_FIELDS)))
    count = Output()

    @staticmethod
    def output(bodies: Floats, records: Floats, count: Floats) -> None:
        """Copy the rows that are alive, one below the other."""
        n = 0
        for row in range(bodies.shape[0]):
            if bodies[row, ALIVE] != 0.0:
                records[n, 0] = row
                for k in range(ALIVE + 1, ROUTE):
                    records[n, k] = bodies[row, k]
                n += 1
        for row in range(bodies.shape[0]):
            if row >= n:
                for k in range(records.shape[1]):
                    records[row, k] = 0.0
        count[0] = n


def add_poses(draft: GraphDraft) -> None:
    """Publish the pose of each actor."""
    graph = draft.graph
    graph.add("Poses", Poses(rows=draft.rows), RECORDING)
    graph.connect("Scene.bodies", "Poses.bodies")
    graph.publish_events(
        CHANNEL_GROUND_TRUTH,
        records="Poses.records",
        count="Poses.count",
        fields=(draft.names.field(), *POSE_FIELDS),
        schema="ghost.Pose",
        about="The pose of one actor: a message for each living actor, in actor order, at every "
        "sample.",
    )
