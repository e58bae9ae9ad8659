"""XML that is broken, hostile or too much is refused with its place; nothing is dropped."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.world.maps import _xml
from project_ghost.world.maps._xml import read_xml, unread_parts
from project_ghost.world.maps.opendrive import read_opendrive
from tests.world.maps import xodr

BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<OpenDRIVE>&b;</OpenDRIVE>
"""


def refused(path):
    with pytest.raises(InputError) as caught:
        read_opendrive(path)
    return str(caught.value)


def test_entities_are_refused(tmp_path):
    path = tmp_path / "bomb.xodr"
    path.write_text(BOMB)
    text = refused(path)
    assert "document type" in text
    assert "bomb.xodr:2" in text


def test_broken_xml_is_named_with_its_line(tmp_path):
    path = tmp_path / "broken.xodr"
    path.write_text("<OpenDRIVE>\n<road>\n</OpenDRIVE>\n")
    assert "broken.xodr:3" in refused(path)
    path.write_bytes(b"\xff\xfe\x00")
    assert "the file is not well-formed XML" in refused(path)
    assert "cannot be read" in refused(tmp_path / "missing.xodr")
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("<!-- a licence -->\n", "a comment"),
        ("\n", "white space"),
        ("<?note x?>\n", "other content"),
    ],
)
def test_text_before_the_declaration_is_named(tmp_path, before, said):
    path = tmp_path / "late.xodr"
    path.write_text(f'{before}<?xml version="1.0"?>\n<OpenDRIVE/>\n')
    text = refused(path)
    assert f"{said} stands before the XML declaration" in text
    assert f"late.xodr:{1 + before.count(chr(10))}" in text
    assert "below the declaration" in text


def test_other_xml_is_refused(tmp_path):
    path = tmp_path / "other.xodr"
    path.write_text("<svg/>")
    assert "<svg>" in refused(path)


def test_size_depth_and_number_are_bounded(tmp_path, monkeypatch):
    path = tmp_path / "deep.xodr"
    path.write_text("<a>" * 100 + "</a>" * 100)
    assert "too deeply" in refused(path)
    monkeypatch.setattr(_xml, "BYTES_MAX", 100)
    assert "more than 100 bytes" in refused(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('length="100"><line', 'length="nan"><line', "length is 'nan'"),
        ('hdg="0"', 'hdg="1e999"', "hdg is '1e999'"),
        ('hdg="0"', 'hdg="1_0"', "hdg is '1_0'"),
        ('hdg="0"', "", "'hdg' is missing"),
        ('length="100"><line', 'length="-1"><line', "length is -1"),
        ("<line/>", "<curl/>", "no supported shape"),
        ('<lane id="-1"', '<lane id="x"', "id is 'x'"),
        ('<lane id="-1"', '<lane id="1"', "twice"),
        ('junction="-1"', 'junction="-1" rule="UK"', "rule is 'UK'"),
    ],
)
def test_bad_values_are_named_with_line_and_element(tmp_path, old, new, said):
    text = xodr.road()
    assert old in text
    message = refused(xodr.write(tmp_path, text.replace(old, new)))
    assert said in message
    assert "small.xodr:" in message
    assert "<" in message.split("where:")[1]


def test_two_roads_of_one_id_are_refused(tmp_path):
    assert "second road" in refused(xodr.write(tmp_path, xodr.road(), xodr.road()))


def test_unread_parts_are_counted(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text('<a x="1"><b y="2"/><b y="3" z="4"/><c><d/></c><c/></a>')
    root = read_xml(path)
    assert [tuple(unread) for unread in unread_parts(root)] == [("a@x", 1), ("a/b", 2), ("a/c", 2)]
    root.get("x")
    for element in root.children("b"):
        element.get("y")
    next(root.children("c"))
    assert [tuple(unread) for unread in unread_parts(root)] == [
        ("a/b@z", 1),
        ("a/c/d", 1),
        ("a/c", 1),
    ]


def test_a_map_reports_unsupported_elements(tmp_path):
    road = xodr.road(more='<surface><CRG file="x"/></surface><surface/>')
    result = {
        unread.path: unread.times for unread in read_opendrive(xodr.write(tmp_path, road)).unread
    }
    assert result == {
        "OpenDRIVE/header@revMajor": 1,
        "OpenDRIVE/header@revMinor": 1,
        "OpenDRIVE/road/surface": 2,
    }
