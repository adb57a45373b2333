import pytest

from support.curation import SESSION, snapshot
from vela_desktop.curation.citations import cite, is_chinese
from vela_desktop.curation.headings import Label
from vela_desktop.curation.snapshot import SnapshotText
from vela_desktop.domain.entries import Citation

TEXT = SnapshotText(
    snapshot(
        ("1.0", "Which port do we use?"),
        ("1.1", "We use port 8080."),
        ("3.0", "And for tests?"),
        ("3.1", "Tests use\n  port 0."),
        ("3.2", "We use port 8080."),
        ("3.4", "Never mind."),
    )
)


def cited(body: str, *evidence: Label) -> str:
    return cite(body, evidence, TEXT, SESSION).body


def link(turn: int, anchor: str = "", word: str = "Turn") -> str:
    return f"[{word} {turn}]({SESSION}@{turn}{anchor})"


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("It is 8080 [1.1].", f"It is 8080 {link(1, ':step1')}."),
        ("See [3].", f"See {link(3)}."),
        ("Asked in [3.0]", f"Asked in {link(3, ':step0')}"),
        ("Both [1.1][3.1]", f"Both {link(1, ':step1')} {link(3, ':step1')}"),
        ("端口是 8080[1.1]。", f"端口是 8080{link(1, ':step1', '轮次')}。"),
        ("- one [1.1]\n- two [3.1]", f"- one {link(1, ':step1')}\n- two {link(3, ':step1')}"),
        ("> Tests use\n\n[3.1]", f"> Tests use\n\n{link(3, ':step1')}"),
        ("1. a\n    ```\n    [1.1]\n    ```\n\n    b [1.1]",
         f"1. a\n    ```\n    [1.1]\n    ```\n\n    b {link(1, ':step1')}"),
        ("a ` b [1.1]", f"a ` b {link(1, ':step1')}"),
    ],
)  # fmt: skip
def test_labels_of_the_snapshot_become_citations(body: str, wanted: str) -> None:
    assert cited(body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "Version [9.9] and [2] and [1.5].",
        "`a[1.1]` and ``b ` [3]``",
        "```\nx = y[3]\n[1.1]\n```",
        "~~~\n[3]\n~~~",
        "para\n\n    code [1.1]\n\n    more [3]",
        "> quoted [1.1] words",
        "  > > nested [3]",
        "values[3] and f(x)[1]",
        "[1.1](https://x.y) is a link",
        "[3]: https://example.com",
        "[[3]] is a title",
        "https://example.com/a[1.1]",
        r"\[1.1\] and \[3]",
        "```\nunclosed [3]",
    ],
)
def test_everything_else_stays_as_it_is(body: str) -> None:
    assert cited(body) == body


def test_evidence_that_no_label_covers_is_cited_at_the_end() -> None:
    body = cited("It is 8080 [1.1].", Label(1, 1), Label(3, 1), Label(3, 4), Label(3, 2))
    assert body.endswith(f"\n\nEvidence: {link(3, ':step1-4')}\n")


def test_evidence_of_a_chinese_body_is_cited_in_chinese() -> None:
    body = cited("端口用 8080。", Label(1, 1), Label(3))
    assert body == (f"端口用 8080。\n\n依据：{link(1, ':step1', '轮次')}、{link(3, '', '轮次')}\n")


def test_a_label_of_the_turn_covers_its_steps_and_a_step_the_turn() -> None:
    assert "Evidence" not in cited("See [3].", Label(3, 1), Label(3, 2))
    assert "Evidence" not in cited("See [3.1].", Label(3))
    assert "Evidence" in cited("See [3.1].", Label(3, 2))
    assert "Evidence" in cited("> See [3.1].", Label(3, 1))


def test_citations_at_the_end_stand_outside_an_unclosed_code_block() -> None:
    assert "\n```\n\nEvidence: " in cited("```py\nx = 1", Label(1, 1))


def test_citations_are_returned_in_the_order_of_the_body() -> None:
    found = cite("B [3.1], A [1.1], again [3.1].", [Label(3, 4)], TEXT, SESSION)
    assert found.citations == (
        Citation(session_id=SESSION, turn=3, step_from=1),
        Citation(session_id=SESSION, turn=1, step_from=1),
        Citation(session_id=SESSION, turn=3, step_from=4),
    )


@pytest.mark.parametrize(
    ("body", "chinese"),
    [
        ("We use port 8080.", False),
        ("我们用 8080 端口。", True),
        (
            "我们用 `connection_pool` 的连接池。\n```\nlong english code here\n```",
            True,
        ),
        ("The word 端口 means port in Chinese.", False),
        ("ポートは8080を使います。", False),
        ("> quoted english words only\n\n结论：可行。", True),
        ("", False),
        ("1234", False),
    ],
)
def test_the_language_of_a_body_is_that_of_its_prose(body: str, chinese: bool) -> None:
    assert is_chinese(body) is chinese


class TestLookingUp:
    def test_words_are_found_where_they_were_said_to_be(self) -> None:
        assert TEXT.find("use port 8080", Label(3, 2)) == Label(3, 2)
        assert TEXT.find("use port 8080", Label(3)) == Label(3, 2)

    def test_else_where_they_stand(self) -> None:
        assert TEXT.find("use port 8080", Label(3, 4)) == Label(3, 2)
        assert TEXT.find("Which port", Label(3, 4)) == Label(1, 0)

    def test_white_space_does_not_count_but_words_do(self) -> None:
        assert TEXT.find("Tests  use port\n0.", Label(3, 1)) == Label(3, 1)
        assert TEXT.find("Tests use port 1.", Label(3, 1)) is None

    def test_words_do_not_reach_across_messages(self) -> None:
        assert TEXT.find("8080. And for", Label(3, 0)) is None
        assert not TEXT.holds("use? We use")

    def test_labels_are_turns_and_steps_of_the_snapshot(self) -> None:
        assert Label(3) in TEXT
        assert Label(3, 4) in TEXT
        assert Label(3, 3) not in TEXT
        assert Label(2) not in TEXT
