"""A stand-in for an agent's program, copied beside its ``script.json`` and started for real.

It prints what the real programs print, as far as Vela reads it, and answers as its script says.
Standard library only; see ``fake_agents`` for the script's keys.
"""

import contextlib
import io
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
_FILES = ("system.txt", "schema.json", "agent.md", "overlay.yml")


def main() -> int:
    """Answer one start of the program."""
    script = json.loads((HERE / "script.json").read_text(encoding="utf-8"))
    arguments = sys.argv[1:]
    if "--version" in arguments:
        time.sleep(script.get("version_delay", 0))
        print(script["version"])
        return int(script.get("version_exit", 0))
    if script["agent"] == "grok":
        return _grok_start(script, arguments)
    if script["agent"] in {"pi", "omp"}:
        return _pi_start(script, arguments)
    if script["agent"] == "opencode":
        return _opencode_start(script, arguments)
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
    if arguments == (["auth", "status"] if claude else ["login", "status"]):
        return _sign_in(script, claude=claude)
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


def _sign_in(script: Reply, *, claude: bool) -> int:
    signed_in = script.get("signed_in", True)
    if claude:
        _question(script, "sign_in", {"loggedIn": signed_in, "authMethod": "claude.ai"})
    elif signed_in:
        sys.stderr.write("Logged in using ChatGPT\n")
    else:
        sys.stderr.write("Not logged in\n")
    return 0 if signed_in else 1


def _call(script: Reply, speak: Any) -> int:
    if _refuses(script):
        return 1
    if script.get("closes_stdin"):
        os.close(0)
        return _answer(script, speak, "")
    file = _after("--prompt-file")
    prompt = Path(file).read_bytes() if file else sys.stdin.buffer.read()
    return _answer(script, speak, prompt.decode("utf-8"))


def _refuses(script: Reply) -> bool:
    """Tell whether a flag is not known, after saying so."""
    refused = script.get("refuses") in sys.argv
    if refused:
        _record("call", "")
        sys.stderr.write(f"error: unknown option '{script['refuses']}'\n")
    return refused


def _answer(script: Reply, speak: Any, prompt: str) -> int:
    number = _record("call", prompt)
    reply = _choose(script, prompt, number)
    if reply.get("ignore_term"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if reply.get("fork"):
        child = subprocess.Popen([sys.executable, "-IS", "-c", "import time; time.sleep(60)"])
        (HERE / "grandchild.new").write_text(str(child.pid), encoding="utf-8")
        (HERE / "grandchild.new").rename(HERE / "grandchild")
    sys.stderr.write(reply.get("stderr", ""))
    sys.stderr.flush()
    time.sleep(reply.get("delay", 0))
    while "waits" in reply and not (HERE / reply["waits"]).exists():
        time.sleep(0.02)
    while reply.get("endless_stderr"):
        sys.stderr.write("x" * 999 + "\n")
    code = _speak_at_length(speak, reply) if "stdout_bytes" in reply else speak(reply)
    if reply.get("hang") or reply.get("hang_after"):
        time.sleep(600)
    return int(reply.get("exit", code))


def _speak_at_length(speak: Any, reply: Reply) -> int:
    """Print a line before the answer that makes all of the output as long as the reply wants."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code: int = speak(reply)
    answer = said.getvalue().encode("utf-8")
    sys.stdout.buffer.write(b"x" * (reply["stdout_bytes"] - len(answer) - 1) + b"\n" + answer)
    sys.stdout.flush()
    return code


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
        if name.endswith(_FILES) and Path(name).is_file():
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


def _grok_start(script: Reply, arguments: list[str]) -> int:
    if arguments == ["models"]:
        signed_in = script.get("signed_in", True)
        print("You are logged in with grok.com." if signed_in else "You are not authenticated.")
        return 0
    if arguments[:1] != ["agent"]:
        return _call(script, _grok)
    asked = json.loads(sys.stdin.readline())
    state = {"modelState": {"availableModels": script.get("models", [])}}
    code = _question(script, "models", {"id": asked["id"], "result": {"_meta": state}})
    sys.stdout.flush()
    sys.stdin.read()
    return code


def _grok(reply: Reply) -> int:
    _say({"type": "available_commands", "tools": reply.get("open_tools", []), "commands": []})
    _flood(reply)
    if reply.get("hang") or reply.get("silent"):
        return 1
    if "thinking" in reply:
        _say({"type": "thought", "data": reply["thinking"]})
    if "tool" in reply:
        _say({"type": "tool_call", "toolName": reply["tool"], "status": "pending", "rawInput": {}})
        _say({"type": "tool_call_update", "status": "failed", "content": []})
    if "error" in reply:
        inner = {"message": reply["error"], "http_status": reply.get("status")}
        message = f"Internal error: {json.dumps(inner)}" if "status" in reply else reply["error"]
        _say({"type": "error", "message": message})
        sys.stderr.write(f"Error: {message}\n")
        return 1
    text = json.dumps(reply["data"], ensure_ascii=False) if "data" in reply else reply.get("text")
    if text is not None:
        _say({"type": "text", "data": text})
    _say(_grok_end(reply))
    return 0


def _grok_end(reply: Reply) -> Reply:
    fresh, cached, output = reply.get("usage", [100, 0, 10])
    end = {
        "type": "end",
        "stopReason": reply.get("ending", "end_turn"),
        "usage": {
            "input_tokens": fresh,
            "cache_read_input_tokens": cached,
            "output_tokens": output,
        },
        "modelUsage": {_after("-m") or "grok-4.6": {"outputTokens": output}},
        "structuredOutput": reply.get("data"),
    }
    cost = {"total_cost_usd": reply["cost"]} if "cost" in reply else {}
    wrong = {} if "data" in reply else {"structuredOutputError": "output was not valid JSON"}
    return end | cost | wrong


def _pi_start(script: Reply, arguments: list[str]) -> int:
    if "--help" in arguments:
        print(script.get("help", "pi - AI coding assistant with read, bash, edit, write tools"))
        return int(script.get("help_exit", 0))
    models = {"models": script.get("models", [])}
    if arguments[0] == "models":
        return _question(script, "models", models)
    if arguments[:2] == ["--mode", "rpc"]:
        asked = json.loads(sys.stdin.readline())
        code = _question(script, "models", {"id": asked["id"], "type": "response", "data": models})
        sys.stdout.flush()
        sys.stdin.read()
        return code
    named = arguments[-1].startswith("@")
    prompt = Path(arguments[-1][1:]).read_bytes() if named else sys.stdin.buffer.read()
    if _refuses(script):
        return 1
    return _answer(script, _pi, prompt.decode("utf-8"))


def _pi(reply: Reply) -> int:
    _say({"type": "session", "version": 3, "id": "01a23486-9d9c-77e0", "cwd": str(Path.cwd())})
    _say({"type": "agent_start"})
    _flood(reply)
    if reply.get("hang") or reply.get("silent"):
        return 1
    if "tool" in reply:
        call = {"type": "toolCall", "id": "call_1", "name": reply["tool"], "arguments": {}}
        ended = {"type": "toolcall_end", "contentIndex": 0, "toolCall": call}
        _say({"type": "message_update", "assistantMessageEvent": ended})
    message = _pi_message(reply)
    _say({"type": "message_end", "message": message})
    _say({"type": "agent_end", "messages": [message], "willRetry": False})
    return 0


def _pi_message(reply: Reply) -> Reply:
    text = json.dumps(reply["data"], ensure_ascii=False) if "data" in reply else reply.get("text")
    fresh, cached, output = reply.get("usage", [100, 0, 10])
    provider, _, model = (_after("--model") or "openai/gpt-5.5").partition("/")
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": text}] if text is not None else [],
        "provider": provider,
        "model": model,
        "usage": {"input": fresh, "cacheRead": cached, "cacheWrite": 0, "output": output},
        "stopReason": reply.get("ending", "error" if "error" in reply else "stop"),
    }
    wrong = {"errorMessage": reply["error"]} if "error" in reply else {}
    return message | wrong | ({"errorStatus": reply["status"]} if "status" in reply else {})


def _opencode_start(script: Reply, arguments: list[str]) -> int:
    if "debug" in arguments:
        servers = {name: {"enabled": True} for name in script.get("mcp", [])}
        default = {"model": script["default_model"]} if "default_model" in script else {}
        return _question(script, "mcp", {"mcp": servers, "plugin": []} | default)
    if "models" in arguments:
        rows = script.get("models", {}).items()
        listed = "\n".join(f"{name}\n{json.dumps(row, indent=2)}" for name, row in rows)
        return _question(script | {"models_text": listed} | script, "models", None)
    return _call(script, _opencode)


def _opencode(reply: Reply) -> int:
    _flood(reply)
    if reply.get("hang") or reply.get("silent"):
        return 1
    if "error" in reply:
        status = {"statusCode": reply["status"]} if "status" in reply else {}
        data = {"message": reply["error"], **status}
        _say({"type": "error", "error": {"name": reply.get("ending", "APIError"), "data": data}})
        return 1
    _opencode_part("step_start")
    if "tool" in reply:
        state = {"status": "error", "input": {}, "error": "Model tried to call unavailable tool"}
        _opencode_part("tool_use", tool=reply["tool"], callID="call_1", state=state)
        _opencode_part("step_finish", reason="tool-calls")
        _opencode_part("step_start")
    text = json.dumps(reply["data"], ensure_ascii=False) if "data" in reply else reply.get("text")
    if text is not None:
        _opencode_part("text", text=text)
    fresh, cached, output = reply.get("usage", [100, 0, 10])
    cache = {"read": cached, "write": 0}
    tokens = {"input": fresh, "output": output, "reasoning": 0, "cache": cache}
    reason, cost = reply.get("ending", "stop"), reply.get("cost", 0)
    _opencode_part("step_finish", reason=reason, tokens=tokens, cost=cost)
    return 0


def _opencode_part(kind: str, **more: Any) -> None:
    part = {"id": "prt_1", "messageID": "msg_1", "type": kind.replace("_", "-"), **more}
    _say({"type": kind, "timestamp": 1796177619604, "sessionID": "ses_1", "part": part})


def _after(flag: str) -> str | None:
    return sys.argv[sys.argv.index(flag) + 1] if flag in sys.argv else None


if __name__ == "__main__":
    sys.exit(main())
