"""The samples that say what machine code environments for learning need."""

from typing import Any, get_args

from project_ghost.runs import run
from project_ghost.runs._action_samples import action_samples
from project_ghost.scenario.drivers.actions import ActionsDriver


def test_there_is_a_sample_of_each_kind_of_action() -> None:
    samples = tuple(action_samples())
    documents: list[Any] = [sample.document.plain() for sample in samples]
    kinds = [each["actors"]["ego"]["driver"]["action"] for each in documents]
    assert sorted(kinds) == sorted(get_args(ActionsDriver.model_fields["action"].annotation))
    for sample in samples:
        assert not run(sample, execution="interpreted").contacts
