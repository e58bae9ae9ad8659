"""`python -m proofs.portable` is the portability proof."""

import signal
import sys

from .cli import main

if __name__ == "__main__":
    # Asked to end, leave the way that an interruption does: no process stays behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = main()
    except KeyboardInterrupt:
        print("proof-portable: interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)
