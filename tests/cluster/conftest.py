"""A cluster and an S3 server for the tests of this folder, in a network of their own."""

from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

from .drive import Driver
from .namespace import NotAllowedError, loopback_only
from .nodes import S3_SERVER, Cluster, S3Server


@pytest.fixture(scope="session")
def network() -> Iterator[None]:
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed: make test-cluster")
    with ExitStack() as stack:
        try:
            stack.enter_context(loopback_only())
        except NotAllowedError as error:
            pytest.skip(f"{error}; Ray would listen on all networks of this machine")
        yield


@pytest.fixture(scope="session")
def s3_server(network) -> Iterator[S3Server | None]:  # noqa: ARG001 - it has to be there
    server = S3Server() if S3_SERVER.exists() else None
    yield server
    if server is not None:
        server.close()


@pytest.fixture(scope="session")
def cluster(s3_server) -> Iterator[Cluster]:
    """Two nodes with one core each, each with an empty home and the credentials of the store."""
    found = Cluster({} if s3_server is None else s3_server.environment())
    try:
        found.start()
        found.start()
        yield found
    finally:
        found.close()


@pytest.fixture
def s3(s3_server: S3Server | None) -> S3Server:
    if s3_server is None:
        pytest.skip("the S3 server is not installed: make test-cluster")
    return s3_server


@pytest.fixture
def driver(cluster, tmp_path) -> Driver:
    return Driver(cluster, tmp_path)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reason = pytest.mark.skip(reason="long: make test-cluster")
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if item.get_closest_marker("long") and not config.getoption("--cluster"):
                item.add_marker(reason)
