"""A stand-in for Claude Code or Codex CLI, copied beside its ``script.json`` and started for real.

It prints what the real programs print, as far as Vela reads it, and answers as its script says.
Standard library only; see ``fake_agents`` for the script's keys.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Reply = dict[str, Any]


def main() -> int:
    """Answer one start of the program."""
    script = json.loads((HERE / "script.json").read_text(encoding="utf-8"))
    arguments = sys.argv[1:]
    if "--version" in arguments:
        time.sleep(script.get("version_delay", 0))
        print(script["version"])
        return int(script.get("version_exit", 0))
    claude = script["agent"] == "claude"
    if claude and "--input-format" in arguments:
        return _question(
            script,
            "models",
            {
                "type": "control_response",
                "response": {
                    "subtype": "success",
                    "response": {"models": script.get("models", [])},
                },
            },
        )
    if not claude and arguments[-2:] == ["debug", "models"]:
        return _question(script, "models", {"models": script.get("models", [])})
    if not claude and arguments[-3:] == ["mcp", "list", "--json"]:
        return _question(script, "mcp", script.get("mcp", []))
    return _call(script, _claude if claude else _codex)


def _question(script: Reply, name: str, answer: Any) -> int:
    _record("question", "")
    time.sleep(script.get(f"{name}_delay", 0))
    print(script.get(f"{name}_text", json.dumps(answer)))
    return int(script.get(f"{name}_exit", 0))


def _call(script: Reply, speak: Any) -> int:
    prompt = sys.stdin.buffer.read().decode("utf-8")
    number = _record("call", prompt)
    reply = _choose(script, prompt, number)
    if reply.get("ignore_term"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if reply.get("fork"):
        child = subprocess.Popen([sys.executable, "-IS", "-c", "import time; time.sleep(60)"])
        (HERE / "grandchild").write_text(str(child.pid), encoding="utf-8")
    sys.stderr.write(reply.get("stderr", ""))
    sys.stderr.flush()
    time.sleep(reply.get("delay", 0))
    code = speak(reply)
    if reply.get("hang") or reply.get("hang_after"):
        time.sleep(600)
    return int(reply.get("exit", code))


def _choose(script: Reply, prompt: str, number: int) -> Reply:
    for rule in script.get("rules", []):
        if rule["contains"] in prompt:
            return dict(rule["reply"])
    replies = script.get("replies", [])
    if number <= len(replies):
        return dict(replies[number - 1])
    return dict(script.get("default", {"text": "no reply was scripted"}))


def _record(kind: str, stdin: str) -> int:
    """Keep what this start was given under the next free number of its kind; return that."""
    record = {
        "argv": sys.argv[1:],
        "environment": dict(os.environ),
        "stdin": stdin,
        "cwd": str(Path.cwd()),
        "mode": Path.cwd().stat().st_mode & 0o777,
        "files": sorted(path.name for path in Path.cwd().iterdir()),
        "pid": os.getpid(),
        "read": _files_named(),
    }
    whole = HERE / f"writing-{os.getpid()}"
    whole.write_text(json.dumps(record), encoding="utf-8")
    number = 1
    while True:
        try:
            os.link(whole, HERE / f"{kind}-{number:04}.json")
        except FileExistsError:
            number += 1
        else:
            whole.unlink()
            return number


def _files_named() -> dict[str, str]:
    """Read the files that the command line names: they are gone when a test looks for them."""
    found = {}
    for argument in sys.argv[1:]:
        name = argument.partition("=")[2].strip('"') or argument
        if name.endswith(("system.txt", "schema.json")) and Path(name).is_file():
            found[Path(name).name] = Path(name).read_text(encoding="utf-8")
    return found


def _say(event: Any) -> None:
    sys.stdout.write(json.dumps(event, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _flood(reply: Reply) -> None:
    for _ in range(reply.get("huge", 0) // 1000):
        sys.stdout.write("x" * 999 + "\n")
    for _ in range(reply.get("huge_stderr", 0) // 1000):
        sys.stderr.write("x" * 999 + "\n")


def _claude(reply: Reply) -> int:
    model = _after("--model") or "claude-opus-5-5"
    _say(
        {
            "type": "system",
            "subtype": "init",
            "cwd": str(Path.cwd()),
            "model": model,
            "tools": reply.get("open_tools", ["StructuredOutput"]),
            "mcp_servers": [],
        }
    )
    _flood(reply)
    if reply.get("hang") or reply.get("silent"):
        return 1
    if "thinking" in reply:
        _claude_says(model, {"type": "thinking", "thinking": reply["thinking"], "signature": "s"})
    if "tool" in reply:
        _claude_uses(model, "toolu_1", reply["tool"], {}, refused=True)
    if "data" in reply:
        _claude_uses(model, "toolu_2", "StructuredOutput", reply["data"], refused=False)
    elif "text" in reply:
        _claude_says(model, {"type": "text", "text": reply["text"]})
    result = _claude_result(reply, model)
    _say(result)
    return 1 if result["is_error"] else 0


def _claude_says(model: str, block: Reply) -> None:
    _say(
        {
            "type": "assistant",
            "parent_tool_use_id": None,
            "message": {"id": "msg_1", "role": "assistant", "model": model, "content": [block]},
        }
    )


def _claude_uses(model: str, ident: str, name: str, data: Any, *, refused: bool) -> None:
    _claude_says(model, {"type": "tool_use", "id": ident, "name": name, "input": data})
    told = f"No such tool available: {name}." if refused else "Structured output provided"
    block = {"type": "tool_result", "tool_use_id": ident, "content": told, "is_error": refused}
    _say({"type": "user", "message": {"role": "user", "content": [block]}})


def _claude_result(reply: Reply, model: str) -> Reply:
    fresh, cached, output = reply.get("usage", [100, 0, 10])
    said = reply.get("error", reply.get("text", ""))
    result = {
        "type": "result",
        "subtype": "success",
        "is_error": "error" in reply,
        "result": said,
        "api_error_status": reply.get("status"),
        "total_cost_usd": reply.get("cost", 0.01),
        "terminal_reason": reply.get("ending", "api_error" if "error" in reply else "completed"),
        "permission_denials": [],
        "usage": {
            "input_tokens": fresh,
            "cache_read_input_tokens": cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": output,
        },
        "modelUsage": {
            model: {
                "inputTokens": fresh,
                "cacheReadInputTokens": cached,
                "cacheCreationInputTokens": 0,
                "outputTokens": output,
            }
        },
    }
    if "data" in reply:
        result["structured_output"] = reply["data"]
        result["result"] = json.dumps(reply["data"], ensure_ascii=False)
    return result


def _codex(reply: Reply) -> int:
    _say({"type": "thread.started", "thread_id": "01a233e8-bd34-7722-89df-a508e650ccb0"})
    _say({"type": "turn.started"})
    _flood(reply)
    if reply.get("hang") or reply.get("silent"):
        return 1
    if "thinking" in reply:
        _say(_item(0, "reasoning", text=reply["thinking"]))
    if "tool" in reply:
        sys.stderr.write(
            "2026-12-01T23:22:01.425388Z  INFO codex_core::stream_events_utils: "
            f"ToolCall: {reply['tool']} thread_id=01a233ea-470a-7a12\n"
        )
        sys.stderr.flush()
    if "command" in reply:
        _say(_item(1, "command_execution", command=reply["command"], status="failed"))
    if "error" in reply:
        _say({"type": "error", "message": reply["error"]})
        _say({"type": "turn.failed", "error": {"message": reply["error"]}})
        return 1
    text = json.dumps(reply["data"], ensure_ascii=False) if "data" in reply else reply.get("text")
    if text is not None:
        _say(_item(2, "agent_message", text=text))
        Path(_after("-o") or os.devnull).write_text(text, encoding="utf-8")
    fresh, cached, output = reply.get("usage", [100, 0, 10])
    _say(
        {
            "type": "turn.completed",
            "usage": {
                "input_tokens": fresh + cached,
                "cached_input_tokens": cached,
                "output_tokens": output,
            },
        }
    )
    return 0


def _item(number: int, kind: str, **more: Any) -> Reply:
    return {"type": "item.completed", "item": {"id": f"item_{number}", "type": kind, **more}}


def _after(flag: str) -> str | None:
    return sys.argv[sys.argv.index(flag) + 1] if flag in sys.argv else None


if __name__ == "__main__":
    sys.exit(main())
