"""Workloads that are not portable, for the proof to find."""

import hashlib


def depends_on_the_hash_seed(_mode):
    return hashlib.sha256("".join({"one", "two", "three", "four", "five"}).encode()).hexdigest()


def raises(_mode):
    raise ArithmeticError("no value here")
