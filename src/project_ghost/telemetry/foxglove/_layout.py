"""The layout of a viewer's panels for a run."""

from importlib.resources import files


def layout_text() -> str:
    """A layout file for Foxglove and Lichtblick: the scene, the messages, where actors are."""
    return (files(__package__) / "layout.json").read_text(encoding="utf-8")
