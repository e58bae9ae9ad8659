"""The components of a run whose results come from outside: hosts and ports."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from typing import final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.component._components import Host, Port
from project_ghost.engine.plan._layout import PAUSE, PHASE, ROW, TICK, Layout
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.run._store import Store

from ._hosts import HostRunner
from ._ports import OpenPort


@final
class HostCalls:
    """Calls the hosts of a schedule, and those who answer its ports."""

    def __init__(self, plan: Schedule, layout: Layout, store: Store, seed: int) -> None:
        self._plan = plan
        self._layout = layout
        self._store = store
        self._ports = {
            number: OpenPort(number, plan, layout, store)
            for number, row in enumerate(plan.rows)
            if isinstance(row.component, Port)
        }
        # Called with the row whose result has come.
        self.on_result: Callable[[int], None] | None = None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start again with copies of the graph's hosts."""
        self._runners = {
            number: HostRunner(row, self._plan, self._layout, self._store, seed)
            for number, row in enumerate(self._plan.rows)
            if isinstance(row.component, Host)
        }

    def save(self) -> dict[str, str]:
        """The state of each host, for `load`."""
        return {h.name: b64encode(h.save()).decode() for h in self._runners.values()}

    def load(self, saved: Mapping[str, str]) -> None:
        """Restore the states of new hosts."""
        for host in self._runners.values():
            host.load(b64decode(saved[host.name]))
        for port in self._ports.values():
            port.go_to()

    @property
    def waiting(self) -> OpenPort | None:
        """The port at which the run waits for an answer."""
        counters = self._store.numbers
        if counters[PAUSE] >= 0 or counters[PHASE] == 1:
            return None
        return self._ports.get(counters[ROW])

    def port(self, name: str, where: str) -> OpenPort:
        """A port by its name."""
        ports = {port.name: port for port in self._ports.values()}
        if name not in ports:
            raise InputError(
                f"there is no port {name!r}{did_you_mean(name, list(ports))}",
                where,
                f"one of {', '.join(ports) or 'none: the graph has no Port'}",
                "name a component that is a Port",
            )
        return ports[name]

    def output(self, number: int, tick: int) -> bool:
        """Get the outputs of a row; returns whether somebody gave them."""
        port = self._ports.get(number)
        if port is None:
            self._runners[number].call("output", tick)
        elif not port.serve(tick):
            return False
        if self.on_result is not None:
            self.on_result(number)
        return True

    def update(self, number: int, tick: int) -> bool:
        """Call the `update` of a host; it is always there."""
        self._runners[number].call("update", tick)
        if self.on_result is not None:
            self.on_result(number)
        return True

    def serve(self) -> bool:
        """Get the result of the row at which the run has paused; returns whether it may go on."""
        counters = self._store.numbers
        call = self.update if counters[PHASE] == 1 else self.output
        if not call(counters[ROW], counters[TICK]):
            return False
        counters[PAUSE] = -counters[PAUSE]
        return True
