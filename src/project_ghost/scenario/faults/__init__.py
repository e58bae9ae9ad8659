"""The kinds of faults that a scenario may have."""
