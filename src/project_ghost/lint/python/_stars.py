"""The names that `from x import *` brings, for modules of the standard library that rules know."""

import builtins
import importlib
from functools import cache

__all__ = ["TORCH_LAYERS", "brings", "exports"]

# Layers of torch whose weights are drawn.
TORCH_LAYERS = frozenset(
    """
    Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d Embedding
    EmbeddingBag GRU GRUCell LSTM LSTMCell LazyConv1d LazyConv2d LazyLinear Linear
    MultiheadAttention RNN RNNCell Transformer TransformerDecoder TransformerDecoderLayer
    TransformerEncoder TransformerEncoderLayer
    """.split()
)
# What a star brings of libraries that are not loaded: the modules that rules know.
_MODULES = {"numpy": frozenset({"random"}), "torch.nn": TORCH_LAYERS}

# Loading these has no side effect, and they are the same on every host but for a few names.
_SAFE = frozenset(
    """
    asyncio bisect cmath collections concurrent.futures copy dataclasses datetime enum functools
    glob hashlib heapq io itertools json math multiprocessing operator os os.path pathlib pickle
    platform queue random re secrets shutil socket statistics string struct subprocess sys
    tempfile threading time timeit typing uuid
    """.split()
)


@cache
def exports(module: str) -> frozenset[str] | None:
    """The names that a star brings; None if they are not known."""
    if module not in _SAFE:
        return None
    loaded = importlib.import_module(module)
    listed = getattr(loaded, "__all__", None)
    names = listed if listed is not None else [n for n in dir(loaded) if not n.startswith("_")]
    return frozenset(names) - frozenset(() if module == "os" else dir(builtins))


def brings(module: str, name: str) -> bool:
    """Whether a star is known to bring a module of a library: `from numpy import *`, `random`."""
    return name in _MODULES.get(module, ())
