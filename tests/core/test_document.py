"""Goal: a YAML file is read as it was meant, and every mistake is named with its line and key."""

from pathlib import Path

import pytest

from project_ghost.core import document
from project_ghost.core.document import DocumentError, Node, read_document
from project_ghost.core.errors import InputError, InputTypeError


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read(content: str | bytes) -> Node:
        data = content.encode() if isinstance(content, str) else content
        (tmp_path / "a.yaml").write_bytes(data)
        return read_document("a.yaml")

    return read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-1_000", -1000),
        ("0", 0),
        ("2.5", 2.5),
        (".5", 0.5),
        ("1e-3", 0.001),  # PyYAML alone takes it for a text
        ("1E3", 1000.0),
        ("0.5", 0.5),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("word", "word"),
        ("10ms", "10ms"),
        ("'12'", "12"),
        ('"on"', "on"),
        ("2026-11-15", "2026-11-15"),  # not a date object
        (".inf", ".inf"),
        ("0x1F", "0x1F"),
        ("y", "y"),
        ("9" * 5000, "9" * 5000),  # no number that a person wrote
        ("module:Class", "module:Class"),
    ],
)
def test_a_scalar_is_what_it_looks_like(read, text, value) -> None:
    result = read(f"key: {text}").plain()
    assert result == {"key": value}
    assert isinstance(result, dict)
    assert type(result["key"]) is type(value)


def test_a_node_knows_its_line_and_its_key(read) -> None:
    root = read("# first\na:\n  b:\n    - 1\n    - {c: 2}\n")
    item = root.entries()["a"].entries()["b"].items()[1].entries()["c"]
    assert (item.line, item.key, item.where) == (5, "a.b[1].c", "a.yaml:5: a.b[1].c")
    # A value that begins below its key is looked for at the key.
    assert root.entries()["a"].entries()["b"].line == 3


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(read) -> None:
    assert read(b"\xef\xbb\xbfa: 1\r\nb: x\r\n").plain() == {"a": 1, "b": "x"}


BOMB = "a: &a [x, x]\n" + "".join(
    f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("content", "what", "where", "fix"),
    [
        ("", "the file is empty", "a.yaml", "begin with a key"),
        ("# only a comment\n", "the file is empty", "a.yaml", "begin with a key"),
        ("a: 1\nb: 2\na: 3\n", "the key 'a' is duplicated, first in line 1", "a.yaml:3", "remove"),
        ("a: {b: 1, b: 2}", "the key 'b' is duplicated", "a.yaml:1: a", "remove"),
        ("a: on", "on is a truth value to some YAML readers", "a.yaml:1: a", "true or false"),
        ("\na: Yes", "Yes is a truth value to some YAML readers", "a.yaml:2: a", "quotes"),
        ("no: 1", "no is a truth value to some YAML readers", "a.yaml:1", "quotes"),
        (
            "a: [010]",
            "010 is an octal number to some YAML readers",
            "a.yaml:1: a[0]",
            "leading zeros",
        ),
        ("a: 1:30", "1:30 is a number to base 60 to some YAML readers", "a.yaml:1: a", "'90s'"),
        (BOMB, "anchors and aliases are not supported", "a.yaml:1: a", "write out the value"),
        ("a: *b", "anchors and aliases are not supported", "a.yaml:1: a", "write out the value"),
        ("a: !!python/object:os.system x", "the tag", "a.yaml:1: a", "remove the word"),
        ("a: !mine x", "the tag '!mine' is not supported", "a.yaml:1: a", "remove the word"),
        ("a: 1\n---\nb: 2\n", "a second document begins here", "a.yaml:2", "`---`"),
        ("[" * 100 + "]" * 100, "nested too deeply", "a.yaml:1", "brackets"),
        ("? [a, b]\n: 1\n", "a key is not a text", "a.yaml:1", "key"),
        ("a: [1, 2\nb: 3\n", "this is not YAML: ", "a.yaml:2, column 2", "bracket"),
        ("a:\n\tb: 1\n", "this is not YAML: found character '\\t'", "a.yaml:2, column 1", "spaces"),
        ("a: 'x\n", "this is not YAML: found unexpected end", "a.yaml:2, column 1", "quote"),
        ("a: b: c\n", "this is not YAML: mapping values are not", "a.yaml:1, column 5", "colon"),
        (b"a: 1\nb: \xe9\n", "the byte 0xe9 is not UTF-8", "a.yaml:2", "as UTF-8"),
        ("a: 1\nb: \x00\n", "the character '\\x00' is not allowed", "a.yaml:2", "remove it"),
        (b"a: 1\n" * 300_000, "more than 1_000_000 bytes", "a.yaml", ""),
    ],
)
def test_a_file_that_is_not_plain_is_refused(read, content, what, where, fix) -> None:
    with pytest.raises(InputError) as caught:
        read(content)
    assert what in caught.value.what
    assert caught.value.where == where
    assert caught.value.expected
    assert fix in caught.value.fix


def test_a_missing_file_is_refused_with_the_nearest_name(tmp_path) -> None:
    (tmp_path / "loop.yaml").write_text("a: 1")
    with pytest.raises(InputError) as caught:
        read_document(tmp_path / "lop.yaml")
    assert caught.value.what == (
        "the file cannot be read: No such file or directory; "
        f"did you mean '{tmp_path / 'loop.yaml'}'?"
    )
    assert caught.value.where == str(tmp_path / "lop.yaml")


def test_a_directory_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="Is a directory") as caught:
        read_document(tmp_path)
    assert caught.value.fix == "name a file in it"


@pytest.mark.parametrize(
    ("method", "text", "what", "expected"),
    [
        ("entries", "a: 1", "a is the number 1", "a mapping"),
        ("items", "a: {b: 1}", "a is a mapping", "a list"),
        ("items", "a:", "a is empty", "a list"),
        ("text", "a: 1.5", "a is the number 1.5", "a text"),
        ("boolean", "a: 'true'", "a is the text 'true'", "true or false"),
        ("boolean", "a: 1", "a is the number 1", "true or false"),
        ("number", "a: true", "a is the truth value True", "a finite number"),
        ("number", "a: .nan", "a is the text '.nan'", "a finite number"),
        ("number", "a: 1e999", "a is the number inf", "a finite number"),
        ("number", "a: [1]", "a is a list", "a finite number"),
        ("whole", "a: 2.0", "a is the number 2.0", "a whole number"),
        ("quantity", "a: true", "a is the truth value True", "a number, or a text with a unit"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(read, method, text, what, expected) -> None:
    node = read(text).entries()["a"]
    with pytest.raises(InputError) as caught:
        getattr(node, method)()
    error = caught.value
    assert (error.what, error.where, error.expected) == (what, "a.yaml:1: a", expected)
    assert error.fix


def test_an_error_from_elsewhere_is_given_its_place(read) -> None:
    node = read("a:\n  rate_hz: 1\n  other: 2\n").entries()["a"]
    for key, where in (
        ("rate_hz", "a.yaml:2: a.rate_hz"),
        ("other", "a.yaml:3: a.other"),
        ("other_ns", "a.yaml:3: a.other"),
        ("unknown", "a.yaml:1: a"),
        ("", "a.yaml:1: a"),
    ):
        # The text names a key too, and does not count.
        with pytest.raises(DocumentError) as caught, node.located(node.entries()):
            raise InputTypeError("rate_hz is 1", "Somewhere", "something", "do it", key)
        assert caught.value.args == ("rate_hz is 1", where, "something", "do it")


def test_an_error_that_has_its_place_keeps_it(read) -> None:
    node = read("a: {b: 1}").entries()["a"]
    with pytest.raises(InputError) as caught, node.located():
        node.entries()["b"].text()
    assert caught.value.where == "a.yaml:1: a.b"


def test_a_plain_value_is_python(read) -> None:
    assert read("{a: [1, [x, 2.5]], b: {c: null}}").plain() == {
        "a": (1, ("x", 2.5)),
        "b": {"c": None},
    }


OURS = sorted(
    path
    for path in Path(document.__file__).parents[1].rglob("*.yaml")
    if "__pycache__" not in path.parts
)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_both_readers_agree_on_the_files_of_the_package(path, monkeypatch) -> None:
    """The one in C is fast; the other one reads users' files, and all where C is missing."""
    pytest.importorskip("yaml._yaml", reason="PyYAML without libyaml")
    fast = read_document(path)
    monkeypatch.setattr(document, "_FAST_LOADER", None)
    assert nodes_of(read_document(path)) == nodes_of(fast)


def nodes_of(node):
    """All values of a document with their types, lines and keys."""
    content = node.content
    if isinstance(content, dict):
        content = {key: nodes_of(each) for key, each in content.items()}
    elif isinstance(content, list):
        content = [nodes_of(each) for each in content]
    return type(content), content, node.line, node.key
