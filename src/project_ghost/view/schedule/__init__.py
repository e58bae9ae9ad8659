"""The graph of a schedule as a picture."""
