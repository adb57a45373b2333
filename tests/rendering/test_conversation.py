"""Messages become parts: prompts, texts, calls with how they ended, folds."""

import pytest

from support.rendering import LABELS, call, message, result, text
from vela_desktop.domain.sessions import Block, BlockKind, Message, Role
from vela_desktop.rendering.conversation import SHOWN_CHARS, TABLE_ROWS, Writer
from vela_desktop.rendering.pieces import (
    Ending,
    Everything,
    Look,
    Part,
    PartKind,
    message_of,
    rest_key,
    with_outer,
)


def parts(
    messages: list[Message], index: int = 0, *, opened: bool | frozenset[str] = False
) -> tuple[Part, ...]:
    """Return the parts of message *index*, with all, none or some folds open."""
    unfolded = Everything() if opened is True else (opened or frozenset())
    look = Look(labels=LABELS, folder="/home/dev/shop", unfolded=unfolded, facts={0: "facts"})
    return Writer(messages, look).piece(messages[index]).parts


def test_a_prompt_is_a_card_with_its_turn_and_its_facts() -> None:
    prompt, facts = parts([message(0, Role.USER, text("Why?\nTell."), step=0)])
    assert (prompt.kind, prompt.turn) == (PartKind.PROMPT, 1)
    assert "Why?<br>\nTell." in prompt.html
    assert (facts.kind, facts.html) == (PartKind.FACTS, '<p class="note">facts</p>')


def test_what_a_person_adds_within_a_turn_opens_no_other() -> None:
    (prompt,) = parts([message(0, Role.USER, text("Also this."), step=2)])
    assert (prompt.kind, prompt.turn) == (PartKind.PROMPT, None)


def test_a_call_shows_what_it_works_on_from_the_folder_on_and_how_it_ended() -> None:
    read = call("Read", "file_path: /home/dev/shop/a.py", "/home/dev/shop/a.py")
    messages = [
        message(0, Role.ASSISTANT, read, at=1000),
        message(1, Role.TOOL, result("one\ntwo\n"), at=1400),
    ]
    (line,) = parts(messages)
    assert line.html == (
        '<p class="call"><a href="fold:0.0">Read</a> <span class="target">a.py</span></p>'
    )
    assert line.ending == Ending(lines=2, seconds=0.4)
    assert parts(messages, 1) == ()


@pytest.mark.parametrize(
    ("given", "ending"),
    [
        (result("Exit code 1", failed=True, code=1), Ending(failed=True, exit_code=1, lines=1)),
        (result("", code=0), Ending(exit_code=0)),
        (result("boom", code=2), Ending(failed=True, exit_code=2, lines=1)),
        (None, Ending(missing=True)),
    ],
)
def test_calls_end_well_or_not_or_are_still_open(given: Block | None, ending: Ending) -> None:
    messages = [message(0, Role.ASSISTANT, call("Bash", "make", "make"))]
    messages += [message(1, Role.TOOL, given)] if given else []
    (line,) = parts(messages)
    assert line.ending == ending


@pytest.mark.parametrize(
    "given",
    [
        "file_path: /x/a.py\nold_string:\na\nb\nc\nnew_string:\na\nB\nc\nd",
        "filePath: /x/a.py\noldString:\na\nb\nc\nnewString:\na\nB\nc\nd\nreplaceAll: true",
        "path: /x/a.py\noldText:\na\nb\nc\nnewText:\na\nB\nc\nd",
    ],
    ids=["old_string", "oldString", "oldText"],
)
def test_an_edit_counts_its_lines_and_opens_as_a_difference(given: str) -> None:
    messages = [
        message(0, Role.ASSISTANT, call("Edit", given, "/x/a.py")),
        message(1, Role.TOOL, result("The file was updated.")),
    ]
    line, difference, output = parts(messages, opened=True)
    assert line.ending is not None
    assert (line.ending.added, line.ending.removed) == (2, 1)
    assert '<span class="i">+B' in difference.html
    assert '<span class="d">-b' in difference.html
    assert output.kind is PartKind.OUTPUT


def test_an_open_call_shows_its_input_only_where_the_line_does_not_say_it_all() -> None:
    for given, target, shown in (
        ("pytest -q", "pytest -q", 1),
        ("cd x\npytest -q", "cd x …", 2),
        ("file_path: /a.py", "/a.py", 1),
    ):
        messages = [
            message(0, Role.ASSISTANT, call("Bash", given, target)),
            message(1, Role.TOOL, result("ok")),
        ]
        _, *inside = parts(messages, opened=True)
        assert len(inside) == shown
        assert all(part.inside == "0.0" for part in inside)


def test_long_output_is_shown_bit_by_bit() -> None:
    lines = "\n".join(f"{number:07d}" for number in range(6_500))
    messages = [
        message(0, Role.ASSISTANT, call("Bash", "cat x", "cat x")),
        message(1, Role.TOOL, result(lines)),
    ]
    assert [part.kind for part in parts(messages)] == [PartKind.CALL]
    _, first, more = parts(messages, opened=frozenset({"0.0"}))
    assert (first.kind, more.kind, more.key) == (PartKind.OUTPUT, PartKind.FOLD, "0.0~1")
    assert len(first.html) <= SHOWN_CHARS + 40
    every = parts(messages, opened=True)
    assert [part.inside for part in every] == [
        "", "0.0", "0.0", "0.0~1", "0.0~1", "0.0~2",
    ]  # fmt: skip
    assert sum(part.html.count("\n") for part in every) == 6_500


@pytest.mark.parametrize(("size", "folded"), [(19_999, False), (20_001, True)])
def test_text_above_the_limit_is_folded_by_its_bytes(size: int, folded: bool) -> None:
    for words in ("x" * size, "界" * (size // 3) + "x" * (size % 3)):
        (part,) = parts([message(0, Role.ASSISTANT, text(words))])
        assert (part.kind is PartKind.FOLD) is folded


def test_a_table_of_very_many_rows_is_folded() -> None:
    for rows, kind in ((100, PartKind.TEXT), (TABLE_ROWS, PartKind.FOLD)):
        table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * rows
        (part,) = parts([message(0, Role.ASSISTANT, text(table))])
        assert part.kind is kind


def test_results_without_their_call_can_be_opened() -> None:
    (fold,) = parts([message(0, Role.TOOL, result("alone"))])
    assert (fold.kind, fold.html.count("Tool result")) == (PartKind.FOLD, 1)


@pytest.mark.parametrize("role", [Role.SUMMARY, Role.NOTICE])
def test_asides_are_folded(role: Role) -> None:
    (fold,) = parts([message(0, role, text("much"))])
    assert fold.kind is PartKind.FOLD
    _, inside = parts([message(0, role, text("much"))], opened=True)
    assert "much" in inside.html


def test_a_command_is_one_line_and_thinking_a_fold() -> None:
    (note,) = parts([message(0, Role.COMMAND, text("/clear"))])
    assert note.html == '<p class="note">Command <code>/clear</code></p>'
    (fold,) = parts([message(0, Role.ASSISTANT, Block(kind=BlockKind.THINKING, text="hm"))])
    assert fold.kind is PartKind.FOLD


def screen(words: str) -> Message:
    return message(0, Role.SCREEN, Block(kind=BlockKind.SCREEN, text=words))


def test_a_screen_is_shown_as_it_was_under_its_facts() -> None:
    facts, shown = parts([screen("\n  **x** <b>\n- y\n")])
    assert (facts.kind, facts.html) == (PartKind.FACTS, '<p class="note">facts</p>')
    assert (shown.kind, shown.html) == (PartKind.TEXT, "<pre>  **x** &lt;b&gt;\n- y</pre>\n")


def test_a_long_screen_is_folded_and_its_lines_are_not_broken() -> None:
    long = screen("row\n" * 6_000)
    assert [part.kind for part in parts([long])] == [PartKind.FACTS, PartKind.FOLD]
    _, _, first, more = parts([long], opened=frozenset({"0.0"}))
    assert first.html.startswith("<pre>row")
    assert more.key == "0.0~1"


def test_markup_of_a_transcript_stays_text() -> None:
    evil = '<img src="x"><script>y</script>'
    messages = [
        message(0, Role.ASSISTANT, text(evil), call(evil, evil, evil)),
        message(1, Role.TOOL, result(evil)),
    ]
    for part in parts(messages, opened=True):
        assert "<img" not in part.html
        assert "<script" not in part.html


def test_keys_say_what_they_are_inside_of() -> None:
    assert rest_key("12.3") == "12.3~1"
    assert rest_key("12.3~1") == "12.3~2"
    assert with_outer("12.3~2") == {"12.3", "12.3~1", "12.3~2"}
    assert message_of("12.3~2") == 12
