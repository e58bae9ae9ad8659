"""The files of a report: the page, and its figures as SVG and PNG."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.errors import InputError
from project_ghost.drawing import Figure, figure_png, figure_svg, has_png
from project_ghost.study.results._json import read_study
from project_ghost.study.results._results import StudyResult

from ._factors import factors_figure, nice_figure
from ._page import study_page
from ._paths import paths_figure
from ._spread import before_after_figure, load_figure, over_time_figure
from ._words import verdict_of_study

__all__ = ["Written", "study_figures", "write_report"]

PAGE, FIGURES = "report.html", "figures"


class Written(NamedTuple):
    """What was written; no PNG without matplotlib."""

    page: Path
    svgs: tuple[Path, ...]
    pngs: tuple[Path, ...]
    verdict: str


def write_report(folder: Path, output: Path | None = None, *, png: bool = True) -> Written:
    """Draw the study in a folder; what is written goes there too, or to another folder."""
    result = read_study(folder)
    figures = study_figures(result, folder if folder.is_dir() else folder.parent)
    target = output or (folder if folder.is_dir() else folder.parent)
    try:
        (target / FIGURES).mkdir(parents=True, exist_ok=True)
        svgs = [_put(target, figure, "svg", _svg) for figure in figures]
        pngs = [_put(target, figure, "png", figure_png) for figure in figures if png and has_png()]
        page = _whole(target / PAGE, study_page(result, figures).encode())
    except OSError as error:
        raise InputError(
            f"the report cannot be written: {error.strerror}",
            str(error.filename or target),
            "a folder that can be written to",
            "choose another with -o",
        ) from None
    return Written(page, tuple(svgs), tuple(pngs), verdict_of_study(result).headline)


def study_figures(result: StudyResult, folder: Path) -> tuple[Figure, ...]:
    """All figures that the results are enough for, in the order of the page."""
    if not result.cells:
        return ()
    found = (
        paths_figure(result, folder),
        load_figure(result),
        over_time_figure(result),
        before_after_figure(result),
        nice_figure(result),
        factors_figure(result),
    )
    return tuple(figure for figure in found if figure is not None)


def _svg(figure: Figure) -> bytes:
    return figure_svg(figure).encode()


def _put(target: Path, figure: Figure, suffix: str, draw: Callable[[Figure], bytes]) -> Path:
    return _whole(target / FIGURES / f"{figure.name}.{suffix}", draw(figure))


def _whole(path: Path, content: bytes) -> Path:
    """Write by way of another file, which gets the name at the end."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
    return path
