"""GHO408."""

import ast
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["Float32"]

_TYPES = (
    "ctypes.c_float",
    "torch.bfloat16",
    "jax.numpy.bfloat16",
    *(
        f"{module}.{name}"
        for module in ("numpy", "jax.numpy", "torch", "tensorflow", "cupy", "numba")
        for name in ("float32", "float16", "half", "single")
    ),
)
# Where numpy's functions take a dtype by position.
_POSITIONS = {
    "numpy.dtype": 0,
    **{
        f"numpy.{name}": 1
        for name in (
            "array asarray ascontiguousarray empty empty_like frombuffer fromiter identity ones"
            " ones_like zeros zeros_like"
        ).split()
    },
    "numpy.full": 2,
    "numpy.full_like": 2,
    "numpy.arange": 3,
}
_NAMES = frozenset({"float32", "float16", "f4", "<f4", ">f4", "f2", "<f2", "half", "single"})


class Float32(Rule):
    """Portable code uses a float that is shorter than a double.

    ## What it does
    Finds `float32` and `float16` of numpy, torch, jax, TensorFlow and Numba, and their
    names in quotes as a `dtype` (also by position) or in `astype`.

    ## Why is this bad
    Mixed with doubles it rounds in the middle of a computation. The place depends on the
    promotion rules of the library's version, and on whether the code is compiled.

    ## Example
    ```python
    import numpy as np

    def initial_state():
        return np.zeros(4, dtype=np.float32)
    ```

    ## Use instead
    ```python
    import numpy as np

    def initial_state():
        return np.zeros(4, dtype=np.float64)
    ```
    """

    code = "GHO408"
    name = "float32"
    level = Level.PORTABLE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every mention."""
        for use in module.uses_of(_TYPES):
            yield self._problem(use.where, use.name)
        for keyword in module.nodes(ast.keyword):
            if keyword.arg == "dtype" and _is_short(keyword.value):
                yield self._problem(keyword, ast.unparse(keyword.value))
        for call in (*module.method_calls.get("astype", ()), *module.method_calls.get("view", ())):
            if call.args and _is_short(call.args[0]):
                yield self._problem(call, ast.unparse(call.args[0]))
        for use in module.uses_of(_POSITIONS):
            given = use.call.args[_POSITIONS[use.name] :] if use.call else []
            if given and _is_short(given[0]):
                yield self._problem(given[0], ast.unparse(given[0]))

    def _problem(self, node: ast.AST, name: str) -> Problem:
        return Problem(node, f"`{name}` rounds in the middle of a computation: use `float64`")


def _is_short(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value in _NAMES
