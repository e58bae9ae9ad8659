"""Draw a random sample of the linter's findings, to be judged by hand.

    pip download --no-deps --dest wheels SALib hyperopt && unzip -d packages 'wheels/*.whl'
    python tools/lint_sample.py packages --count 80 --seed 33

Each finding is printed with the lines around it. docs/lint.md says how the samples were judged.
"""

import argparse
import random
from pathlib import Path

from project_ghost.lint import Finding, lint_paths, load_config


def main() -> None:
    """Print the sample, sorted by rule and place."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=33)
    arguments = parser.parse_args()
    paths = [arguments.folder]
    report = lint_paths(paths, load_config(paths), use_cache=False)
    # What cannot be parsed says nothing about the rules.
    findings = [each for each in report.findings if each.code != "GHO001"]
    random.Random(arguments.seed).shuffle(findings)  # noqa: S311 a sample
    hidden = f"{report.hidden_hints} hints and {report.hidden_infos} infos not shown"
    print(f"{len(findings)} findings in {report.files} files, {hidden}")
    for finding in sorted(findings[: arguments.count], key=lambda each: (each.code, each)):
        print(_shown(finding))


def _shown(finding: Finding, around: int = 3) -> str:
    lines = Path(finding.path).read_text(encoding="utf-8", errors="replace").split("\n")
    first, last = max(finding.line - 1 - around, 0), finding.line + around
    shown = [
        f"{'>' if number == finding.line else ' '} {line}"
        for number, line in enumerate(lines[first:last], first + 1)
    ]
    head = f"\n{finding.path}:{finding.line} {finding.code} {finding.name}: {finding.message}"
    return "\n".join([head, *shown])


if __name__ == "__main__":
    main()
