"""A scenario from its file. Each mistake becomes one error that names file, line and key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from pydantic import ValidationError

from project_ghost.core.document import Node, parse_document, read_document
from project_ghost.core.errors import GhostError, InputError
from project_ghost.scenario.spec import ScenarioSpec

from ._canonical import canonical_document
from ._explain import explained, find
from ._library import scenario_path
from ._overrides import overridden
from ._rules import check_rules

__all__ = ["ScenarioFile", "load_scenario", "parse_canonical", "parse_scenario"]


@final
@dataclass(frozen=True)
class ScenarioFile:
    """A scenario, and where each of its keys stands.

    Files that it names are those in `attached`, by name, or else those in the folder.
    """

    spec: ScenarioSpec
    document: Node
    folder: Path
    attached: Mapping[str, bytes] = field(default_factory=dict)

    def refused(self, path: Sequence[str | int], error: GhostError) -> InputError:
        """The error, with the place of the key that it is about."""
        return find(self.document, path).refused(error.what, error.expected, error.fix)


def load_scenario(name_or_file: str | Path, settings: Sequence[str] = ()) -> ScenarioFile:
    """A built-in scenario by name, or a file's, with `path=value` settings put in."""
    path = scenario_path(name_or_file)
    return _checked(read_document(path), settings, path.parent)


def parse_scenario(
    text: str, settings: Sequence[str] = (), folder: Path | None = None
) -> ScenarioFile:
    """A scenario from its text; files that it names are looked for in the folder."""
    return _checked(parse_document(text, "scenario"), settings, folder or Path())


def parse_canonical(
    text: str,
    settings: Sequence[str] = (),
    *,
    name: str = "scenario.json",
    attached: Mapping[str, bytes] | None = None,
) -> ScenarioFile:
    """A scenario from the text of `canonical_json`, with the files that came with it.

    `name` stands for its file in errors.
    """
    return _checked(canonical_document(text, name), settings, Path(), attached or {})


def _checked(
    document: Node,
    settings: Sequence[str],
    folder: Path,
    attached: Mapping[str, bytes] | None = None,
) -> ScenarioFile:
    document = overridden(document, settings)
    document.entries()  # says it better than the validation if it is no mapping
    try:
        spec = ScenarioSpec.model_validate(document.plain())
    except ValidationError as error:
        raise explained(error, document) from None
    file = ScenarioFile(spec, document, folder, attached or {})
    # What a flag cuts short, or did before the run was recorded, keeps the faults after that.
    is_cut = attached is not None or find(document, ["duration"]).line == 0
    for path, problem in check_rules(spec, is_cut=is_cut):
        raise file.refused(path, problem)
    return file
