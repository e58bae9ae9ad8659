"""The rules of a selection: a code, the beginning of a code, a name, a family, or `all`."""

from collections.abc import Iterable

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.lint._registry import all_rules, rules_by_name
from project_ghost.lint._rule import Rule

__all__ = ["expand", "find"]

_PREFIX = "GHO"


def expand(words: Iterable[str], where: str) -> frozenset[str]:
    """The codes of a selection; `where` is where the user wrote it."""
    return frozenset(code for word in words for code in _codes(word.strip(), where))


def find(word: str) -> Rule:
    """The rule with a code or name."""
    rules = rules_by_name()
    rule = rules.get(word) or rules.get(word.upper()) or rules.get(word.lower())
    if rule is None:
        raise _unknown(word, "--explain")
    return rule


def _codes(word: str, where: str) -> list[str]:
    rules = all_rules()
    if word == "all":
        return [rule.code for rule in rules]
    codes = [rule.code for rule in rules if word in (rule.name, rule.family)]
    if word.upper().startswith(_PREFIX):
        codes += [rule.code for rule in rules if rule.code.startswith(word.upper())]
    if not codes:
        raise _unknown(word, where)
    return codes


def _unknown(word: str, where: str) -> InputError:
    families = sorted({rule.family for rule in all_rules()})
    return InputError(
        f"there is no rule {word!r}{did_you_mean(word, [*rules_by_name(), *families])}",
        where=where,
        expected="a code (GHO101), a beginning (GHO1), a name (wall-clock), a family, or all",
        fix="see `ghost lint --list-rules`",
    )
