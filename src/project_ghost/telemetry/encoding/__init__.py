"""Values as bytes and back: canonical JSON, Protocol Buffers, schemas, hash-chain links."""
