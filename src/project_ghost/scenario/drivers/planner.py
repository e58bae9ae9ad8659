"""Planners: cars that drive the plans of a Python class."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from project_ghost.core.document import Node
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import component_from
from project_ghost.models.ego_control import (
    AbstractEgoControl,
    ControlledEgo,
    LogPlayback,
    LqrBicycle,
    PerceivedScene,
    PlannedMotion,
    PlannerPort,
    RearAxle,
    TrajectoryTracker,
    ego_at,
)
from project_ghost.models.vehicles import COMMAND_FIELDS
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import EVERY_STEP, Commands, GraphDraft
from project_ghost.scenario.file._explain import find
from project_ghost.scenario.file.named import named_bytes
from project_ghost.scenario.file.ranges import Gain, Point, Speed, Time, Within
from project_ghost.scenario.file.section import (
    CheckContext,
    DurationNs,
    KeyPath,
    Matching,
    PeriodNs,
    Problem,
    Sampled,
    Section,
)
from project_ghost.scenario.planned import PlannedActor
from project_ghost.scenario.sensors.detector import Detector
from project_ghost.scenario.tracks import attached_tracks, tracks_bytes
from project_ghost.scenario.vehicles import CAR_ACTUATORS
from project_ghost.world.objects import RecordedTrack

from ._abstract import AbstractCarDriver, Fleet

__all__ = ["Expert", "GoalState", "PlannerDriver", "RecordedSensors", "Tracking"]

# Wide enough for intervals of recorded problems: headings of more than half a turn, reversing.
_Heading = Annotated[float, Within(-7.0, 7.0, "rad")]
# Of commands and of what smooths a plan: 0 would leave them without bounds.
_Weight = Annotated[float, Within(1e-9, 1e6)]
# Recordings of runs carry what their planners see.
_SENSOR_BYTES_MAX = 100_000_000
# The built-in controllers, or a class of the user's.
_CONTROLLER = r"^(lqr|tracker|perfect|log)$|^[\w.]+:\w+$"
_Velocity = Annotated[float, Within(-100.0, 200.0, "m/s")]


class GoalState(Section):
    """A state that the car is to reach; what is left out may be anything."""

    time: tuple[DurationNs, DurationNs] | None = Field(
        default=None, description="[from, to], times of the run"
    )
    region: tuple[Annotated[tuple[Point, ...], Field(min_length=3)], ...] = Field(
        default=(), description="polygons; the car's centre is to be in one of them"
    )
    lanes: tuple[str, ...] = Field(
        default=(), description="lanes of the map; the car's centre is to be on one of them"
    )
    yaw_rad: tuple[_Heading, _Heading] | None = Field(
        default=None, description="[from, to], heading from east, anticlockwise"
    )
    speed_mps: tuple[_Velocity, _Velocity] | None = Field(default=None, description="[from, to]")


def _is_option(value: object) -> bool:
    """Whether a value is the same after it was written down and read again."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_option(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(_is_option(each) for each in value)
    return isinstance(value, str | int | float | bool)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    for key, value in given.items():
        if not _is_option(value):
            raise PydanticCustomError(
                "clash",
                f"the option {key} is {value!r}",
                {
                    "key": key,
                    "expected": "a number, a text, true or false, or lists and mappings of them",
                    "fix": "leave the option out, or give it a value",
                },
            )
    return given


class Expert(Section):
    """A recorded drive of the car itself."""

    file: str = Field(description="a file of tracks, beside the scenario")
    track: str = Field(description="the name of the track in it")

    def read(self, draft: GraphDraft, keys: KeyPath) -> RecordedTrack:
        """The track; `keys` lead to this section."""
        where = (*keys, "file")
        draft.files[Path(self.file).name] = tracks_bytes(draft.file, where, self.file)
        tracks = attached_tracks(draft.file, where, self.file)
        by_name = {track.name: track for track in tracks}
        if self.track not in by_name:
            raise draft.refused(
                (*keys, "track"),
                InputError(
                    f"{self.file} has no track {self.track!r}{did_you_mean(self.track, by_name)}",
                    expected=f"one of {', '.join(by_name)}"[:200],
                    fix="correct the name",
                ),
            )
        return by_name[self.track]


class RecordedSensors(Section):
    """Channels of a recording that the planner sees instead of objects, as bytes."""

    file: str = Field(description="an MCAP file, beside the scenario")
    pointcloud: str | None = Field(default=None, description="the channel of the lidar")
    images: dict[str, str] = Field(
        default={}, description="the channels of cameras, by nuPlan's names: CAM_F0, CAM_L0 ..."
    )
    offset: DurationNs = Field(
        default=0, description="the time of the recording at which the run starts"
    )

    def attach(self, draft: GraphDraft, keys: KeyPath) -> None:
        """Attach the file to the run, whose recording then carries it; `keys` lead to its name."""
        data = named_bytes(draft.file, keys, self.file, "recording", (".mcap",))
        if len(data) > _SENSOR_BYTES_MAX:
            raise draft.refused(
                keys,
                InputError(
                    f"{self.file} has more than {_SENSOR_BYTES_MAX:_} bytes",
                    expected="a file that the recording of the run can carry",
                    fix="cut out the time and the channels of the run",
                ),
            )
        draft.files[Path(self.file).name] = data


class Tracking(Section):
    """The weights and the reference of the LQR tracker; defaults are those of nuPlan."""

    q_longitudinal: Gain = Field(
        default=default_of(LqrBicycle, "q_longitudinal"), description="weight of the speed error"
    )
    r_longitudinal: _Weight = Field(
        default=default_of(LqrBicycle, "r_longitudinal"), description="weight of the acceleration"
    )
    q_lateral: tuple[Gain, Gain, Gain] = Field(
        default=default_of(LqrBicycle, "q_lateral"),
        description="weights of the errors across, of heading, and of steering",
    )
    r_lateral: _Weight = Field(
        default=default_of(LqrBicycle, "r_lateral"), description="weight of the steering rate"
    )
    discretization_s: Time = Field(
        default=default_of(LqrBicycle, "discretization_s"),
        description="time between two states of the reference",
    )
    horizon_steps: Annotated[int, Within(1, 100)] = Field(
        default=int(default_of(LqrBicycle, "horizon_steps")),
        description="how many such times it looks ahead",
    )
    jerk_penalty: _Weight = Field(
        default=default_of(LqrBicycle, "jerk_penalty"), description="smooths the speeds of a plan"
    )
    curvature_rate_penalty: _Weight = Field(
        default=default_of(LqrBicycle, "curvature_rate_penalty"),
        description="smooths the curvatures of a plan",
    )
    stopping_gain: Gain = Field(
        default=default_of(LqrBicycle, "stopping_gain"), description="m/s2 per m/s near standstill"
    )
    stopping_speed_mps: Speed = Field(
        default=default_of(LqrBicycle, "stopping_speed_mps"), description="what near standstill is"
    )

    def parameters(self) -> dict[str, Any]:
        """The parameters of the tracker."""
        return {**self.model_dump(), "horizon_steps": float(self.horizon_steps)}


class PlannerDriver(AbstractCarDriver):
    """A planner: a Python class that is asked for a plan at every period."""

    shares_table: ClassVar[bool] = False
    is_external: ClassVar[bool] = True

    kind: Literal["planner"]
    planner: str = Field(
        description="the planner: its short name, package.module:Class, or file.py:Class"
    )
    options: Annotated[dict[str, Any], AfterValidator(_options)] = Field(
        default={}, description="the arguments of its class, by name"
    )
    period: PeriodNs = Field(default=100_000_000, description="time between two plans")
    controller: Annotated[
        str,
        Matching(_CONTROLLER, "lqr, tracker, perfect, log, package.module:Class, file.py:Class"),
    ] = Field(
        default="lqr",
        description="how the car drives a plan: lqr, by LQR on nuPlan's bicycle; tracker, by LQR "
        "on its own model; perfect, exactly; log, not at all, it repeats the recorded drive "
        "`expert`; or by a class of your own, package.module:Class or file.py:Class",
    )
    controller_options: Annotated[dict[str, Any], AfterValidator(_options)] = Field(
        default={}, description="the parameters of a controller's class, by name"
    )
    tracking: Tracking = Field(default=Tracking(), description="the LQR of lqr and tracker")
    tracker_period: PeriodNs | None = Field(
        default=None, description="time between two commands of tracker; default: the period"
    )
    expert: Expert | None = Field(
        default=None, description="a recorded drive of the car, to compare with or to repeat"
    )
    observation: str | None = Field(
        default=None,
        description="a detector of the car: its objects are all that the planner sees; default: "
        "all actors as they are",
    )
    sensors: RecordedSensors | None = Field(
        default=None, description="raw data for a planner whose observation type is Sensors"
    )
    goal: tuple[GoalState, ...] = Field(
        default=(), description="states to reach, one of them is enough; default: the route's end"
    )

    @property
    def moves_cars(self) -> bool:
        """Whether the controller has a model of its own."""
        return self.controller != "tracker"

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:
        """Command with the plans."""
        return {**super().dependent_defaults(context, keys), "tracker_period": self.period}

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report periods that are not whole steps, and a missing recording."""
        yield from super().problems(context, keys)
        yield from context.step_problems((*keys, "period"), self.period)
        if self.tracker_period is not None:
            yield from context.step_problems((*keys, "tracker_period"), self.tracker_period)
        yield from self._observation_problems(context, keys)
        if self.controller_options and ":" not in self.controller:
            yield (
                (*keys, "controller_options"),
                InputError(
                    f"{self.controller} has no options here",
                    expected="options of a class of your own; those of lqr are `tracking`",
                    fix="remove the key `controller_options`",
                ),
            )
        if self.controller == "log" and self.expert is None:
            yield (
                (*keys, "controller"),
                InputError(
                    "the car is to repeat a recorded drive, and there is none",
                    expected="the key `expert` with a track",
                    fix="add `expert: {file: tracks.csv, track: ego}`",
                ),
            )

    def _observation_problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        actor = context.spec.actors.get(str(keys[1])) if keys[0] == "actors" else None
        if self.observation is None or actor is None:
            return
        known = [name for name, each in actor.sensors.items() if isinstance(each, Detector)]
        if self.observation not in known:
            yield (
                (*keys, "observation"),
                InputError(
                    f"{keys[1]} has no detector {self.observation!r}"
                    f"{did_you_mean(self.observation, known)}",
                    expected=f"one of {', '.join(known) or 'none: it has no detectors'}",
                    fix="correct the name, or add `sensors: {eyes: {kind: detector}}` to the car",
                ),
            )

    def _add_observation(self, draft: GraphDraft, keys: KeyPath, actor: str, group: str) -> str:
        """The signal with the scene as the planner sees it."""
        if self.observation is None:
            return "Scene.bodies"
        detector = draft.spec.actors[actor].sensors[self.observation]
        assert isinstance(detector, Detector), "the rules ask for one"
        name, sensor = f"{actor}/perceived", f"{actor}/{self.observation}"
        scene = PerceivedScene(
            rows=draft.rows,
            max_objects=detector.max_objects,
            own_row=float(draft.row_of(actor)),
        )
        draft.add(keys, name, scene, group)
        draft.graph.connect("Scene.bodies", f"{name}.bodies")
        draft.wire((*keys, "observation"), f"{sensor}.objects", f"{name}.detected")
        draft.wire((*keys, "observation"), f"{sensor}.count", f"{name}.count")
        return f"{name}.seen"

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the port of the planner, and the vehicle that drives its plans."""
        graph, table = draft.graph, fleet.table
        (actor,) = table.names
        keys, port = table.keys("driver"), f"{actor}/planner"
        group = _group(draft, self.period)
        if self.sensors is not None:
            self.sensors.attach(draft, (*keys, "sensors", "file"))
        expert = None if self.expert is None else self.expert.read(draft, (*keys, "expert"))
        ego, driven = self._add_vehicle(draft, fleet, group, expert)
        draft.add(keys, port, PlannerPort(draft.rows, len(draft.lights)), group)
        observed = self._add_observation(draft, keys, actor, group)
        graph.connect(observed, f"{port}.bodies")
        graph.connect(f"{ego}.ego", f"{port}.ego")
        if draft.lights:
            graph.connect("Lights.colour", f"{port}.lights")
        for signal in () if driven is None else ("plan", "count"):
            graph.connect(f"{port}.{signal}", f"{driven}.{signal}")
        # What it planned and what it saw: the history of the run can be read from its recording.
        lights = ("Lights.colour",) if draft.lights else ()
        seen = dict.fromkeys((f"{ego}.ego", observed, "Scene.bodies", *lights))
        graph.sample(f"/planners/{actor}", (f"{port}.count", f"{port}.plan", *seen), group)
        axles = fleet.chassis.for_driver()
        draft.planners[actor] = PlannedActor(
            actor=actor,
            port=port,
            row=table.first_row,
            period_ns=self.period,
            planner=self.planner,
            options=self.options,
            controller=self.controller,
            goal=self.goal,
            expert=expert,
            sensors=self.sensors,
            keys=keys,
            length_m=fleet.chassis.length_m,
            width_m=fleet.chassis.width_m,
            rear_axle_to_center_m=axles["rear_axle_m"],
            wheelbase_m=axles["wheelbase_m"],
        )

    def _add_vehicle(
        self, draft: GraphDraft, fleet: Fleet, group: str, expert: RecordedTrack | None
    ) -> tuple[str, str | None]:
        """Add the vehicle; the components that have `ego` and that read plans, if any does."""
        table, keys = fleet.table, fleet.table.keys("driver")
        axles = fleet.chassis.for_driver()
        rear_axle_m = {"rear_axle_m": axles["rear_axle_m"]}
        x_m, y_m, yaw_rad, speed_mps = fleet.starts[0][:4]
        state = ego_at(x_m, y_m, yaw_rad, speed_mps, axles["rear_axle_m"])
        if self.controller == "perfect":
            draft.add(keys, table.name, PlannedMotion(state=state, **rear_axle_m), EVERY_STEP)
            return table.name, table.name
        if self.controller == "log":
            assert expert is not None, "the rules ask for it"
            draft.add(keys, table.name, LogPlayback(expert, **axles), EVERY_STEP)
            return table.name, None
        if ":" in self.controller:
            return self._add_own_control(draft, fleet, group, state), f"{table.name}/controller"
        if self.controller == "lqr":
            bicycle = LqrBicycle(state=state, **axles, **self.tracking.parameters())
            draft.add(keys, table.name, bicycle, group)
            return table.name, table.name
        assert self.tracker_period is not None, "it has a default"
        ego, tracker = f"{table.name}/ego", f"{table.name}/tracker"
        draft.add(keys, ego, RearAxle(**rear_axle_m), EVERY_STEP)
        draft.graph.connect(f"{table.name}.bodies", f"{ego}.bodies")
        draft.graph.connect(f"{table.name}.motion", f"{ego}.motion")
        law = {"wheelbase_m": axles["wheelbase_m"], **self.tracking.parameters()}
        draft.add(keys, tracker, TrajectoryTracker(**law), _group(draft, self.tracker_period))
        draft.graph.connect(f"{ego}.ego", f"{tracker}.ego")
        command = (f"{tracker}.command", f"{table.name}.command")
        draft.commands.append(
            Commands(table.name, *command, table.names, CAR_ACTUATORS, COMMAND_FIELDS)
        )
        return ego, tracker

    def _add_own_control(
        self, draft: GraphDraft, fleet: Fleet, group: str, state: list[float]
    ) -> str:
        """Add a controller of the user's class, and the vehicle that goes where it says."""
        table, keys = fleet.table, fleet.table.keys("driver")
        chassis, name = fleet.chassis, f"{fleet.table.name}/controller"
        axles = chassis.for_driver()
        size = {"length_m": chassis.length_m, "width_m": chassis.width_m}
        control = component_from(
            self._control_node(draft, keys), draft.file.class_folders, {**axles, **size}
        )
        if not isinstance(control, AbstractEgoControl):
            raise draft.refused(
                (*keys, "controller"),
                InputError(
                    f"{type(control).__name__} is no controller of a plan",
                    expected="a subclass of project_ghost.models.ego_control.AbstractEgoControl",
                    fix="derive the class from it, or from closed_loop's AbstractStateController",
                ),
            )
        draft.add(
            keys, table.name, ControlledEgo(state=state, rear_axle_m=axles["rear_axle_m"]), group
        )
        draft.add(keys, name, control, group)
        draft.graph.connect(f"{table.name}.ego", f"{name}.ego")
        draft.graph.connect(f"{name}.next_ego", f"{table.name}.next_ego")
        return table.name

    def _control_node(self, draft: GraphDraft, keys: KeyPath) -> Node:
        """The class and its parameters, as files describe components."""
        root = draft.file.document
        named = find(root, (*keys, "controller"))
        module, _, class_name = self.controller.rpartition(":")
        named = replace(named, content=f"{module.removesuffix('.py')}:{class_name}")
        options = find(root, (*keys, "controller_options")) if self.controller_options else None
        entries = {} if options is None else options.entries()
        return replace(named if options is None else options, content={**entries, "type": named})


def _group(draft: GraphDraft, period_ns: int) -> str:
    return draft.group_of(Sampled(period=period_ns))
