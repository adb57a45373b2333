from hypothesis import given, settings
from hypothesis import strategies as st

from support.curation import snapshot
from support.soak import tries
from vela_desktop.curation.preview import estimate
from vela_desktop.curation.segments import Segment, split

PROSE = st.text(alphabet="ab。 \n#[", max_size=60)
MESSAGES = st.lists(
    st.tuples(st.sampled_from(["1.0", "1.1", "12.3"]), PROSE), min_size=0, max_size=8
)


def rest(segments: list[Segment]) -> str:
    return "".join(segment.text[segment.repeated :] for segment in segments)


@settings(max_examples=tries(40), deadline=None)
@given(MESSAGES, st.text(alphabet="x\n ", max_size=90), st.integers(50, 160))
def test_segments_hold_the_whole_text_within_their_size(
    messages: list[tuple[str, str]], before: str, size: int
) -> None:
    text = before + snapshot(*messages)
    segments = split(text, size)
    assert rest(segments) == text
    assert all(0 < len(segment.text) <= size for segment in segments)


@given(st.text(max_size=400), st.integers(1, 40))
def test_a_text_without_headings_is_cut_as_well(text: str, size: int) -> None:
    assert rest(split(text, size)) == text


def test_short_messages_share_a_segment() -> None:
    text = snapshot(("1.0", "Hello"), ("1.1", "Hi"))
    assert split(text) == [Segment(text=text)]


def test_a_message_that_does_not_fit_starts_a_new_segment() -> None:
    first, second = snapshot(("1.0", "a" * 100)), snapshot(("1.1", "b" * 100))
    assert [segment.text for segment in split(first + second, 200)] == [first, second]


def test_a_long_message_is_cut_at_a_paragraph_and_its_heading_repeated() -> None:
    text = snapshot(("3.1", f"{'a' * 60}\n\n{'b' * 60}"))
    first, second = split(text, 140)
    assert first.text.endswith("a\n\n")
    assert second.text.startswith("## [3.1] assistant 2026-12-01T12:00:00Z\nbbb")
    assert second.repeated == len("## [3.1] assistant 2026-12-01T12:00:00Z\n")


def test_a_long_paragraph_is_cut_at_a_line_and_a_long_line_anywhere() -> None:
    text = snapshot(("3.1", f"{'a' * 40}\n{'b' * 250}"))
    first, second, *others = split(text, 140)
    assert first.text.endswith("a\n")
    assert second.text.endswith("b" * 100)
    assert [segment.text[segment.repeated :].count("b") for segment in others] == [100, 50]


def test_blank_lines_alone_make_no_segment() -> None:
    text = snapshot(("3.1", f"\n\n{'a' * 297}"))
    assert all(segment.text[segment.repeated :].strip() for segment in split(text, 140))


def test_the_preview_counts_segments_exactly_and_calls_as_a_range() -> None:
    text = snapshot(*((f"{turn}.0", "a" * 20_000) for turn in range(1, 6)))
    assert len(split(text)) == 5
    assert estimate(text) == (5, 5 + 5, 5 + 48)


def test_the_preview_expects_few_calls_for_a_short_conversation() -> None:
    assert estimate(snapshot(("1.0", "Hello"))) == (1, 2, 2)
    assert estimate(snapshot(("1.0", "a" * 2_000))) == (1, 2, 6)


def test_the_preview_never_expects_more_entries_than_a_job_may_save() -> None:
    text = snapshot(*((f"{turn}.0", "a" * 20_000) for turn in range(1, 101)))
    assert estimate(text) == (100, 100 + 100, 100 + 200)
