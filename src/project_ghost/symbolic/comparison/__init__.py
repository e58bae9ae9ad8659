"""A model beside the engine: `_check` compares both, `_noise` has the random numbers of a run."""
