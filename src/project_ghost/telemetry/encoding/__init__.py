"""Encode values as bytes and back: canonical JSON, Protocol Buffers, schemas, hash links."""
