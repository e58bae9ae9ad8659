"""Ghost's own code passes its own linter, with only reasoned allows."""

from pathlib import Path

from project_ghost.lint import lint_paths, load_config

ROOT = Path(__file__).parents[2]
CHECKED = ("src", "proofs", "benchmarks", "tools", "examples")


def test_ghost_passes_its_own_linter() -> None:
    report = lint_paths(
        [ROOT / name for name in CHECKED if (ROOT / name).is_dir()],
        load_config([ROOT]),
        use_cache=False,
    )
    assert report.files > 100
    assert [f"{f.path}:{f.line} {f.code} {f.message}" for f in report.findings] == []


def test_make_lint_runs_the_linter_on_the_same_folders() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"ghost lint {' '.join(CHECKED)}" in makefile
