"""Arrays as short texts: rounded to a step, differences along time, compressed, base64."""

import base64
import zlib
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats

__all__ = ["ABSENT", "packed"]

# Stands for a value that is not there, in place of a difference.
ABSENT = -(2**31)
_LARGEST = 2**30


def packed(values: Floats, step: float) -> dict[str, Any]:
    """An array (n, k) as text: k columns of n differences of whole steps.

    A NaN is absent; the next value is again a difference to the last present one.
    """
    table = np.atleast_2d(values.T)
    steps = np.clip(np.rint(np.nan_to_num(table) / step), -_LARGEST, _LARGEST).astype(np.int64)
    is_absent = np.isnan(table)
    rows = []
    for column, absent in zip(steps, is_absent, strict=True):
        present = column[~absent]
        differences = np.full(len(column), ABSENT, dtype=np.int64)
        differences[~absent] = np.diff(present, prepend=0)
        rows.append(differences)
    data = np.array(rows, dtype="<i4").tobytes()
    text = base64.b64encode(zlib.compress(data, 9)).decode("ascii")
    return {"columns": len(table), "rows": table.shape[1], "step": step, "data": text}
