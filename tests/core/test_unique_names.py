"""Goal: equal names get numbers, quickly however many there are."""

from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.unique_names import UniqueNames


@given(st.lists(st.sampled_from(["a", "a_2", "a_3", "A", "b", "a_2_2"]), max_size=40))
def test_names_are_unique_and_begin_with_what_was_asked(names) -> None:
    unique = UniqueNames(key=str.casefold)
    result = [unique.add(name) for name in names]
    assert len({each.casefold() for each in result}) == len(names)
    assert all(each.startswith(name) for name, each in zip(names, result, strict=True))


def test_the_second_of_two_has_a_two() -> None:
    unique = UniqueNames()
    assert [unique.add("a") for _ in range(3)] == ["a", "a_2", "a_3"]


def test_a_hundred_thousand_equal_names_are_no_matter() -> None:
    unique = UniqueNames("-")
    assert [unique.add("x") for _ in range(100_000)][-1] == "x-100000"
