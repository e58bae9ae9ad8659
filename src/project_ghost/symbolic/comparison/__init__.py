"""A model beside the engine: `_check` compares both, `_noise` has the random numbers of a run.

`_held_run` runs the components of a model as they are, with what was cut or frozen held.
"""
