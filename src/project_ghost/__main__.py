"""`python -m project_ghost` is the `ghost` command."""

from .cli import entry_point

if __name__ == "__main__":
    entry_point()
