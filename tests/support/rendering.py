"""Bodies and messages for tests of rendering, and the words that stand in them."""

from vela_desktop.domain.sessions import Block, BlockKind, Message, Role
from vela_desktop.rendering.markdown import parse, render
from vela_desktop.rendering.pieces import Labels

LABELS = Labels(
    verbs={
        key: key.title()
        for key in ("read", "edit", "write", "run", "search", "plan", "agent", "web")
    },
    thinking="Thinking",
    summary="Summary",
    notice="Notice",
    command="Command",
    result="Tool result",
    image="[image]",
    long_text="{count} characters, folded",
    more="{count} more characters",
    inherited="inherited",
    no_result="no result recorded",
)


def body_html(markdown: str) -> str:
    """Return the whole body of an entry as HTML."""
    return render(parse(markdown))


def message(
    index: int, role: Role, *blocks: Block, step: int = 1, at: int | None = None
) -> Message:
    """Return a message of turn 1."""
    return Message(index=index, role=role, turn=1, step=step, uid=str(index), at=at, blocks=blocks)


def text(words: str) -> Block:
    """Return a text block."""
    return Block(kind=BlockKind.TEXT, text=words)


def call(name: str, given: str, target: str = "", key: str = "c") -> Block:
    """Return a tool call."""
    return Block(kind=BlockKind.TOOL_CALL, name=name, text=given, target=target, call_id=key)


def result(words: str, key: str = "c", *, failed: bool = False, code: int | None = None) -> Block:
    """Return a tool's result."""
    return Block(kind=BlockKind.TOOL_RESULT, text=words, call_id=key, failed=failed, exit_code=code)
