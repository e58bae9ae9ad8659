"""The JSON files of a study's folder as values: read strictly, because a folder can be damaged."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, final

import msgspec

from project_ghost.core.errors import InputError
from project_ghost.study.execute._simulator import Fact

from ._results import NotRun, Screening, Stage, StopReason

__all__ = ["ExperimentDocument", "MachineDocument", "damaged", "read_document"]

_Document = TypeVar("_Document")


@final
@dataclass(frozen=True)
class ExperimentDocument:
    """What experiment.json says about the progress of an experiment."""

    identity: Any = None
    failed: tuple[str, ...] = ()
    failed_repeats: tuple[int, ...] = ()
    finished: bool = False
    stages: tuple[Stage, ...] = ()
    stopped_by: StopReason = StopReason.NONE

    def __post_init__(self) -> None:
        if len(self.failed) != len(self.failed_repeats):
            raise ValueError("it does not say which repeats failed")


@final
@dataclass(frozen=True)
class MachineDocument:
    """What machine.json says about the host and the study as a whole."""

    finished: bool = False
    host: Mapping[str, Fact] = field(default_factory=dict)
    not_run: tuple[NotRun, ...] = ()
    plan: tuple[str, ...] = ()
    screenings: tuple[Screening, ...] = ()


def read_document(path: Path, kind: type[_Document]) -> _Document:
    """Return the content of a file; its defaults if there is no such file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return kind()
    except OSError as error:
        raise damaged(path, error.strerror or str(error)) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise damaged(path, str(error)) from None


def damaged(path: Path, why: str) -> InputError:
    """Return the error about a file that is not as `ghost study run` wrote it."""
    return InputError(
        f"the file is damaged: {why}",
        str(path),
        "a file of `ghost study run`",
        "run the study again, or remove the experiment's folder first",
    )
