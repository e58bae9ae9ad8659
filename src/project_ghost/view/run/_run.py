"""A run as a notebook sees it: its digest, contacts, actors, tables and picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, final
from weakref import finalize

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.duration import NS_PER_S, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.hal.channels import CHANNEL_CONTACTS, CHANNEL_GROUND_TRUTH
from project_ghost.telemetry import Recording

from ._messages import reads_messages

if TYPE_CHECKING:
    from project_ghost.engine import Execution, Graph
    from project_ghost.runs import Contact, Replacement, Settings, Source
    from project_ghost.telemetry import McapFile

__all__ = ["ActorTrack", "Picture", "Run", "run_recorded"]

_DIGITS = 12
_GRAPH_SETTINGS = ("duration", "seed", "name")


@final
@dataclass(frozen=True, repr=False)
class ActorTrack:
    """The recorded poses of one actor, an array for each field of a pose message.

    `track.x_m`, `track.yaw_rad` and so on; `track.time_s` for plots, `track.stamps_ns` exactly.
    """

    name: str
    stamps_ns: Integers
    fields: dict[str, Floats]

    @property
    def time_s(self) -> Floats:
        """The times in seconds."""
        return np.asarray(self.stamps_ns / NS_PER_S)

    def __getattr__(self, name: str) -> Floats:
        try:
            return self.fields[name]
        except KeyError:
            known = ", ".join(self.fields)
            raise AttributeError(f"a pose has no {name!r}; it has {known}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.fields]

    def __len__(self) -> int:
        return len(self.stamps_ns)

    def __repr__(self) -> str:
        return f"<ActorTrack {self.name}, {len(self)} poses: {', '.join(self.fields)}>"


@final
class Picture:
    """A picture that notebooks show; `save` writes it as SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Path | str) -> Path:
        """Write the picture to a file."""
        from project_ghost.core.files import write_whole

        target = Path(path)
        write_whole(target, self.svg, "the picture")
        return target

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg):,} characters of SVG>"


class Run(Recording):
    """A recorded run. It is a `Recording`: `run["/contacts"]` is a channel of it."""

    def __init__(self, path: Path | str, *, folder: Path | None = None) -> None:
        """Open a recording; `folder` is removed when the run is closed or forgotten."""
        super().__init__(path)
        self._end = finalize(self, _discard, self.file, folder)

    @property
    def name(self) -> str:
        """The name of the scenario or schedule."""
        manifest = self.manifest
        return next((manifest[k] for k in ("scenario", "schedule", "graph") if k in manifest), "")

    @property
    def seed(self) -> int | None:
        """The seed of all random numbers."""
        return int(self.manifest["seed"]) if "seed" in self.manifest else None

    @property
    def digest(self) -> str | None:
        """The digest of every value of every tick; None for a run that was cut off."""
        return self.results.get("state_sha256")

    @property
    def contacts(self) -> "tuple[Contact, ...]":
        """The contacts, with the names of both actors."""
        from project_ghost.runs import Contact

        if CHANNEL_CONTACTS not in self.channels:
            return ()
        try:
            return tuple(
                Contact(message.stamp_sim_ns, **message.payload)
                for message in self[CHANNEL_CONTACTS]
            )
        except TypeError:
            raise InputError(
                "a contact has other fields than those of this version",
                f"{self.path}, channel {CHANNEL_CONTACTS!r}",
                f"the fields {', '.join(Contact._fields[1:])}",
                "record the run again",
            ) from None

    @property
    def actors(self) -> tuple[str, ...]:
        """The names of all actors whose poses were recorded, in the order of the first ones."""
        return tuple(self.tracks())

    def actor(self, name: str) -> ActorTrack:
        """The recorded poses of an actor."""
        tracks = self.tracks()
        if name not in tracks:
            raise InputError(
                f"there is no actor {name!r}{did_you_mean(name, tracks)}",
                str(self.path),
                f"one of {', '.join(tracks) or 'none: no pose was recorded'}",
                "correct the name",
            )
        return tracks[name]

    def table(self, channel: str) -> Any:  # noqa: ANN401 - depends on what is installed
        """All messages of a channel: a `pyarrow.Table`, or arrays by column without pyarrow."""
        from importlib.util import find_spec

        found = self[channel]
        return found.table() if find_spec("pyarrow") is not None else found.arrays()

    def plot(self) -> Picture:
        """Draw the paths of all actors on the map."""
        from ._shown import shown_recording
        from ._svg import shown_svg

        return Picture(shown_svg(shown_recording(self)))

    def close(self) -> None:
        """Close the file, and remove it if it was only for this run."""
        self._end()

    def __repr__(self) -> str:
        parts = [self.name or str(self.path)]
        if self.seed is not None:
            parts.append(f"seed {self.seed}")
        if self.stop_ns is not None:
            parts.append(seconds_text(self.stop_ns))
        if "contacts" in self.results:
            count = self.results["contacts"]
            parts.append(f"{count} contact{'' if count == '1' else 's'}")
        if self.digest is not None:
            parts.append(f"digest {self.digest[:_DIGITS]}...")
        return f"<Run {', '.join(parts)}>"

    @reads_messages
    def tracks(self) -> dict[str, ActorTrack]:
        """The recorded poses of all actors, by name, read at once."""
        if CHANNEL_GROUND_TRUTH not in self.channels or not self[CHANNEL_GROUND_TRUTH].count:
            return {}
        poses = self[CHANNEL_GROUND_TRUTH].arrays()
        names, stamps_ns = poses.pop("actor"), poses.pop("stamp_sim_ns")
        del poses["sequence"]
        samples: dict[str, list[int]] = {}
        for i, name in enumerate(names.tolist()):
            samples.setdefault(str(name), []).append(i)
        return {
            name: ActorTrack(
                name,
                np.asarray(stamps_ns[mine]),
                {field: np.asarray(values[mine]) for field, values in poses.items()},
            )
            for name, mine in samples.items()
        }


def run_recorded(
    source: "Source | Graph",
    given: "Settings",
    more: Mapping[str, object],
    *,
    output: Path | str | None,
    force: bool,
    components: "Mapping[str, Replacement] | None",
    execution: "Execution | str",
) -> Run:
    """Run and record a source; `project_ghost.run` describes the arguments."""
    from project_ghost.engine import Graph
    from project_ghost.runs import (
        graph_runnable,
        new_run_folder,
        prepare,
        recorded_run,
        settings_from,
    )
    from project_ghost.telemetry import RECORDING_NAME

    if isinstance(source, Graph):
        runnable = graph_runnable(source, **_graph_settings(given, more))
        prepared = prepare(runnable, components=components, execution=execution)
    else:
        settings = [*settings_from(given, "set"), *settings_from(more, "run")]
        prepared = prepare(source, settings, components=components, execution=execution)
    if output is not None:
        folder = new_run_folder(output, prepared.runnable.name, force=force)
        recorded_run(prepared, folder, force=force)
        return Run(folder / RECORDING_NAME)
    temporary = Path(mkdtemp(prefix="ghost-run-"))
    try:
        recorded_run(prepared, temporary)
        return Run(temporary / RECORDING_NAME, folder=temporary)
    except BaseException:
        rmtree(temporary, ignore_errors=True)
        raise


def _discard(file: "McapFile", folder: Path | None) -> None:
    file.close()
    if folder is not None:
        rmtree(folder, ignore_errors=True)


def _graph_settings(given: "Settings", more: Mapping[str, object]) -> dict[str, Any]:
    """The settings of a graph's run: duration, seed and name."""
    from project_ghost.runs import settings_from

    settings = {**given, **more} if isinstance(given, Mapping) else dict(more)
    if not isinstance(given, Mapping):
        for text in settings_from(given, "set"):
            key, _, value = text.partition("=")
            settings[key] = int(value) if key == "seed" and value.isdecimal() else value
    for key in settings:
        if key not in _GRAPH_SETTINGS:
            raise InputError(
                f"a graph has no setting {key!r}{did_you_mean(key, _GRAPH_SETTINGS)}",
                "project_ghost.run",
                f"one of {', '.join(_GRAPH_SETTINGS)}",
                "parameters of components are set where the graph is made",
            )
    if "duration" not in settings:
        raise InputError(
            "a graph does not say how long it runs",
            "project_ghost.run",
            "a duration",
            'write run(graph, duration="5s")',
            "duration",
        )
    return settings
