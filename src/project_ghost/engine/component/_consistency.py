"""Collect and check the declarations and functions of a component's class or instance."""

import inspect
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._bundles import bundle_declarations, is_array, is_bundle
from ._declarations import Declaration, Input, Kind, Output, Shape, Size, State

if TYPE_CHECKING:
    from ._components import AbstractComponent

D = TypeVar("D", bound=Declaration)

# Arguments that a function may take besides the component's declarations.
DT_S, TIME_NS, SAMPLE = "dt_s", "time_ns", "sample"
CONTEXT = (DT_S, TIME_NS, SAMPLE)

# A function that takes `*inputs` receives all inputs that it does not name, in order.
ALL_INPUTS = "*inputs"

INTEGRATORS = ("euler", "semi_implicit", "rk4")

FUNCTIONS = ("output", "update", "derivative", "step")

# A class declares for all of its instances, an instance for itself only.
Described: TypeAlias = "AbstractComponent | type[AbstractComponent]"

# The attributes of an instance that are not declarations.
_OWN = ("sizes", "parameters", "initial")


def describe(component: Described, base: type) -> None:
    """Collect the declarations of a class or an instance, and refuse inconsistent ones."""
    own = dict(_own_declarations(component))
    replaced = {e for name in own for e in fields_of(component, name) if name in component.bundles}
    kept = {name: d for name, d in component.declarations.items() if name not in replaced}
    component.declarations = kept | {n: d for declared in own.values() for n, d in declared.items()}
    bundles = {name: value for name, value in vars(component).items() if is_bundle(value)}
    component.bundles = {**component.bundles, **bundles}
    _require_one_meaning(component, own)
    _require_own_names(component, base)
    component.signatures = dict(_signatures(component))
    component.functions = {
        name: tuple(dict.fromkeys(e for a in arguments for e in fields_of(component, a)))
        for name, arguments in component.signatures.items()
    }
    require_consistent(component)


def fields_of(component: Described, argument: str) -> tuple[str, ...]:
    """The declared names in an argument: the fields of a bundle, otherwise its own name."""
    bundle = component.bundles.get(argument)
    return (argument,) if bundle is None else bundle._fields


def declared(component: Described, kind: type[D]) -> dict[str, D]:
    """The declarations of one kind, in order."""
    return {name: d for name, d in component.declarations.items() if isinstance(d, kind)}


def _home(component: Described) -> str:
    cls = component if isinstance(component, type) else type(component)
    return f"{cls.__module__}.{cls.__qualname__}"


def _own_declarations(component: Described) -> Iterator[tuple[str, dict[str, Declaration]]]:
    """The declarations by attribute of a class or an instance; a bundle has several."""
    for name, value in vars(component).items():
        if isinstance(value, Declaration):
            yield name, {name: value}
        elif is_bundle(value):
            yield name, bundle_declarations(name, value, _home(component))


def _require_one_meaning(component: Described, own: Collection[str]) -> None:
    """Refuse two declarations of one name, inside or outside bundles."""
    problem = next(_ambiguities(component, own), "")
    if problem:
        raise InputError(
            problem,
            _home(component),
            "one declaration for each name; a class may redeclare a field of an inherited bundle "
            "with another default",
            "rename or remove one of them",
        )


def _ambiguities(component: Described, own: Collection[str]) -> Iterator[str]:
    bundle_of: dict[str, str] = {}
    for name, bundle in component.bundles.items():
        if name in component.declarations:
            yield f"{name!r} is a bundle and a declaration"
        for field, default in bundle._field_defaults.items():
            if field in bundle_of:
                yield f"the bundles {bundle_of[field]!r} and {name!r} both declare {field!r}"
            if field in own and name in own:
                yield f"it declares {field!r}, and so does its bundle {name!r}"
            if is_array(component.declarations[field]) != is_array(default):
                kind = "an array" if is_array(default) else "a number"
                yield f"it declares {field!r}, which is not {kind} as in the bundle {name!r}"
            bundle_of[field] = name


def _signatures(component: Described) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions that a component defines, with the names of their arguments."""
    for name in FUNCTIONS:
        static = inspect.getattr_static(component, name, None)
        if static is None or isinstance(static, Declaration):
            continue
        function = static.__func__ if isinstance(static, staticmethod) else static
        parameters = list(inspect.signature(function).parameters.values())
        _require_callable(component, name, parameters, is_static=function is not static)
        arguments = [_argument(p) for p in parameters[component.has_methods :]]
        for argument in arguments:
            known = [*component.declarations, *component.bundles, *CONTEXT, ALL_INPUTS]
            if argument not in known:
                raise InputError(
                    f"{name} takes {argument!r}, which is not declared"
                    f"{did_you_mean(argument, known)}",
                    _home(component),
                    f"arguments named after declarations or bundles, or {', '.join(CONTEXT)}",
                    "put @staticmethod above it"
                    if argument == "self"
                    else f"declare {argument!r} as an attribute of the class",
                )
        named = {e for a in arguments for e in fields_of(component, a)}
        rest = [each for each in declared(component, Input) if each not in named]
        yield name, tuple(e for a in arguments for e in (rest if a == ALL_INPUTS else [a]))


def _require_callable(
    component: Described, name: str, parameters: list[inspect.Parameter], *, is_static: bool
) -> None:
    """Refuse a function that cannot be called with positional arguments."""
    by_name = [p for p in parameters if p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]
    if by_name:
        raise InputError(
            f"{name} takes `{by_name[0]}` by keyword",
            _home(component),
            "positional arguments, named after declarations",
            "remove `*` and `**`, except for `*inputs`",
        )
    if component.has_methods and is_static:
        raise InputError(
            f"{name} is a static method of a Host",
            _home(component),
            "methods, whose first argument is `self`",
            "remove @staticmethod, or make it a Block",
        )


def _argument(parameter: inspect.Parameter) -> str:
    is_rest = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    return f"*{parameter.name}" if is_rest else parameter.name


def _require_own_names(component: Described, base: type) -> None:
    for name in (*component.declarations, *component.bundles):
        if name in (*FUNCTIONS, *CONTEXT, *_OWN) or hasattr(base, name):
            raise InputError(
                f"it declares {name!r}, a name that every component has already",
                _home(component),
                "names that are not attributes of every component",
                "choose another name",
            )


def _problem(component: Described) -> str:
    """The first inconsistency of declarations and functions, or an empty text."""
    have, outputs = set(component.functions), declared(component, Output)
    states = declared(component, State)
    discrete = [name for name, state in states.items() if not state.continuous]
    continuous = [name for name, state in states.items() if state.continuous]
    first, flow = next(iter(discrete), ""), next(iter(continuous), "")
    pure = not component.has_methods  # a method may have side effects and no result
    is_instance = not isinstance(component, type)
    final = pure and is_instance  # an instance may declare what its class lacks
    # A class without any function is abstract.
    needs_functions = is_instance or have
    problems = {
        "it has `step` and also `output`, `update` or `derivative`": "step" in have
        and len(have) > 1,
        "it declares outputs and has no `output`": needs_functions
        and outputs
        and not component.answers_from_outside
        and not have & {"output", "step"},
        "it has `output` and declares no outputs": final and not outputs and "output" in have,
        "it has `step` and declares neither outputs nor states": final
        and not (outputs or discrete)
        and "step" in have,
        f"it declares the state {first!r} and has no `update`": pure
        and needs_functions
        and discrete
        and not have & {"update", "step"},
        "it has `update` and declares no state for it": final and not discrete and "update" in have,
        f"it declares the continuous state {flow!r} and has no `derivative`": (
            needs_functions and continuous and "derivative" not in have
        ),
        "it has `derivative` and declares no continuous state": final
        and not continuous
        and "derivative" in have,
        "it declares a continuous state, which only a Block may have": continuous
        and not _is_block(component),
        f"it declares the bundle {next(iter(component.bundles), '')!r}, which only a Kernel may "
        "have": component.bundles and not component.writes_arrays,
        "it is a Host, whose functions are `output` and `update`": not pure
        and have - {"output", "update"},
        "it is a Host and declares a state, but a Host keeps its own": not pure and states,
        "it is a Port, which has no functions": component.answers_from_outside and have,
        "it is a Port, which declares only inputs, outputs and sizes": (
            component.answers_from_outside and not _is_plain_port(component)
        ),
        "it is a Port without outputs, which nobody could answer": is_instance
        and component.answers_from_outside
        and not outputs,
        f"its integrator {component.integrator!r} is not one of {', '.join(INTEGRATORS)}": (
            continuous and component.integrator not in INTEGRATORS
        ),
    }
    return next((text for text, holds in problems.items() if holds), "") or _port_problem(component)


def _is_block(component: Described) -> bool:
    others = (component.has_methods, component.writes_arrays, component.answers_from_outside)
    return not any(others)


def _is_plain_port(component: Described) -> bool:
    return all(isinstance(each, Input | Output | Size) for each in component.declarations.values())


def _shape_problem(component: Described, name: str) -> str:
    shape: object = getattr(component.declarations[name], "shape", ())
    if not isinstance(shape, tuple):
        return f"{name!r} has the shape {shape!r}, which is not a tuple: write ({shape!r},)"
    for each in shape:
        if isinstance(each, str):
            sizes = list(declared(component, Size))
            # An instance may declare what its class lacks.
            if not isinstance(component, type) and each not in sizes:
                guess = did_you_mean(each, sizes)
                return f"{name!r} has the shape {shape}, and there is no Size {each!r}{guess}"
        elif type(each) is not int or each < _is_block(component):
            return f"{name!r} has the shape {shape}, and {each!r} is not a length"
    return ""


def _port_problem(component: Described) -> str:
    for name, declaration in component.declarations.items():
        problem = _shape_problem(component, name)
        if problem:
            return problem
        shape: Shape = getattr(declaration, "shape", ())
        if _is_block(component) and len(shape) > 1:
            return f"{name!r} has the shape {shape}, and a Block has only scalars and vectors"
    outputs = declared(component, Output)
    for name, output in outputs.items():
        rate = outputs.get(output.rate or name)
        if rate is None:
            return f"the rate of {name!r} is {output.rate!r}, which is not an output"
        if rate.shape != output.shape:
            return f"the rate of {name!r} has the shape {rate.shape}, not {output.shape}"
        if output.present is not None and outputs.get(output.present, output).shape:
            return f"{name!r} is present where {output.present!r} is not 0, which is not a number"
        if output.present is not None and output.present not in outputs:
            return f"{name!r} is present where {output.present!r} is, which is not an output"
        if output.kind is Kind.QUATERNION and output.shape != (4,):
            return f"{name!r} is a quaternion of the shape {output.shape}, not (4,)"
    return ""


def require_consistent(component: Described) -> None:
    """Refuse an inconsistent class or instance when it is created."""
    problem = _problem(component)
    if problem:
        raise InputError(
            problem,
            _home(component),
            'one function for each kind of declaration; shapes like (3,) or ("count", 2)',
            "docs/engine.md has examples of components",
        )
