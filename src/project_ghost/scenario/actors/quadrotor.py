"""Quadrotors."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from pydantic import Field

from project_ghost.core.dmath import sqrt
from project_ghost.core.duration import duration_text
from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.models import quadrotor as models
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import EVERY_STEP, Commands, Footprint, GraphDraft
from project_ghost.scenario.drivers.own_flying import MOTORS, OwnPilot
from project_ghost.scenario.file.ranges import BodySize, FlyerMass, Length, Point3, Time
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Sampled, Section
from project_ghost.scenario.tables import Table

from ._abstract import AbstractActor
from ._flyer import Flyer

__all__ = ["Controller", "FigureEight", "Quadrotor"]

# RK4 is stable for steps of up to 2.8 motor lags, and accurate up to about two.
_LAGS_MAX = 2.0
# The longest period at which the cascade is stable.
_CONTROL_NS_MAX = 50_000_000

# The largest weight as a fraction of the rotors' thrust; the rest is for climbing and wind.
_WEIGHT_FRACTION = 0.8


class FigureEight(Section):
    """A horizontal figure eight, flown again and again."""

    centre_m: Point3 = Field(default=(0.0, 0.0, 5.0), description="[x, y, z] of the crossing")
    length_m: Length = Field(default=10.0, description="from end to end, along x")
    width_m: Length = Field(default=5.0, description="from side to side, along y")
    period_s: Time = Field(default=10.0, description="time of one figure")
    ramp_s: Time = Field(default=4.0, description="time from rest to full speed")


class Controller(Sampled):
    """The cascade of a quadrotor: position, attitude, rates."""

    kind: Literal["cascade"] = Field(default="cascade", description="the only one so far")


class Quadrotor(AbstractActor):
    """A multicopter with four rotors."""

    actuators: ClassVar[tuple[str, ...]] = ("motor0", "motor1", "motor2", "motor3")
    publishes_truth: ClassVar[bool] = True
    truth_has_mean_acceleration: ClassVar[bool] = False

    kind: Literal["quadrotor"]
    model: Literal["quadrotor"] = Field(
        default="quadrotor", description="rigid body with motor lags"
    )
    mass_kg: FlyerMass = Field(
        default=default_of(models.Quadrotor, "mass_kg"), description="with battery and sensors"
    )
    radius_m: BodySize = Field(default=0.25, description="radius of its footprint, a circle")
    height_m: BodySize = Field(default=0.3, description="half of it above its z, half below")
    trajectory: FigureEight | None = Field(default=None, description="the trajectory it flies")
    hover_m: Point3 | None = Field(
        default=None,
        description="[x, y, z] where it hovers, instead of a trajectory; with a driver, where it "
        "starts",
    )
    driver: OwnPilot | None = Field(
        default=None, description="a pilot of your own class, instead of a trajectory"
    )
    controller: Controller = Field(default=Controller(), description="its flight controller")

    @property
    def length_m(self) -> float:
        """The diameter of its footprint."""
        return 2.0 * self.radius_m

    @property
    def above_m(self) -> float:
        """Half of its height."""
        return 0.5 * self.height_m

    @property
    def below_m(self) -> float:
        """Half of its height."""
        return 0.5 * self.height_m

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a quadrotor without exactly one of a trajectory and a place to hover."""
        yield from super().problems(context, keys)
        if self.driver is not None and self.trajectory is not None:
            yield (
                (*keys, "trajectory"),
                InputError(
                    f"{keys[-1]} has both a driver and a trajectory",
                    expected="a driver, and hover_m for its start",
                    fix="remove the trajectory, and write `hover_m: [x, y, z]`",
                ),
            )
        if (self.trajectory is None) == (self.hover_m is None):
            yield (
                keys,
                InputError(
                    f"it is not clear what {keys[-1]} flies",
                    expected="either trajectory or hover_m",
                    fix="write one of the two",
                ),
            )

    def table_key(self, name: str) -> tuple[str, ...]:
        """Each quadrotor has its own table."""
        return (name,)

    def bodies_component(self, table: str) -> str:
        """A component that turns the plant's state into a row of the scene."""
        return f"{table}/body"

    def add_truth(self, draft: GraphDraft, name: str) -> str:  # noqa: ARG002
        """The plant itself has the true state."""
        return name

    @classmethod
    def add_table(cls, draft: GraphDraft, table: Table) -> None:
        """Add a quadrotor, its flight controller, and its row of the scene."""
        ((name, actor),) = table.actors.items()
        assert isinstance(actor, cls)
        start = actor._start()
        plant = actor._plant(start)
        _require_light(draft, name, plant)
        _require_fine_steps(draft, name, plant)
        graph = draft.graph
        motors = actor._add_control(draft, table, plant)
        draft.commands.append(Commands(name, motors, f"{name}.motors", (name,), cls.actuators))
        row = Flyer(scene=draft.rows, first_row=float(table.first_row))
        graph.add(table.component, row, EVERY_STEP)
        for port in ("position", "attitude", "velocity", "rate"):
            graph.connect(f"{name}.{port}", f"{table.component}.{port}")
        mass = _number(plant, "mass_kg")
        footprint = Footprint(
            radius_m=actor.radius_m,
            mass_kg=mass,
            yaw_inertia_kgm2=0.5 * mass * actor.radius_m * actor.radius_m,
            below_m=actor.below_m,
            above_m=actor.above_m,
        )
        x, y, z = start
        draft.register_actor(name, ("actors", name), (x, y, 0.0, 0.0), footprint, z)

    def _add_control(self, draft: GraphDraft, table: Table, plant: models.Quadrotor) -> str:
        """Add the plant and what controls it; the signal with the speeds of the rotors."""
        (name,) = table.names
        keys = ("actors", name, "driver")
        if self.driver is None:
            self._add_flight(draft, name, plant, self._reference())
            return f"{name}/mixer.motors"
        offered = {
            **plant.parameters,
            "start_m": self._start(),
            "hover_rps": _hover_rps(plant),
            "row": table.first_row,
        }
        pilot, own = self.driver.make(draft, keys, offered), f"{name}/driver"
        draft.add(keys, own, pilot, draft.group_of(self.driver))
        if MOTORS not in pilot.outputs():
            self._add_flight(draft, name, plant, own)
            self.driver.connect(draft, keys, name, own)
            return f"{name}/mixer.motors"
        if draft.group_of(self.controller) != EVERY_STEP:
            raise draft.refused(
                ("actors", name, "controller"),
                InputError(
                    f"{type(pilot).__name__} commands the motors, so there is no controller",
                    expected="a driver with the output `position`, or no controller",
                    fix="remove the controller",
                ),
            )
        draft.graph.add(name, plant, EVERY_STEP)
        self.driver.connect(draft, keys, name, own)
        return f"{own}.{MOTORS}"

    def _add_flight(
        self,
        draft: GraphDraft,
        name: str,
        plant: models.Quadrotor,
        reference: AbstractComponent | str,
    ) -> None:
        """Add the plant with the cascade that follows a reference, a component or its name."""
        control_group = draft.group_of(self.controller)
        _require_frequent(draft, name, control_group)
        models.add_flight(
            draft.graph,
            name,
            reference,
            plant_group=EVERY_STEP,
            control_group=control_group,
            plant=plant,
            motors="",
        )

    def _reference(self) -> AbstractComponent:
        """The component with the reference that it follows."""
        if self.trajectory is not None:
            eight = self.trajectory
            return models.FigureEight(
                centre_m=eight.centre_m,
                length_m=0.5 * eight.length_m,
                width_m=eight.width_m,
                period_s=eight.period_s,
                ramp_s=eight.ramp_s,
            )
        return models.Steps(first_m=self._start(), second_m=self._start())

    def _start(self) -> tuple[float, float, float]:
        """The place at which it starts."""
        place = self.hover_m if self.trajectory is None else self.trajectory.centre_m
        assert place is not None, "it has a trajectory or a place to hover"
        return place

    def _plant(self, start: tuple[float, float, float]) -> models.Quadrotor:
        """The plant at its start, hovering.

        Inertia and rotor drag scale with the mass: the drag of rotors grows with their thrust
        (Faessler, Franchi and Scaramuzza 2018).
        """
        usual = models.Quadrotor()
        ratio = self.mass_kg / _number(usual, "mass_kg")
        values: dict[str, Any] = {"mass_kg": self.mass_kg}
        for name in ("inertia_kgm2", "drag_newton_s_per_m"):
            numbers: Any = usual.parameters[name]
            values[name] = tuple(ratio * each for each in numbers)
        hover = _hover_rps(models.Quadrotor(**values))
        return models.Quadrotor(position_m=start, rotor_rps=hover, **values)


def _require_light(draft: GraphDraft, name: str, plant: models.Quadrotor) -> None:
    rotor_max = _number(plant, "rotor_max_rps")
    lift_newton = 4.0 * _number(plant, "thrust_newton_s2") * rotor_max * rotor_max
    most_kg = _WEIGHT_FRACTION * lift_newton / _number(plant, "gravity_mps2")
    if _number(plant, "mass_kg") > most_kg:
        raise draft.refused(
            ("actors", name, "mass_kg"),
            InputError(
                f"{name} weighs {_number(plant, 'mass_kg'):g} kg, too much for its rotors",
                expected=f"{most_kg:.2f} kg at most, {_WEIGHT_FRACTION:g} of what they can lift",
                fix="make it lighter",
            ),
        )


def _require_fine_steps(draft: GraphDraft, name: str, plant: models.Quadrotor) -> None:
    step_ns, most_ns = draft.spec.step, int(1e9 * _LAGS_MAX * _number(plant, "motor_lag_s"))
    if step_ns > most_ns:
        raise draft.refused(
            ("step",),
            InputError(
                f"a step of {duration_text(step_ns)} is too coarse for the motors of {name}",
                expected=f"{duration_text(most_ns)} at most with a quadrotor",
                fix="write `step: 5ms`, or 1ms for an accurate IMU",
            ),
        )


def _require_frequent(draft: GraphDraft, name: str, group: str) -> None:
    period_ns = int(draft.period_ns(group))
    if period_ns > _CONTROL_NS_MAX:
        raise draft.refused(
            ("actors", name, "controller"),
            InputError(
                f"{name} is controlled only every {duration_text(period_ns)}",
                expected=f"a period of {duration_text(_CONTROL_NS_MAX)} at most",
                fix="write `rate_hz: 100`",
            ),
        )


def _hover_rps(plant: models.Quadrotor) -> float:
    """The speed at which each rotor carries a quarter of the weight."""
    weight = _number(plant, "mass_kg") * _number(plant, "gravity_mps2")
    return sqrt(weight / (4.0 * _number(plant, "thrust_newton_s2")))


def _number(plant: models.Quadrotor, parameter: str) -> float:
    value = plant.parameters[parameter]
    assert isinstance(value, int | float)
    return float(value)
