"""A model as matrices (`_linearize`), at rest (`_trim`) and along a run (`_sensitivity`).

`_followers` says which components only follow others, `_trim_advice` what to leave out of a trim,
`_tangent` has small errors of attitudes and angles, `_derivative` the derivative of a whole state.
"""
