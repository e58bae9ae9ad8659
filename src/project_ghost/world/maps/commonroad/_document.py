"""A CommonRoad file: its version, its name, its time step."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import final

from project_ghost.world.maps._xml import Element, read_xml

__all__ = ["CommonRoadDocument", "open_commonroad", "point", "reference"]

_VERSIONS = ("2018b", "2020a")
# From a microsecond to an hour: durations in time steps then stay exact.
_PERIOD_MIN_NS, _PERIOD_MAX_NS = 1_000, 3_600_000_000_000
# Floats hold such times exactly: 104 days.
_TIME_MAX_NS = 2**53
_FARTHEST_M = 1e9


@final
@dataclass(frozen=True)
class CommonRoadDocument:
    """An opened file; `period_ns` is the duration of a time step."""

    root: Element
    name: str
    version: str
    period_ns: int

    def time_ns(self, steps: Element) -> int:
        """The time of an element whose text is a number of time steps."""
        # Some writers give whole numbers a decimal point.
        value = steps.as_number()
        if value != int(value) or abs(int(value)) * self.period_ns > _TIME_MAX_NS:
            raise steps.refused(
                f"the number of time steps is {steps.text.strip()[:80]!r}",
                f"a whole number of at most {_TIME_MAX_NS // self.period_ns:_}",
            )
        return int(value) * self.period_ns


def open_commonroad(path: Path | str, data: bytes | None = None) -> CommonRoadDocument:
    """The file's document; with `data`, its content, the file is not opened."""
    root = read_xml(path, data)
    if root.tag != "commonRoad":
        raise root.refused(f"the file begins with <{root.tag}>", "a CommonRoad file: <commonRoad>")
    version = root.required("commonRoadVersion")
    if version not in _VERSIONS:
        raise root.refused(
            f"the file has CommonRoad version {version[:80]!r}",
            f"version {' or '.join(_VERSIONS)}",
            "convert it with the tools of CommonRoad",
        )
    name = root.get("benchmarkID").strip() or Path(path).stem
    for attribute in ("author", "affiliation", "source", "date", "tags"):
        root.get(attribute)  # about the file, not about the world
    return CommonRoadDocument(root, name, version, _period_ns(root))


def _period_ns(root: Element) -> int:
    text = root.required("timeStepSize").strip()
    try:
        nanoseconds = Decimal(text[:40]) * 1_000_000_000
    except InvalidOperation:
        nanoseconds = Decimal(0)
    if nanoseconds.is_nan() or not _PERIOD_MIN_NS <= nanoseconds <= _PERIOD_MAX_NS:
        raise root.refused(
            f"timeStepSize is {text[:80]!r}", "a number of seconds, from 1e-6 to 3600"
        )
    return int(nanoseconds.to_integral_value())


def point(element: Element) -> tuple[float, float, float]:
    """The coordinates of a <point> or a <center>."""
    x, y, z = element.number_of("x"), element.number_of("y"), element.number_of("z", 0.0)
    if max(abs(x), abs(y), abs(z)) > _FARTHEST_M:
        raise element.refused(
            f"the point is ({x!r}, {y!r}, {z!r})", f"coordinates of at most {_FARTHEST_M:g} m"
        )
    return x, y, z


def reference(element: Element) -> str:
    """The id that an element refers to."""
    return element.required("ref").strip()
