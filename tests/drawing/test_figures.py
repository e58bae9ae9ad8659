"""Goal: a figure is a well-formed picture of its marks, as SVG and PNG, always the same."""

import re
import xml.etree.ElementTree as ET

import pytest

from project_ghost.core.errors import InputError
from project_ghost.drawing import (
    Band,
    BoxPlot,
    Cross,
    Figure,
    Frame,
    HorizontalLine,
    Line,
    LinearScale,
    NameScale,
    Page,
    Panel,
    Table,
    Tone,
    VerticalLine,
    figure_png,
    figure_svg,
    five_numbers,
    has_png,
    log_scale,
)

NASTY = 'a <b> & "c"'


def figure() -> Figure:
    unit = LinearScale(0.0, 1.0)
    return Figure(
        "everything",
        NASTY,
        f"caption {NASTY}",
        f"alt {NASTY}",
        (
            Panel(
                f"panel {NASTY}",
                unit,
                log_scale([0.0, 0.01, 2.0]),
                "x [m]",
                "sigma [m]",
                (
                    Line([0.0, 0.5, 1.0], [0.0, None, 1.0], 0, f"line {NASTY}", dots=True),
                    HorizontalLine(0.01, "tolerance"),
                    VerticalLine(0.5, "collision"),
                ),
            ),
            Panel(
                "",
                NameScale(("one", "two")),
                unit,
                "",
                "",
                (
                    BoxPlot(0.0, (0.1, 0.2, 0.3, 0.4, 0.9), 1, "box"),
                    Cross(0.5, 0.5, "here"),
                    Frame(-0.4, 0.1, 0.4, 0.3),
                    Band([0.0, 1.0], [0.1, 0.2], [0.3, 0.4], 2),
                ),
            ),
        ),
    )


def test_an_svg_is_well_formed_and_says_what_it_shows() -> None:
    text = figure_svg(figure())
    drawn = ET.fromstring(text)  # noqa: S314 - our own
    assert drawn.findtext("{*}title") == NASTY
    assert drawn.findtext("{*}desc") == f"alt {NASTY}"
    texts = [each.text for each in drawn.iterfind(".//{*}text")]
    assert {"tolerance", "collision", "here", f"line {NASTY}", "box", "one"} <= set(texts)
    assert "nan" not in text
    assert figure_svg(figure()) == text


def test_a_broken_line_has_a_gap() -> None:
    broken = Line([0.0, 0.4, 0.6, 1.0], [0.1, 0.1, None, 0.1], 3)
    panel = Panel("", LinearScale(0.0, 1.0), LinearScale(0.0, 1.0), "", "", (broken,))
    result = re.findall(r'd="([^"]*)" class="g-s3"', figure_svg(Figure("f", "", "", "", (panel,))))
    assert [re.sub("[^ML]", "", d) for d in result] == ["MLM"]


def test_a_page_needs_no_other_file_and_keeps_texts_as_they_are() -> None:
    page = Page(NASTY, "about")
    page.verdict(Tone.BAD, NASTY, [NASTY])
    page.heading(NASTY)
    page.text(NASTY)
    page.points([NASTY])
    page.facts([(NASTY, NASTY)])
    page.table(Table(NASTY, ["n", "v"], [["1", (NASTY, Tone.GOOD)]], numbers=[0]))
    page.figure(figure())
    html = page.html()
    assert "<b> &" not in html
    assert not re.search(r"(src|href)=|<script|url\(|@import", html)
    well_formed = re.sub(r"<meta[^>]*>", "", html.removeprefix("<!doctype html>"))
    drawn = ET.fromstring(well_formed)  # noqa: S314 - our own
    assert len(drawn.findall(".//{*}svg")) == 2
    assert all(svg.get("aria-label") for svg in drawn.iterfind(".//{*}svg"))
    assert drawn.find(".//figcaption") is not None


def test_five_numbers_are_the_extremes_and_the_quartiles() -> None:
    assert five_numbers([5.0, 1.0, 2.0, 4.0, 3.0]) == (1.0, 2.0, 3.0, 4.0, 5.0)


@pytest.mark.skipif(not has_png(), reason="matplotlib is not installed: the extra `plots`")
def test_a_png_is_the_same_each_time() -> None:
    first = figure_png(figure())
    assert first.startswith(b"\x89PNG")
    assert figure_png(figure()) == first


@pytest.mark.parametrize(("x", "y"), [(1e6, 0.5), (0.5, -1e6), (float("nan"), 0.5)])
def test_a_cross_far_outside_the_axes_is_left_out(x, y) -> None:
    """Letters of a text that far away are more than matplotlib can draw."""
    unit = LinearScale(0.0, 1.0)
    panels = [
        Figure("f", "", "", "", (Panel("", unit, unit, "", "", marks),))
        for marks in ((Cross(x, y, "far away"),), ())
    ]
    assert figure_svg(panels[0]) == figure_svg(panels[1])
    if has_png():
        assert figure_png(panels[0]) == figure_png(panels[1])


@pytest.mark.skipif(has_png(), reason="matplotlib is installed")
def test_without_matplotlib_the_extra_is_named() -> None:
    with pytest.raises(InputError, match="plots"):
        figure_png(figure())
