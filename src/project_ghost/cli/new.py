"""Create a new component, driver, sensor, estimator, vehicle model or planner, and its test.

A driver called MyDriver goes to my_driver.py, works in scenarios at once, and has its test in
test_my_driver.py. Nothing is overwritten.

  ghost new driver MyDriver
  ghost new component SpeedFilter --kind kernel
  ghost new sensor Altimeter -o parts
  ghost new planner mine
"""

import argparse
import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from project_ghost import engine
from project_ghost.core.errors import InputError
from project_ghost.engine import blocks

from .templates._component import KINDS, component_text, test_text, use_text
from .templates._new_files import add_folder, print_new, require_unused, write_new

_INSTALL = "pip install pytest && "
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*")
# Names that the two files import, or that a short `type` in a YAML file refers to.
_RESERVED = (*engine.__all__, *blocks.__all__)
# SpeedFilter, IMUFilter and Filter2D are speed_filter, imu_filter and filter2d.
_WORD_ENDS = re.compile(r"[_-]|(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "what",
        choices=["component", "driver", "sensor", "estimator", "vehicle", "planner"],
        help="what to create",
    )
    parser.add_argument("name", metavar="NEW", help="its name, such as SpeedFilter")
    parser.add_argument(
        "--kind", choices=list(KINDS), default="block", help="of a component; default: block"
    )
    add_folder(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write both files or none."""
    class_name, module_name = _names(arguments.name)
    folder: Path = arguments.output
    texts = {
        folder / f"{module_name}.py": component_text(
            arguments.what, arguments.kind, class_name, module_name
        ),
        folder / f"test_{module_name}.py": test_text(arguments.what, class_name, module_name),
    }
    _require_unused(list(texts), module_name)
    write_new(texts, "the component")
    component, test = texts
    kind = arguments.kind if arguments.what == "component" else arguments.what
    lines = (
        f"wrote {component}, a working {kind}, and its test {test}",
        f"  test it:   {_INSTALL if find_spec('pytest') is None else ''}python -m pytest {test}",
        f"  use it:    {use_text(arguments.what, class_name, module_name)}",
    )
    print_new(arguments, texts, "\n".join(lines))
    return 0


def _names(name: str) -> tuple[str, str]:
    """Return the names of the class and module: SpeedFilter and speed_filter."""
    if not _NAME.fullmatch(name):
        clean = "_".join(re.findall(r"[A-Za-z][A-Za-z0-9]*", name)) or "SpeedFilter"
        raise InputError(
            f"{name!r} is not a valid component name",
            "NAME",
            "letters and digits, beginning with a letter",
            f"call it {clean}",
        )
    words = _WORD_ENDS.split(name)
    class_name = "".join(word[0].upper() + word[1:] for word in words)
    module_name = "_".join(word.lower() for word in words)
    if iskeyword(module_name) or iskeyword(class_name) or class_name in _RESERVED:
        raise InputError(
            f"{name!r} is already in use",
            "NAME",
            "a name that neither Python nor the engine uses",
            f"call it My{class_name}",
        )
    return class_name, module_name


def _require_unused(paths: list[Path], module_name: str) -> None:
    require_unused(paths)
    if find_spec(module_name) is not None:
        raise InputError(
            f"{module_name}.py would hide the existing module {module_name!r}",
            "NAME",
            "an unused module name",
            f"call it my_{module_name}",
        )
