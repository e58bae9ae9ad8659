"""Recordings, read: messages, tables, exports, recovery."""
