"""Lists become other lists without losing what stays."""

from hypothesis import given
from hypothesis import strategies as st

from vela_desktop.gui.difference import insertions, kept, removals

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
