"""The program behind ``vela --internal builtin``: a prompt on stdin, the reply's JSON on stdout."""

import json
import sys
from typing import Any

from vela_desktop.agents.builtin import prompt
from vela_desktop.agents.builtin.extract import extract
from vela_desktop.agents.builtin.merge import merge

_NOT_UNDERSTOOD = 2


def main() -> int:
    """Answer the prompt on standard input; return 0, or 2 where it is not one (stderr says why)."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
        reply = answer(text)
    except UnicodeDecodeError:
        return _refuse("the prompt is not UTF-8")
    except prompt.PromptError as error:
        return _refuse(str(error))
    sys.stdout.buffer.write(json.dumps(reply, ensure_ascii=False).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
    return 0


def answer(text: str) -> dict[str, Any]:
    """Return the reply to the prompt *text*; raises PromptError where it is not understood."""
    request = prompt.read(text)
    if isinstance(request, prompt.ExtractPrompt):
        return extract(request)
    return merge(request)


def _refuse(reason: str) -> int:
    sys.stderr.write(f"builtin: {reason}\n")
    return _NOT_UNDERSTOOD
