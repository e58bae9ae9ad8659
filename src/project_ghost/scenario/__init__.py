"""What is simulated: a scenario as a file, checked, and as a graph of components."""
