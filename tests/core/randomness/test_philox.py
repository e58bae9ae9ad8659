"""The cipher against the vectors its authors published, in all three ways it runs."""

import numpy as np
import pytest

from project_ghost.core.compiled import compile_source
from project_ghost.core.randomness._philox import philox

# kat_vectors of Random123 (Salmon and others): philox4x32, 10 rounds.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
COMPILED = """\
from project_ghost.core.randomness._philox import philox

def block(c0, c1, c2, c3, k0, k1):
    return philox(c0, c1, c2, c3, k0, k1)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("counter", "key", "words"), KNOWN_ANSWERS)
def test_known_answers(counter, key, words) -> None:
    assert philox(*counter, *key) == words
    assert compile_source(COMPILED, "block")(*counter, *key) == words
    c0, c1, c2, c3 = (np.full(3, word, dtype=np.int64) for word in counter)
    for column, word in zip(philox(c0, c1, c2, c3, *key), words, strict=True):
        assert column.tolist() == [word] * 3
