"""The check that users call on their own component."""

from collections.abc import Mapping

from project_ghost.core.errors import InputTypeError
from project_ghost.engine import AbstractComponent, Host, Port

from ._agreement import agreement_findings, refusal_findings, warn_if_interpreted_only
from ._bench import require_ranges
from ._calls import call_findings
from ._finding import Finding, report
from ._level import level_findings
from ._snapshot import snapshot_findings


def check_component(
    component: AbstractComponent,
    *,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    samples: int = 50,
) -> None:
    """Raise `ComponentError` if a component breaks one of its promises.

        check_component(Lag(tau_s=0.2), ranges={"u": (0.0, 10.0)})

    The component runs alone, on random inputs within `ranges` (by default -2 to 2). The checks:

    - shapes: each function returns what is declared;
    - purity: the same arguments give the same bits, and no argument, global or class
      attribute changes;
    - execution: interpreted and compiled give the same bits in every output and state; where
      that is not known, so that it is only interpreted, an `InterpretedOnlyWarning` says why;
    - level: a `portable` component uses nothing that differs between machines;
    - Host: it returns what is declared, two copies agree, and `save` and `load` cover all of
      its attributes.
    """
    if not isinstance(component, AbstractComponent):
        raise InputTypeError(
            f"the component is {component!r}",
            "check_component",
            "an instance of a Block, Kernel or Host",
            "create one with the parameters to check",
        )
    given = ranges or {}
    require_ranges(component, given)
    findings: list[Finding] = level_findings(component)
    if isinstance(component, Port):
        pass  # it has no code
    elif isinstance(component, Host):
        findings += snapshot_findings(component, given, samples)
    else:
        checked = refusal_findings(component) + call_findings(component, given, samples)
        # The executions can be compared only of a component that runs.
        findings += checked or agreement_findings(component, given, samples)
    if findings:
        raise report(type(component).__name__, findings)
    warn_if_interpreted_only(component)
