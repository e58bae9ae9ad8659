"""Broken files, from good ones: the same ones for the same number."""

import re
from random import Random

# What lengths and counts are set to: nothing, little, and more than there can be.
_LENGTHS = (0, 1, 7, 255, 1 << 16, (1 << 31) - 1, 1 << 32, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)


def mutated(data: bytes, random: Random, start: int = 0, stop: int | None = None) -> bytes:
    """The data with one to four mutations between start and stop."""
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


# Valid and invalid JSON: a message of another program can be any of it.
_JSON = (
    "1", "-0.0", "1e308", "-1e308", "5e-324", "1e999", "NaN", "9" * 20, "9" * 400, "-" + "9" * 4300,
    "9" * 5000, "9007199254740993", "null", "true", '""', '"\\ud800"', '"\\u0000"', "[]", "{}",
    "[[1],[1,2]]", "[[]]", "[" * 70 + "]" * 70, "[" * 900 + "]" * 900, "[" * 3000 + "]" * 3000,
    '{"a":' * 900 + "1" + "}" * 900, '{"__dtype":"float64","__array":["a"]}', "{},\"v\":{}", "}",
    '{"__dtype":"float64","__array":{}}', "1,\"sequence\":2,\"stamp_sim_ns\":3", "1,\"a.b\":1", "",
)  # fmt: skip
_PAYLOAD = re.compile(rb'\{"v":[^ ]* +')


def mutated_payload(data: bytes, random: Random) -> bytes:
    """The data with other JSON in one to four of its messages, which keep their length.

    A message begins with `{"v":`, and has spaces at its end.
    """
    inner = bytearray(data)
    places = [place.span() for place in _PAYLOAD.finditer(data)]
    for _ in range(random.choice((1, 1, 2, 4))):
        start, stop = random.choice(places)
        text = f'{{"v":{random.choice(_JSON)}}}'.encode()
        if random.random() < 0.1:
            text = text[:-1] if random.random() < 0.5 else text[5:-1]
        inner[start:stop] = text.ljust(stop - start)[: stop - start]
    return bytes(inner)


# What stands in the place of a value: of another type, beyond all bounds, or YAML's own tricks.
_VALUES = (
    "0", "-1", "1", "1e308", "-1e308", "1e-320", ".nan", ".inf", "-.inf", "99999999999999999999",
    "0x1F", "1_000", "''", "null", "[]", "{}", "true", "10ms", "-5s", "1e9s", "1ns", "[[[]]]", "~",
    "'\\u0000'", "&a [1]", "*a", "!!python/object:os.system x", "2026-01-01", "a: b", "- 1", "|",
    "[" * 400, "x" * 5000, "\t", "\u202e", "<<", "{x_m: 1, y_m: 2}", "[0, 0]", "car", "pedestrian",
)  # fmt: skip
_SCALAR = re.compile(r"(?<=[:\[,] )[^\s,\]}]+|(?<=- )[^\s,\]}]+")
_KEY = re.compile(r"[A-Za-z_]+(?=:)")


def mutated_text(data: bytes, random: Random) -> bytes:
    """A text of keys and values with one to four mutations."""
    if random.random() < 0.25:
        return mutated(data, random)
    lines = data.decode().splitlines()
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        random.choice(_TEXT_WAYS)(lines, random)
    return "\n".join(lines).encode(errors="replace") + b"\n"


def _other_value(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    found = list(_SCALAR.finditer(lines[at]))
    if found:
        place = random.choice(found)
        value = random.choice(_VALUES)
        lines[at] = lines[at][: place.start()] + value + lines[at][place.end() :]


def _other_key(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    found = list(_KEY.finditer(lines[at]))
    others = [each.group() for line in lines for each in _KEY.finditer(line)]
    if found and others:
        place = random.choice(found)
        key = random.choice((random.choice(others), place.group() + "x", "", "? a", "1", "<<"))
        lines[at] = lines[at][: place.start()] + key + lines[at][place.end() :]


def _drop_line(lines: list[str], random: Random) -> None:
    if len(lines) > 1:
        del lines[random.randrange(len(lines))]


def _repeat_line(lines: list[str], random: Random) -> None:
    lines.insert(random.randrange(len(lines) + 1), random.choice(lines))


def _indent(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at] = random.choice(("  ", "\t", " ")) + lines[at]


def _dedent(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at] = lines[at].lstrip()


_TEXT_WAYS = (
    _other_value,
    _other_value,
    _other_value,
    _other_value,
    _other_key,
    _drop_line,
    _repeat_line,
    _indent,
    _dedent,
)


# What stands in the place of a number: beyond all bounds, and of more digits than a number needs.
_NUMBERS = (
    "0", "-1", "1e6", "-1e6", "1e308", "-1e308", "1e-320", "1e999999", "nan", "inf", "-0.0", "251",
    "-1000000000", "99999999999999999999", "9" * 5000, "0x10", "1_0", "", " ", "true", "1e18",
)  # fmt: skip
_NUMBER = re.compile(rb"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?")


def mutated_numbers(data: bytes, random: Random) -> bytes:
    """The data with one to four of its numbers replaced."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        found = [place.span() for place in _NUMBER.finditer(data)]
        if found:
            start, stop = random.choice(found)
            data = data[:start] + random.choice(_NUMBERS).encode() + data[stop:]
    return data
