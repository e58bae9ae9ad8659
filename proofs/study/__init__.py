"""The full variance study of our own simulator; `python -m proofs.study` runs it."""
