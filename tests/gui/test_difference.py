"""Lists become other lists without losing what stays."""

from hypothesis import given
from hypothesis import strategies as st

from vela_desktop.gui.difference import Steps, insertions, kept, removals, steps

names = st.lists(st.text("abcdefgh", min_size=1, max_size=1), unique=True)


@given(names, names)
def test_any_order_becomes_any_other(before: list[str], after: list[str]) -> None:
    staying = kept(before, after)
    lines = list(before)
    for start, stop in removals(before, staying):
        del lines[start:stop]
    assert set(lines) == staying
    for start, stop in insertions(after, staying):
        lines[start:start] = after[start:stop]
    assert lines == after


def test_one_line_that_moves_is_the_only_one_taken_out() -> None:
    assert kept(list("abcd"), list("dabc")) == set("abc")
    assert kept(list("abcd"), list("bcda")) == set("bcd")


@given(names, names, st.sampled_from([None, 0, 2]), st.sampled_from([None, 1, 3]))
def test_the_steps_lead_there_whatever_they_may_cost(
    before: list[str], after: list[str], most: int | None, longest: int | None
) -> None:
    plan, lines = steps(before, after, most, longest), list(before)
    for start, stop in plan.removed:
        del lines[start:stop]
    for start, stop in plan.inserted:
        lines[start:start] = after[start:stop]
    assert lines == after


def test_what_both_ends_have_in_common_is_not_looked_at() -> None:
    assert steps(list("abcxyz"), list("abcdxyz"), longest=1) == Steps((), ((3, 4),))
    assert steps(list("abc"), list("abc")) == Steps((), ())
