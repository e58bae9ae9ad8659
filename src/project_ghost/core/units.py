"""Units in names: the one spelling of every unit at the end of a field's name.

A field of a message, a column, a result or an attribute that has a unit ends in its suffix:
`x_m`, `closing_mps`, `stamp_sim_ns`. `_ns` is always nanoseconds; the newton is spelled out,
because n also stands for nano: `impulse_newton_s`. A field without a suffix has no unit. The
names of signals have no suffix: their unit is declared, checked where they are connected, and
becomes the suffix of the field that they are published as.
"""

__all__ = ["UNIT_SUFFIXES", "field_name", "suffix_of"]

# By unit as it is declared and as schemas show it.
UNIT_SUFFIXES = {
    "m": "m",
    "m/s": "mps",
    "m/s2": "mps2",
    "m/s3": "mps3",
    "rad": "rad",
    "rad/s": "rps",
    "deg": "deg",
    "ns": "ns",
    "s": "s",
    "Hz": "hz",
    "1/s": "per_s",
    "1/s2": "per_s2",
    "1/s3": "per_s3",
    "1/m": "per_m",
    "1/rad": "per_rad",
    "s2/m": "per_mps2",
    "kg": "kg",
    "kg m2": "kgm2",
    "N": "newton",
    "N s": "newton_s",
    "N s2": "newton_s2",
    "N s/m": "newton_s_per_m",
    "N m": "newton_m",
    "V": "v",
    "%": "pct",
}

_BY_LENGTH = sorted(UNIT_SUFFIXES.values(), key=lambda suffix: (-len(suffix), suffix))


def suffix_of(name: str) -> str | None:
    """The unit suffix that a name ends in, the longest of them; None if it has none."""
    return next((suffix for suffix in _BY_LENGTH if name.endswith(f"_{suffix}")), None)


def field_name(signal: str, unit: str | None) -> str:
    """The name of the field that a signal with this unit is published as: `fix` in m is `fix_m`.

    A unit that is not in the table is left to the schema.
    """
    suffix = UNIT_SUFFIXES.get(unit or "")
    return signal if suffix is None or suffix_of(signal) == suffix else f"{signal}_{suffix}"
