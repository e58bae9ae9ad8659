"""Populations of recorded actors."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.models.tracks import RecordedTracks
from project_ghost.scenario.draft import EVERY_STEP, Footprint, GraphDraft
from project_ghost.scenario.file.named import named_bytes
from project_ghost.scenario.tables import Table
from project_ghost.scenario.tracks import TRACK_SUFFIXES, read_tracks
from project_ghost.world.objects import RecordedTrack

from ._abstract import AbstractPopulation

if TYPE_CHECKING:
    from project_ghost.scenario.file._load import ScenarioFile

__all__ = ["Tracks"]

# Recordings from above have no heights.
_HEIGHT_M = 1.75


class Tracks(AbstractPopulation):
    """Recorded actors of a file, a row of the scene for each; nothing pushes them."""

    kind: Literal["tracks"]
    file: str = Field(description="the file of the tracks, beside the scenario")

    def tables(self, file: "ScenarioFile", name: str, first_row: int) -> Iterator[Table]:
        """One table, with a row for each track."""
        tracks = self._tracks(file, name)
        if tracks:
            yield Table(
                name,
                name,
                first_row,
                tuple(track.length_m for track in tracks),
                tuple(track.kind for track in tracks),
                population=self,
                recorded=tuple(f"{name}/{track.name}" for track in tracks),
            )

    def add(self, draft: GraphDraft, table: Table) -> None:
        """Add the recorded actors, which have no mass: nothing moves them."""
        tracks = self._tracks(draft.file, table.name)
        draft.files[Path(self.file).name] = self._data(draft.file, table.name)
        draft.graph.add(table.name, RecordedTracks(tracks, table.capacity), EVERY_STEP)
        draft.footprints += [_footprint(track) for track in tracks]
        draft.despawns.append(table.name)

    def _data(self, file: "ScenarioFile", name: str) -> bytes:
        keys = ("populations", name, "file")
        return named_bytes(file, keys, self.file, "file of tracks", TRACK_SUFFIXES)

    def _tracks(self, file: "ScenarioFile", name: str) -> tuple[RecordedTrack, ...]:
        data = self._data(file, name)
        try:
            return read_tracks(self.file, data)
        except InputError as error:
            problem = InputError(
                f"{error.where}: {error.what}", expected=error.expected, fix=error.fix
            )
            raise file.refused(("populations", name, "file"), problem) from None


def _footprint(track: RecordedTrack) -> Footprint:
    if track.radius_m:
        return Footprint(radius_m=track.radius_m, above_m=_HEIGHT_M)
    half = 0.5 * track.length_m, 0.5 * track.width_m
    return Footprint(half_length_m=half[0], half_width_m=half[1], above_m=_HEIGHT_M)
