"""What entries look like: titles, kinds, headings, what belongs together, corrections on top."""

from typing import Any

import pytest

from support import builtin
from support.builtin import SESSIONS


def entries(name: str) -> list[dict[str, Any]]:
    path = SESSIONS / "labelled" / f"{name}.md"
    return builtin.curate([path.read_text(encoding="utf-8")])


def entry_with(found: list[dict[str, Any]], words: str) -> dict[str, Any]:
    return next(entry for entry in found if words in entry["body"])


def talk(*said: str) -> str:
    """Return a snapshot in which user and assistant take turns, beginning with the user."""
    messages = []
    for index, text in enumerate(said):
        role, step = ("user", 0) if index % 2 == 0 else ("assistant", 1)
        messages.append(f"## [{index // 2 + 1}.{step}] {role} 2026-11-02T08:00:00Z\n{text}\n")
    return "\n".join(messages)


def test_a_quote_is_followed_by_the_label_of_its_place() -> None:
    (entry,) = builtin.curate([talk("Hi", "Hello!", "From now on never push to main directly.")])
    assert entry["body"] == ("## Constraint\n\n> From now on never push to main directly.\n\n[2.0]")


def test_headings_follow_the_language_of_the_conversation() -> None:
    chinese = " ".join(entry["body"] for entry in entries("zh-tide-table"))
    english = " ".join(entry["body"] for entry in entries("en-harbor-api"))
    assert "## 决定" in chinese
    assert "## Decision" not in chinese
    assert "## Decision" in english
    assert "## 决定" not in english


def test_a_problem_its_cause_and_its_fix_are_one_entry() -> None:
    entry = entry_with(entries("en-harbor-api"), "overlap `SELECT` and the `INSERT`")
    assert "EXCLUDE USING gist" in entry["body"]
    assert "Let's go with the exclusion constraint" in entry["body"]


def test_a_later_correction_stands_before_what_it_corrects_and_both_are_kept() -> None:
    body = entry_with(entries("en-harbor-api"), "100 requests per minute per key")["body"]
    later, earlier = body.index("Make it 300 per minute"), body.index("100 requests per minute")
    assert body.startswith("## Corrected later")
    assert later < body.index("## Said earlier") < earlier


@pytest.mark.parametrize(
    ("now", "before"),
    [
        ("改用进程内的 `cachetools.TTLCache`", "先用 Redis 缓存当天的潮汐结果"),
        ("换成 uPlot，ECharts 不要了", "先用 ECharts 吧"),
        ("上限从 500 改成 200", "单次最多返回 500 条"),
    ],
)
def test_chinese_corrections_find_what_they_correct(now: str, before: str) -> None:
    body = entry_with(entries("zh-tide-table"), now)["body"]
    assert body.startswith("## 后来更正")
    assert body.index(now) < body.index("## 先前的说法") < body.index(before)


def test_a_correction_gives_the_entry_its_title_and_summary() -> None:
    entry = entry_with(entries("zh-tide-table"), "上限从 500 改成 200")
    assert entry["title"] == "上限从 500 改成 200"
    assert "最多返回 500" not in entry["summary"]


def test_an_agent_that_was_wrong_is_corrected_too() -> None:
    (entry,) = builtin.curate(
        [
            talk(
                "Why do uploads of large files fail?",
                "The root cause is the proxy, which drops request bodies over 10 MB.",
                "The proxy has no such limit. Look again, uploads of large files still fail.",
                "I was wrong about the proxy: uploads of large files fail because the `upload` "
                "worker runs out of disk space.",
            )
        ]
    )
    assert entry["body"].startswith("## Corrected later\n\n> I was wrong about the proxy")
    assert "## Said earlier\n\n> The root cause is the proxy" in entry["body"]


def test_a_command_is_quoted_whole_with_the_words_that_introduce_it() -> None:
    body = entry_with(entries("en-lamplight"), "cargo flamegraph")["body"]
    assert (
        "> I used this, and it gave the table above:\n>\n> ```sh\n"
        "> cargo flamegraph --bin lamplight -- build --site examples/big\n> ```"
    ) in body


def test_a_proposal_counts_only_once_it_is_agreed_to() -> None:
    proposal = "I'd suggest `tox`, because it tests every interpreter you support."
    asked = "How should we run the tests on several versions?"
    assert builtin.curate([talk(asked, proposal, "No, not that. Wait a moment.")]) == []
    (entry,) = builtin.curate([talk(asked, proposal, "Agreed.")])
    assert entry["kind"] == "decision"
    assert f"> {proposal}" in entry["body"]


def test_an_option_is_decided_by_its_letter() -> None:
    (entry,) = builtin.curate(
        [
            talk(
                "内存不够，有什么方案",
                "可选方案：\n\n- A. 把内存加到 16Gi\n- B. 按天分批处理，一次只读一天的数据",
                "走 B",
            )
        ]
    )
    assert "> 按天分批处理，一次只读一天的数据" in entry["body"]
    assert "16Gi" not in entry["body"]


@pytest.mark.parametrize(
    "said",
    [
        "Would you like me to add a test for `parse()`?",
        "Next I'll update `config.toml` and run the suite.",
        "Sorry about that, I misread the file.",
        "All 12 tests pass.",
        "接下来我会修改 `config.toml`。",
        "需要我把 `parse()` 的测试也补上吗？",
        "好的，正在跑测试，大约还要 3 分钟。",
    ],
)
def test_plans_offers_apologies_and_progress_are_not_knowledge(said: str) -> None:
    assert builtin.curate([talk("ok", said)]) == []


def test_titles_are_one_line_of_the_quotes_without_marks() -> None:
    for name in ("en-harbor-api", "zh-tide-table", "en-kiln-ci", "zh-river-etl"):
        for entry in entries(name):
            title = entry["title"]
            assert 0 < len(title) <= 80
            assert "\n" not in title
            assert "**" not in title
            assert "`" not in title


def test_a_title_that_says_too_little_takes_the_question_along() -> None:
    (entry,) = builtin.curate([talk("Add the cache.", "How long may entries live?", "30 seconds.")])
    assert entry["title"] == "How long may entries live? 30 seconds"


def test_kinds_tell_decisions_constraints_lessons_and_preferences_apart() -> None:
    kinds = {entry["title"]: entry["kind"] for entry in entries("zh-tide-table")}
    assert kinds["存储就用 SQLite"] == "decision"
    assert kinds["代码必须兼容 Python 3.9，不能用 match 语句和 X | None 这种写法"] == "constraint"
    lesson = next(kind for title, kind in kinds.items() if title.startswith("database is locked"))
    assert lesson == "lesson"
    assert len(set(kinds)) == len(kinds)
