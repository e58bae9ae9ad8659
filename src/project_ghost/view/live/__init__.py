"""A run to look at while it runs: in the browser, or in a viewer that speaks Foxglove's protocol.

General layout: `_watch` (what all who watch have in common), `_page` (the page of a run that is not
over), `_parts` (what has happened since the last look, as data of the page), `_updates` (the parts
that wait for browsers), `_server` (HTTP), `_live_view` (`ghost run --live`), `_foxglove`
(`ghost run --foxglove`).

Why: ADR 4.
"""

from ._foxglove import FoxgloveView as FoxgloveView
from ._live_view import LiveView as LiveView
from ._watch import AbstractWatch as AbstractWatch
from ._watch import is_loopback as is_loopback

__all__ = ["AbstractWatch", "FoxgloveView", "LiveView", "is_loopback"]
