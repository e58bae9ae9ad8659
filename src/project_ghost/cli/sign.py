"""Sign a recording, so that others can check who vouches for it.

The signature is written to RUN.mcap.sig; `ghost verify RUN --signed-by FILE` and `ghost info RUN
--signed-by FILE` check it with the public key. Keys are of Ed25519, as PEM or of OpenSSH.

  ghost sign --new-key ghost.key
  ghost sign runs/t-junction-4-1 --key ghost.key
  ghost verify runs/t-junction-4-1 --signed-by ghost.key.pub
"""

import argparse
import sys
from getpass import getpass
from pathlib import Path

from project_ghost.core.errors import InputError

from .terminal._output import add_printed, put_document


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("file", metavar="RUN", nargs="?", help="a recording or its run's folder")
    add("--key", metavar="FILE", type=Path, help="the private key to sign with")
    add("--new-key", metavar="FILE", type=Path,
        help="write a new private key, and its public key to FILE.pub")  # fmt: skip
    add("--force", action="store_true", help="replace an existing signature")
    add_printed(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make the key, sign, or both."""
    from project_ghost.telemetry.signature import make_key, sign_recording

    if arguments.new_key is None and (arguments.file is None or arguments.key is None):
        raise InputError(
            "there is nothing to sign, or no key to sign with",
            "ghost sign",
            "a recording and a key: RUN --key FILE",
            "make a key with --new-key FILE",
        )
    document: dict[str, str] = {}
    if arguments.new_key is not None:
        private, public = make_key(arguments.new_key)
        document |= {"private_key": str(private), "public_key": str(public)}
    if arguments.file is not None:
        key = arguments.key or arguments.new_key
        ask = getpass if sys.stdin.isatty() else None
        made = sign_recording(arguments.file, key, password=ask, force=arguments.force)
        document |= {"key": made.public_key, "sha256": made.sha256, "signature": str(made.path)}
    if arguments.json:
        put_document(document)
        return 0
    if arguments.new_key is not None:
        print(f"wrote {document['private_key']}, which is yours alone, and its public key")
        print(f"{document['public_key']}, to check signatures with.")
    if arguments.file is not None:
        print(f"{document['signature']} signs the file whose SHA-256 is {document['sha256']}.")
    return 0
