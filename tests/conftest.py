"""What every test stands on: repeatable examples, and compiled code kept between runs."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
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

# A job in the background of a shell is started deaf to Ctrl-C, and so would be all that it
# starts: tests that interrupt something have to be heard wherever the suite runs.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="store what the tests get as what they want"
    )


@pytest.fixture
def same_as_golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Hold a text against its stored one; `--update-golden` stores it instead."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
