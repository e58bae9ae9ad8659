"""The same graph as CasADi expressions, for optimisation, linearisation and code generation.

General layout:

- `model`: a graph as expressions: what an export gives and everything else takes.
- `reading`: the source of components as expressions.
- `schedule`: the engine's own schedule over symbols, and the export.
- `math`: the functions of dmath over expressions, by CasADi's own functions or with dmath's bits.
- `comparison`: a model beside the engine.
- `analysis`: matrices, trim, sensitivities.
- `optimisation`: the best trajectory, and models for acados.
- `files`: saved models, and the step as C.

CasADi is the extra `symbolic`; this room is the only one that imports it.
"""

from project_ghost.core.errors import InputError

try:
    import casadi

    if tuple(map(int, casadi.CasadiMeta.version().split(".")[:2])) < (3, 7):
        raise InputError(
            f"CasADi {casadi.CasadiMeta.version()} is installed",
            "project_ghost.symbolic",
            "3.7 or later, which keeps calls in expressions",
            "run `pip install 'ghost-sim[symbolic]'`, or install casadi 3.7 or later",
        )
except ImportError:
    raise InputError(
        "CasADi is not installed",
        "project_ghost.symbolic",
        "the extra `symbolic`",
        "run `pip install 'ghost-sim[symbolic]'`, or install casadi 3.7 or later",
    ) from None

from .analysis._linearize import LinearModel as LinearModel
from .analysis._linearize import linearize as linearize
from .analysis._sensitivity import Sensitivity as Sensitivity
from .analysis._sensitivity import sensitivity as sensitivity
from .analysis._tangent import difference as difference
from .analysis._tangent import known_kinds as known_kinds
from .analysis._tangent import moved as moved
from .analysis._trim import Trim as Trim
from .analysis._trim import TrimError as TrimError
from .analysis._trim import trim as trim
from .comparison._check import Comparison as Comparison
from .comparison._check import Difference as Difference
from .comparison._check import check as check
from .comparison._noise import noise_of as noise_of
from .files._codegen import GeneratedC as GeneratedC
from .files._codegen import compile_c as compile_c
from .files._codegen import differing_results as differing_results
from .files._codegen import generate_c as generate_c
from .files._codegen import with_library as with_library
from .files._save import load as load
from .files._save import model_document as model_document
from .files._save import save as save
from .model._model import Limit as Limit
from .model._model import NoiseDraw as NoiseDraw
from .model._model import SymbolicModel as SymbolicModel
from .model._model import Variable as Variable
from .optimisation._acados import AcadosExpressions as AcadosExpressions
from .optimisation._acados import acados_expressions as acados_expressions
from .optimisation._acados import acados_model as acados_model
from .optimisation._shooting import Shooting as Shooting
from .optimisation._shooting import Trajectory as Trajectory
from .schedule._export import export as export
from .schedule._obstacles import ObstacleError as ObstacleError
from .schedule._start import StartedEngine as StartedEngine
from .schedule._start import start_engine as start_engine

__all__ = [
    "AcadosExpressions",
    "Comparison",
    "Difference",
    "GeneratedC",
    "Limit",
    "LinearModel",
    "NoiseDraw",
    "ObstacleError",
    "Sensitivity",
    "Shooting",
    "StartedEngine",
    "SymbolicModel",
    "Trajectory",
    "Trim",
    "TrimError",
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
    "start_engine",
    "trim",
    "with_library",
]
