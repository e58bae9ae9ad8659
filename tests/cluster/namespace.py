"""A network with the loopback only, for processes that would listen on all others."""

import ctypes
import fcntl
import os
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CLONE_NEWNET = 0x40000000
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1


class NotAllowedError(OSError):
    """This user may not make networks."""


@contextmanager
def loopback_only() -> Iterator[None]:
    """Give this thread, and processes that it starts, a network of their own for a block."""
    assert threading.current_thread() is threading.main_thread()
    libc = ctypes.CDLL(None, use_errno=True)
    here = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        if libc.unshare(_CLONE_NEWNET):
            reason = os.strerror(ctypes.get_errno())
            raise NotAllowedError(f"a network namespace is not allowed: {reason}")
        try:
            _bring_up("lo")
            names = {each.name for each in Path("/sys/class/net").iterdir()}
            assert socket.if_nameindex() == [(1, "lo")], names
            yield
        finally:
            libc.setns(here, _CLONE_NEWNET)
    finally:
        os.close(here)


def _bring_up(name: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", name.encode(), _IFF_UP)
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, request)
