"""Store the digests that the self-check must give from now on: `make digests`, on purpose only.

A new digest means that every recording made before is no longer reproduced. It is
stored only where the interpreted and the compiled run agree.
"""

import json
import sys
from pathlib import Path

from project_ghost.doctor import selfcheck
from project_ghost.doctor.selfcheck import BOTH, WORKLOADS, stored_digests

_FILE = Path(selfcheck.__file__).with_name("digests.json")


def main() -> int:
    """Return 0 where the digests were stored, 1 where the modes disagree."""
    found = {mode: selfcheck.run(WORKLOADS, mode) for mode in BOTH}
    before = stored_digests()
    after: dict[str, str] = {}
    for name, workload in WORKLOADS.items():
        outcomes = [found[mode][name] for mode in workload.modes]
        digests = {outcome.digest or outcome.error for outcome in outcomes}
        if len(digests) > 1 or any(outcome.error for outcome in outcomes):
            print(f"nothing stored: {name} gave {sorted(map(str, digests))}", file=sys.stderr)
            return 1
        after[name] = str(outcomes[0].digest)
        print(f"{name:<16} {'kept' if before.get(name) == after[name] else 'CHANGED'}")
    text = json.dumps(after, sort_keys=True, indent=2) + "\n"
    _FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
