"""A schedule for people: facts as values, text, diagram."""
