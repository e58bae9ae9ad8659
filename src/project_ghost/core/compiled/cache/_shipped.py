"""Machine code for other machines: what a block of code used, as bytes, and stored elsewhere."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ._prebuilt import read_prebuilt
from ._sealed import read_sealed, write_sealed
from ._target import any_target, this_target
from ._uses import listening

__all__ = ["received_code", "used_code"]


@contextmanager
def used_code() -> Iterator[dict[str, bytes]]:
    """Collect the machine code that is loaded or compiled in a block, for `received_code`.

    The dictionary is filled at the end of the block. What was loaded before is not part of it.
    """
    found: dict[str, bytes] = {}
    with listening() as names:
        yield found
    for name in sorted(names):
        content = read_sealed(name) or read_prebuilt(name)
        if content is not None:
            found[name] = content


def received_code(entries: Mapping[str, bytes]) -> bool:
    """Store machine code of another machine in the cache; returns whether all of it fits this one.

    Entries for another processor are ignored. Those for any processor are kept for this one.
    """
    fitting = (this_target(), any_target())
    stored: list[str] = []
    for name, content in entries.items():
        entry, target, rest = name.split(".")
        if target not in fitting:
            continue
        here = f"{entry}.{this_target()}.{rest}"
        if read_sealed(here) is None:
            write_sealed(here, content)
        stored.append(name)
    return len(stored) == len(entries)
