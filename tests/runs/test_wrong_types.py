"""Goal: a wrong type gets one of our errors, with what was expected."""

import pytest

from project_ghost import open_run, run
from project_ghost.core.errors import InputTypeError
from project_ghost.runs import is_recording, load, read_checkpoint
from project_ghost.scenario import load_scenario
from project_ghost.telemetry import open_recording, recover

FUNCTIONS = [
    open_run, run, load, is_recording, read_checkpoint, load_scenario, open_recording, recover,
]  # fmt: skip


@pytest.mark.parametrize("wrong", [None, 5, 3.5, ["a"], b"a"], ids=repr)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_path_is_text_or_a_path(function, wrong) -> None:
    with pytest.raises(InputTypeError, match="a path is "):
        function(wrong)


@pytest.mark.parametrize("wrong", [5, 3.5, b"seed=3"], ids=repr)
def test_settings_are_texts_or_a_mapping(wrong) -> None:
    with pytest.raises(InputTypeError, match="the settings are "):
        load("t-junction-4", wrong)
