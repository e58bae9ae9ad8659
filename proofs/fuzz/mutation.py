"""Broken files, from good ones: the same ones for the same number."""

from random import Random

# What lengths and counts are set to: nothing, little, and more than there can be.
_LENGTHS = (0, 1, 7, 255, 1 << 16, (1 << 31) - 1, 1 << 32, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)


def mutated(data: bytes, random: Random, start: int = 0, stop: int | None = None) -> bytes:
    """The data with one to four things done to it, all of them between start and stop."""
    inner = bytearray(data[start:stop])
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        random.choice(_WAYS)(inner, random)
    return data[:start] + inner + (b"" if stop is None else data[stop:])


def _place(data: bytearray, random: Random) -> int:
    return random.randrange(len(data)) if data else 0


def _flip(data: bytearray, random: Random) -> None:
    for _ in range(random.choice((1, 1, 3, 20))):
        if data:
            data[_place(data, random)] ^= 1 << random.randrange(8)


def _set(data: bytearray, random: Random) -> None:
    if data:
        data[_place(data, random)] = random.choice((0, 1, 0x7F, 0x80, 0xFF))


def _set_length(data: bytearray, random: Random) -> None:
    size = random.choice((2, 4, 8))
    at = _place(data, random)
    value = random.choice((*_LENGTHS, len(data), len(data) - at)) % (1 << 8 * size)
    data[at : at + size] = value.to_bytes(size, "little")


def _truncate(data: bytearray, random: Random) -> None:
    del data[_place(data, random) :]


def _delete(data: bytearray, random: Random) -> None:
    at = _place(data, random)
    del data[at : at + random.choice((1, 8, 9, 100))]


def _insert(data: bytearray, random: Random) -> None:
    at = _place(data, random)
    data[at:at] = random.randbytes(random.choice((1, 8, 64)))


def _repeat(data: bytearray, random: Random) -> None:
    start, at = _place(data, random), _place(data, random)
    data[at:at] = data[start : start + random.choice((9, 50, 500))]


def _splice(data: bytearray, random: Random) -> None:
    start, at = _place(data, random), _place(data, random)
    size = random.choice((4, 8, 31, 200))
    data[at : at + size] = data[start : start + size]


_WAYS = (
    _flip,
    _flip,
    _set,
    _set_length,
    _set_length,
    _truncate,
    _delete,
    _insert,
    _repeat,
    _splice,
)
