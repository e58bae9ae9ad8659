"""Populations of recorded actors."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from project_ghost.models.tracks import RecordedTracks
from project_ghost.scenario.draft import EVERY_STEP, Footprint, GraphDraft
from project_ghost.scenario.tables import Table
from project_ghost.scenario.tracks import TracksFile, attached_tracks
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
        tracks = self._read(file, name).tracks
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
        read = self._read(draft.file, table.name)
        tracks, draft.files[Path(self.file).name] = read.tracks, read.data
        draft.graph.add(table.name, RecordedTracks(tracks, table.capacity), EVERY_STEP)
        draft.footprints += [_footprint(track) for track in tracks]
        draft.despawns.append(table.name)

    def _read(self, file: "ScenarioFile", name: str) -> TracksFile:
        return attached_tracks(file, ("populations", name, "file"), self.file)


def _footprint(track: RecordedTrack) -> Footprint:
    if track.radius_m:
        return Footprint(radius_m=track.radius_m, above_m=_HEIGHT_M)
    half = 0.5 * track.length_m, 0.5 * track.width_m
    return Footprint(half_length_m=half[0], half_width_m=half[1], above_m=_HEIGHT_M)
