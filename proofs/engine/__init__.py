"""The proof that interpreted and compiled runs are the same, on random graphs."""
