"""Messages of a Pi or OMP transcript, block by block."""

from pathlib import Path

from support.pi import Omp, Pi, call
from support.sources import at
from vela_desktop.domain.sessions import Block, BlockKind, Message
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.pi import PiReader
from vela_desktop.sources.protocol import Reader

PI, OMP = PiReader(), OmpReader()


def read(one: Pi, folder: Path, reader: Reader = PI) -> list[Message]:
    location = at(one.write(folder), reader.agent)
    return reader.messages(location, reader.index(location).entries)


def test_the_blocks_of_an_answer(tmp_path: Path) -> None:
    one = Pi()
    one.answer(
        {"type": "thinking", "thinking": "Hm.", "thinkingSignature": "x"},
        {"type": "thinking", "thinking": "", "redacted": True},
        "Look.",
        call("edit", "c1", path="a.py", edits=[{"oldText": "a", "newText": "b"}]),
        {"type": "unheard", "of": 1},
        model="mock-2",
    )
    (message,) = read(one, tmp_path)
    assert message.model == "mock-2"
    assert message.blocks == (
        Block(kind=BlockKind.THINKING, text="Hm."),
        Block(kind=BlockKind.TEXT, text="Look."),
        Block(
            kind=BlockKind.TOOL_CALL,
            text='path: a.py\nedits: [{"oldText":"a","newText":"b"}]',
            name="edit",
            target="a.py",
            call_id="c1",
        ),
    )


def test_what_omp_s_model_means_by_a_call_is_no_argument(tmp_path: Path) -> None:
    given = {"command": "ls", "i": "List files"}
    for kind, reader, text in ((Omp, OMP, "ls"), (Pi, PI, "command: ls\ni: List files")):
        one = kind()
        one.answer(call("bash", "c1", **given))
        (message,) = read(one, tmp_path, reader)
        assert (message.blocks[0].text, message.blocks[0].target) == (text, "ls")


def test_results_say_how_they_ended(tmp_path: Path) -> None:
    one = Pi()
    one.answer(call("bash", "c1", command="ls"))
    one.result("c1", "a.py")
    one.result("c1", "no\n\n\nCommand exited with code 2", failed=True)
    one.result("c1", "ENOENT: Command exited with code 3, they said", failed=True)
    endings = [
        (block.call_id, block.failed, block.exit_code)
        for message in read(one, tmp_path)[1:]
        for block in message.blocks
    ]
    assert endings == [("c1", False, None), ("c1", True, 2), ("c1", True, None)]


def test_a_person_s_command_says_how_it_ended_too(tmp_path: Path) -> None:
    one = Pi()
    one.message("bashExecution", command="false", output="", exitCode=1, cancelled=False)
    one.message("bashExecution", command="sleep 9", output="zz", cancelled=True)
    endings = [message.blocks[1] for message in read(one, tmp_path)]
    assert [(end.failed, end.exit_code, end.text) for end in endings] == [
        (True, 1, ""),
        (True, None, "zz"),
    ]


def test_images_are_named_and_never_carried(tmp_path: Path) -> None:
    inline = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    stored = {"type": "image", "data": "blob:sha256:86e8", "mimeType": "image/webp"}
    one = Omp()
    one.user([{"type": "text", "text": "Look"}, inline, stored])
    one.message("toolResult", toolCallId="c1", toolName="read", content=[inline], isError=False)
    prompt, result = read(one, tmp_path, OMP)
    assert [(block.kind, block.name, block.text) for block in prompt.blocks] == [
        (BlockKind.TEXT, "", "Look"),
        (BlockKind.IMAGE, "image/png", ""),
        (BlockKind.IMAGE, "image/webp", ""),
    ]
    assert [block.kind for block in result.blocks] == [BlockKind.TOOL_RESULT, BlockKind.IMAGE]


def test_an_attached_file_is_named_and_not_repeated(tmp_path: Path) -> None:
    one = Pi()
    one.user('<file name="/x/a.md">\nsecret </file> mark\n</file>\nSum <file name="b">it</file>')
    one.user('<file name="/x/a.md">\nno end')
    one.user('<file name="/x/only.md">text</file>')
    assert [message.blocks[0].text for message in read(one, tmp_path)] == [
        'Sum <file name="b">it</file>\n\n@/x/a.md',
        '<file name="/x/a.md">\nno end',
        "@/x/only.md",
    ]


def test_text_that_was_cut_when_it_was_saved_stays_cut(tmp_path: Path) -> None:
    cut = "Beginning\n\n[Session persistence truncated large content]"
    one = Omp()
    one.user(cut)
    (message,) = read(one, tmp_path, OMP)
    assert message.blocks[0].text == cut
