"""Recordings: canonical encoding, MCAP in and out, content hashes.

General layout: `encoding` turns messages, signal samples and hash-chain links into bytes and
back; `mcap` reads and writes the container format; `write` records runs and typed messages;
`read` opens, exports and recovers recordings; `foxglove` makes the messages that viewers show;
`rows` encodes the messages of compiled runs; `signature` signs recordings.
"""

from .encoding._channels import ChannelSpec as ChannelSpec
from .encoding._channels import message_channel as message_channel
from .encoding._decoding import from_json_dict as from_json_dict
from .encoding._encoding import ARRAY as ARRAY_KEY
from .encoding._encoding import encode_to_bytes as encode_to_bytes
from .encoding._encoding import to_json_safe as to_json_safe
from .encoding._links import CHANNEL_LINKS as CHANNEL_LINKS
from .encoding._links import LINKS_PER_BLOCK as LINKS_PER_BLOCK
from .encoding._links import LINKS_SCHEMA_NAME as LINKS_SCHEMA_NAME
from .encoding._links import LinksBlock as LinksBlock
from .encoding._links import decode_links as decode_links
from .encoding._quick_json import RecordEncoder as RecordEncoder
from .encoding._schemas import JsonSchema as JsonSchema
from .encoding._schemas import described_schema as described_schema
from .encoding._schemas import json_schema_of as json_schema_of
from .encoding._schemas import number_schema as number_schema
from .encoding._schemas import signals_schema as signals_schema
from .encoding._schemas import table_schema as table_schema
from .encoding._schemas import text_schema as text_schema
from .encoding._signals import Column as Column
from .encoding._signals import SignalLayout as SignalLayout
from .mcap._file import McapFile as McapFile
from .mcap._message_block import MessageBlock as MessageBlock
from .mcap._message_block import PayloadList as PayloadList
from .mcap._message_block import Payloads as Payloads
from .read._export import FORMATS as EXPORT_FORMATS
from .read._export import ExportedFile as ExportedFile
from .read._export import ExportResult as ExportResult
from .read._export import export_bytes as export_bytes
from .read._export import export_recording as export_recording
from .read._export import exported_channels as exported_channels
from .read._patterns import matching_channels as matching_channels
from .read._recording import RECORDING_NAME as RECORDING_NAME
from .read._recording import Digests as Digests
from .read._recording import RecordedChannel as RecordedChannel
from .read._recording import RecordedMessage as RecordedMessage
from .read._recording import Recording as Recording
from .read._recording import open_recording as open_recording
from .read._recording import recording_path as recording_path
from .read._recording import warn_if_incomplete as warn_if_incomplete
from .read._recover import Recovery as Recovery
from .read._recover import recover as recover
from .read._replay import IncompleteRecordingWarning as IncompleteRecordingWarning
from .read._replay import MCAPReplayReader as MCAPReplayReader
from .read._replay import ReplayMessage as ReplayMessage
from .read._replay import decode_message as decode_message
from .read._replay import message_class_name as message_class_name
from .read._row_actors import actor_of_signal as actor_of_signal
from .write._digest import CONTENT_KEY as CONTENT_KEY
from .write._digest import METADATA_RESULTS as METADATA_RESULTS
from .write._recorder import FORMAT as RECORDING_FORMAT
from .write._recorder import METADATA_CHANNELS as METADATA_CHANNELS
from .write._recorder import METADATA_MANIFEST as METADATA_MANIFEST
from .write._recorder import Attachment as Attachment
from .write._recorder import Recorder as Recorder
from .write._sink import CHANNEL_EVENTS as CHANNEL_EVENTS
from .write._sink import CHANNEL_STATE_NAV as CHANNEL_STATE_NAV
from .write._sink import MCAPFileSink as MCAPFileSink

__all__ = [
    "ARRAY_KEY",
    "CHANNEL_EVENTS",
    "CHANNEL_LINKS",
    "CHANNEL_STATE_NAV",
    "CONTENT_KEY",
    "EXPORT_FORMATS",
    "LINKS_PER_BLOCK",
    "LINKS_SCHEMA_NAME",
    "METADATA_CHANNELS",
    "METADATA_MANIFEST",
    "METADATA_RESULTS",
    "RECORDING_FORMAT",
    "RECORDING_NAME",
    "Attachment",
    "ChannelSpec",
    "Column",
    "Digests",
    "ExportResult",
    "ExportedFile",
    "IncompleteRecordingWarning",
    "JsonSchema",
    "LinksBlock",
    "MCAPFileSink",
    "MCAPReplayReader",
    "McapFile",
    "MessageBlock",
    "PayloadList",
    "Payloads",
    "RecordEncoder",
    "RecordedChannel",
    "RecordedMessage",
    "Recorder",
    "Recording",
    "Recovery",
    "ReplayMessage",
    "SignalLayout",
    "actor_of_signal",
    "decode_links",
    "decode_message",
    "described_schema",
    "encode_to_bytes",
    "export_bytes",
    "export_recording",
    "exported_channels",
    "from_json_dict",
    "json_schema_of",
    "matching_channels",
    "message_channel",
    "message_class_name",
    "number_schema",
    "open_recording",
    "recording_path",
    "recover",
    "signals_schema",
    "table_schema",
    "text_schema",
    "to_json_safe",
    "warn_if_incomplete",
]
