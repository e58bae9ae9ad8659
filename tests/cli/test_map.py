"""`ghost map` tells what is on a map, draws it, and refuses what it cannot read."""

from pathlib import Path

import pytest

from project_ghost.cli import main
from tests.world.maps import cr_files, xodr

CROSSING = Path(__file__).parents[2] / "src/project_ghost/world/maps/builtin/urban_crossing.yaml"


def test_a_map_is_listed_and_drawn(capsys, tmp_path):
    picture = tmp_path / "map.svg"
    assert main(["map", str(CROSSING), "--svg", str(picture), "--all"]) == 0
    shown = capsys.readouterr().out
    for text in (
        "urban_crossing",
        "keeps right",
        "40 driving",
        "south_loop",
        "from_east_to_west_1",
    ):
        assert text in shown
    assert picture.read_text().startswith("<svg")
    main(["map", str(CROSSING), "--svg", str(picture), "--window=-20,-20,20,20"])
    assert 'width="900" height="900"' in picture.read_text()


def test_a_built_in_map_is_found_by_its_name(capsys):
    assert main(["map", "plaza"]) == 0
    assert "plaza" in capsys.readouterr().out
    assert main(["map", "urban_crosing"]) == 2
    said = capsys.readouterr().err
    assert "did you mean 'urban_crossing'?" in said
    assert "one of motorway, plaza, t_junction, urban_crossing" in said


def test_a_commonroad_file_is_listed_and_drawn(capsys, tmp_path):
    path, picture = tmp_path / "TST_Made-1_1_T-1.xml", tmp_path / "map.svg"
    path.write_bytes(cr_files.document(cr_files.straight(11, 0), "<obstacle/>"))
    assert main(["map", str(path), "--svg", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "TST_Made-1_1_T-1" in shown
    assert "1 driving" in shown
    assert "commonRoad/obstacle" in shown
    assert picture.read_text().startswith("<svg")


def test_unread_elements_are_listed(capsys, tmp_path):
    path = xodr.write(tmp_path, xodr.road(length=90, more="<surface/>"))
    assert main(["map", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "OpenDRIVE/road/surface" in shown
    assert "its length is 90.000 m" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.yaml"], "cannot be read"),
        (["missing.xodr"], "cannot be read"),
        (["map.png"], "'.png'"),
        ([str(CROSSING), "--window=1,2,3"], "--window is '1,2,3'"),
        ([str(CROSSING), "--svg", "no/such/folder/map.svg"], "cannot be written"),
    ],
)
def test_bad_input_is_one_message_and_exit_2(capsys, arguments, said):
    assert main(["map", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_stop_lines_and_lights_are_listed_with_their_places(capsys) -> None:
    assert main(["map", "urban_crossing"]) == 0
    printed = capsys.readouterr().out
    assert "stop_south_in_1" in printed
    assert "(1.75, -16.50)" in printed
    assert "south_in_1, south_in_2" in printed
    assert "from (m)" in printed


def test_a_picture_of_another_format_is_refused(capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["map", "urban_crossing", "--svg", "map.png"])
    assert "write map.svg" in capsys.readouterr().err


def test_the_picture_has_ids_and_a_scale(tmp_path) -> None:
    picture = tmp_path / "map.svg"
    assert main(["map", "urban_crossing", "--svg", str(picture), "--quiet"]) == 0
    drawn = picture.read_text()
    for text in ("south_in_1<", "south_loop_1<", "south<"):
        assert f">{text}" in drawn
    assert " m</text>" in drawn
