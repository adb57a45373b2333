"""Bodies and messages become HTML that is right in Chinese and safe."""

import pytest

from support.rendering import body_html
from vela_desktop.rendering.code import highlight
from vela_desktop.rendering.markdown import message_html, prompt_html

SID = "0b0e7c1e-6f2d-5a55-9f37-0d1f1f0c0a01"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**判断。**后来", "<strong>判断。</strong>后来"),
        ("先写**「结论」**再写原因", "先写<strong>「结论」</strong>再写原因"),
        ("用**SQLite（WAL）**保存", "用<strong>SQLite（WAL）</strong>保存"),
        ("这是**`code`**的例子", "这是<strong><code>code</code></strong>的例子"),
        ("**注意：**不要删除", "<strong>注意：</strong>不要删除"),
        ("改用 **WAL**。", "改用 <strong>WAL</strong>。"),
        ("中文*斜体。*中文", '中文<em class="upright">斜体。</em>中文'),
        ("Latin *italics*", "Latin <em>italics</em>"),
        ("说**“不要”**就停", "说<strong>“不要”</strong>就停"),
        ("结果（**通过**）", "结果（<strong>通过</strong>）"),
        ("**한국어.**다음", "<strong>한국어.</strong>다음"),
        ("~~旧的。~~新的", "<s>旧的。</s>新的"),
        ("a * b * c", "a * b * c"),
        ("snake_case_name", "snake_case_name"),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("**bold**text", "<strong>bold</strong>text"),
        ('a**"b"**c', "a**&quot;b&quot;**c"),
        ("_word_ and __words__", "<em>word</em> and <strong>words</strong>"),
    ],
)
def test_emphasis_stands_beside_chinese_and_stays_as_it_was_elsewhere(text: str, html: str) -> None:
    assert body_html(text) == f"<p>{html}</p>\n"


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "<img src=x onerror=y>", "a <b>c</b>", "<!-- x -->"],
)
def test_raw_html_stays_text(text: str) -> None:
    html = body_html(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "<b>" not in html
    assert "&lt;" in html


@pytest.mark.parametrize(
    ("text", "href"),
    [
        (f"[轮次 3]({SID}@3:step1)", f'href="cite:{SID}@3:step1"'),
        ("[[邀请 规则]]", 'href="wiki:%E9%82%80%E8%AF%B7%20%E8%A7%84%E5%88%99"'),
        ("[x](https://example.org/?a=1&b=2)", 'href="https://example.org/?a=1&amp;b=2"'),
    ],
)
def test_links_lead_to_turns_entries_and_pages(text: str, href: str) -> None:
    assert href in body_html(text)


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "file:///etc/passwd", "relative/path", "data:text/html,x"]
)
def test_other_targets_lead_nowhere(target: str) -> None:
    assert "href" not in body_html(f"[x]({target})")


def test_code_keeps_its_lines_and_has_coloured_words() -> None:
    html = body_html('```python\ndef f():\n    return "x"  # why\n```')
    assert html.startswith("<pre>")
    assert '<span class="k">def</span>' in html
    assert '<span class="c"># why</span>' in html


def test_unknown_languages_and_long_code_stay_plain() -> None:
    assert highlight("a < b", "no-such-language") == "a &lt; b"
    assert "<span" not in highlight("x = 1\n" * 5000, "python")


def test_tables_and_tasks_are_known() -> None:
    assert "<table" in body_html("| a | b |\n|---|---|\n| 1 | 2 |")
    tasks = body_html("- [x] done\n- [ ] open")
    assert "☑ done" in tasks
    assert "☐ open" in tasks


def test_headings_are_paragraphs_of_two_sizes() -> None:
    assert body_html("# A\n\n## B\n\n### C") == (
        '<p class="h2">A</p>\n<p class="h2">B</p>\n<p class="h3">C</p>\n'
    )


@pytest.mark.parametrize(
    ("text", "html"),
    [("中文\n换行", "中文换行"), ("word\nnext", "word\nnext"), ("中文\nword", "中文\nword")],
)
def test_lines_are_joined_without_a_blank_inside_chinese(text: str, html: str) -> None:
    assert body_html(text) == f"<p>{html}</p>\n"


def test_each_line_that_a_person_typed_stays_a_line() -> None:
    assert prompt_html("one\ntwo\n\n- three") == (
        "<p>one<br>\ntwo</p>\n<ul>\n<li>three</li>\n</ul>\n"
    )


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://example.org/a?b=1#c.", "https://example.org/a?b=1#c"),
        ("（https://example.org/x）后", "https://example.org/x"),
        ("(https://example.org/a_(b))", "https://example.org/a_(b)"),
        ("http://127.0.0.1:8087/tides, then", "http://127.0.0.1:8087/tides"),
    ],
)
def test_addresses_in_text_are_links(text: str, address: str) -> None:
    assert f'<a href="{address}">{address}</a>' in body_html(text)


def test_addresses_in_code_and_links_stay_as_they_are() -> None:
    assert "<a" not in body_html("`https://example.org`")
    assert body_html("[https://example.org](https://other.org)").count("<a ") == 1


def test_brackets_of_a_shell_are_no_links_in_messages() -> None:
    assert "<a" not in message_html("[[ -f x ]] && echo")


def test_cells_say_their_alignment_and_have_no_style_of_their_own() -> None:
    html = body_html("| a | b |\n|---|--:|\n| 1 | 2 |")
    assert '<td align="left">1</td>' in html
    assert '<td align="right">2</td>' in html
    assert "style=" not in html


def test_images_are_named_and_not_fetched() -> None:
    html = body_html("![a chart](https://example.org/x.png)")
    assert "<img" not in html
    assert "a chart" in html
