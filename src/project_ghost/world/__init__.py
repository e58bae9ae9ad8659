"""The world that actors share: bodies, geometry, contacts, maps, navigation, traffic lights.

General layout: `bodies` (the columns of actor tables), `objects` (recorded
objects and their tracks), `geometry` (shapes and overlap),
`neighbours` (bodies within a radius), `collision` (contacts and impulses), `maps` (roads and
lanes), `navigation` (A*), `lights` (timed phases).
"""
