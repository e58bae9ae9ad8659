"""A package of somebody who uses Ghost: nothing of it is in Ghost's own code.

General layout: `drivers` (of a car, a person and a quadrotor), `sensors`, `estimators`, `vehicles`
(a model of cars), `graphs` (a graph made in Python).
"""
