"""Goal: a signature holds for exactly the bytes and the key that it was made with.

Method: recordings are signed with keys of ours, of OpenSSL's and of OpenSSH's form; then every
byte of the recording, of the signature, or the key is another one.
"""

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recording
from project_ghost.telemetry.signature import (
    make_key,
    require_signature,
    sign_recording,
    signature_path,
)
from tests.telemetry.samples import record_run


@pytest.fixture(scope="module")
def signed(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("signed")
    record_run(folder / "run.mcap", ticks=50, block=50)
    make_key(folder / "a.key")
    make_key(folder / "b.key")
    sign_recording(folder / "run.mcap", folder / "a.key")
    return folder


def check(path: Path, key: Path) -> str:
    with Recording(path) as recording:
        return require_signature(recording, key).public_key


def test_the_holder_of_the_key_is_confirmed(signed) -> None:
    assert len(check(signed / "run.mcap", signed / "a.key.pub")) == 64


def test_a_new_key_is_its_owner_s_alone(signed) -> None:
    assert stat.S_IMODE((signed / "a.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((signed / "a.key.pub").stat().st_mode) & 0o044
    with pytest.raises(InputError, match="exists already"):
        make_key(signed / "a.key")


def test_another_key_is_refused_by_name(signed) -> None:
    with pytest.raises(InputError, match="another key signed it"):
        check(signed / "run.mcap", signed / "b.key.pub")


@given(st.data())
def test_any_other_byte_of_the_recording_is_refused(signed, tmp_path_factory, data) -> None:
    folder = tmp_path_factory.mktemp("changed")
    content = bytearray((signed / "run.mcap").read_bytes())
    at = data.draw(st.integers(8, len(content) - 1))
    content[at] ^= 1 << data.draw(st.integers(0, 7))
    (folder / "run.mcap").write_bytes(content)
    signature_path(folder / "run.mcap").write_bytes(
        signature_path(signed / "run.mcap").read_bytes()
    )
    with pytest.raises(InputError):  # a damaged file, or one that was changed
        check(folder / "run.mcap", signed / "a.key.pub")


@given(st.data())
def test_any_other_byte_of_the_signature_is_refused(signed, tmp_path_factory, data) -> None:
    folder = tmp_path_factory.mktemp("changed")
    (folder / "run.mcap").write_bytes((signed / "run.mcap").read_bytes())
    document = json.loads(signature_path(signed / "run.mcap").read_text())
    text = document["signature"]
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from([c for c in "0123456789abcdef" if c != text[at]]))
    document["signature"] = text[:at] + other + text[at + 1 :]
    signature_path(folder / "run.mcap").write_text(json.dumps(document))
    with pytest.raises(InputError, match="the signature was changed"):
        check(folder / "run.mcap", signed / "a.key.pub")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1}', "\x00", "x" * 70_000])
def test_a_damaged_signature_is_one_message(signed, text, tmp_path) -> None:
    (tmp_path / "run.mcap").write_bytes((signed / "run.mcap").read_bytes())
    signature_path(tmp_path / "run.mcap").write_text(text)
    with pytest.raises(InputError, match="the signature cannot be read"):
        check(tmp_path / "run.mcap", signed / "a.key.pub")


def test_keys_of_openssh_and_openssl_are_read(signed, tmp_path) -> None:
    (tmp_path / "run.mcap").write_bytes((signed / "run.mcap").read_bytes())
    key = ed25519.Ed25519PrivateKey.generate()
    form, no = serialization.PrivateFormat, serialization.NoEncryption()
    ssh = key.private_bytes(serialization.Encoding.PEM, form.OpenSSH, no)
    (tmp_path / "ssh").write_bytes(ssh)
    public = key.public_key().public_bytes(
        serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
    )
    (tmp_path / "ssh.pub").write_bytes(public + b" somebody@somewhere\n")
    sign_recording(tmp_path / "run.mcap", tmp_path / "ssh")
    check(tmp_path / "run.mcap", tmp_path / "ssh.pub")


def test_a_protected_key_needs_its_password(signed, tmp_path) -> None:
    (tmp_path / "run.mcap").write_bytes((signed / "run.mcap").read_bytes())
    key = ed25519.Ed25519PrivateKey.generate()
    sealed = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"open"),
    )
    (tmp_path / "key").write_bytes(sealed)
    with pytest.raises(InputError, match="protected by a password"):
        sign_recording(tmp_path / "run.mcap", tmp_path / "key")
    with pytest.raises(InputError, match="the key cannot be read"):
        sign_recording(tmp_path / "run.mcap", tmp_path / "key", password=lambda: "wrong")
    assert sign_recording(tmp_path / "run.mcap", tmp_path / "key", password=lambda: "open")


def test_other_keys_and_no_keys_are_refused(signed, tmp_path) -> None:
    weak = rsa.generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (tmp_path / "rsa").write_bytes(weak)
    with pytest.raises(InputError, match="a key of another kind"):
        sign_recording(signed / "run.mcap", tmp_path / "rsa", force=True)
    (tmp_path / "text").write_text("no key")
    os.mkfifo(tmp_path / "pipe")
    for name in ("text", "missing", "pipe"):
        with pytest.raises(InputError, match="the key cannot be read"):
            check(signed / "run.mcap", tmp_path / name)


def test_a_recording_that_was_cut_off_is_not_signed(signed, tmp_path) -> None:
    (tmp_path / "run.mcap").write_bytes((signed / "run.mcap").read_bytes()[:-30])
    with pytest.raises(InputError, match="was cut off"):
        sign_recording(tmp_path / "run.mcap", signed / "a.key")


def test_the_extra_is_named_where_the_library_is_missing(signed, monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    run, key = str(signed / "run.mcap"), str(signed / "a.key")
    assert main(["sign", run, "--key", key, "--force"]) == 2
    assert "the extra `sign`" in capsys.readouterr().err


def test_the_command_makes_a_key_signs_and_checks(signed, tmp_path, capsys) -> None:
    run, key = str(tmp_path / "run.mcap"), str(tmp_path / "mine.key")
    (tmp_path / "run.mcap").write_bytes((signed / "run.mcap").read_bytes())
    assert main(["sign"]) == 2
    assert main(["sign", "--new-key", key]) == 0
    assert main(["info", run, "--signed-by", f"{key}.pub"]) == 2
    assert "ghost sign RUN --key FILE" in capsys.readouterr().err
    assert main(["sign", run, "--key", key, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signature"] == f"{run}.sig"
    assert main(["sign", run, "--key", key]) == 2
    assert main(["sign", run, "--key", key, "--force"]) == 0
    capsys.readouterr()
    assert main(["info", run, "--check", "--signed-by", f"{key}.pub"]) == 0
    assert "signed with the key" in capsys.readouterr().err
    assert main(["verify", run, "--signed-by", str(signed / "a.key.pub")]) == 2
    assert "another key signed it" in capsys.readouterr().err
    assert main(["verify", "t-junction-4", "--signed-by", f"{key}.pub"]) == 2
    assert "only recordings are signed" in capsys.readouterr().err
