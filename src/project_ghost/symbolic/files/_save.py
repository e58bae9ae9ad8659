"""Models as folders: CasADi's own files beside one JSON of names, units, rates and versions.

FOLDER/model.json        what the numbers mean, and the digest of each function
FOLDER/step.casadi       for `casadi.Function.load`
FOLDER/limits.casadi, FOLDER/continuous.casadi      where the model has them
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json, whole_folder
from project_ghost.engine import Kind
from project_ghost.symbolic.model._model import Limit, NoiseDraw, SymbolicModel, Variable

__all__ = ["load", "model_document", "save"]

FORMAT = 1
_DOCUMENT = "model.json"
_VECTORS = ("states", "inputs", "parameters", "noise", "outputs")
_NUMBERS = ("x0", "u0", "p0")
_PLAIN = ("t0_ns", "period_ns", "rates", "math", "rate_transitions", "scenario_digest")
_NAMES = ("stop_names", "continuous_states", "without", "held")
_FUNCTIONS = ("step", "limits", "continuous")


def model_document(model: SymbolicModel) -> dict[str, Any]:
    """Return what a model is but its functions, for JSON."""
    return {
        "format": FORMAT,
        "casadi": ca.CasadiMeta.version(),
        **{name: [asdict(each) for each in getattr(model, name)] for name in _VECTORS},
        **{name: getattr(model, name).tolist() for name in _NUMBERS},
        **{name: getattr(model, name) for name in _PLAIN},
        **{name: list(getattr(model, name)) for name in _NAMES},
        "draws": [asdict(each) for each in model.draws],
        "limited": [
            {**asdict(limit), "low": _finite(limit.low), "high": _finite(limit.high)}
            for limit in model.limited
        ],
    }


def save(model: SymbolicModel, folder: Path | str) -> None:
    """Write a model; what the folder held before is replaced if it was a model."""
    path = Path(folder)
    if path.exists() and not (path / _DOCUMENT).is_file():
        raise InputError(
            "there is something else than a model",
            str(path),
            "a new folder, or one with a model.json",
            "choose another folder",
        )
    document = model_document(model)
    with whole_folder(path, "the model") as part:
        digests = {}
        for name in _FUNCTIONS:
            function = getattr(model, name)
            if function is not None:
                function.save(str(part / f"{name}.casadi"))
                digests[name] = _digest(part / f"{name}.casadi")
        (part / _DOCUMENT).write_text(pretty_json({**document, "functions": digests}))


def load(folder: Path | str) -> SymbolicModel:
    """Read a model that `save` wrote.

    A folder of a newer format or of a newer minor version of CasADi is refused, and so is one
    with a function that has changed.
    """
    path = Path(folder)
    document = _document(path / _DOCUMENT)
    _require_readable(path, document)
    try:
        fields: dict[str, Any] = {name: document[name] for name in _PLAIN}
        for name, digest in document["functions"].items():
            fields[name] = _function(path / f"{_known(name)}.casadi", digest)
        for name in _VECTORS:
            fields[name] = tuple(
                Variable(**{**each, "kind": Kind(each["kind"]), "places": tuple(each["places"])})
                for each in document[name]
            )
        for name in _NUMBERS:
            fields[name] = np.array(document[name], dtype=float)
        fields["limited"] = tuple(
            Limit(**{**each, "low": float(each["low"]), "high": float(each["high"])})
            for each in document["limited"]
        )
        fields["draws"] = tuple(NoiseDraw(**each) for each in document["draws"])
        for name in _NAMES:
            fields[name] = tuple(document[name])
        return SymbolicModel(**fields)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise _broken(path / _DOCUMENT, f"it lacks or misuses {error}") from None


def _known(name: str) -> str:
    """The name of one of a model's functions; anything else may be a path."""
    if name not in _FUNCTIONS:
        raise KeyError(name)
    return name


def _document(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise InputError(
            "there is no model",
            str(path),
            "a folder that `ghost symbolic export` wrote",
            "check the path",
        ) from None
    except ValueError:
        raise _broken(path, "it is not JSON") from None
    if not isinstance(document, dict):
        raise _broken(path, "it is not an object")
    return document


def _require_readable(path: Path, document: dict[str, Any]) -> None:
    number = document.get("format")
    if not isinstance(number, int) or number < 1:
        raise _broken(path / _DOCUMENT, "it has no format")
    if number > FORMAT:
        raise InputError(
            f"the model has format {number}",
            str(path),
            f"format {FORMAT} or older",
            "use the version of Ghost that wrote it, or a newer one",
            key="format",
        )
    written, here = str(document.get("casadi", "")), ca.CasadiMeta.version()
    if _minor(written) > _minor(here):
        raise InputError(
            f"the model was saved by CasADi {written}, and this is {here}",
            str(path),
            "a model of this version or of an older one",
            "install that version of CasADi, or export the model again",
            key="casadi",
        )


def _minor(version: str) -> tuple[int, ...]:
    parts = version.split("+")[0].split(".")[:2]
    return tuple(int(part) for part in parts if part.isdigit())


def _function(path: Path, digest: str) -> ca.Function:
    if path.name.removesuffix(".casadi") not in _FUNCTIONS or not path.is_file():
        raise _broken(path, "the file is not there")
    if _digest(path) != digest:
        raise _broken(path, "the file is not the one that model.json describes")
    return ca.Function.load(str(path))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _finite(value: float) -> float | str:
    return str(value) if value in (inf, -inf) else value


def _broken(path: Path, why: str) -> InputError:
    return InputError(
        f"the model cannot be read: {why}",
        str(path),
        "a folder as `ghost symbolic export` writes it",
        "export the model again",
    )
