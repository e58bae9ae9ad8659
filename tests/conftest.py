"""Setup of all tests: repeatable examples, and compiled code kept between runs."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
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

# A shell starts background jobs with Ctrl-C ignored, `nohup` its command with SIGHUP ignored, and
# their children inherit that. Tests that interrupt something must work there too.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="store the results of the tests as the expected ones",
    )
    parser.addoption(
        "--cluster",
        action="store_true",
        help="also run the long tests of tests/cluster (make test-cluster)",
    )


@pytest.fixture(autouse=True)
def own_code_is_forgotten() -> Iterator[None]:
    """Forget the module that the docs call `mine`: other tests make one of that name, too."""
    before = list(sys.path)
    yield
    sys.path[:] = before
    sys.modules.pop("mine", None)


@pytest.fixture
def same_as_golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with the stored one; `--update-golden` stores it instead."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
