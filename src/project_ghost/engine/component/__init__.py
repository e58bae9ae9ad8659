"""What a component is: declarations, the classes users derive from, and what is refused."""
