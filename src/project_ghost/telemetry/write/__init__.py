"""Recordings, written: recorder, chunk order, part files, digests, typed sink."""
