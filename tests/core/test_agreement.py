"""Goal: the examination of functions, the table of differences and its page say the same."""

from pathlib import Path

from project_ghost.core.agreement import Array, Difference, Float, Int, agreement_of

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def table() -> str:
    rows = [
        f"| `{each.value.example}` | {each.value.why} | {each.value.instead} |"
        for each in Difference
    ]
    return "\n".join(["| example | why | instead |", "| --- | --- | --- |", *rows])


def test_the_page_has_the_table_of_differences() -> None:
    text = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- differences -->\n", "<!-- /differences -->"
    assert text[text.index(begin) + len(begin) : text.index(end)] == f"\n{table()}\n\n"


def counts(x, n):
    total = 0
    for i in range(n):
        total += x[i] * n
    return -total


def test_a_rewritten_function_keeps_its_lines_and_names() -> None:
    found = agreement_of(counts, (("x", Array()), ("n", Int(31))))
    assert (found.refused, found.doubts) == ((), ())
    assert found.function is not counts
    assert found.function.__code__.co_firstlineno == counts.__code__.co_firstlineno
    assert found.function.__code__.co_filename == counts.__code__.co_filename
    assert found.function.__code__.co_varnames == counts.__code__.co_varnames
    assert str(found.function([], 0)) == "-0.0"  # as compiled code has it


SCALE = 2.0


def scaled(x):
    return x * SCALE


def test_globals_are_those_of_the_moment(monkeypatch) -> None:
    found = agreement_of(scaled, (("x", Float()),))
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert found.function(1.0) == 2.0
