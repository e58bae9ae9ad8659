"""Our own map files: what they mean, and how each mistake is named with file, line and key."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.world.maps import LightPhase, read_map

GOOD = """\
format: ghost-map
version: 1
name: little
lanes:
  - id: a
    centre: 0 0, 10 0, 20 0 1
    width_m: 3.5
    speed_limit_mps: 0 10, 5 none
    left: b
    change: [left]
    next: [c]
  - id: b
    centre: 0 3.5, 20 3.5
    width_m: "3.5, 3"
    right: a
  - {id: c, centre: "20 0, 40 0", width_m: 3.5, kind: biking}
crossings:
  - {id: z, outline: "15 5, 18 5, 18 -2, 15 -2", lanes: [a]}
lights:
  - {id: l, at: 20 5 3, heading_rad: 3.1, lanes: [a]}
stop_lines:
  - {id: s, lane: a, at_m: 14, light: l}
programs:
  - id: p
    offset: 500ms
    lights: [l]
    phases:
      - {duration: 10s, show: [green]}
      - {duration: 1_000_000_000, show: [red]}
obstacles:
  - {id: box, outline: "1 8, 3 8, 3 9, 1 9", height_m: 2}
  - {id: pole, at: 5 8, radius_m: 0.2}
areas:
  - {id: ground, outline: "0 5, 40 5, 40 20, 0 20"}
"""


def read(tmp_path, text):
    path = tmp_path / "little.yaml"
    path.write_text(text, encoding="utf-8")
    return read_map(path)


def test_a_map_file_is_read(tmp_path):
    road_map = read(tmp_path, GOOD)
    a, b, c = road_map.lanes
    assert a.points == ((0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (20.0, 0.0, 1.0))
    assert (a.limit_at(4.9), a.limit_at(5.1)) == (10.0, None)
    assert (a.may_change_left, a.may_change_right) == (True, False)
    assert b.widths_m == (3.5, 3.0)
    assert b.width_at(10.0) == 3.25
    assert (c.predecessors, c.kind, c.is_drivable) == (("a",), "biking", False)
    # Outlines go counter-clockwise, however they were written.
    assert road_map.crossings[0].outline == ((15.0, -2.0), (18.0, -2.0), (18.0, 5.0), (15.0, 5.0))
    program = road_map.programs[0]
    assert (program.offset_ns, program.cycle_ns) == (500_000_000, 11_000_000_000)
    assert program.phases[1] == LightPhase(1_000_000_000, ("red",))
    assert road_map.obstacles[1].centre == (5.0, 8.0)
    assert [area.id for area in road_map.walkable] == ["ground"]
    assert road_map.bounds == (-1.75, -2.0, 41.75, 20.0)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("format: ghost-map", "format: other", 1, "format 'other'"),
        ("version: 1", "version: 2", 2, "version of this map file is 2"),
        ("name: little", "nmae: little", 3, "did you mean 'name'"),
        ("  - id: b\n", "  - id: a\n", 12, "the id 'a' occurs twice"),
        ("0 0, 10 0, 20 0 1", "0 0", 6, "has 1 entries"),
        ("0 0, 10 0, 20 0 1", "0 0, ten 0", 6, "entry 2 of lanes[0].centre is 'ten 0'"),
        ("0 0, 10 0, 20 0 1", "0 0, 0 0", 6, "are equal"),
        ("0 0, 10 0, 20 0 1", "0 0, nan 0", 6, "'nan 0'"),
        ("    width_m: 3.5\n", "    width_m: -1\n", 7, "is -1.0"),
        ('"3.5, 3"', '"3.5, 3, 3"', 14, "3 widths for 2 points"),
        ("0 10, 5 none", "5 10, 0 none", 8, "has decreasing distances"),
        ("0 10, 5 none", "0 -3", 8, "has decreasing distances"),
        ("    left: b\n", "    left: d\n", 5, "no lane 'd'"),
        ("next: [c]", "next: [cc]", 5, "did you mean 'c'"),
        ("change: [left]", "change: [up]", 10, "is 'up'"),
        ("kind: biking", "kind: bikin", 16, "did you mean 'biking'"),
        ("15 5, 18 5, 18 -2, 15 -2", "15 5, 18 5", 18, "has 2 entries"),
        ("lanes: [a]}\nlights", "lanes: [x]}\nlights", 18, "no lane 'x'"),
        ("lane: a, at_m: 14", "lane: a, at_m: 140", 22, "at 140.0 m"),
        ("light: l}", "light: m}", 22, "no light 'm'"),
        ("offset: 500ms", "offset: soon", 25, "soon"),
        ("    lights: [l]", "    lights: [l, l]", 28, "1 colours for 2 lights"),
        ("    lights: [l]", "    lights: [m]", 24, "no light 'm'"),
        ("show: [green]", "show: [blue]", 28, "is 'blue'"),
        ("duration: 10s", "duration: 0s", 28, "lasts 0 ns"),
        ("radius_m: 0.2", "radus_m: 0.2", 32, "did you mean 'radius_m'"),
        (", radius_m: 0.2", "", 32, "'radius_m' is missing"),
    ],
)
def test_mistakes_are_named_with_line_and_key(tmp_path, old, new, line, said):
    assert GOOD.count(old) == 1, "the test must change one place"
    with pytest.raises(InputError) as caught:
        read(tmp_path, GOOD.replace(old, new))
    assert said in str(caught.value)
    assert f"little.yaml:{line}" in str(caught.value)


def test_one_light_has_one_program(tmp_path):
    twice = GOOD.replace(
        "obstacles:", "  - {id: q, lights: [l], phases: [{duration: 1s, show: [red]}]}\nobstacles:"
    )
    with pytest.raises(InputError, match="in the programs 'p' and 'q'"):
        read(tmp_path, twice)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"'\.txt'"):
        read_map(tmp_path / "map.txt")
    with pytest.raises(InputError, match="cannot be read"):
        read_map(tmp_path / "missing.yaml")
