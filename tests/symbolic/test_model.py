"""Goal: the parts of a symbolic model are found by name."""

import pytest

from project_ghost.core.errors import InputError

pytest.importorskip("casadi", reason="needs the extra symbolic")

from project_ghost.symbolic import Variable
from project_ghost.symbolic.model._model import _named


def test_a_variable_names_each_of_its_numbers() -> None:
    assert Variable("Car.position", 3, 2).labels == ("Car.position[0]", "Car.position[1]")
    assert Variable("Car.speed", 5).labels == ("Car.speed",)
    assert Variable("Car.position", 3, 2).span == slice(3, 5)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"did you mean 'Car\.speed'") as caught:
        _named((Variable("Car.speed", 0),), "Car.sped")
    assert caught.value.key == "Car.sped"
