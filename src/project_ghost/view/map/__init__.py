"""A road map as a picture."""
