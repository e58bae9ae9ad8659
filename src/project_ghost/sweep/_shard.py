"""Shards: a sweep in parts that know nothing of each other but the store."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from project_ghost.core.errors import InputError

__all__ = ["Shard"]

_FORM = re.compile(r"(?:([0-9]+)|auto)(?:/([0-9]+))?")
# Of each scheduler: the variables of the index, of its first value, and of the count. Kubernetes
# does not tell a pod how many there are.
_SCHEDULERS = (
    ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT"),
    ("AWS_BATCH_JOB_ARRAY_INDEX", None, "AWS_BATCH_JOB_ARRAY_SIZE"),
    ("JOB_COMPLETION_INDEX", None, None),
)


@final
@dataclass(frozen=True)
class Shard:
    """The `number`th of `count` shards, counted from 1."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str, environment: Mapping[str, str] = os.environ) -> "Shard":
        """Return the shard of `3/16`, or of `auto` the one that the scheduler's variables say."""
        form = _FORM.fullmatch(text.strip())
        if form is None or (form[1] is not None and form[2] is None):
            raise InputError(
                f"{text!r} is no shard", "--shard", "3/16, auto or auto/16", "write one of these"
            )
        count = None if form[2] is None else int(form[2])
        if form[1] is None:
            return cls._automatic(count, environment)
        return cls._checked(int(form[1]), count or 0)

    @classmethod
    def _automatic(cls, count: int | None, environment: Mapping[str, str]) -> "Shard":
        for index_name, first_name, count_name in _SCHEDULERS:
            if index_name not in environment:
                continue
            index = _whole(environment, index_name)
            first = _whole(environment, first_name) if first_name in environment else 0
            if count is None and count_name in environment:
                count = _whole(environment, count_name)
            if count is None:
                raise InputError(
                    f"{index_name} is {index}, and nothing says how many shards there are",
                    "--shard auto",
                    "the number of shards",
                    "write it: --shard auto/16",
                )
            return cls._checked(index - first + 1, count)
        names = ", ".join(each[0] for each in _SCHEDULERS)
        raise InputError(
            "this is no job of an array: no variable has its index",
            "--shard auto",
            f"one of {names}",
            "write the shard: --shard 3/16",
        )

    @classmethod
    def _checked(cls, number: int, count: int) -> "Shard":
        if not 1 <= number <= count:
            raise InputError(
                f"there is no shard {number} of {count}",
                "--shard",
                f"from 1/{count} to {count}/{count}" if count else "1/1 or more",
                "count from 1",
            )
        return cls(number, count)

    def has(self, run_id: str) -> bool:
        """Whether a run belongs to this shard, by its id."""
        return int(run_id[:15], 16) % self.count == self.number - 1


def _whole(environment: Mapping[str, str], name: str | None) -> int:
    text = environment[name or ""]
    if not text.isdecimal():
        raise InputError(f"{name} is {text!r}", "--shard auto", "a whole number")
    return int(text)
