"""A planner that simulates several proposals and takes the best.

General layout: `_planner` (the planner), `_track` (the route's line with speeds), `_objects` (who
is around, and where they will be), `_speeds` (how far each proposal goes), `_plans` (and where),
`_tracked` (what a vehicle makes of it), `_judge` (which is best).
"""

from ._planner import ProposalPlanner as ProposalPlanner

__all__ = ["ProposalPlanner"]
