"""Ask a Ray cluster for its versions, in a process of its own: Ray's client waits for minutes.

    python -m project_ghost.batch.cluster._probe HOST:PORT

prints one line of JSON: the cluster's versions, or why there are none.
"""

import json
import os
import signal
import sys

from ._answers import Answer

_PROBE_S = 5.0


def answer_of(address: str) -> dict[str, str]:
    """Return what a cluster says about itself."""
    from ray._raylet import (
        AuthenticationMode,
        AuthenticationTokenLoader,
        GcsClient,
        get_authentication_mode,
    )
    from ray.exceptions import AuthenticationError

    is_token = get_authentication_mode() == AuthenticationMode.TOKEN
    is_empty = os.environ.get("RAY_AUTH_TOKEN") == ""  # with either, Ray would end this process
    if is_token and (is_empty or not AuthenticationTokenLoader.instance().has_token()):
        return {"answer": Answer.NO_TOKEN}
    # Ray waits outside of Python; the default action of this signal ends the process.
    # ghost: allow[timeout] no answer is an error
    signal.setitimer(signal.ITIMER_REAL, _PROBE_S)
    try:
        client = GcsClient(address=address)
        data = client.internal_kv_get(b"CLUSTER_METADATA", namespace=b"cluster")
    except AuthenticationError:
        return {"answer": Answer.OTHER_TOKEN}
    return {"answer": Answer.HERE, **{k: str(v) for k, v in json.loads(data or b"{}").items()}}


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(answer_of(sys.argv[1]))}\n")
