"""The same graph as CasADi expressions, for optimisation, linearisation and code generation.

General layout:

- `_model`: a graph as expressions: what an export gives and everything else takes.
- `_check`: a model beside the engine; `_noise`: the random numbers of a run.
- `reading`: the source of components as expressions.
- `schedule`: the engine's own schedule over symbols.
- `math`: the functions of dmath over expressions, by CasADi's own functions or with dmath's bits.
- `_linearize`, `_trim`, `_sensitivity`: a model as matrices, at rest, and along a run; `_tangent`:
  small errors of attitudes and angles.
- `_shooting`: the best trajectory; `_acados`: a model for acados; `_codegen`: the step as C;
  `_save`: models as folders; `_places`, `_derivative`: helpers of these.
- `_selection`: branches as expressions, with the sign of zero kept.

CasADi is the extra `symbolic`; this room is the only one that imports it.
"""

from project_ghost.core.errors import InputError

try:
    import casadi  # noqa: F401 - only whether it is there
except ImportError:
    raise InputError(
        "CasADi is not installed",
        "project_ghost.symbolic",
        "the extra `symbolic`",
        "install casadi 3.7 or later",
    ) from None

from ._acados import AcadosExpressions as AcadosExpressions
from ._acados import acados_expressions as acados_expressions
from ._acados import acados_model as acados_model
from ._check import Comparison as Comparison
from ._check import Difference as Difference
from ._check import check as check
from ._codegen import GeneratedC as GeneratedC
from ._codegen import compile_c as compile_c
from ._codegen import differing_results as differing_results
from ._codegen import generate_c as generate_c
from ._codegen import with_library as with_library
from ._linearize import LinearModel as LinearModel
from ._linearize import linearize as linearize
from ._model import Limit as Limit
from ._model import NoiseDraw as NoiseDraw
from ._model import SymbolicModel as SymbolicModel
from ._model import Variable as Variable
from ._noise import noise_of as noise_of
from ._save import load as load
from ._save import model_document as model_document
from ._save import save as save
from ._sensitivity import Sensitivity as Sensitivity
from ._sensitivity import sensitivity as sensitivity
from ._shooting import Shooting as Shooting
from ._shooting import Trajectory as Trajectory
from ._tangent import difference as difference
from ._tangent import known_kinds as known_kinds
from ._tangent import moved as moved
from ._trim import Trim as Trim
from ._trim import trim as trim
from .schedule._export import export as export

__all__ = [
    "AcadosExpressions",
    "Comparison",
    "Difference",
    "GeneratedC",
    "Limit",
    "LinearModel",
    "NoiseDraw",
    "Sensitivity",
    "Shooting",
    "SymbolicModel",
    "Trajectory",
    "Trim",
    "Variable",
    "acados_expressions",
    "acados_model",
    "check",
    "compile_c",
    "difference",
    "differing_results",
    "export",
    "generate_c",
    "known_kinds",
    "linearize",
    "load",
    "model_document",
    "moved",
    "noise_of",
    "save",
    "sensitivity",
    "trim",
    "with_library",
]
