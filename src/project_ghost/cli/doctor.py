"""Check this installation: its components, its determinism level and the reasons.

Runs the core's fixed workloads, interpreted and compiled, and compares them with the digests
stored in the package. Exit code 1 if one differs. Skipped checks are listed with the reason;
the level covers only what was checked.

  ghost doctor
  ghost doctor --interpreted --json
"""

import argparse
import sys

from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from project_ghost import __version__
from project_ghost.core.compiled import cache_state, prebuilt_state
from project_ghost.core.host import host
from project_ghost.core.level import Level
from project_ghost.doctor.diagnosis import Check, Diagnosis, diagnose, perform, plan_checks

from .terminal._console import TerminalConsole, console
from .terminal._output import add_printed, put_document


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "--interpreted", action="store_true", help="skip the compiled checks (faster)"
    )
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the checks, print the results; exit code 1 if one fails."""
    planned, left_out = plan_checks(compiled=not arguments.interpreted)
    if arguments.interpreted:
        left_out = tuple(each._replace(why="--interpreted was given") for each in left_out)
    with Progress(
        disable=not sys.stderr.isatty(), console=TerminalConsole(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("checking", total=len(planned))
        checks = []
        for name, mode in planned:
            bar.update(task, description=f"checking {name}, {mode}")
            checks.append(perform(name, mode))
            bar.advance(task)
    facts = {
        "ghost": __version__,
        **host(),
        "cache": cache_state(),
        "prebuilt": prebuilt_state().text,
    }
    diagnosis = diagnose(checks, left_out)
    if arguments.json:
        put_document(_document(facts, checks, diagnosis))
    else:
        _show(facts, checks, diagnosis)
    return 0 if all(check.passed for check in checks) else 1


def _document(
    facts: dict[str, object], checks: list[Check], diagnosis: Diagnosis
) -> dict[str, object]:
    return {
        "host": facts,
        "level": str(diagnosis.level),
        "reasons": [reason._asdict() for reason in diagnosis.reasons],
        "left_out": [each._asdict() for each in diagnosis.left_out],
        "checks": [
            {
                "workload": check.workload,
                "mode": check.mode,
                "passed": check.passed,
                "digest": check.outcome.digest,
                "expected": check.expected,
                "error": check.outcome.error,
            }
            for check in checks
        ],
    }


def _show(facts: dict[str, object], checks: list[Check], diagnosis: Diagnosis) -> None:
    output = console()
    about = Table(title="This installation", title_justify="left", show_header=False)
    for name, value in facts.items():
        text = (
            " ".join(map(str, value)) if isinstance(value, list) else str(value or "not installed")
        )
        about.add_row(name.replace("_", " "), escape(text))
    output.print(about)

    table = Table(title="Self-check against the stored digests", title_justify="left")
    for heading in ("workload", "mode", "result", "SHA-256", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    for check in checks:
        result = f"[green]{_result(check)}[/]" if check.passed else f"[bold red]{_result(check)}[/]"
        digest = check.outcome.digest
        detail = digest[:16] if digest else escape(str(check.outcome.error))
        table.add_row(check.workload, check.mode, result, detail, f"{check.outcome.seconds:.2f}")
    output.print(table)

    colour = "green" if diagnosis.level is Level.PORTABLE else "yellow"
    scope = f", for what was checked ({_modes(checks)})" if diagnosis.left_out else ""
    output.print(f"Determinism level: [bold {colour}]{diagnosis.level}[/]{scope}, because")
    for reason in diagnosis.reasons:
        output.print(
            f"  {'[green]yes[/]' if reason.holds else '[bold red]no [/]'} {escape(reason.text)}"
        )
    for mode, why in diagnosis.left_out:
        output.print(f"[yellow]Not checked: {mode} code.[/] {escape(why)}.")


def _result(check: Check) -> str:
    if check.passed:
        return "ok"
    if check.outcome.digest is None:
        return "error"
    return "differs" if check.expected else "not stored"


def _modes(checks: list[Check]) -> str:
    return " and ".join(dict.fromkeys(check.mode for check in checks)) or "nothing"
