"""Classes of a user's own in a scenario: `{type: "package.module:Class", parameter: value}`.

A class is found in installed packages, beside the scenario's file, in the folders of `--code`, or
by the short name of an entry point (`ghost.components`). Its parameters stand beside `type`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent, component_class, component_from

from .draft import GraphDraft
from .file._explain import find
from .file.section import KeyPath, Matching, Section

__all__ = ["OWN_KEYS", "OwnClass"]

# For every class that derives from `OwnClass`: the last base of a class decides otherwise.
OWN_KEYS = ConfigDict(extra="allow")


class OwnClass(Section):
    """A section whose component is of a class of the user's; further keys are its parameters."""

    model_config = OWN_KEYS

    type: Annotated[
        str, Matching(r"^[\w-]+$|^[\w.]+:\w+$", "package.module:Class, or a short name")
    ] = Field(description="the class of its component: package.module:Class")
    inputs: dict[str, str] = Field(
        default={}, description="the signals that inputs of the component read, by input"
    )

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys_only(cls, data: Any) -> Any:  # noqa: ANN401 - whatever a file holds
        """Let all keys pass: the class decides about them when its component is made."""
        return data

    def declares(self, draft: GraphDraft, keys: KeyPath, name: str) -> bool:
        """Whether the class declares a port, parameter or state of this name."""
        cls = component_class(find(draft.file.document, keys), draft.file.class_folders)
        return name in cls.declarations

    def own_component(
        self, draft: GraphDraft, keys: KeyPath, offered: Mapping[str, Any]
    ) -> AbstractComponent:
        """Make the component; its class takes those of the offered values that it declares."""
        node = find(draft.file.document, keys)
        common = set(type(self).model_fields) - {"type"}
        entries = {key: each for key, each in node.entries().items() if key not in common}
        component = component_from(
            replace(node, content=entries), draft.file.class_folders, offered
        )
        for key, field in type(self).model_fields.items():
            is_given = key in offered and getattr(self, key) != field.default
            if not is_given or key in component.declarations:
                continue
            raise draft.refused(
                (*keys, key),
                InputError(
                    f"{type(component).__name__} has no parameter {key!r}",
                    expected=f"a class with the parameter {key!r}",
                    fix=f"declare it in the class, or remove {key!r} from the file",
                ),
            )
        return component

    def connect_inputs(
        self, draft: GraphDraft, keys: KeyPath, name: str, known: Mapping[str, str]
    ) -> None:
        """Connect the inputs that the file names, and others by the names of known signals."""
        component = draft.graph.components[name]
        for port, signal in self.inputs.items():
            draft.wire((*keys, "inputs", port), signal, f"{name}.{port}")
        for port in component.inputs():
            if port in known and port not in self.inputs:
                draft.graph.connect(known[port], f"{name}.{port}")

    def require_outputs(
        self, draft: GraphDraft, keys: KeyPath, component: AbstractComponent, *ports: str
    ) -> None:
        """Refuse a class without these outputs."""
        missing = [port for port in ports if port not in component.outputs()]
        if missing:
            raise draft.refused(
                (*keys, "type"),
                InputError(
                    f"{type(component).__name__} has no output {missing[0]!r}",
                    expected=f"the outputs {', '.join(ports)}",
                    fix=f"declare `{missing[0]} = Output(...)` in the class",
                ),
            )
