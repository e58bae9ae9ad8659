"""Recordings: canonical encoding, MCAP in and out, content hashes."""
