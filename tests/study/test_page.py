"""Goal: the page of a study says what it came to, first and truly, and its figures show it."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from project_ghost.cli import main
from project_ghost.drawing import BoxPlot, Cross, HorizontalLine, Line, VerticalLine, has_png
from project_ghost.study import StudyResult, read_study, write_study
from project_ghost.study.page import study_page, write_report
from project_ghost.study.page._deviation import before_after_figure, load_figure, over_time_figure
from project_ghost.study.page._factors import factors_figure, nice_figure
from project_ghost.study.page._paths import paths_figure
from project_ghost.study.page._texts import cell_verdict, study_verdict
from project_ghost.study.page._words import cell_words, fact_words, level_words
from project_ghost.study.page._write import study_figures
from tests.study.made_up import spread_over_load, write_made_up_study
from tools.chromium import CHROMIUM, opened


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    return folder, write_made_up_study(folder)


@pytest.fixture(scope="module")
def html(made_up) -> str:
    written = write_report(made_up[0], png=False)
    assert written.verdict.startswith("Not permissible")
    return written.page.read_text(encoding="utf-8")


def identical_part(result: StudyResult) -> StudyResult:
    """The same study, had it had no load."""
    cells = tuple(c for c in result.cells if c.conditions.load_percent <= 25)
    return replace(result, cells=cells, factors=(), columns=())


@pytest.mark.slow
def test_the_verdict_comes_first_and_names_the_factor(made_up, html) -> None:
    _, result = made_up
    headline = html.index("Not permissible: max sigma")
    assert headline < html.index("<figure")
    assert headline < html.index("<table")
    assert result.domain.statement in html
    assert "load breaks it at" in html
    assert len(html) < 200_000


def test_the_page_needs_nothing_else_and_every_figure_has_words(html) -> None:
    assert not re.search(r"(src|href)=|<script|url\(|@import", html)
    drawn = ET.fromstring(re.sub(r"<meta[^>]*>", "", html.removeprefix("<!doctype html>")))  # noqa: S314
    figures = drawn.findall(".//figure")
    assert [figure.get("id") for figure in figures] == [
        "paths",
        "sigma-against-load",
        "sigma-over-time",
        "before-and-after-collision",
        "nice",
        "factors",
        "factors-folded",
    ]
    (folded,) = drawn.findall(".//details/summary")
    assert folded.text == "The other factors, the rest: exactly 0 everywhere"
    for figure in figures:
        caption = figure.find("figcaption")
        assert caption is not None
        assert len("".join(caption.itertext())) > 40
        for svg in figure.iterfind(".//{*}svg"):
            assert len(svg.get("aria-label") or "") > 20


def test_every_experiment_and_all_that_was_not_run_are_named(made_up, html) -> None:
    _, result = made_up
    for cell in result.cells:
        assert f"<td>{cell_words(cell)}</td>" in html
    assert "gpu_load: 50" in html
    assert "there is no GPU" in html


def test_settings_are_named_in_words(made_up) -> None:
    _, result = made_up
    cell = result.cells[0]

    def named(settings: str) -> str:
        return cell_words(replace(cell, id=f"{cell.scenario}.{settings}")).partition(": ")[2]

    assert named("baseline") == "baseline"
    assert named("load=75.nice=-20") == "load 75 %, nice -20"
    assert named("process=fresh.cpus=0,1.instances=2") == "fresh processes, CPUs 0,1, 2 at once"
    assert named("gpu_load=50.memory=0") == "GPU load 50 %, memory nodes 0"
    assert named("controller=v1.2.load=5") == "controller v1.2, load 5 %"
    assert level_words("nice", "19 at load 75") == "19 at load 75 %"
    assert fact_words("step_ns", 50_000_000) == ("step", "50 ms")
    assert fact_words("memory_mb", 25276) == ("memory", "25,276 MB")
    assert fact_words("synchronous", True) == ("waits for its client", "yes")


def test_what_is_zero_everywhere_is_folded(made_up) -> None:
    folder, result = made_up
    same = identical_part(result)
    page = study_page(same, study_figures(same, folder))
    shown = re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)
    assert "<figure" in page
    assert "<figure" not in shown.partition("Deviation between repeats")[2]
    assert "all rows have the same: exactly 0.0 m: max sigma, farthest" in shown
    assert '<th scope="col" class="number">max sigma</th>' not in shown


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.slow
def test_no_column_is_cut_at_1280_pixels(made_up) -> None:
    folder, _ = made_up
    page = write_report(folder, png=False).page
    with opened(page.as_uri(), size=(1280, 900)) as tab:
        cut = tab.run(
            "[...document.querySelectorAll('.wide')].filter((e) => e.scrollWidth > e.clientWidth)"
            ".length + document.documentElement.scrollWidth - window.innerWidth"
        )
        assert cut == 0
        assert not tab.mistakes()


def test_the_figures_show_the_numbers(made_up) -> None:
    _, result = made_up
    figure = load_figure(result)
    assert figure is not None
    lines = {m.name: m for m in figure.panels[0].marks if isinstance(m, Line)}
    for scenario in result.scenarios:
        assert list(lines[scenario].ys) == spread_over_load(result, scenario)
    assert [
        m.y for m in figure.panels[0].marks if isinstance(m, HorizontalLine) and not m.faint
    ] == [0.01]

    before_after = before_after_figure(result)
    assert before_after is not None
    before, after = (m for m in before_after.panels[0].marks if isinstance(m, Line))
    assert before.ys[0] == after.ys[0] == 0.0
    assert all(b <= a for b, a in zip(before.ys, after.ys, strict=True))  # type: ignore[operator]

    moments = [
        m for p in over_time_figure(result).panels for m in p.marks if isinstance(m, VerticalLine)
    ]
    assert [m.x for m in moments] == [2.0]

    nice = nice_figure(result)
    assert nice is not None
    boxes = [m for m in nice.panels[0].marks if isinstance(m, BoxPlot)]
    assert len(boxes) == 6  # -20, 0 and 19, at no load and at 75 %
    assert max(box.five[4] for box in boxes if box.name == "load 0 %") == 0.0

    factors = factors_figure(result)
    assert factors is not None
    assert len(factors.panels) == len([f for f in result.factors if f.factor != "load"])


def test_paths_have_an_inset_where_they_are_farthest_apart(made_up) -> None:
    folder, result = made_up
    figure = paths_figure(result, folder)
    assert figure is not None
    plane, inset = figure.panels[2:]  # those of the scenario that collides
    assert [m.text for m in plane.marks if isinstance(m, Cross) and m.text] == ["2 s"]
    dots = [m for m in inset.marks if isinstance(m, Line) and m.dots]
    assert len(dots) == 12
    spread = max(float(d.ys[0] or 0.0) for d in dots) - min(float(d.ys[0] or 0.0) for d in dots)
    assert f"up to {spread:.3g} m apart" in inset.title


def test_no_traces_no_paths_and_still_a_page(made_up, tmp_path) -> None:
    _, result = made_up
    write_study(result, tmp_path)
    assert paths_figure(result, tmp_path) is None
    assert write_report(tmp_path, png=False).page.exists()


def test_identical_repeats_are_told_as_such_and_rounding_as_rounding(made_up) -> None:
    folder, result = made_up
    same = identical_part(result)
    verdict = study_verdict(same)
    assert verdict.tone == "good"
    assert "bit for bit" in verdict.headline
    assert "exactly 0.0 m" in verdict.headline
    assert any("95 % confidence" in text for text in verdict.texts)
    report = replace(same.cells[0].report, naive_max_sigma_m=5.7e-14)
    rounded = replace(same, cells=(replace(same.cells[0], report=report), *same.cells[1:]))
    page = study_page(rounded, ())
    assert "5.7e-14 m: that is rounding of the" in page
    figure = load_figure(rounded)
    assert figure is not None
    assert [m.y for m in figure.panels[0].marks if isinstance(m, HorizontalLine) and m.faint] == [
        5.7e-14
    ]
    shown = paths_figure(same, folder)
    assert shown is not None
    assert "all in one place" in shown.panels[1].title


def test_less_than_good_is_never_called_good(made_up) -> None:
    _, result = made_up
    same = identical_part(result)
    assert study_verdict(replace(same, complete=False)).tone == "note"
    failing = replace(same.cells[0], failed=("repeat 3: it was killed",))
    assert study_verdict(replace(same, cells=(failing, *same.cells[1:]))).tone == "note"
    shifted = replace(same.cells[1], as_baseline=False, shift_m=0.5)
    verdict = study_verdict(replace(same, cells=(same.cells[0], shifted)))
    assert verdict.tone == "note"
    assert shifted.level in verdict.headline
    assert cell_verdict(shifted) == ("shifted", "note")
    within = tuple(c for c in result.cells if c.conditions.load_percent == 50)
    kept = replace(same, cells=tuple(c for c in within if c.report.permissible))
    assert kept.cells
    assert study_verdict(kept).headline.startswith("Permissible, but not the same")
    assert study_verdict(replace(same, cells=())).tone == "note"


@pytest.mark.slow
def test_the_command_writes_page_and_figures(made_up, html, tmp_path, capsys) -> None:
    folder, _ = made_up
    assert main(["study", "report", str(folder), "-o", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert "Not permissible" in told
    assert (tmp_path / "out" / "report.html").read_text(encoding="utf-8") == html
    figures = {path.name for path in (tmp_path / "out" / "figures").iterdir()}
    assert {"paths.svg", "nice.svg"} <= figures
    assert ("paths.png" in figures) is has_png()
    assert not any(name.endswith(".part") for name in figures)


def test_a_folder_without_a_study_is_refused(tmp_path, capsys) -> None:
    assert main(["study", "report", str(tmp_path)]) == 2
    assert "ghost study run" in capsys.readouterr().err
    assert not (tmp_path / "report.html").exists()


def test_what_is_read_back_makes_the_same_page(made_up) -> None:
    folder, result = made_up
    assert study_page(read_study(folder), ()) == study_page(result, ())


def test_facts_that_differ_between_experiments_are_all_told(made_up) -> None:
    _, result = made_up
    other = replace(result.cells[1], facts={"version": "2"})
    page = study_page(replace(result, cells=(result.cells[0], other)), ())
    assert "<dt>version</dt>\n<dd>1, 2</dd>" in page
    assert "<dt>step</dt>\n<dd>50 ms</dd>" in page
