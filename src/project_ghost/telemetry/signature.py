"""Signatures of recordings: who vouches for a file, in `RUN.mcap.sig` beside it.

A digest shows that a file is as it was written, and anyone can compute one. A signature (Ed25519)
shows that the holder of a key had these bytes. It covers all of them, so that it holds for
whatever any reader finds in the file; a file that is packed anew needs another one.

Why: ADR 29.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json, write_whole

from .read._recording import Recording, recording_path

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

__all__ = ["Signature", "make_key", "require_signature", "sign_recording", "signature_path"]

_FORMAT = "ghost-signature-1"
# Before the digest, so that a signature of anything else is never one of a recording.
_PURPOSE = b"ghost recording signature 1\n"
_SUFFIX = ".sig"
_KEY_BYTES_MAX = 1 << 16
_READ_BYTES = 1 << 20


class Signature(NamedTuple):
    """A signature: the SHA-256 of the file, and the public key in hexadecimal digits."""

    path: Path
    sha256: str
    public_key: str


class _Document(msgspec.Struct):
    """The file of a signature."""

    format: str
    sha256: str
    public_key: str
    signature: str


@checked_arguments
def signature_path(recording: Path | str) -> Path:
    """Return where the signature of a recording is."""
    path = recording_path(recording)
    return path.with_name(path.name + _SUFFIX)


@checked_arguments
def make_key(path: Path | str) -> tuple[Path, Path]:
    """Write a new private key, readable by its owner only, and its public key beside it."""
    target = Path(path)
    public = target.with_name(f"{target.name}.pub")
    for each in (target, public):
        if os.path.lexists(each):
            raise InputError("the file exists already", str(each), "an unused path")
    _require_library()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    encoding = serialization.Encoding.PEM
    private_form = serialization.PrivateFormat.PKCS8
    private_pem = key.private_bytes(encoding, private_form, serialization.NoEncryption())
    public_form = serialization.PublicFormat.SubjectPublicKeyInfo
    write_whole(target, private_pem, "the private key", mode=0o600)
    write_whole(public, key.public_key().public_bytes(encoding, public_form), "the public key")
    return target, public


@checked_arguments
def sign_recording(
    recording: Path | str,
    key: Path | str,
    *,
    password: Callable[[], str] | None = None,
    force: bool = False,
) -> Signature:
    """Sign a complete recording with the private key of a file, PEM or OpenSSH.

    `password` is asked for if the key is protected by one.
    """
    private = _private_key(Path(key), password)
    target = signature_path(recording)
    if target.exists() and not force:
        raise InputError(
            "the recording has a signature already",
            str(target),
            "a recording without one",
            "replace it with --force (in Python: force=True)",
        )
    with Recording(recording_path(recording)) as opened:
        if opened.cut_off is not None:
            raise InputError(
                "the recording was cut off",
                opened.path,
                "a complete recording",
                "`ghost recover` writes its messages to a complete file",
            )
        digest = _file_digest(opened)
    public = _raw(private.public_key()).hex()
    document = {
        "format": _FORMAT,
        "public_key": public,
        "sha256": digest.hex(),
        "signature": private.sign(_PURPOSE + digest).hex(),
    }
    write_whole(target, pretty_json(document), "the signature")
    return Signature(target, digest.hex(), public)


@checked_arguments
def require_signature(recording: Recording, key: Path | str) -> Signature:
    """Return the signature of an open recording; raise an error unless this key made it."""
    public = _public_key(Path(key))
    path = signature_path(recording.path)
    try:
        document = msgspec.json.decode(_short(path), type=_Document)
        signature = bytes.fromhex(document.signature)
    except (msgspec.MsgspecError, ValueError) as error:
        raise _unreadable(path, str(error)) from None
    if document.format != _FORMAT:
        raise _unreadable(path, f"its format is {document.format[:40]!r}")
    from cryptography.exceptions import InvalidSignature

    digest = _file_digest(recording)
    try:
        public.verify(signature, _PURPOSE + digest)
    except InvalidSignature:
        is_other_key = document.public_key != _raw(public).hex()
        is_other_file = document.sha256 != digest.hex()
        reason = (
            "another key signed it"
            if is_other_key
            else "the recording was changed after it was signed"
            if is_other_file
            else "the signature was changed"
        )
        raise InputError(
            f"the signature is not of this recording and this key: {reason}",
            str(path),
            f"a signature by the key in {key}",
            "use the unchanged recording and the public key of its signer",
        ) from None
    return Signature(path, digest.hex(), _raw(public).hex())


def _file_digest(recording: Recording) -> bytes:
    """The SHA-256 of the file that is open, whatever its path names by now."""
    whole = hashlib.sha256()
    for offset in range(0, recording.file.size, _READ_BYTES):
        whole.update(os.pread(recording.file.descriptor, _READ_BYTES, offset))
    return whole.digest()


def _private_key(path: Path, password: Callable[[], str] | None) -> "Ed25519PrivateKey":
    _require_library()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    data = _short(path)
    is_ssh = b"OPENSSH PRIVATE KEY" in data
    load: Any = serialization.load_ssh_private_key if is_ssh else serialization.load_pem_private_key
    try:
        key = load(data, None)
    except TypeError:  # it is protected
        if password is None:
            raise _unreadable(path, "it is protected by a password") from None
        key = _loaded(path, lambda: load(data, password().encode()))
    except Exception as error:
        raise _unreadable(path, str(error)) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _unreadable(path, "it is a key of another kind")
    return key


def _public_key(path: Path) -> "Ed25519PublicKey":
    _require_library()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    data = _short(path)
    is_ssh = data.startswith(b"ssh-")
    load: Any = serialization.load_ssh_public_key if is_ssh else serialization.load_pem_public_key
    key = _loaded(path, lambda: load(data))
    if not isinstance(key, Ed25519PublicKey):
        raise _unreadable(path, "it is a key of another kind")
    return key


def _loaded(path: Path, load: Callable[[], Any]) -> Any:  # noqa: ANN401 - a key of any kind
    try:
        return load()
    except Exception as error:
        raise _unreadable(path, str(error)) from None


def _raw(key: "Ed25519PublicKey") -> bytes:
    return key.public_bytes_raw()


def _short(path: Path) -> bytes:
    """Read a small file."""
    try:
        # O_NONBLOCK so that opening a FIFO does not wait for its writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            data = os.read(descriptor, _KEY_BYTES_MAX + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from None
    if len(data) > _KEY_BYTES_MAX:
        raise _unreadable(path, "it is too large")
    return data


def _unreadable(path: Path, why: str) -> InputError:
    is_signature = path.name.endswith(_SUFFIX)
    return InputError(
        f"the {'signature' if is_signature else 'key'} cannot be read: {why}",
        str(path),
        "a file of `ghost sign`" if is_signature else "a key of Ed25519, as PEM or of OpenSSH",
        "sign the recording with `ghost sign RUN --key FILE`"
        if is_signature
        else "make a pair with `ghost sign --new-key FILE`",
    )


def _require_library() -> None:
    try:
        import cryptography  # noqa: F401 - only whether it is there
    except ImportError:
        raise InputError(
            "cryptography is not installed",
            "signatures",
            "the extra `sign`",
            "install cryptography",
        ) from None
