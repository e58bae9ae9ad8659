"""CommonRoad files, and how to break XML."""

import re
from pathlib import Path
from random import Random

from .mutation import mutated

_BOUNDS = """\
<leftBound><point><x>0</x><y>{0}</y></point><point><x>60</x><y>{0}</y></point>
<lineMarking>dashed</lineMarking></leftBound>
<rightBound><point><x>0</x><y>{1}</y></point><point><x>60</x><y>{1}</y></point></rightBound>
"""
_STATE = """\
<position><point><x>{0}</x><y>2</y></point></position><orientation><exact>0.1</exact></orientation>
<time><exact>{1}</exact></time><velocity><exact>5</exact></velocity>
"""
_SHAPE = "<shape><rectangle><length>4</length><width>2</width></rectangle></shape>\n"
_PROBLEM = f"""\
<planningProblem id="90"><initialState>{_STATE.format(5, 0)}</initialState>
<goalState><time><intervalStart>5</intervalStart><intervalEnd>20</intervalEnd></time>
<position><lanelet ref="2"/><circle><radius>2</radius><center><x>3</x><y>4</y></center></circle>
</position><velocity><intervalStart>0</intervalStart><intervalEnd>9</intervalEnd></velocity>
</goalState></planningProblem>
"""
_OLD = f"""\
<?xml version="1.0"?>
<commonRoad commonRoadVersion="2018b" benchmarkID="TST_Old-1_1_S-1" timeStepSize="0.1">
<lanelet id="1">{_BOUNDS.format(4, 0)}<successor ref="2"/>
<adjacentRight ref="2" drivingDir="same"/><speedLimit>9.5</speedLimit></lanelet>
<lanelet id="2">{_BOUNDS.format(0, -4)}<adjacentLeft ref="1" drivingDir="same"/></lanelet>
<obstacle id="7"><role>dynamic</role><type>car</type>
{_SHAPE}<initialState>{_STATE.format(20, 0)}</initialState>
<occupancySet><occupancy><shape><circle><radius>3</radius></circle></shape>
<time><exact>3</exact></time></occupancy></occupancySet></obstacle>
<obstacle id="8"><role>static</role><type>parkedVehicle</type>
{_SHAPE}<initialState>{_STATE.format(40, 0)}</initialState></obstacle>
{_PROBLEM}</commonRoad>
"""
_NEW = f"""\
<?xml version="1.0"?>
<commonRoad commonRoadVersion="2020a" benchmarkID="TST_New-1_1_T-1" timeStepSize="0.1">
<lanelet id="1">{_BOUNDS.format(4, 0)}<successor ref="2"/>
<stopLine><lineMarking>solid</lineMarking><trafficLightRef ref="5"/></stopLine>
<laneletType>urban</laneletType><userOneWay>car</userOneWay>
<trafficSignRef ref="4"/><trafficLightRef ref="5"/></lanelet>
<lanelet id="2">{_BOUNDS.format(0, -4)}<laneletType>crosswalk</laneletType></lanelet>
<trafficSign id="4"><trafficSignElement><trafficSignID>274</trafficSignID>
<additionalValue>13.9</additionalValue></trafficSignElement></trafficSign>
<trafficLight id="5"><cycle><cycleElement><duration>9</duration><color>red</color></cycleElement>
<cycleElement><duration>9</duration><color>green</color></cycleElement>
<timeOffset>3</timeOffset></cycle><direction>all</direction><active>true</active></trafficLight>
<intersection id="6"><incoming id="61"><incomingLanelet ref="1"/>
<successorsStraight ref="2"/></incoming></intersection>
<dynamicObstacle id="7"><type>bicycle</type>
{_SHAPE}<initialState>{_STATE.format(20, 1)}</initialState>
<trajectory><state>{_STATE.format(21, 2)}</state>
<state>{_STATE.format(22, 3)}</state></trajectory></dynamicObstacle>
<environmentObstacle id="8"><type>building</type>{_SHAPE}</environmentObstacle>
{_PROBLEM}</commonRoad>
"""
_SCENARIO = """\
version: 1
name: commonroad
step: 20ms
duration: 200ms
map: broken.xml
populations:
  traffic: {kind: tracks, file: broken.xml}
actors:
  car: {kind: car, speed_mps: 5, route: {waypoints: [[0, 200], [30, 200]]}}
"""

_VALUES = (
    "0", "-1", "1e308", "-1e308", "1e-320", "nan", "inf", "9" * 30, "9" * 5000, "", " ", "0x1F",
    "1_0", "true", "7", "2", "red", "&amp;", "1e15", "0.5", "-3", "\u00b2", "1" * 400,
)  # fmt: skip
_TEXT = re.compile(r"(?<=>)[^<>\n]+(?=<)|(?<=\")[^\"<>\n]*(?=\")")
_TAG = re.compile(r"(?<=<)/?\w+")
_ELEMENT = re.compile(r"<(\w+)[^<>]*>(?:[^<>]|<(?!/\1>))*</\1>", re.S)
_COPIES = (2, 50, 3000)
_DEPTHS = (10, 70, 5000)


def make_commonroad(folder: Path) -> list[Path]:
    """A file of each version."""
    found = []
    for name, text in (("old", _OLD), ("new", _NEW)):
        path = folder / f"{name}.xml"
        path.write_text(text, encoding="utf-8")
        found.append(path)
    return found


def break_xml(data: bytes, random: Random) -> bytes:
    """XML with one to four mutations; some of its bytes, most of its elements."""
    if random.random() < 0.25:
        return mutated(data, random)
    text = data.decode()
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = random.choice(_WAYS)(text, random)
    return text.encode()


def _other_value(text: str, random: Random) -> str:
    place = random.choice([*_TEXT.finditer(text)])
    return text[: place.start()] + random.choice(_VALUES) + text[place.end() :]


def _other_tag(text: str, random: Random) -> str:
    places = [*_TAG.finditer(text)]
    place, other = random.choice(places), random.choice(places)
    return text[: place.start()] + other.group() + text[place.end() :]


def _many(text: str, random: Random) -> str:
    """An element many times."""
    place = random.choice([*_ELEMENT.finditer(text)])
    return text[: place.end()] + place.group() * random.choice(_COPIES) + text[place.end() :]


def _without(text: str, random: Random) -> str:
    place = random.choice([*_ELEMENT.finditer(text)])
    return text[: place.start()] + text[place.end() :]


def _elsewhere(text: str, random: Random) -> str:
    places = [*_ELEMENT.finditer(text)]
    place, other = random.choice(places), random.choice(places)
    return text[: other.start()] + place.group() + text[other.start() :]


def _deep(text: str, random: Random) -> str:
    place, depth = random.choice([*_ELEMENT.finditer(text)]), random.choice(_DEPTHS)
    nested = f"<{place[1]}>" * depth + f"</{place[1]}>" * depth
    return text[: place.start()] + nested + text[place.start() :]


_WAYS = (_other_value, _other_value, _other_value, _other_tag, _many, _without, _elsewhere, _deep)


def commonroad_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """A command line that reads the broken file, as a map or as recorded actors."""
    del good
    scenario = broken.with_name("commonroad.yaml")
    scenario.write_text(_SCENARIO, encoding="utf-8")
    drawn = str(output.with_suffix(".svg"))
    return random.choice(
        (
            ["map", str(broken)],
            ["map", "--json", str(broken)],
            ["map", str(broken), "--svg", drawn],
            ["run", str(scenario), "--exec", "interpreted", "--no-record"],
        )
    )
