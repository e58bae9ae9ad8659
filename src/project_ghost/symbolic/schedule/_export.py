"""A graph as a symbolic model: the state that a period depends on, and functions over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import copysign
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import casadi
import numpy as np
from casadi import SX

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.core.interruptible import interruptible
from project_ghost.engine import Engine
from project_ghost.engine.wiring._names import component_of, no_such
from project_ghost.symbolic.math._selection import exact_building
from project_ghost.symbolic.model._model import (
    Limit,
    Math,
    NoiseDraw,
    RateTransitions,
    SymbolicModel,
    Variable,
)
from project_ghost.symbolic.reading import MOST_SELECTIONS, symbol_of

from ._obstacles import ComponentError, obstacles_error
from ._parts import Parts, chosen_parts, hosts
from ._places import Place, RowNames, Vector, places, present_values
from ._plan import MOST_TICKS, Period, period_of
from ._run import Found, Settings, SymbolicRun, array_of
from ._start import StartedEngine, require_choice

if TYPE_CHECKING:
    from project_ghost.core.arrays import Floats

Limits = Literal["clip", "constraints"]


@checked_arguments
def export(  # noqa: PLR0913 - options by keyword
    engine: Engine | StartedEngine,
    *,
    rate_transitions: RateTransitions = "snapshot",
    math: Math = "native",
    keep: Sequence[str] = (),
    cut: Sequence[str] = (),
    freeze: Sequence[str] = (),
    parameters: Sequence[str] = (),
    limits: Limits = "clip",
    inline: bool = False,
    stops: bool = True,
    most_ticks: int = MOST_TICKS,
    most_selections: int = MOST_SELECTIONS,
) -> SymbolicModel:
    """The graph of an engine as a symbolic model, from where the engine stands.

    The engine is one of yours, or that of a scenario: `export(start_engine("t-junction-1"))`.

    `keep` names the components that stay, `cut` those whose outputs become inputs, `freeze` those
    whose outputs, or single signals and states (`Cars.alive`) that, keep their present values.
    `parameters` become inputs. With `limits="constraints"`, `clip` is left out of the dynamics.
    With `inline`, components are no calls. Without `stops` the checks of the engine are left out.
    A longer period than `most_ticks`, and a function with more than `most_selections`, is refused.
    """
    require_choice("rate_transitions", rate_transitions, get_args(RateTransitions), "export")
    require_choice("math", math, get_args(Math), "export")
    require_choice("limits", limits, get_args(Limits), "export")
    row_names: RowNames = {}
    scenario_digest = ""
    if isinstance(engine, StartedEngine):
        engine, row_names, scenario_digest = engine
    period = period_of(engine.plan, rate_transitions, most_ticks)
    tick, _ = engine._store.position()
    if not period.is_begun_at(tick):
        at = Fraction(period.next_begin(tick) * period.plan.step_ns, NS_PER_S)
        raise InputError(
            f"no period begins at {engine.now_ns} ns",
            "export",
            "an engine that stands where a period begins and all kept samples are there",
            f"run the engine to {float(at)!r} s first",
        )
    settings = Settings(
        math,
        inline=inline,
        frees_limits=limits == "constraints",
        with_stops=stops,
        with_slopes=rate_transitions == "snapshot",
        most_selections=most_selections,
    )
    parts = chosen_parts(period.plan, period.layout, keep, cut, freeze)
    refused = hosts(period.plan, parts.without)
    running = [row.name for row in period.plan.rows if row.name not in parts.without]
    while len(refused) < len(running):
        parts = chosen_parts(period.plan, period.layout, keep, [*cut, *refused], freeze)
        try:
            with exact_building():
                model = _exported(
                    engine, period, parts, parameters, settings, refused, row_names, scenario_digest
                )
        except ComponentError as error:
            refused[error.key] = error
            continue
        if model is not None:
            return model
        break
    raise obstacles_error(refused, running, keep)


class _Inputs(NamedTuple):
    """The symbols of a period: `state` has one for each value of the layout."""

    state: list[SX]
    cut: list[SX]
    parameters: list[SX]
    time_ns: SX


def _exported(
    engine: Engine,
    period: Period,
    parts: Parts,
    named: Sequence[str],
    settings: Settings,
    refused: dict[str, ComponentError],
    rows: RowNames,
    digest: str,
) -> SymbolicModel | None:
    """The model; None where components are refused, which are then among `refused`."""
    present = present_values(period, engine)
    inputs, values = _values(parts, present)
    parameters, parameter_symbols, p_variables, p0 = _parameters(engine, named)
    inputs = inputs._replace(parameters=parameter_symbols)
    run = SymbolicRun(
        period, values, parameters, inputs.time_ns, settings, parts.without, parts.held
    )
    run.until_outputs()
    outputs = run.values.copy()
    run.until_end()
    refused |= run.found.refused
    if refused:
        return None
    found = places(period, run.sample)
    y = Vector()
    for place in found:
        if place.name in period.layout.signals and component_of(place.name) not in parts.without:
            y.add(place, [True] * len(place.before), _rows(place, rows))
    state = _state(found, inputs, run, [outputs[each] for each in y.after])
    x = Vector()
    for place in found:
        wanted = [each in state for each in place.before]
        x.add(place, wanted, _rows(place, rows))
    results = _Results(
        [run.values[each] for each in x.after],
        [outputs[each] for each in y.after],
        _one_hot(run.found),
    )
    functions = _functions(inputs, x, results, run.found, settings)
    u = [each for each, _ in parts.inputs]
    return SymbolicModel(
        step=functions.step,
        states=tuple(_with_kinds(x, y, inputs, outputs)),
        inputs=_input_variables(u, found, rows),
        parameters=tuple(p_variables),
        noise=_noise_variables(engine, run.found),
        outputs=tuple(y.variables),
        x0=present[x.before],
        u0=_concatenated([present[slice_of] for _, slice_of in parts.inputs]),
        p0=p0,
        t0_ns=engine.now_ns,
        period_ns=period.ns,
        rates=_rates(engine),
        math=settings.math,
        rate_transitions="snapshot" if settings.with_slopes else "embedded",
        scenario_digest=digest,
        stop_names=tuple(run.found.stops.names),
        limits=functions.limits,
        limited=tuple(
            Limit(name, index, each.low, each.high)
            for index, (name, each) in enumerate(run.found.limited)
        ),
        continuous=functions.continuous,
        continuous_states=functions.continuous_states,
        draws=tuple(
            NoiseDraw(each.component, each.group, each.later, each.place, each.is_uniform)
            for _, each in run.found.noise
        ),
        without=tuple(sorted(parts.without)),
        held=tuple(sorted(parts.held)),
    )


# -------------------------------------------------------------------- symbols


def _values(parts: Parts, present: Floats) -> tuple[_Inputs, Any]:
    """A symbol for each value, an input for each that was cut, a number for each that is frozen."""
    state = [SX.sym(f"x{place}") for place in range(len(present))]
    values = array_of(state)
    cut: list[SX] = []
    for _, span in parts.inputs:
        for place in range(span.start, span.stop):
            values[place] = SX.sym(f"u{len(cut)}")
            cut.append(values[place])
    for span in parts.frozen:
        for place in range(span.start, span.stop):
            values[place] = float(present[place])
    return _Inputs(state, cut, [], SX.sym("t_ns")), values


def _parameters(
    engine: Engine, named: Sequence[str]
) -> tuple[Any, list[SX], list[Variable], Floats]:
    """The parameters, with symbols for those that are named."""
    present = engine._store.parameters
    values = array_of([float(each) for each in present])
    found: list[SX] = []
    variables: list[Variable] = []
    places: list[int] = []
    slots = engine.layout.parameters
    for name in named:
        if name not in slots:
            raise no_such("parameter", name, list(slots), "export, parameters")
        slot = slots[name]
        component, _, own = name.partition(".")
        unit = getattr(engine.plan.row(component).component.declarations[own], "unit", None)
        variables.append(Variable(name, len(found), slot.size, unit or ""))
        for place in range(slot.start, slot.stop):
            values[place] = SX.sym(f"p{len(found)}")
            found.append(values[place])
            places.append(place)
    return values, found, variables, present[places].copy()


# ---------------------------------------------------------------------- state


def _state(found: Sequence[Place], inputs: _Inputs, run: SymbolicRun, y: list[Any]) -> set[int]:
    """The values that outputs and following periods depend on: those that a state has to hold."""
    entries = [
        (before, after)
        for place in found
        for before, after in zip(place.before, place.after, strict=True)
    ]
    following = [run.values[after] for _, after in entries]
    everything = casadi.vertcat(*(symbol_of(each) for each in (*following, *y)))
    others = [*inputs.cut, *inputs.parameters, inputs.time_ns, *(w for w, _ in run.found.noise)]
    whole = casadi.Function(
        "whole", [casadi.vertcat(*inputs.state), casadi.vertcat(*others)], [everything]
    )
    rows, columns = interruptible(whole.jac_sparsity, 0, 0).get_triplet()
    needs: dict[int, set[int]] = {}
    for row, column in zip(rows, columns, strict=True):
        needs.setdefault(row, set()).add(column)
    number_of = {before: number for number, (before, _) in enumerate(entries)}
    wanted: set[int] = set()
    open_ = set().union(*(needs.get(len(entries) + each, set()) for each in range(len(y))))
    open_ |= _kept(found, needs, number_of)
    while open_:
        wanted |= open_
        open_ = set().union(
            *(needs.get(number_of[each], set()) for each in open_ if each in number_of)
        )
        open_ -= wanted
    return wanted


def _kept(
    found: Sequence[Place], needs: dict[int, set[int]], number_of: dict[int, int]
) -> set[int]:
    """The states that move, even if no output shows them."""
    return {
        before
        for place in found
        for before in place.before
        if needs.get(number_of[before], set()) - {before}
        and not needs.get(number_of[before], set()).isdisjoint({before})
    }


def _with_kinds(x: Vector, y: Vector, inputs: _Inputs, outputs: Any) -> list[Variable]:  # noqa: ANN401
    """The states; one that an output shows as it is has that output's kind."""
    shown = {}
    for variable in y.variables:
        values = tuple(symbol_of(outputs[each]).element_hash() for each in y.after[variable.span])
        shown[values] = variable.kind
    found = []
    for variable in x.variables:
        values = tuple(inputs.state[each].element_hash() for each in x.before[variable.span])
        kind = shown.get(values, variable.kind)
        found.append(replace(variable, kind=kind))
    return found


# ------------------------------------------------------------------ functions


class _Results(NamedTuple):
    following: list[Any]
    y: list[Any]
    stops: list[SX]


class _Functions(NamedTuple):
    step: casadi.Function
    limits: casadi.Function | None
    continuous: casadi.Function | None
    continuous_states: tuple[str, ...]


def _functions(
    inputs: _Inputs, x: Vector, results: _Results, found: Found, settings: Settings
) -> _Functions:
    noise = [symbol for symbol, _ in found.noise]
    symbols = [inputs.state[each] for each in x.before]
    given = [symbols, inputs.cut, inputs.parameters, [inputs.time_ns], noise]
    vectors = [casadi.vertcat(*each) for each in given]
    # What the state does not hold has no effect; it may still be an argument of a call.
    unused = sorted(set(range(len(inputs.state))) - set(x.before))
    others = casadi.vertcat(*(inputs.state[each] for each in unused))
    names = ["x", "u", "p", "t_ns", "w"]

    def function(name: str, outputs: Sequence[Sequence[Any]], labels: list[str]) -> casadi.Function:
        expressions = [casadi.vertcat(*_signed(each, inputs.time_ns)) for each in outputs]
        free = interruptible(casadi.Function, name, [*vectors, others], expressions)
        if not unused:
            return casadi.Function(name, vectors, expressions, names, labels)
        given = [*vectors, SX(len(unused), 1)]
        closed = interruptible(free.call, given, True, False)  # noqa: FBT003 - inlined, and not the opposite
        return casadi.Function(name, vectors, closed, names, labels)

    step = function("step", [results.following, results.y, results.stops], ["x_next", "y", "stops"])
    limits = None
    if settings.frees_limits:
        limited = [each.expression for _, each in found.limited]
        limits = function("limits", [limited], ["limits"])
    continuous: casadi.Function | None = None
    states: tuple[str, ...] = ()
    if settings.with_slopes and found.slopes:
        chosen = [v for v in x.variables if all(e in found.slopes for e in x.before[v.span])]
        slopes = [found.slopes[each] for v in chosen for each in x.before[v.span]]
        continuous = function("continuous", [slopes], ["x_dot"])
        states = tuple(v.name for v in chosen)
    return _Functions(step, limits, continuous, states)


def _signed(values: Sequence[Any], time_ns: SX) -> list[SX]:
    """Expressions for all values; CasADi has no constant -0.0, so that one is computed."""
    return [
        _negative_zero(time_ns)
        if not isinstance(each, SX) and each == 0 and copysign(1.0, each) < 0.0
        else symbol_of(each)
        for each in values
    ]


def _negative_zero(anything: SX) -> SX:
    is_nan = SX.binary(casadi.OP_NE, anything, anything)
    return -SX.binary(casadi.OP_IF_ELSE_ZERO, is_nan, anything)


def _one_hot(found: Found) -> list[SX]:
    """For each check whether it is the first that failed."""
    return [
        SX.binary(casadi.OP_EQ, found.stops.code, SX(float(number)))
        for number in range(1, len(found.stops.names) + 1)
    ]


# ---------------------------------------------------------------------- names


def _rows(place: Place, rows: RowNames) -> Sequence[str]:
    """The names of a table's rows, where a place has one value or more for each."""
    names = rows.get(component_of(place.name), ())
    return names if names and place.shape and place.shape[0] == len(names) else ()


def _input_variables(
    names: Sequence[str], found: Sequence[Place], rows: RowNames
) -> tuple[Variable, ...]:
    by_name = {place.name: place for place in found}
    vector = Vector()
    for name in names:
        place = by_name[name]
        vector.add(place, [True] * len(place.before), _rows(place, rows))
    return tuple(vector.variables)


def _noise_variables(engine: Engine, found: Found) -> tuple[Variable, ...]:
    variables = []
    for index, (_, draw) in enumerate(found.noise):
        place = draw.place
        name = ""
        for each in engine.plan.row(draw.component).component.noises():
            slot = engine.layout.noise[f"{draw.component}.{each}"]
            if place < slot.size:
                name = f"{draw.component}.{each}" + (f"[{place}]" if slot.shape else "")
                break
            place -= slot.size
        variables.append(Variable(name + (f"@{draw.later}" if draw.later else ""), index))
    return tuple(variables)


def _rates(engine: Engine) -> dict[str, float]:
    return {
        name: float(
            Fraction(
                NS_PER_S * group.pattern.denominator, group.pattern.interval * engine.plan.step_ns
            )
        )
        for name, group in engine.plan.groups.items()
    }


def _concatenated(arrays: Sequence[Floats]) -> Floats:
    return np.concatenate(arrays) if arrays else np.zeros(0)


__all__ = ["export"]
