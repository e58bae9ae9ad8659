"""The flag `--policy`: a class of the user's that moves recorded actors."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from project_ghost.core.errors import InputError

if TYPE_CHECKING:
    from project_ghost.scenario import ScenarioFile

FLAG = "--policy"
_SUFFIX = ".py"


@final
@dataclass(frozen=True)
class Policy:
    """A class as scenarios name it, and the folder of its file, if it is a file's."""

    type: str
    folders: tuple[Path, ...]

    def keys(self) -> dict[str, Any]:
        """The keys of recorded actors that the class moves."""
        return {"reacting": "policy", "driver": {"type": self.type}}


def policy_of(text: str) -> Policy:
    """The policy that `FILE.py:CLASS` or `package.module:Class` names; it can be imported."""
    from project_ghost.core.document import Node
    from project_ghost.engine import component_class

    name, colon, class_name = text.rpartition(":")
    if not (colon and name and class_name):
        raise InputError(f"{text!r} names no class", FLAG, "FILE.py:CLASS, or package.module:Class")
    policy = Policy(text, (Path.cwd(),))
    if name.endswith(_SUFFIX):
        file = Path(name)
        if not file.is_file():
            raise InputError(f"there is no file {name}", FLAG, "a file", "correct the path")
        if not file.stem.isidentifier():
            raise InputError(
                f"{file.name} cannot be imported by its name",
                FLAG,
                "a file whose name has letters, digits and _ only",
                "rename the file",
            )
        policy = Policy(f"{file.stem}:{class_name}", (file.resolve().parent, Path.cwd()))
    node = Node({"type": Node(policy.type, FLAG, 0, "")}, FLAG, 0, "")
    component_class(node, policy.folders)  # a mistake shows before the first run
    return policy


def check_policy_flags(observation: str | None, policy: str | None) -> None:
    """Refuse one of `--policy` and `--observation policy` without the other."""
    if policy is not None and observation != "policy":
        raise InputError(
            f"{FLAG} {policy} is given without --observation policy",
            FLAG,
            "both, or none",
            "add --observation policy",
        )
    if observation == "policy" and policy is None:
        raise InputError(
            f"--observation policy is given without {FLAG}",
            "--observation",
            "both, or none",
            f"add {FLAG} FILE.py:CLASS",
        )


def require_recorded_actors(files: "Iterable[ScenarioFile]") -> None:
    """Refuse scenarios of which none has an actor that a policy could move."""
    from project_ghost.scenario.populations.tracks import Tracks

    if not any(isinstance(each, Tracks) for f in files for each in f.spec.populations.values()):
        raise InputError(
            "no scenario has recorded actors, which a policy moves",
            FLAG,
            "a scenario with `populations: {...: {kind: tracks, ...}}`",
            f"give another scenario, or leave out {FLAG}",
        )
