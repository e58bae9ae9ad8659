"""Connect to a Ray cluster, or say within seconds why that is not possible."""

import json
import os
import platform
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from project_ghost.core.errors import InputError

from ._answers import Answer

__all__ = ["address_of", "check_cluster", "connected", "require_ray"]

_PROBE_S = 5.0
# The probe ends itself after five seconds; before that, Python and Ray are started.
_START_S = 30.0
_SET_IT = "set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN (or RAY_AUTH_TOKEN_PATH) to the cluster's"


def require_ray() -> Any:  # noqa: ANN401 - a module
    """Return the module of Ray; an error that names the extra if it is not installed."""
    try:
        import ray
    except ImportError as error:
        raise InputError(
            f"Ray cannot be imported: {error}",
            "RayCluster",
            "the extra `ray`",
            "pip install 'ghost-sim[ray]', from where Ghost was installed",
        ) from None
    return ray


def address_of(text: str | None) -> str:
    """Return the address `HOST:PORT` of a cluster's head, from an argument or RAY_ADDRESS."""
    address = text or os.environ.get("RAY_ADDRESS", "")
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536 or "/" in host:
        raise InputError(
            f"{address!r} is no address of a Ray cluster" if address else "there is no address",
            "--address",
            "HOST:PORT of the head node, such as 10.0.0.5:6379",
            "run ghost on a machine of the cluster, and give the address of `ray start --head`",
        )
    return address


def check_cluster(address: str) -> None:
    """Refuse an address where no cluster answers, or one that cannot be used."""
    host, _, port = address.rpartition(":")
    where = f"--address {address}"
    try:
        # ghost: allow[timeout] nobody there is an error, whatever the time
        socket.create_connection((host.strip("[]"), int(port)), _PROBE_S).close()
    except OSError as error:
        raise InputError(
            f"nobody answers there: {error}",
            where,
            "the head of a Ray cluster",
            "start it with `ray start --head`, or correct the address",
        ) from None
    found = _answer(address, where)
    if found["answer"] == Answer.NO_TOKEN:
        raise InputError(
            "RAY_AUTH_MODE is token, and there is no token", where, "the cluster's", _SET_IT
        )
    if found["answer"] == Answer.OTHER_TOKEN:
        raise InputError(
            "the cluster does not accept the token of this environment, or its absence",
            where,
            "the cluster's token",
            _SET_IT,
        )
    _check_versions(found, where)


def _answer(address: str, where: str) -> dict[str, str]:
    command = [sys.executable, "-m", f"{__package__}._probe", address]
    try:
        # ghost: allow[timeout] no answer is an error
        done = subprocess.run(  # noqa: S603 - our own module
            command, capture_output=True, text=True, timeout=_PROBE_S + _START_S, check=False
        )
        return dict(json.loads(done.stdout.splitlines()[-1]))
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        raise InputError(
            "something answers there that is no Ray cluster, or one that does not answer in time",
            where,
            "the head of a Ray cluster, of the same version of Ray",
            "correct the address: the port is 6379 unless `ray start --head` was told another",
        ) from None


def _check_versions(found: dict[str, str], where: str) -> None:
    ray = require_ray()
    for name, there, here in (
        ("Ray", found.get("ray_version", ""), ray.__version__),
        ("Python", found.get("python_version", ""), platform.python_version()),
    ):
        if there != here:
            raise InputError(
                f"the cluster has {name} {there or 'of an unknown version'}, and here is {here}",
                where,
                "the same versions on all machines",
                f"install {name} {there} here, or {name} {here} there",
            )


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect this process to a cluster for a block; yields the module of Ray."""
    ray = require_ray()
    if ray.is_initialized():
        yield ray
        return
    with _quiet(ray):
        _init(ray, address)
        try:
            yield ray
        finally:
            ray.shutdown()


@contextmanager
def _quiet(ray: Any) -> Iterator[None]:  # noqa: ANN401 - a module
    """Keep Ray from printing deaths of workers to our standard output, which may be JSON.

    No option does that; where this function is not there, Ray has changed, and prints.
    """
    worker, name = ray._private.worker, "print_to_stdstream"
    printing = getattr(worker, name, None)
    if printing is None:
        yield
        return
    setattr(worker, name, _ignore)
    try:
        yield
    finally:
        setattr(worker, name, printing)


def _ignore(*_: object, **__: object) -> None:
    """Print nothing."""


def _init(ray: Any, address: str) -> None:  # noqa: ANN401 - as above
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", namespace="ghost")
    except Exception as error:
        text = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(
            f"Ray does not connect: {text}",
            f"--address {address}",
            "a machine of the cluster",
            "run ghost on a machine where `ray start` was called",
        ) from error
