"""An agent's program for measurements: answers as Claude Code does, a set time after its start.

It lies beside a file ``plan.json`` with ``seconds`` (from its start to its end) and ``topics``
(which the segments find by turns), and adds what each call took to ``times``. Linux only; standard
library only, for it is copied and started by itself.
"""

import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CONTENT_CHARS = 900
QUOTE_CHARS = 60

_SEGMENT = re.compile(r'^<source boundary="[0-9a-f]{12}" segment="(\d+)"', re.MULTILINE)
_MESSAGE = re.compile(r"^## \[(\d+)\.(\d+)\] .*\n(.*)", re.MULTILINE)
_TOPIC = re.compile(r'^<topic boundary="[0-9a-f]{12}" title="(.*)">\n([^<]*)', re.MULTILINE)

Record = dict[str, Any]


def main() -> None:
    """Answer one start of the program."""
    if "--version" in sys.argv:
        print("2.1.332 (Claude Code)")
        return
    began = _began()
    plan = json.loads((HERE / "plan.json").read_text(encoding="utf-8"))
    answer = _answer(sys.stdin.buffer.read().decode("utf-8"), plan)
    told = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in _events(answer))
    times = os.open(HERE / "times", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    time.sleep(max(0.0, began + plan["seconds"] - _now()))
    sys.stdout.write(told)
    sys.stdout.flush()
    os.write(times, f"{_now() - began:.6f}\n".encode())
    os._exit(0)  # taking the interpreter down would come on top


def _began() -> float:
    """Return when this process was started: the middle of the clock tick that the system names."""
    fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[19]) + 0.5) / os.sysconf("SC_CLK_TCK")


def _now() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def _answer(prompt: str, plan: Record) -> Record:
    segment = _SEGMENT.search(prompt)
    if segment is None:
        return {"entries": [_entry(prompt)]}
    number, topics = int(segment[1]), int(plan["topics"])
    messages = _MESSAGE.findall(prompt, segment.end())
    evidence = [
        {"turn": int(turn), "step": int(step), "quote": text[:QUOTE_CHARS]}
        for turn, step, text in messages
    ]
    content = "\n".join(text for _, _, text in messages)[:CONTENT_CHARS]
    title = f"Topic {(number - 1) % topics + 1}"
    topic = {"target": None, "title": title, "kind": "fact"}
    return {"topics": [topic | {"content": content, "evidence": evidence}]}


def _entry(prompt: str) -> Record:
    """Make an entry of a topic: what its parts say, each with the place it comes from."""
    found = _TOPIC.search(prompt)
    assert found
    parts = [json.loads(line) for line in found[2].splitlines()]
    evidence = [row for part in parts for row in part["evidence"]]
    claims = [f"{part['content']} [{part['evidence'][0]['turn']}]" for part in parts]
    return {
        "title": found[1],
        "summary": parts[0]["content"][:200],
        "body": "\n\n".join(claims),
        "kind": "fact",
        "tags": ["measured"],
        "related": [],
        "evidence": evidence,
    }


def _events(answer: Record) -> list[Record]:
    model = "claude-opus-5-5"
    use = {"type": "tool_use", "id": "toolu_1", "name": "StructuredOutput", "input": answer}
    taken = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "provided"}
    usage = {"inputTokens": 9_000, "outputTokens": 700}
    return [
        {"type": "system", "subtype": "init", "model": model, "tools": ["StructuredOutput"]},
        {"type": "assistant", "message": {"role": "assistant", "model": model, "content": [use]}},
        {"type": "user", "message": {"role": "user", "content": [taken]}},
        {
            "type": "result",
            "subtype": "success",
            "is_error": False,
            "terminal_reason": "completed",
            "total_cost_usd": 0.02,
            "permission_denials": [],
            "modelUsage": {model: usage},
            "result": json.dumps(answer, ensure_ascii=False),
            "structured_output": answer,
        },
    ]


if __name__ == "__main__":
    main()
