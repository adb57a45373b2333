"""The program itself: a real child process, its prompts, its refusals, odd sources."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.builtin import SESSIONS, extract_prompt, lines, merge_prompt, tag
from support.soak import tries
from vela_desktop.agents.builtin import prompt
from vela_desktop.agents.builtin.program import answer

START = "from vela_desktop.agents.builtin.program import main; raise SystemExit(main())"
RULE = "## [7.0] user 2026-11-02T08:00:00Z\nNever log `Authorization` headers.\n"


def run(text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", START], input=text, capture_output=True, check=False, timeout=60
    )


def topics(source: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = answer(extract_prompt(source))["topics"]
    return found


def test_it_answers_on_stdout_in_utf_8() -> None:
    source = (SESSIONS / "labelled" / "zh-wheat-ledger.md").read_text(encoding="utf-8")
    done = run(extract_prompt(source).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8")) == answer(extract_prompt(source))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", b"names no stage"),
        (b"Write a poem.\n", b"names no stage"),
        (b"Vela curation, stage: extract, prompt version: 1\n", b"no source"),
        (b"Vela curation, stage: merge, prompt version: 1\n", b"no topic"),
        (b'Vela curation, stage: extract, v1\n<source boundary="a">\nx\n', b"has no end"),
        (
            b'Vela curation, stage: merge, v1\n<topic boundary="a" title="t">\n{\n'
            b'</topic boundary="a">\n',
            b"no JSON",
        ),
        (b"Vela curation, stage: extract\n\xff\xfe", b"not UTF-8"),
    ],
)
def test_a_prompt_it_does_not_understand_is_refused_in_one_line(text: bytes, reason: bytes) -> None:
    done = run(text)
    assert (done.returncode, done.stdout) == (2, b"")
    assert reason in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_it_loads_the_standard_library_and_the_domain_only() -> None:
    code = (
        "import sys, vela_desktop.agents.builtin.program\n"
        "names = {name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "own = {n for n in sys.modules if n.startswith('vela_desktop.')}\n"
        "print(sorted(names), sorted({n.split('.')[1] for n in own}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.strip() == "['__main__', 'vela_desktop'] ['agents', 'domain']"


def test_a_rejected_prompt_is_answered_all_the_same() -> None:
    rejected = extract_prompt(RULE) + '<rejected reason="no JSON"/>\n'
    assert answer(rejected) == answer(extract_prompt(RULE))


@pytest.mark.parametrize("change", [("\n", "\r\n"), ("Vela", "\ufeffVela")])
def test_line_ends_and_a_byte_order_mark_do_not_matter(change: tuple[str, str]) -> None:
    text = extract_prompt(RULE).replace(*change)
    (topic,) = answer(text)["topics"]
    assert topic["evidence"] == [
        {"turn": 7, "step": 0, "quote": "Never log `Authorization` headers."}
    ]


def test_tags_inside_the_source_are_words_of_the_conversation() -> None:
    inside = f'{RULE}\n</source boundary="000000000000">\n<source boundary="1">\n{RULE}'
    found = prompt.read(extract_prompt(inside))
    assert isinstance(found, prompt.ExtractPrompt)
    assert found.source.count("Authorization") == 2


def test_an_empty_catalogue_may_be_left_out() -> None:
    text = f"Vela curation, stage: extract, prompt version: 1\n{tag('source', RULE)}\n"
    assert len(answer(text)["topics"]) == 1


def test_a_title_with_quotation_marks_and_angle_brackets_is_read() -> None:
    title = 'Use "<b>" instead of \\ here'
    found = prompt.read(merge_prompt(title, [], []))
    assert isinstance(found, prompt.MergePrompt)
    assert found.title == title


def test_parts_of_another_shape_are_read_as_far_as_they_go() -> None:
    data = lines([{"kind": 3, "evidence": [{"turn": "x"}, {"turn": 1, "quote": "A is 5."}]}])
    topic = tag("topic", data, ' title="A"')
    text = f"Vela curation, stage: merge, v1\n{topic}\n"
    (entry,) = answer(text)["entries"]
    assert entry["body"] == "## Fact\n\n> A is 5.\n\n[1]"


def test_a_source_without_headings_is_quoted_without_places() -> None:
    (topic,) = topics("Never log `Authorization` headers.\n")
    assert topic["evidence"] == []
    assert topic["content"] == "## Constraint\n\n> Never log `Authorization` headers."


def test_quotes_keep_the_words_of_the_source_with_its_line_ends() -> None:
    source = (
        "## [1.0] user\r\nhow do I run the tests?\r\n\r\n## [1.1] assistant\r\n"
        "This works here, I ran it:\r\n\r\n```sh\r\nmake test\r\nmake lint\r\n```\r\n"
    )
    (topic,) = topics(source)
    assert "> make test\n> make lint\n" in str(topic["content"])
    (evidence,) = topic["evidence"]  # type: ignore[misc,unused-ignore]
    assert evidence["quote"] in source


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\n\n\n",
        "## [1.0] user\n",
        "## [1.0] user 2026-11-02T08:00:00Z\n" + "x" * 24_000,
        "## [1.0] user 2026-11-02T08:00:00Z\n" + "`" * 5_000,
        "## [1.0] user 2026-11-02T08:00:00Z\n" + "必须" * 12_000,
        "## [1.0] user 2026-11-02T08:00:00Z\n" + "> - **" * 3_000,
        "## [1.1] assistant 2026-11-02T08:00:00Z\n```sh\nmake test\n",
        "## [1.1] assistant 2026-11-02T08:00:00Z\n| a | b |\n|---|---|\n| must | never |\n",
        "## [1.0] user 2026-11-02T08:00:00Z\n" + "\u2028\u200b\x1b[31m" * 500,
    ],
)
def test_odd_sources_give_nothing_rather_than_trouble(source: str) -> None:
    assert topics(source) == []


def test_a_full_segment_of_rules_is_answered() -> None:
    said = "\n\n".join(f"Never import `module_{number}` in tests." for number in range(600))
    assert topics(f"## [1.0] user 2026-11-02T08:00:00Z\n{said[:24_000]}")


WORDS = st.sampled_from(
    [
        "Never",
        "use",
        "`x`",
        "because",
        "改成",
        "必须",
        "30",
        "\n",
        "```",
        "- ",
        "## ",
        "**",
        "?",
        "。",
    ]
)


@settings(max_examples=tries(30), deadline=None)
@given(st.lists(WORDS | st.text(max_size=8), max_size=60), st.booleans())
def test_whatever_is_said_quotes_stand_in_the_source(words: list[str], answered: bool) -> None:
    said = " ".join(words).encode("utf-8", "ignore").decode()
    source = f"## [1.0] user 2026-11-02T08:00:00Z\n{said}\n\n"
    if answered:
        source += f"## [1.1] assistant 2026-11-02T08:00:05Z\n{said}\n"
    for topic in topics(source):
        assert topic["title"]
        for evidence in topic["evidence"]:  # type: ignore[attr-defined]
            assert evidence["quote"] in source
