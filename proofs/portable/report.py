"""The proof as a table for people and as JSON for everything else."""

import json
from collections import Counter
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from .runner import Run, Status
from .verdict import Verdict

_PREFIX = 8
_WIDEST = 1000
_SCENARIOS = ("scenarios",)


def show(verdict: Verdict, console: Console) -> None:
    """Print the table and its conclusion."""
    rows = table(verdict)
    # A cut digest is worth nothing: in a narrow terminal the lines of the table wrap.
    console.width = max(
        console.width,
        Measurement.get(console, console.options.update(max_width=_WIDEST), rows).maximum,
    )
    console.print(rows)
    for line in conclusion(verdict):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def table(verdict: Verdict) -> Table:
    """One row for each environment and mode, one column for each workload."""
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    scenarios = _SCENARIOS if set(verdict.reference) - set(verdict.columns) else ()
    headings = ("environment", "mode", "Python", *verdict.columns, *scenarios, "changed", "s")
    for heading in headings:
        rows.add_column(heading, no_wrap=True)
    previous = verdict.runs[0].environment.group
    for run in verdict.runs:
        if run.environment.group != previous:
            rows.add_section()
        previous = run.environment.group
        cells = [_cell(run, verdict, name) for name in verdict.columns]
        cells += [_scenarios_cell(run, verdict) for _ in scenarios]
        changed = " ".join(verdict.changed_witnesses(run))
        python = str(run.host.get("python", ""))
        seconds = f"{run.seconds:.1f}" if run.host else ""
        rows.add_row(run.environment.name, run.mode, python, *cells, changed, seconds)
    return rows


def conclusion(verdict: Verdict) -> Iterable[str]:
    """The conclusion of the table, line by line."""
    for status in (Status.NOT_RUN, Status.FAILED):
        others = [run for run in verdict.runs if run.status is status]
        # Both modes of an environment mostly have the same reason: it is said once.
        yield from dict.fromkeys(
            f"{status}: {run.environment.name}: {run.reason}" for run in others
        )
    for run in verdict.runs:
        if run.left_out and run.status is Status.RAN:
            limit = f"{run.environment.cpu_limit_s:.0f} s of CPU time"
            names = ", ".join(run.left_out)
            yield f"left out: {run.environment.name} ({run.mode}): {names}: beyond {limit}"
    for difference in verdict.differences:
        yield str(difference)
    count = Counter(run.status for run in verdict.runs)
    rest = f"{count[Status.RAN]} runs; {count[Status.NOT_RUN]} did not run"
    if verdict.passed:
        yield f"PROVEN: one digest per workload in {rest}."
    else:
        wrong = f"{len(verdict.differences)} differences, {count[Status.FAILED]} failures"
        yield f"NOT PROVEN: {wrong}; {rest}."


def as_json(verdict: Verdict) -> str:
    """Everything that is known about every run, as canonical JSON."""
    document = {
        "proven": verdict.passed,
        "reference": verdict.reference,
        "differences": [vars(difference) for difference in verdict.differences],
        "runs": [_run_as_json(run, verdict) for run in verdict.runs],
    }
    return json.dumps(document, sort_keys=True, ensure_ascii=False, indent=2) + "\n"


def _cell(run: Run, verdict: Verdict, workload: str) -> str:
    if run.status is not Status.RAN:
        return str(run.status)
    if workload in run.errors:
        return "[bold red]error[/]"
    digest = run.digests.get(workload)
    if digest is None:
        return "-"
    if digest != verdict.reference[workload]:
        return f"[bold red]{digest[:_PREFIX]} !=[/]"
    return f"[green]{digest[:_PREFIX]}[/]"


def _scenarios_cell(run: Run, verdict: Verdict) -> str:
    """How many scenarios have their digest."""
    if run.status is not Status.RAN:
        return str(run.status)
    scenarios = verdict.reference.keys() - set(verdict.columns)
    found = {name: digest for name, digest in run.digests.items() if name in scenarios}
    wrong = [name for name in run.errors if name in scenarios]
    wrong += [name for name, digest in found.items() if digest != verdict.reference[name]]
    if wrong:
        return f"[bold red]{len(wrong)} !=[/]"
    return f"[green]{len(found)} of {len(scenarios)}[/]"


def _run_as_json(run: Run, verdict: Verdict) -> dict[str, object]:
    return {
        "environment": run.environment.name,
        "group": run.environment.group,
        "summary": run.environment.summary,
        "variables": dict(run.environment.variables),
        "load": run.environment.load,
        "mode": run.mode,
        "status": run.status,
        "reason": run.reason,
        "seconds": round(run.seconds, 3),
        "host": run.host,
        "digests": run.digests,
        "errors": run.errors,
        "witnesses": run.witnesses,
        "left_out": run.left_out,
        "changed_witnesses": verdict.changed_witnesses(run),
    }
