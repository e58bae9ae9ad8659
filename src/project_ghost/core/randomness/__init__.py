"""Random numbers as a function of seed, path and step, independent of other draws.

`RandomSource` and `Draws` are for Python; `uniform_at`, `normal_at`, `normals_into` and
`integer_at` are for compiled code and give the same bits.

General layout: `_philox` (the block cipher), `_normal` (the normal quantile function), `_draws`
(one draw from its position), `_blocks` (many draws at once in numpy), `_source` (named streams).

Why: ADR 3.
"""

from ._draws import integer_at as integer_at
from ._draws import normal_at as normal_at
from ._draws import normals_into as normals_into
from ._draws import uniform_at as uniform_at
from ._source import Draws as Draws
from ._source import RandomSource as RandomSource

__all__ = ["Draws", "RandomSource", "integer_at", "normal_at", "normals_into", "uniform_at"]
