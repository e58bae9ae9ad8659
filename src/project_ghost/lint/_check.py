"""Check one file."""

import ast
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple

from project_ghost.core.level import Level
from project_ghost.lint.project._summarise import summarise
from project_ghost.lint.project._summary import Summary
from project_ghost.lint.python._facts import Aspect, Effect, Fact, Facts
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._purpose import is_service
from project_ghost.lint.python._shown import (
    in_test,
    is_beside,
    is_demonstration,
    is_for_show,
    is_for_wait,
    is_vendored,
    uses_network,
)
from project_ghost.lint.python._source import Source, SourceError, parse
from project_ghost.lint.python._syntax import is_main_guard
from project_ghost.lint.python._unused import is_unused
from project_ghost.lint.settings._config import FileSettings

from . import _allow
from ._finding import Edit, Finding, Fix, Severity
from ._registry import all_rules, rules_by_name
from ._rule import Problem, Remedy, Rule

__all__ = ["Checked", "check", "check_file"]

# What changes in a picture is there in the next run; a timer that cuts work off measures nothing.
_KEPT = (
    "global-state",
    "class-state",
    "mutable-default",
    "cached-state",
    "unsaved-attribute",
    "timeout",
)
# Long chains of operators give deep trees, beyond Python's default limit.
_DEPTH = 10_000


class Checked(NamedTuple):
    """The result of checking one file.

    The findings depend on the content, the settings, and the facts about the names that were asked
    for; the summary depends on the content only.
    """

    findings: list[Finding]
    asked: tuple[str, ...] = ()
    summary: Summary = Summary({})


def check_file(data: bytes, settings: FileSettings, path: str = "") -> list[Finding]:
    """All findings in a file's content, sorted, without looking at other files."""
    return check(data, settings, {}, path).findings


def check(
    data: bytes, settings: FileSettings, answers: Mapping[str, Fact], path: str = ""
) -> Checked:
    """Check a file, given facts about names of other files."""
    with _deep_recursion():
        try:
            source = parse(data)
        except SourceError as error:
            return Checked(_unchecked(error, settings, path))
        for in_order in (False, True):
            with suppress(RecursionError):
                return _check(source, settings, answers, path, in_order=in_order)
        too_deep = SourceError("too deeply nested to be checked", 1, 1)
        return Checked(_unchecked(too_deep, settings, path))


def _check(
    source: Source,
    settings: FileSettings,
    answers: Mapping[str, Fact],
    path: str,
    *,
    in_order: bool,
) -> Checked:
    facts = Facts(answers, settings.module)
    module = Module(
        source,
        settings.module,
        is_package=settings.is_package,
        level=settings.level,
        step_functions=settings.step_functions,
        is_test=settings.is_test,
        is_beside=settings.is_beside,
        facts=facts,
    )
    if in_order:
        # A value that passes through thousands of assignments is many calls deep, unless the
        # types before it are known. Inferring all of them is slow, so it is the second attempt.
        for name in module.nodes(ast.Name):
            module.types.infer(name)
    findings = {
        _finding(rule, problem, source, path, _severity(rule, problem, module))
        for rule in all_rules()
        if rule.code in settings.codes
        for problem in rule.check(module)
        if rule.level <= module.level_at(problem.node) and not module.tree.is_dead(problem.node)
    }
    kept = _allow.apply(sorted(findings), _allow.read(source), path, settings.codes)
    asked = tuple(sorted(facts.asked))
    # A summary is made from the content only: what it asks for does not count.
    summary = Summary({}) if answers else summarise(module)
    return Checked(sorted(kept), asked, summary)


def _severity(rule: Rule, problem: Problem, module: Module) -> Severity:
    """The severity of a problem.

    A test computes no result, but its draws decide what it tests. Code that draws pictures or
    measures the program shows an order to people only. Demonstrations, drivers of hardware, servers
    and user interfaces live in real time; so do networks. Copies of other projects are not mended
    here, and private functions that nothing uses never run. Where a rule is sure of a use of real
    time itself, it is an error in a network too, but not in a server or monitor.
    """
    severity = problem.severity or rule.severity
    if severity is Severity.ERROR and not _is_promised(module, problem.node):
        severity = rule.elsewhere
    if severity is Severity.INFO or rule.family in ("linter", "numbers"):
        return severity
    if rule.family == "randomness" and is_for_wait(module, problem.node):
        return Severity.INFO
    if severity is Severity.ERROR and (is_vendored(module) or is_unused(module, problem.node)):
        severity = Severity.HINT
    if rule.family == "randomness" and rule.name != "shared-generator":
        is_excused = in_test(module) or is_demonstration(module, problem.node)
        return Severity.HINT if is_excused else severity
    if any(map(is_main_guard, module.tree.ancestors(problem.node))):
        return Severity.INFO
    is_drawn = rule.name not in _KEPT and is_for_show(module, problem.node)
    if is_drawn or in_test(module) or is_beside(module):
        return Severity.INFO
    if rule.family != "time" or severity is not Severity.ERROR:
        return severity
    if is_service(module, problem.node) and not _is_promised(module, problem.node):
        return Severity.HINT
    if problem.severity is Severity.ERROR:
        return severity
    is_live = uses_network(module) or _is_of_network(module, problem.node)
    return Severity.HINT if is_live else severity


def _is_of_network(module: Module, node: ast.AST) -> bool:
    """Whether a node is in a class whose base, in another file, talks to other machines."""
    around = module.tree.class_around(node)
    info = module.names.classes.get(around) if around is not None else None
    return info is not None and any(
        effect is Effect.NETWORK
        for each in info.lineage()
        for base in each.foreign_bases
        if (fact := module.facts.ask_for(base, Aspect.EFFECTS)) is not None
        for effect, _ in fact.does
    )


def _is_promised(module: Module, node: ast.AST) -> bool:
    """Whether a node is in a component or in portable code."""
    return module.in_component(node) or module.level_at(node) is Level.PORTABLE


def _finding(
    rule: Rule, problem: Problem, source: Source, path: str, severity: Severity
) -> Finding:
    line, column, end_line, end_column = _place(source, problem.node)
    return Finding(
        path,
        line,
        column,
        rule.code,
        end_line,
        end_column,
        rule.name,
        severity,
        problem.message,
        _fix(source, problem.remedy) if problem.remedy else None,
    )


def _fix(source: Source, remedy: Remedy) -> Fix:
    edits = []
    for node, before, after, instead in remedy.replacements:
        line, column, end_line, end_column = _place(source, node)
        if instead is not None:
            edits.append(Edit(line, column, end_line, end_column, instead))
            continue
        edits.append(Edit(line, column, line, column, before))
        edits.append(Edit(end_line, end_column, end_line, end_column, after))
    return Fix(remedy.message, remedy.is_safe, tuple(sorted(set(edits))))


def _place(source: Source, node: ast.AST) -> tuple[int, int, int, int]:
    line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    end_line = getattr(node, "end_lineno", None) or line
    end_offset = getattr(node, "end_col_offset", None) or offset + 1
    return line, source.character(line, offset), end_line, source.character(end_line, end_offset)


def _unchecked(error: SourceError, settings: FileSettings, path: str) -> list[Finding]:
    rule = rules_by_name()["syntax-error"]
    if rule.code not in settings.codes:
        return []
    line, column = max(error.line, 1), max(error.column, 1)
    return [
        Finding(
            path,
            line,
            column,
            rule.code,
            line,
            column + 1,
            rule.name,
            Severity.HINT if error.is_of_other_python else Severity.ERROR,
            error.message,
        )
    ]


@contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
