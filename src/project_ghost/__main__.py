"""`python -m project_ghost` is the `ghost` command."""

from project_ghost.cli import entry_point

if __name__ == "__main__":
    entry_point()
