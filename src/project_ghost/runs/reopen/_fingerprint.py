"""The digests that equal runs share: every channel, the order, the state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from project_ghost.analysis.divergence import Comparison
from project_ghost.core.arguments import checked_arguments
from project_ghost.runs.execute._planners import PLANNERS
from project_ghost.runs.runnable._code import CLASSES, COMPONENTS
from project_ghost.scenario.events import EndedBy
from project_ghost.telemetry import CHANNEL_LINKS, Recording

__all__ = ["Difference", "Fingerprint", "fingerprint_of", "is_beginning", "stored_fingerprint"]

_STATE = "state_sha256"
# Not facts about the run: the program's version, and classes, which are compared by themselves.
_NOT_FACTS = frozenset(("ghost", COMPONENTS, CLASSES, PLANNERS))
_RESULTS = ("contacts", "duration_ns", "ended_by")
# A rerun of a run that ended in these ways ends by its duration.
_CUT_SHORT = (EndedBy.INTERRUPT, EndedBy.RECORDING)


@final
@dataclass(frozen=True)
class Difference:
    """The differences of two runs; false if there are none.

    `channels` are the names of differing channels; `order` and `state` are true if the total order
    or the state chain differ. `facts` are keys of the manifest (level, actors) and results
    (contacts) that differ. `beginning` is true if the first recording was cut off and the second
    run does not begin with it.
    """

    channels: tuple[str, ...] = ()
    order: bool = False
    state: bool = False
    beginning: bool = False
    facts: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        named = bool(self.channels) or bool(self.facts)
        return named or self.order or self.state or self.beginning

    def words(self) -> list[str]:
        """Return the names of the differing parts, for messages."""
        parts = {
            "the order": self.order,
            "the state": self.state,
            "the recorded beginning": self.beginning,
        }
        names = [name for name, differs in parts.items() if differs]
        return [*self.channels, *names, *(f"{fact!r} as stored" for fact in self.facts)]


@final
@dataclass(frozen=True)
class Fingerprint:
    """The digests of a run; `state` is None for a recording without a state digest.

    `facts` are what its manifest and results say about it.
    """

    channels: Mapping[str, str]
    order: str
    state: str | None
    facts: Mapping[str, str]

    def difference(self, other: "Fingerprint") -> Difference:
        """Return what differs; the state is compared only if both have it.

        Facts are compared only of runs of the same definition: others differ on purpose.
        """
        names = sorted({*self.channels, *other.channels})
        has_states = self.state is not None and other.state is not None
        return Difference(
            tuple(name for name in names if self.channels.get(name) != other.channels.get(name)),
            order=self.order != other.order,
            state=has_states and self.state != other.state,
            facts=self._differing_facts(other) if self._definition == other._definition else (),
        )

    @property
    def _definition(self) -> dict[str, str]:
        """The digests of scenario, schedule or map, and what it began with."""
        given = ("seed", "begin_ns")
        return {k: v for k, v in self.facts.items() if k.endswith("_sha256") or k in given}

    def _differing_facts(self, other: "Fingerprint") -> tuple[str, ...]:
        mine, theirs = dict(self.facts), dict(other.facts)
        if {mine.get("ended_by"), theirs.get("ended_by")} & set(_CUT_SHORT):
            mine.pop("ended_by", None)
            theirs.pop("ended_by", None)
        return tuple(n for n in sorted({*mine, *theirs}) if mine.get(n) != theirs.get(n))


@checked_arguments
def fingerprint_of(recording: Recording) -> Fingerprint:
    """Compute the digests of a recording from all of its messages."""
    digests = recording.digests()
    results = recording.results
    return Fingerprint(digests.channels, digests.order, results.get(_STATE), _facts(recording))


@checked_arguments
def stored_fingerprint(recording: Recording) -> Fingerprint:
    """Return the digests that the recorder stored, for a recording that is trusted."""
    totals = recording.totals()
    channels = {name: total["sha256"] for name, total in totals.items() if "sha256" in total}
    results = recording.results
    return Fingerprint(channels, results["order_sha256"], results.get(_STATE), _facts(recording))


def _facts(recording: Recording) -> dict[str, str]:
    manifest, results = recording.manifest, recording.results
    facts = {key: value for key, value in manifest.items() if key not in _NOT_FACTS}
    return facts | {key: results[key] for key in _RESULTS if key in results}


def is_beginning(comparison: Comparison) -> bool:
    """Whether the first recording of a comparison is a prefix of the second.

    A recording that was cut off can only be compared this way.
    """
    chain = comparison.chain
    if chain is not None and chain.tick is not None and chain.tick < chain.ticks_a:
        return False
    return (comparison.first is None or comparison.first.kind == "only in b") and all(
        channel.name == CHANNEL_LINKS
        or channel.only_in == "b"
        or not (channel.differing or channel.only_a or channel.note)
        for channel in comparison.channels
    )
