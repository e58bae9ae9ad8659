"""Goal: an invalid component is refused when it is made, by name and with the usual fix."""

import copy
import pickle
from typing import Any

import pytest

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import (
    Block,
    Continuous,
    Host,
    Input,
    Kernel,
    Kind,
    Output,
    Parameter,
    Size,
    State,
)


def nothing():
    return 0.0


def of_x(x):
    return x


def of_self(self):
    return self


def of_gian(gian):
    return gian


CASES: dict[str, dict[str, Any]] = {
    "the shape 3, which is not a tuple: write (3,)": {"y": Output(shape=3), "output": nothing},  # type: ignore[arg-type]
    "the shape (-1,), and -1 is not a length": {"y": Output(shape=(-1,)), "output": nothing},
    "the shape (0,), and 0 is not a length": {"y": Output(shape=(0,)), "output": nothing},
    "there is no Size 'cuont'; did you mean 'count'?": {
        "count": Size(2),
        "y": Output(shape=("cuont",)),
        "output": nothing,
    },
    "has no `output`": {"y": Output()},
    "has `output` and declares no outputs": {"output": nothing},
    "has `step` and declares neither": {"step": nothing},
    "declares the state 'x' and has no `update`": {"x": State(), "y": Output(), "output": of_x},
    "has `update` and declares no state": {"y": Output(), "output": nothing, "update": nothing},
    "continuous state 'x' and has no `derivative`": {"x": Continuous()},
    "has `derivative` and declares no continuous": {"derivative": nothing},
    "has `step` and also": {"y": Output(), "x": State(), "step": nothing, "update": nothing},
    "`output`, `update` or `derivative`": {
        "x": Continuous(),
        "step": nothing,
        "derivative": nothing,
    },
    "integrator 'rk5' is not one of euler": {
        "x": Continuous(),
        "derivative": nothing,
        "integrator": "rk5",
    },
    "the rate of 'y' is 'z', which is not": {"y": Output(rate="z"), "output": nothing},
    "the rate of 'y' has the shape": {
        "y": Output(shape=(3,), rate="z"),
        "z": Output(),
        "output": nothing,
    },
    "quaternion of the shape": {"y": Output(kind=Kind.QUATERNION), "output": nothing},
    "has only scalars and vectors": {"y": Output(shape=(2, 2)), "output": nothing},
    "declares 'level', a name that every": {"level": Output(), "output": nothing},
    "declares 'sample', a name that every": {"sample": State(), "update": nothing},
    "declares 'step', a name that every": {"step": Input()},
    "output takes 'self'": {"y": Output(), "output": of_self},
    "did you mean 'gain'": {"y": Output(), "gain": Parameter(1.0), "output": of_gian},
}


@pytest.mark.parametrize("message", CASES)
def test_a_component_that_could_not_run_is_refused(message):
    members = {
        name: staticmethod(member) if callable(member) else member
        for name, member in CASES[message].items()
    }
    with pytest.raises(InputError, match="Bad") as caught:
        type("Bad", (Block,), members)()
    assert message in caught.value.what
    assert caught.value.expected
    assert caught.value.fix


def test_a_forgotten_staticmethod_is_named():
    with pytest.raises(InputError) as caught:
        type("Bad", (Block,), {"y": Output(), "output": of_self})
    assert caught.value.fix == "put @staticmethod above it"


def test_a_host_has_output_and_update_and_a_state_of_its_own():
    for members in ({"y": Output(), "step": of_self}, {"x": State(), "update": of_self}):
        with pytest.raises(InputError, match="it is a Host"):
            type("Bad", (Host,), members)


def test_only_blocks_integrate():
    members = {"x": Continuous(), "derivative": staticmethod(of_x)}
    with pytest.raises(InputError, match="only a Block"):
        type("Bad", (Kernel,), members)


class Good(Block):
    u = Input(shape=("n",))
    y = Output()
    gain = Parameter()
    bias = Parameter(0.0)
    n = Size(2)

    @staticmethod
    def output(u, gain, bias):
        return gain * u[0] + bias


def test_parameters_are_set_by_name():
    good = Good(gain=2.0, n=3)
    assert (dict(good.parameters), dict(good.sizes)) == ({"gain": 2.0, "bias": 0.0}, {"n": 3})
    assert good.shape_of("u") == (3,)
    assert repr(good) == "Good(n=3, gain=2.0, bias=0.0)"
    assert good.feedthrough() == {"u"}


def test_components_go_to_other_processes():
    sent = pickle.loads(pickle.dumps(Good(gain=2.0, n=3)))  # noqa: S301 - our own
    assert repr(sent) == repr(copy.deepcopy(sent)) == "Good(n=3, gain=2.0, bias=0.0)"


def test_a_missing_unknown_or_wrong_parameter_is_refused():
    with pytest.raises(InputError, match="the parameter 'gain' is missing"):
        Good()
    with pytest.raises(InputError, match="did you mean 'bias'"):
        Good(gain=1.0, bais=2.0)
    with pytest.raises(InputError, match="no parameter 'u'"):
        Good(gain=1.0, u=2.0)
    for size in (0, 2.0, True, "2"):
        with pytest.raises(InputTypeError, match="the size 'n'"):
            Good(gain=1.0, n=size)


def by_keyword(*, u):
    return u


def all_by_keyword(**inputs):
    return inputs["u"]


@pytest.mark.parametrize("function", [by_keyword, all_by_keyword])
@pytest.mark.parametrize("kind", [Block, Host])
def test_arguments_by_keyword_are_refused(kind, function):
    members = {"u": Input(), "y": Output(), "output": staticmethod(function)}
    with pytest.raises(InputError, match=r"output takes `.*` by keyword"):
        type("Wrong", (kind,), members)


def test_a_host_has_methods():
    members = {"x": Input(), "y": Output(), "output": staticmethod(of_x)}
    with pytest.raises(InputError, match="output is a static method of a Host"):
        type("Wrong", (Host,), members)


def test_a_kind_may_be_a_text_and_must_be_one_of_three():
    assert Output(kind="angle").kind is Kind.ANGLE  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no kind 'angel'; did you mean 'angle'"):
        Output(kind="angel")  # type: ignore[arg-type]
