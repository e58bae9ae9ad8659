"""The figures of a sweep."""

from collections.abc import Sequence

from project_ghost.drawing import (
    Band,
    BoxPlot,
    Figure,
    Line,
    LinearScale,
    NameScale,
    Panel,
    five_numbers,
    linear_scale,
)
from project_ghost.results import mean_of

from ._content import Content, Row, measured, number_text, value_text

__all__ = ["effects_figure", "scores_figure"]

_PANELS_MAX = 12
_BINS = 12
_NAMES_MAX = 12


def scores_figure(content: Content) -> Figure | None:
    """Box plots of the compared column by planner."""
    boxes = {
        name or "all runs": measured(rows, content.column)
        for name, rows in content.planners.items()
    }
    known = {name: values for name, values in boxes.items() if values}
    if not known:
        return None
    names = tuple(known)
    everything = [value for values in known.values() for value in values]
    panel = Panel(
        "",
        NameScale(names),
        _scale(content, everything),
        "planner" if any(content.planners) else "",
        content.column,
        tuple(BoxPlot(float(i), five_numbers(known[name]), i) for i, name in enumerate(names)),
    )
    texts = (f"{name}: median {number_text(five_numbers(known[name])[2])}" for name in names)
    return Figure(
        "scores",
        content.column.capitalize(),
        "Boxes hold the middle half of the runs, lines reach to the smallest and the largest. A "
        "run that failed counts as 0.",
        "; ".join(texts) + ".",
        (panel,),
    )


def effects_figure(content: Content) -> Figure | None:
    """A panel for each parameter that varies: the mean at each value, by planner."""
    panels = [_effect(content, name) for name in content.parameters[:_PANELS_MAX]]
    shown = [panel for panel in panels if panel is not None]
    if not shown:
        return None
    return Figure(
        "parameters",
        "Parameters",
        f"The mean {content.column} at each value, over all others; bands are 95 % intervals. More "
        f"than {2 * _BINS} values are shown as {_BINS} groups.",
        f"The mean {content.column} by {', '.join(panel.title for panel in shown)}.",
        tuple(shown),
    )


def _effect(content: Content, name: str) -> Panel | None:
    values = [row[name] for row in content.rows]
    is_number = all(isinstance(value, int | float) and value is not True and value is not False
                    for value in values)  # fmt: skip
    if is_number:
        return _numbers(content, name)
    names = list(dict.fromkeys(value_text(value) for value in values))
    return _names(content, name, names) if len(names) <= _NAMES_MAX else None


def _numbers(content: Content, name: str) -> Panel | None:
    marks: list[Band | Line] = []
    xs: list[float] = []
    ys: list[float] = []
    for series, (planner, rows) in enumerate(content.planners.items()):
        points = [
            (x, mean_of(found))
            for x, group in _groups(rows, name)
            if (found := measured(group, content.column))
        ]
        if not points:
            continue
        places = [x for x, _ in points]
        lows = [mean.mean if mean.low is None else mean.low for _, mean in points]
        highs = [mean.mean if mean.high is None else mean.high for _, mean in points]
        marks.append(Band(places, lows, highs, series))
        marks.append(Line(places, [mean.mean for _, mean in points], series, planner, dots=True))
        xs += places
        ys += [*lows, *highs]
    if not xs:
        return None
    return Panel(name, linear_scale(xs), _scale(content, ys), name, content.column, tuple(marks))


def _names(content: Content, name: str, names: Sequence[str]) -> Panel:
    marks: list[Line] = []
    ys: list[float] = []
    for series, (planner, rows) in enumerate(content.planners.items()):
        groups = [[row for row in rows if value_text(row[name]) == each] for each in names]
        means = [
            mean_of(found).mean if (found := measured(group, content.column)) else None
            for group in groups
        ]
        places = [float(i) for i in range(len(names))]
        marks.append(Line(places, means, series, planner, dots=True, joined=False))
        ys += [mean for mean in means if mean is not None]
    return Panel(
        name, NameScale(tuple(names)), _scale(content, ys), name, content.column, tuple(marks)
    )


def _groups(rows: Sequence[Row], name: str) -> list[tuple[float, list[Row]]]:
    """The rows by the value of a parameter; of many values, in groups of as many rows."""
    ordered = sorted(rows, key=lambda row: (float(row[name]), row["id"]))
    values = sorted({float(row[name]) for row in rows})
    if len(values) <= 2 * _BINS:
        return [(value, [row for row in ordered if float(row[name]) == value]) for value in values]
    size = -(-len(ordered) // _BINS)
    groups = [ordered[i : i + size] for i in range(0, len(ordered), size)]
    return [(sum(float(row[name]) for row in group) / len(group), group) for group in groups]


def _scale(content: Content, values: Sequence[float]) -> LinearScale:
    """The scale of the compared column, with 0 on it; a score is at most 1."""
    return linear_scale([*values, 0.0, *([1.0] if content.column == "score" else [])])
