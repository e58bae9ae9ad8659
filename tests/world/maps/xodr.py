"""Small OpenDRIVE files for tests, written out by hand."""

from pathlib import Path

HEADER = '<header revMajor="1" revMinor="7" name="small"/>'
STRAIGHT = '<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry>'
LANES = """
<laneSection s="0">
  <left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left>
  <center><lane id="0" type="none"/></center>
  <right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>
</laneSection>
"""


def road(
    identity: str = "1",
    *,
    length: float = 100,
    geometry: str = STRAIGHT,
    lanes: str = LANES,
    link: str = "",
    more: str = "",
    attributes: str = 'junction="-1"',
) -> str:
    return (
        f'<road id="{identity}" name="" length="{length}" {attributes}><link>{link}</link>'
        f"<planView>{geometry}</planView>{more}<lanes>{lanes}</lanes></road>"
    )


def write(folder: Path, *parts: str) -> Path:
    path = folder / "small.xodr"
    path.write_text(f"<OpenDRIVE>{HEADER}\n" + "\n".join(parts) + "</OpenDRIVE>", encoding="utf-8")
    return path
