"""The flags `--policy` and `--controller`: classes of the user's in a simulation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from project_ghost.core.errors import InputError

if TYPE_CHECKING:
    from project_ghost.scenario import ScenarioFile

POLICY_FLAG = "--policy"
CONTROLLER_FLAG = "--controller"
_CONTROLLERS = ("lqr", "tracker", "perfect", "log")
_SUFFIX = ".py"


@final
@dataclass(frozen=True)
class ClassFlag:
    """A class as scenarios name it, and the folder of its file, if it is a file's."""

    type: str
    folders: tuple[Path, ...]


def policy_keys(policy: ClassFlag) -> dict[str, Any]:
    """The keys of recorded actors that a policy moves."""
    return {"reacting": "policy", "driver": {"type": policy.type}}


def controller_of(text: str) -> ClassFlag:
    """The controller that `--controller` names: a built-in one, or a class."""
    from project_ghost.core.wording import did_you_mean

    if text in _CONTROLLERS:
        return ClassFlag(text, ())
    if ":" not in text:
        raise InputError(
            f"there is no controller {text!r}{did_you_mean(text, _CONTROLLERS)}",
            CONTROLLER_FLAG,
            f"one of {', '.join(_CONTROLLERS)}; or FILE.py:CLASS, package.module:Class",
        )
    return class_of(text, CONTROLLER_FLAG)


def class_of(text: str, flag: str) -> ClassFlag:
    """The component that `FILE.py:CLASS` or `package.module:Class` names; it can be imported."""
    from project_ghost.core.document import Node
    from project_ghost.engine import component_class

    name, colon, class_name = text.rpartition(":")
    if not (colon and name and class_name):
        raise InputError(f"{text!r} names no class", flag, "FILE.py:CLASS, or package.module:Class")
    named = ClassFlag(text, (Path.cwd(),))
    if name.endswith(_SUFFIX):
        file = Path(name)
        if not file.is_file():
            raise InputError(f"there is no file {name}", flag, "a file", "correct the path")
        if not file.stem.isidentifier():
            raise InputError(
                f"{file.name} cannot be imported by its name",
                flag,
                "a file whose name has letters, digits and _ only",
                "rename the file",
            )
        named = ClassFlag(f"{file.stem}:{class_name}", (file.resolve().parent, Path.cwd()))
    node = Node({"type": Node(named.type, flag, 0, "")}, flag, 0, "")
    component_class(node, named.folders)  # a mistake shows before the first run
    return named


def check_policy_flags(observations: Sequence[str], policy: str | None) -> None:
    """Refuse one of `--policy` and `--observation policy` without the other."""
    if policy is not None and "policy" not in observations:
        raise InputError(
            f"{POLICY_FLAG} {policy} is given without --observation policy",
            POLICY_FLAG,
            "both, or none",
            "add --observation policy",
        )
    if "policy" in observations and policy is None:
        raise InputError(
            f"--observation policy is given without {POLICY_FLAG}",
            "--observation",
            "both, or none",
            f"add {POLICY_FLAG} FILE.py:CLASS",
        )


def require_recorded_actors(files: "Iterable[ScenarioFile]") -> None:
    """Refuse scenarios of which none has an actor that a policy could move."""
    from project_ghost.scenario.populations.tracks import Tracks

    if not any(isinstance(each, Tracks) for f in files for each in f.spec.populations.values()):
        raise InputError(
            "no scenario has recorded actors, which a policy moves",
            POLICY_FLAG,
            "a scenario with `populations: {...: {kind: tracks, ...}}`",
            f"give another scenario, or leave out {POLICY_FLAG}",
        )
