"""Messages shared with hardware."""
