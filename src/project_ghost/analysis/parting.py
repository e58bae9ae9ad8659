"""When each actor parts from the others, in words: the delayed effect of a collision."""

from collections.abc import Iterator

from project_ghost.core.duration import seconds_text

from .variance import ActorVariance, VarianceReport

__all__ = ["parting_text", "parting_texts"]


def parting_texts(report: VarianceReport) -> Iterator[str]:
    """Yield a text for each actor whose repeats differ, in the order in which they part."""
    parted = [(actor.parts_ns, actor) for actor in report.by_actor if actor.parts_ns is not None]
    for _, actor in sorted(parted, key=lambda each: each[0]):
        yield f"{actor.actor} {parting_text(actor, report)}"


def parting_text(actor: ActorVariance, report: VarianceReport) -> str:
    """When the repeats of an actor part and break the tolerance, and its part in a collision."""
    if actor.parts_ns is None:
        return "never parts"
    text = f"parts at {seconds_text(actor.parts_ns)}"
    if actor.breaks_ns is not None:
        text += f", breaks the tolerance at {seconds_text(actor.breaks_ns)}"
    if report.first_collision_ns is None:
        return text
    if actor.collided:
        return f"{text}; it collides"
    after_ns = actor.parts_ns - report.first_collision_ns
    if after_ns < 0:
        return f"{text}, before the first collision, in which it has no part"
    return f"{text}, {seconds_text(after_ns)} after the first collision, in which it has no part"
