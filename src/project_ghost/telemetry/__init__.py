"""Recordings: canonical encoding, MCAP in and out, content hashes.

General layout: `_encoding`, `_decoding` and `_schemas` turn messages into JSON and back;
`_mcap` is the container; `_digest` hashes content; `_sink` and `_replay` are typed messages
in files that other programs share; `_recorder` records runs, with `_signals` and `_links` for
what comes in blocks, and `_windows` for the order of chunks; `_recording` reads, with
`_columns` for tables and `_patterns` for names; `_export` writes tables to files, `_recover`
mends what was cut off; `foxglove` is what viewers show.
"""

from ._channels import ChannelSpec as ChannelSpec
from ._channels import message_channel as message_channel
from ._decoding import from_json_dict as from_json_dict
from ._encoding import encode_to_bytes as encode_to_bytes
from ._encoding import to_json_safe as to_json_safe
from ._export import FORMATS as EXPORT_FORMATS
from ._export import Export as Export
from ._export import Exported as Exported
from ._export import export_recording as export_recording
from ._export import exported_channels as exported_channels
from ._links import CHANNEL_LINKS as CHANNEL_LINKS
from ._links import LINKS_PER_BLOCK as LINKS_PER_BLOCK
from ._links import LINKS_SCHEMA_NAME as LINKS_SCHEMA_NAME
from ._links import LinksBlock as LinksBlock
from ._links import decode_links as decode_links
from ._mcap.file import McapFile as McapFile
from ._patterns import matching_channels as matching_channels
from ._recorder import FORMAT as RECORDING_FORMAT
from ._recorder import METADATA_CHANNELS as METADATA_CHANNELS
from ._recorder import METADATA_MANIFEST as METADATA_MANIFEST
from ._recorder import METADATA_RESULTS as METADATA_RESULTS
from ._recorder import Attachment as Attachment
from ._recorder import Recorder as Recorder
from ._recording import Digests as Digests
from ._recording import RecordedChannel as RecordedChannel
from ._recording import RecordedMessage as RecordedMessage
from ._recording import Recording as Recording
from ._recording import open_recording as open_recording
from ._recording import recording_path as recording_path
from ._recover import Recovery as Recovery
from ._recover import recover as recover
from ._replay import IncompleteRecordingWarning as IncompleteRecordingWarning
from ._replay import MCAPReplayReader as MCAPReplayReader
from ._replay import ReplayMessage as ReplayMessage
from ._replay import decode_message as decode_message
from ._schemas import JsonSchema as JsonSchema
from ._schemas import described_schema as described_schema
from ._schemas import json_schema_of as json_schema_of
from ._schemas import number_schema as number_schema
from ._schemas import signals_schema as signals_schema
from ._schemas import table_schema as table_schema
from ._signals import Column as Column
from ._sink import CHANNEL_EVENTS as CHANNEL_EVENTS
from ._sink import CHANNEL_STATE_NAV as CHANNEL_STATE_NAV
from ._sink import MCAPFileSink as MCAPFileSink

__all__ = [
    "CHANNEL_EVENTS",
    "CHANNEL_LINKS",
    "CHANNEL_STATE_NAV",
    "EXPORT_FORMATS",
    "LINKS_PER_BLOCK",
    "LINKS_SCHEMA_NAME",
    "METADATA_CHANNELS",
    "METADATA_MANIFEST",
    "METADATA_RESULTS",
    "RECORDING_FORMAT",
    "Attachment",
    "ChannelSpec",
    "Column",
    "Digests",
    "Export",
    "Exported",
    "IncompleteRecordingWarning",
    "JsonSchema",
    "LinksBlock",
    "MCAPFileSink",
    "MCAPReplayReader",
    "McapFile",
    "RecordedChannel",
    "RecordedMessage",
    "Recorder",
    "Recording",
    "Recovery",
    "ReplayMessage",
    "decode_links",
    "decode_message",
    "described_schema",
    "encode_to_bytes",
    "export_recording",
    "exported_channels",
    "from_json_dict",
    "json_schema_of",
    "matching_channels",
    "message_channel",
    "number_schema",
    "open_recording",
    "recording_path",
    "recover",
    "signals_schema",
    "table_schema",
    "to_json_safe",
]
