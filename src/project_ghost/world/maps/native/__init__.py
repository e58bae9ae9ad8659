"""Ghost's own map files: `_read` (the reader), `_text` (the writer)."""
