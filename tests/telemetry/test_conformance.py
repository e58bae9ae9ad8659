"""Goal: files of other programs are read as their authors specify."""

import json

import pytest

from project_ghost.telemetry import Recording
from project_ghost.telemetry.mcap import _records as mcap
from project_ghost.telemetry.mcap._file import McapFile
from tests.telemetry.samples import DATA

FOLDER = DATA / "mcap_conformance"
FILES = sorted(FOLDER.glob("*/*.mcap"))

READERS = {
    mcap.HEADER: mcap.read_header,
    mcap.SCHEMA: mcap.read_schema,
    mcap.CHANNEL: mcap.read_channel,
    mcap.MESSAGE_INDEX: mcap.read_message_index,
    mcap.CHUNK_INDEX: mcap.read_chunk_index,
    mcap.ATTACHMENT_INDEX: mcap.read_attachment_index,
    mcap.STATISTICS: mcap.read_statistics,
    mcap.METADATA: mcap.read_metadata,
    mcap.METADATA_INDEX: mcap.read_metadata_index,
    mcap.SUMMARY_OFFSET: mcap.read_summary_offset,
    mcap.DATA_END: mcap.read_data_end,
    mcap.FOOTER: mcap.read_footer,
}


def shown(value):
    """A field as the twins write it: numbers as texts, bytes as lists of them."""
    if isinstance(value, bytes):
        return [str(each) for each in value]
    if isinstance(value, dict):
        return {str(key): shown(each) for key, each in value.items()}
    return value if isinstance(value, str) else str(value)


def described(record):
    fields = sorted(record._asdict().items())
    kind = {"StoredMessage": "Message"}.get(type(record).__name__, type(record).__name__)
    return {"type": kind, "fields": [[name, shown(value)] for name, value in fields]}


def described_records(path):
    """All records that we see, but for indexes of messages, which the twins leave out."""
    with McapFile(path) as file:
        segments, attachments = iter(file.segments), iter(file.attachments)
        last = None
        for opcode, offset, size in file.records():
            if opcode == mcap.MESSAGE:
                if last != mcap.MESSAGE:  # a run of them is one segment
                    yield from map(described, file.messages_in(next(segments)))
            elif opcode == mcap.CHUNK:
                segment = next(segments)
                data = file.data(segment)
                yield from chunk_records(data)
            elif opcode == mcap.ATTACHMENT:
                yield described(file.attachment(next(attachments)))
            elif opcode in READERS and opcode != mcap.MESSAGE_INDEX:
                yield described(READERS[opcode](file.content(offset, size)))
            last = opcode


def chunk_records(data):
    at = 0
    while at < len(data):
        opcode, size = mcap.RECORD_HEAD.unpack_from(data, at)
        fields = mcap.Fields(data, "chunk", at + 9, at + 9 + size)
        if opcode in READERS:
            yield described(READERS[opcode](fields))
        elif opcode == mcap.MESSAGE:
            _, _, channel, sequence, log, publish = mcap.MESSAGE_HEAD.unpack_from(data, at)
            names = ("channel_id", "data", "log_time", "publish_time", "sequence")
            values = (channel, data[at + 31 : at + 9 + size], log, publish, sequence)
            fields_shown = [[n, shown(v)] for n, v in zip(names, values, strict=True)]
            yield {"type": "Message", "fields": fields_shown}
        at += 9 + size


@pytest.mark.skipif(not FILES, reason=f"the conformance files are not in {FOLDER}")
def test_every_conformance_file_reads_as_its_json() -> None:
    assert len(FILES) == 416
    for path in FILES:
        twin = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        expected = [each for each in twin["records"] if each["type"] != "MessageIndex"]
        assert list(described_records(path)) == expected, path.name


@pytest.mark.skipif(not FILES, reason=f"the conformance files are not in {FOLDER}")
def test_every_conformance_file_opens_as_a_recording() -> None:
    for path in FILES:
        twin = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        data = [dict(each["fields"]) for each in twin["records"] if each["type"] == "Message"]
        with Recording(path) as recording:
            assert sum(recording.counts().values()) == len(data), path.name
            result = [m for channel in recording.channels.values() for m in channel.stored()]
            assert [str(m.sequence) for m in result] == [each["sequence"] for each in data]
            assert recording.cut_off is None
            assert len(recording.digests().order) == 64
