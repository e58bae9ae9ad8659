"""The page of a sweep: the verdict first, then scores, parameters, worst runs and the setup."""

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.wording import counted
from project_ghost.drawing import Page, Tone
from project_ghost.sweep._open import OpenSweep

from ._content import Content, content_of, value_text
from ._figures import effects_figure, scores_figure
from ._tables import (
    aggregates_table,
    failures_table,
    hosts_table,
    metrics_table,
    requirements_table,
    worst_table,
)

__all__ = ["REPORT", "sweep_page"]

REPORT = "report.html"
_VALUES_SHOWN = 6


@checked_arguments
def sweep_page(opened: OpenSweep) -> str:
    """Return the page of a sweep, complete or not, as the text of an HTML file."""
    content = content_of(opened)
    page = Page(f"Sweep: {content.document['name']}", "The results of a sweep of simulations.")
    _conclusion(page, content)
    if content.rows:
        _results(page, content)
    if content.failed:
        page.heading("Failures")
        page.table(failures_table(content))
    if content.timings:
        page.heading("Execution")
        page.table(hosts_table(content))
    _setup(page, content)
    return page.html()


def _conclusion(page: Page, content: Content) -> None:
    done, planned, failed = len(content.rows), content.document["runs"], len(content.failed)
    verdict = content.verdict
    texts = []
    if done < planned:
        tone = Tone.NOTE
        texts.append("The same `ghost sweep` command runs what is missing.")
    elif failed or (verdict is not None and not verdict["passed"]):
        tone = Tone.BAD
    else:
        tone = Tone.GOOD
    lost = f"{failed:,} failed" if failed else "none failed"
    headline = f"{done:,} of {counted(planned, 'run')} done, {lost}"
    if verdict is not None:
        missed = [each["requirement"] for each in verdict["requirements"] if not each["is_met"]]
        headline += f", {counted(len(missed), 'requirement')} missed" if missed else ""
        texts.append(f"Required and missed: {', '.join(missed)}." if missed else
                     "All requirements are met.")  # fmt: skip
    page.verdict(tone, headline, texts)
    if verdict is not None:
        page.table(requirements_table(content))


def _results(page: Page, content: Content) -> None:
    page.heading(content.column.capitalize())
    scores = scores_figure(content)
    if scores is not None:
        page.figure(scores)
    page.table(aggregates_table(content))
    effects = effects_figure(content)
    if effects is not None:
        page.heading("Parameters")
        page.figure(effects)
    if content.table.metrics:
        page.heading("Metrics")
        page.table(metrics_table(content))
    page.heading("Worst runs")
    page.table(worst_table(content))


def _setup(page: Page, content: Content) -> None:
    page.heading("Setup")
    document = content.document
    scenes = document["scenes"]
    levels = sorted({row["level"] for row in content.rows if row["level"] is not None})
    facts = [
        ("scenarios", _listed([each["scenario"] for each in scenes])),
        ("planners", _listed([each["planner"] for each in scenes if each["planner"]])),
        ("seeds", _listed([value_text(row["seed"]) for row in content.rows])),
        *(
            (field.name, _listed([value_text(row[field.name]) for row in content.rows]))
            for field in content.table.parameters
        ),
        ("determinism level", ", ".join(levels)),
        ("recordings", "kept" if document["is_recorded"] else "not kept"),
        *((f"SHA-256 of {name}", digest) for name, digest in content.digests.items()),
        ("plan", document["plan_sha256"]),
        ("made by", f"ghost {document['ghost']}"),
    ]
    page.facts([(name, value) for name, value in facts if value])


def _listed(texts: list[str]) -> str:
    found = list(dict.fromkeys(texts))
    if len(found) <= _VALUES_SHOWN:
        return ", ".join(found)
    return f"{', '.join(found[:_VALUES_SHOWN])} and {len(found) - _VALUES_SHOWN:,} more"
