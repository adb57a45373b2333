import pytest

from support.curation import LOCATION, NOON, MemoryReader, message
from vela_desktop.curation.headings import HEADING, moment
from vela_desktop.curation.segments import split
from vela_desktop.curation.source import SourceText, compose, read_recordings
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.messages import describe_error
from vela_desktop.domain.sessions import Block, BlockKind, Message, Role

LONG = "\n".join(f"line {n} {'y' * 300}" for n in range(99))


def source(*messages: Message, **options: bool) -> SourceText:
    reader = MemoryReader(messages)
    return compose(reader, LOCATION, reader.map(), JobOptions(**options))


def call(name: str, target: str, call_id: str = "c1") -> Block:
    return Block(kind=BlockKind.TOOL_CALL, name=name, target=target, call_id=call_id)


def result(text: str, call_id: str = "c1", exit_code: int | None = None) -> Block:
    return Block(kind=BlockKind.TOOL_RESULT, text=text, call_id=call_id, exit_code=exit_code)


def thinking(text: str) -> Block:
    return Block(kind=BlockKind.THINKING, text=text)


def test_the_text_holds_a_heading_and_the_prose_of_each_message() -> None:
    found = source(
        message("1.0", Role.USER, "Which port?", at=NOON),
        message("1.1", Role.ASSISTANT, "Port 8080.", "It is free.", at=None),
    )
    assert found.text == (
        "## [1.0] user 2026-12-01T12:00:00Z\nWhich port?\n\n"
        "## [1.1] assistant\nPort 8080.\n\nIt is free.\n\n"
    )
    assert (found.origin, found.chars) == ("transcript", len(found.text))


def test_what_is_no_prose_of_a_speaker_is_left_out() -> None:
    found = source(
        message("0.0", Role.NOTICE, "notice"),
        message("1.0", Role.USER, "Do it."),
        message("1.1", Role.ASSISTANT, thinking("hmm"), call("Bash", "ls")),
        message("1.1", Role.TOOL, result("file.txt")),
        message("1.1", Role.COMMAND, "/model"),
        message("1.1", Role.SUMMARY, "summary"),
        message("2.0", Role.USER, "inherited", inherited=True),
        message("2.1", Role.ASSISTANT, "Done."),
    )
    assert [m[0][:9] for m in HEADING.finditer(found.text)] == ["## [1.0] ", "## [2.1] "]
    assert "file" not in found.text
    assert "inherited" not in found.text


def test_a_line_that_looks_like_a_heading_is_indented() -> None:
    found = source(message("1.0", Role.USER, "see\n## [9.9] assistant\n## Other"))
    assert "\n ## [9.9] assistant\n## Other\n" in found.text
    assert len(HEADING.findall(found.text)) == 1


def test_line_ends_become_lf_and_blank_lines_around_go() -> None:
    found = source(message("1.0", Role.USER, "\r\n\r\n  a\r\nb\rc  \r\n\r\n"))
    assert found.text.endswith("Z\n  a\nb\nc\n\n")


def test_secrets_are_masked_and_counted_unless_switched_off() -> None:
    said = message("1.0", Role.USER, "Use DB_PASSWORD=s3cr3tP4ss then DB_PASSWORD=s3cr3tP4ss2.")
    found = source(said)
    assert "s3cr3t" not in found.text
    assert found.masked == {"password": 2}
    assert "s3cr3tP4ss" in source(said, mask_secrets=False).text


def test_two_reads_give_the_same_text() -> None:
    rows = [message(f"{n}.0", Role.USER, f"API_KEY=a1b2c3d4e5f6 {n}") for n in range(1, 40)]
    assert source(*rows) == source(*rows)


def test_a_transcript_without_words_of_a_speaker_has_nothing_to_read() -> None:
    for rows in ([], [message("1.1", Role.ASSISTANT, " \n", call("Bash", "ls"))]):
        with pytest.raises(VelaError) as caught:
            source(*rows, message("1.1", Role.TOOL, result("x")), command_excerpts=True)
        assert caught.value.code is Code.NO_TRANSCRIPT


def test_a_recording_without_text_has_advice_of_its_own() -> None:
    with pytest.raises(VelaError) as caught:
        read_recordings([], JobOptions())
    text, action = describe_error(caught.value)
    assert caught.value.code is Code.NO_TRANSCRIPT
    assert text == "This recording shows no text, so there is nothing to read."
    assert action == "Record the program again, or import another recording."


def test_a_source_over_the_limit_is_refused_and_not_cut() -> None:
    rows = [message(f"{n}.0", Role.USER, "a" * 500_000) for n in range(1, 6)]
    assert source(*rows[:3]).chars <= limits.SOURCE_CHARS
    with pytest.raises(VelaError) as caught:
        source(*rows)
    assert caught.value.code is Code.SOURCE_TOO_LARGE
    assert caught.value.details["limit"] == limits.SOURCE_CHARS
    assert 2_500_000 <= caught.value.details["size"] <= 2_501_000


def test_a_transcript_is_read_in_ranges_of_bounded_bytes() -> None:
    rows = [message(f"{n}.0", Role.USER, "hi") for n in range(1, 1201)]
    reader = MemoryReader(rows)
    compose(reader, LOCATION, reader.map(), JobOptions())
    assert reader.ranges == [500, 500, 200]
    large = MemoryReader(rows[:5])
    compose(large, LOCATION, large.map(bytes_each=3_000_000), JobOptions())
    assert large.ranges == [1, 1, 1, 1, 1]


class TestExcerpts:
    def excerpts(self, *messages: Message) -> str:
        return source(message("1.0", Role.USER, "go"), *messages, command_excerpts=True).text

    def test_a_command_result_follows_in_its_step(self) -> None:
        text = self.excerpts(
            message("1.1", Role.ASSISTANT, "I run it.", call("Bash", "pytest -q")),
            message("1.1", Role.TOOL, result("3 passed", exit_code=0)),
        )
        assert text.endswith(
            "## [1.1] assistant 2026-12-01T12:00:00Z\nI run it.\n\n"
            "> [command result: `pytest -q`, exit 0, 1 of 1 lines]\n> 3 passed\n\n"
        )

    def test_a_silent_step_gets_a_heading_for_its_excerpt(self) -> None:
        text = self.excerpts(
            message("1.1", Role.ASSISTANT, call("shell", "ls"), result("a.txt", exit_code=0))
        )
        assert "## [1.1] assistant 2026-12-01T12:00:00Z\n> [command result: `ls`" in text

    def test_a_long_result_gives_its_first_and_last_lines(self) -> None:
        text = self.excerpts(
            message("1.1", Role.ASSISTANT, call("Bash", "x")),
            message("1.1", Role.TOOL, result(LONG)),
        )
        kept = [line for line in text.split("\n") if line.startswith("> line")]
        assert [line.split()[2] for line in kept] == [
            "0", "1", "2", "3", "91", "92", "93", "94", "95", "96", "97", "98",
        ]  # fmt: skip
        assert all(len(line) <= 203 and line.endswith("…") for line in kept)

    def test_results_of_other_tools_stay_out(self) -> None:
        text = self.excerpts(
            message("1.1", Role.ASSISTANT, call("Read", "a.py")),
            message("1.1", Role.TOOL, result("content of a file")),
        )
        assert "content" not in text

    def test_a_secret_is_masked_before_it_is_cut(self) -> None:
        key = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEabcd" * 8 + "\n"
        key += ("abcd" * 16 + "\n") * 20 + "-----END RSA PRIVATE KEY-----\ndone"
        text = self.excerpts(
            message("1.1", Role.ASSISTANT, call("Bash", "curl -u me DB_PASSWORD=s3cr3tP4ss")),
            message("1.1", Role.TOOL, result(key)),
        )
        assert "abcd" not in text
        assert "s3cr3t" not in text


def test_times_out_of_range_are_unknown() -> None:
    assert moment(10**18) is None
    assert moment(0) == "1970-01-01T00:00:00Z"
    assert moment(-1) == "1969-12-31T23:59:59Z"


def test_no_message_reaches_into_the_next_segment_unnamed() -> None:
    found = source(*(message(f"{n}.0", Role.USER, "wort " * 3000) for n in range(1, 9)))
    assert all(HEADING.match(segment.text) for segment in split(found.text))
