"""Read recordings: messages, tables, exports, recovery."""
