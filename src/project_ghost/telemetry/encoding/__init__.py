"""Encode values as bytes and back: canonical JSON, Protocol Buffers, schemas, hash links.

General layout: `_encoding` and `_decoding` (messages as canonical JSON and back), `_json` (fast
parsing) and `_quick_json` (fast encoding), `_schemas` (JSON Schemas), `_channels` (channel
declarations), `_payload` (decodes the payloads of a channel), `_protobuf`, `_signals` and `_links`
(bulk channels: samples and hash-chain links), `_columns` (messages as table columns),
`_foxglove_messages` (viewer messages).
"""
