"""Names are paths: `car1/imu` is a component or rate group, `car1/imu.rate` a port of it."""

import re
from collections.abc import Collection

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

_PATH = re.compile(r"[A-Za-z_]\w*(/[A-Za-z_]\w*)*", re.ASCII)

# How many of the known names an error lists.
_LISTED_MAX = 20


def component_of(full_name: str) -> str:
    """The component of a port, state or parameter: the part before the dot."""
    return full_name.partition(".")[0]


def port_of(full_name: str) -> str:
    """The name within its component: the part after the dot."""
    return full_name.partition(".")[2]


def require_path(name: object, where: str) -> None:
    """Refuse a name that is not a path."""
    if not isinstance(name, str) or not _PATH.fullmatch(name):
        raise InputError(
            f"{name!r} is not a name",
            where,
            "words of letters, digits and _, not beginning with a digit, "
            "joined by '/': `imu` or `car1/imu`",
            key="name",
        )


def require_new_path(name: object, known: Collection[str], where: str) -> None:
    """Refuse a name that is not a path, or that something else has."""
    require_path(name, where)
    if name in known:
        raise InputError(
            f"the name {name!r} is taken",
            where,
            "an unused name",
            "choose another name",
            key="name",
        )


def no_such(what: str, name: str, known: Collection[str], where: str) -> InputError:
    """The error about a name that does not exist."""
    listed = list(known)[:_LISTED_MAX]
    return InputError(
        f"there is no {what} {name!r}{did_you_mean(name, list(known))}",
        where,
        f"one of {', '.join(listed) or 'none so far'}",
        "names are Component.port, as declared",
    )
