"""Load a scenario. Each mistake is one error that names file, line and key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import final

from pydantic import ValidationError

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import Node, parse_document, read_document
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import GhostError, InputError
from project_ghost.scenario.spec import ScenarioSpec

from ._canonical import canonical_document
from ._explain import explained, find
from ._library import scenario_path
from ._model import sections_in
from ._overrides import overridden
from .section import CheckContext, KeyPath

__all__ = ["ScenarioFile", "load_scenario", "parse_canonical", "parse_scenario", "with_settings"]


@final
@dataclass(frozen=True)
class ScenarioFile:
    """A scenario, and the line of each of its keys.

    A file that it names is in `attached`, by name, or else in the folder. A scenario that came
    in a recording has no folder: it reads only what the recording carries.
    """

    spec: ScenarioSpec
    document: Node
    folder: Path | None
    attached: Mapping[str, bytes] = field(default_factory=dict)
    # Where classes of the user's are looked for beside the installed modules. None if the scenario
    # is from elsewhere, and must not name any.
    class_folders: tuple[Path, ...] | None = None

    def __repr__(self) -> str:
        return f"<ScenarioFile {self.name}, {seconds_text(self.spec.duration)}>"

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self.spec.name

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
        return self.spec.seed

    @property
    def step_ns(self) -> int:
        """The time between two ticks."""
        return self.spec.step

    @property
    def duration_ns(self) -> int:
        """The longest time of a run."""
        return self.spec.duration

    @property
    def recorded_signals(self) -> tuple[str, ...]:
        """The patterns of signals that are recorded."""
        return self.spec.recording.signals

    def refused(self, keys: KeyPath, error: GhostError) -> InputError:
        """The error with the file and line of its key."""
        return find(self.document, keys).refused(error.what, error.expected, error.fix)


@checked_arguments
def load_scenario(name_or_file: str | Path, settings: Sequence[str] = ()) -> ScenarioFile:
    """Load a built-in scenario or a file, with `path=value` settings applied."""
    path = scenario_path(name_or_file)
    return _checked(read_document(path), settings, path.parent)


@checked_arguments
def parse_scenario(
    text: str, settings: Sequence[str] = (), folder: Path | str | None = None
) -> ScenarioFile:
    """Parse the text of a scenario; files that it names are in the folder."""
    return _checked(parse_document(text, "scenario"), settings, Path(folder or ""))


@checked_arguments
def parse_canonical(
    text: str,
    settings: Sequence[str] = (),
    *,
    name: str = "scenario.json",
    attached: Mapping[str, bytes] | None = None,
) -> ScenarioFile:
    """Parse the text of `canonical_json`, with the attached files that it names.

    It may be from elsewhere, so it names no other files and no classes but those of Ghost. `name`
    is the name of its file in errors.
    """
    return _checked(canonical_document(text, name), settings, None, attached or {})


@checked_arguments
def with_settings(file: ScenarioFile, settings: Sequence[str]) -> ScenarioFile:
    """A loaded scenario with `path=value` settings applied."""
    changed = _checked(file.document, settings, file.folder, file.attached or None)
    return replace(changed, class_folders=file.class_folders)


def _checked(
    document: Node,
    settings: Sequence[str],
    folder: Path | None,
    attached: Mapping[str, bytes] | None = None,
) -> ScenarioFile:
    document = overridden(document, settings)
    document.entries()  # a clearer error than the validation's where it is not a mapping
    try:
        spec = ScenarioSpec.model_validate(document.plain())
    except ValidationError as error:
        raise explained(error, document, ScenarioSpec) from None
    folders = None if folder is None else (folder,)
    file = ScenarioFile(spec, document, folder, attached or {}, folders)
    # A duration from a flag, or from a recording, may be shorter than the file's own.
    is_cut = attached is not None or find(document, ["duration"]).line == 0
    context = CheckContext(spec, is_cut)
    for keys, section in sections_in(spec):
        for problem_keys, problem in section.problems(context, keys):
            raise file.refused(problem_keys, problem)
    return file
