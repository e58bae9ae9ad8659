"""The paths of a run on its map as a picture."""
