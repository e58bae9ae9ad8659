"""Write recordings: recorder, chunk order, part files, digests, typed sink."""
