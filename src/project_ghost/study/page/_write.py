"""The files of a report: the page, and its figures as SVG and PNG."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.files import unwritable, write_whole
from project_ghost.drawing import Figure, figure_png, figure_svg, has_png
from project_ghost.study.results._analyze import analyze_study, is_study_folder
from project_ghost.study.results._json import read_study
from project_ghost.study.results._results import StudyResult

from ._deviation import before_after_figure, load_figure, over_time_figure
from ._factors import factors_figure, nice_figure
from ._page import study_page
from ._paths import paths_figure
from ._texts import study_verdict

__all__ = ["WrittenReport", "study_figures", "write_report"]

PAGE, FIGURES = "report.html", "figures"


class WrittenReport(NamedTuple):
    """The files of a report; without matplotlib there are no PNGs."""

    page: Path
    svgs: tuple[Path, ...]
    pngs: tuple[Path, ...]
    verdict: str


def write_report(folder: Path, output: Path | None = None, *, png: bool = True) -> WrittenReport:
    """Write the page and the figures of a study into its folder, or into another.

    The results are computed again from the traces, if they are there: what study.json says need
    not follow from them.
    """
    result = read_study(folder)
    if is_study_folder(folder):
        result = analyze_study(folder, result.tolerance_m)
    figures = study_figures(result, folder if folder.is_dir() else folder.parent)
    target = output or (folder if folder.is_dir() else folder.parent)
    try:
        (target / FIGURES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(target / FIGURES, error.strerror, "the report") from None
    svgs = [_put(target, figure, "svg", _svg) for figure in figures]
    pngs = [_put(target, figure, "png", figure_png) for figure in figures if png and has_png()]
    page = target / PAGE
    write_whole(page, study_page(result, figures), "the report")
    return WrittenReport(page, tuple(svgs), tuple(pngs), study_verdict(result).headline)


def study_figures(result: StudyResult, folder: Path) -> tuple[Figure, ...]:
    """All figures that the results allow, in the order of the page."""
    if not result.cells:
        return ()
    figures = (
        paths_figure(result, folder),
        load_figure(result),
        over_time_figure(result),
        before_after_figure(result),
        nice_figure(result),
        factors_figure(result),
    )
    return tuple(figure for figure in figures if figure is not None)


def _svg(figure: Figure) -> bytes:
    return figure_svg(figure).encode()


def _put(target: Path, figure: Figure, suffix: str, draw: Callable[[Figure], bytes]) -> Path:
    path = target / FIGURES / f"{figure.name}.{suffix}"
    write_whole(path, draw(figure), "the figure")
    return path
