"""What every test stands on: repeatable examples, and compiled code kept between runs."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# The same examples on every run: a test that fails must fail for everybody.
settings.register_profile(
    "ghost",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ghost")

# Not the user's own cache; kept, because compiling is most of the suite's time.
os.environ["GHOST_CACHE_DIR"] = str(Path(__file__).parents[1] / "build" / "test-cache")
