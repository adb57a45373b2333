"""What a call works on, on one line, and how it ended."""

import pytest

from vela_desktop.sources import calls

PATCH = (
    "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: b.md\n+z\n*** End Patch"
)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"file_path": "/src/a.py", "old_string": "x"}, "/src/a.py"),
        ({"command": "pytest -q", "description": "Run"}, "pytest -q"),
        ({"command": ["bash", "-lc", "ls src"]}, "ls src"),
        ({"command": ["git", "commit", "-m", "two words"]}, "git commit -m 'two words'"),
        ({"cmd": "ls\nwc -l", "workdir": "/x"}, "ls …"),
        ({"pattern": "def ", "path": "/src"}, "def "),
        ({"path": "/src"}, "/src"),
        ({"url": "https://example.org"}, "https://example.org"),
        ({"description": "Count files", "prompt": "Long"}, "Count files"),
        ({"input": PATCH}, "src/a.py, b.md"),
        (PATCH, "src/a.py, b.md"),
        ('const r = await tools.exec_command({cmd:"ls \\"a b\\"",workdir:"/x"});', 'ls "a b"'),
        ("text('hello')\nmore", "text('hello') …"),
        ({"todos": []}, ""),
        ({"command": 5}, ""),
        (None, ""),
        ([], ""),
        ("x" * 500, "x" * 199 + "…"),
    ],
)
def test_the_target_of_a_call(arguments: object, expected: str) -> None:
    assert calls.target(arguments).strip() == expected.strip()


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\ncart.py\n", ("cart.py\n", 0, False)),
        (
            "Chunk ID: b2\nWall time: 0.1 seconds\nProcess exited with code 127\n"
            "Original token count: 3\nOutput:\nnot found",
            ("not found", 127, True),
        ),
        ('{"output":"cart.py\\n","metadata":{"exit_code":2}}', ("cart.py\n", 2, True)),
        ({"content": "done", "success": True}, ("done", None, False)),
        ({"content": "no", "success": False}, ("no", None, True)),
        ("unsupported call: update_plan", ("unsupported call: update_plan", None, True)),
        ("aborted by user after 0.1s", ("aborted by user after 0.1s", None, True)),
        (
            [
                {
                    "type": "input_text",
                    "text": "Script completed\nWall time 3.4 seconds\nOutput:\n",
                },
                {"type": "input_text", "text": "M a.py"},
            ],
            ("M a.py", None, False),
        ),
        ("Exit code is a word here", ("Exit code is a word here", None, False)),
        ('{"answer": 1}', ('{"answer": 1}', None, False)),
        (None, ("", None, False)),
    ],
)
def test_the_output_of_a_codex_call(output: object, expected: tuple[str, int | None, bool]) -> None:
    assert calls.codex_result(output) == expected


def test_arguments_are_readable_without_json() -> None:
    given = {"file_path": "a.py", "old_string": "x\ny", "count": 2}
    assert calls.readable(given) == "file_path: a.py\nold_string:\nx\ny\ncount: 2"
    assert calls.readable({"command": "ls"}) == "ls"
    assert calls.readable(None) == ""


def test_claude_says_the_exit_code_of_a_failed_command_first() -> None:
    assert calls.claude_exit_code("Exit code 127\npytest: not found") == 127
    assert calls.claude_exit_code("Error: Exit code 1\n") == 1
    assert calls.claude_exit_code("File not found") is None
