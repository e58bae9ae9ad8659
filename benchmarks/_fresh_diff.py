"""The cost of comparing two recordings in a new process: python -m benchmarks._fresh_diff A B."""

import json
import sys
import time

from benchmarks._fresh import peak_mb
from project_ghost.analysis.divergence import compare_recordings
from project_ghost.telemetry import Recording


def main(one: str, two: str) -> dict[str, float]:
    """Compare them; the seconds that took, the memory, and 1 where they are the same."""
    before_mb, start_s = peak_mb(), time.process_time()
    with Recording(one) as a, Recording(two) as b:
        found = compare_recordings(a, b)
    took_s = time.process_time() - start_s
    return {"took_s": took_s, "grown_mb": peak_mb() - before_mb, "same": float(found.is_same)}


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
