"""The world that actors share: bodies, geometry, contacts, maps, navigation, traffic lights.

General layout: `bodies` (one table of all that moves), `geometry` (shapes and overlap),
`neighbours` (who is near), `collision` (contacts and impulses), `maps` (lanes, from
OpenDRIVE), `navigation` (A*), `lights` (timed phases).
"""
