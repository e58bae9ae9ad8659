"""SARIF reports fit the OASIS schema.

`pydantic-sarif` (MIT) has models that were generated from OASIS's sarif-schema-2.1.0.json; they
refuse unknown properties and wrong values. The schema itself is not stored here.
"""

import json
import textwrap
from typing import Any

import pytest

from project_ghost.lint import FORMATS, Config, lint_paths
from tests.lint.helpers import FIXTURES

model = pytest.importorskip("pydantic_sarif.model")

SOURCE = """
    import os, time
    import numpy as np

    def f(xs):
        start = time.time()
        print(time.time() - start)
        rng = np.random.default_rng()
        return os.listdir("."), list({"a", "b"}), sorted(xs, key=lambda x: x.cost), rng
"""


def report(*paths: Any) -> dict[str, Any]:
    config = Config(root=FIXTURES)
    found = lint_paths(paths, config, jobs=1, use_cache=False, show_info=True)
    document: dict[str, Any] = json.loads(FORMATS["sarif"](found))
    return document


def schema_errors(document: dict[str, Any]) -> list[Any]:
    from pydantic import ValidationError

    try:
        [log] = [value for name, value in vars(model).items() if name.startswith("StaticAnalysis")]
        log.model_validate(document)
    except ValidationError as error:
        return error.errors()
    return []


def test_a_report_with_every_rule_fits_the_schema() -> None:
    document = report(FIXTURES)
    assert len(document["runs"][0]["results"]) > 300
    assert schema_errors(document) == []


def test_hints_infos_fixes_and_odd_names_fit_the_schema(tmp_path) -> None:
    file = tmp_path / "odd näme %.py"
    file.write_text(textwrap.dedent(SOURCE), encoding="utf-8")
    document = report(file)
    results = document["runs"][0]["results"]
    assert {result["level"] for result in results} == {"error", "note"}
    assert any("fixes" in result for result in results)
    assert schema_errors(document) == []


def test_an_empty_report_fits_the_schema(tmp_path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    assert schema_errors(report(tmp_path)) == []


def test_the_schema_refuses_what_is_wrong(tmp_path) -> None:
    (tmp_path / "a.py").write_text("import time\nx = time.time()\n", encoding="utf-8")
    document = report(tmp_path)
    document["runs"][0]["results"][0]["level"] = "fatal"
    assert schema_errors(document)
    document = report(tmp_path)
    document["runs"][0]["results"][0]["place"] = 3
    assert schema_errors(document)
