"""What has to be installed for environments."""

from project_ghost.core.errors import InputError

__all__ = ["require_extra"]


def require_extra() -> None:
    """Refuse to go on without the libraries of the extra `gym`."""
    try:
        import gymnasium  # noqa: F401 - whether they are there
        import pettingzoo  # noqa: F401
    except ImportError as error:
        raise InputError(
            f"environments for learning need {error.name}",
            "project_ghost.gym",
            "the extra `gym`",
            "pip install 'ghost-sim[gym]', from where Ghost was installed",
        ) from None
