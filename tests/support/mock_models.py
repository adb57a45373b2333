"""A loopback model server, for driving real agent programs without a network.

It speaks as much of two protocols as those programs need to finish a turn: Anthropic Messages and
OpenAI Responses, both as server-sent events. What it answers is a list of :class:`Reply`; what it
was asked is kept in :attr:`MockModels.asked`.
"""

import gzip
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import zstandard

Event = tuple[str, dict[str, Any]]
CHUNK = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool call in a reply. ``custom`` is OpenAI's free-form kind, whose input is a string."""

    name: str
    input: Any = field(default_factory=dict)
    custom: bool = False
    namespace: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer of the model. ``data`` is what the schema asked for."""

    data: Any = None
    text: str = ""
    thinking: str = ""
    tools: tuple[Tool, ...] = ()
    stop: str = ""
    """``max_tokens`` or ``refusal``; otherwise the answer is complete."""
    status: int = 200
    message: str = ""
    hang: bool = False
    """Begin the answer, then say nothing more until the client leaves."""
    tokens: tuple[int, int, int] = (1200, 200, 80)
    """Input that is not cached, cached input, output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it arrived."""

    path: str
    body: dict[str, Any]
    key: str = ""
    """The key it brings, where it does so as OpenAI's do."""

    @property
    def model(self) -> str:
        """The model it names."""
        return str(self.body.get("model"))

    @property
    def effort(self) -> str | None:
        """The effort level it names, in either protocol's place."""
        output = self.body.get("output_config") or {}
        reasoning = self.body.get("reasoning") or {}
        return output.get("effort") or reasoning.get("effort")

    @property
    def tools(self) -> list[str]:
        """The names of the tools it offers to the model."""
        return list(_tools([self.body, *(self.body.get("input") or [])]))

    @property
    def text(self) -> str:
        """Everything it says, system text and prompt together."""
        return "\n".join(_strings([self.body.get(key) for key in _SAID]))


def _tools(holders: list[Any]) -> Iterator[str]:
    """Tools stand beside the messages, in a message of their own, and in name spaces."""
    for holder in holders:
        tools = holder.get("tools") if isinstance(holder, dict) else None
        for tool in tools or []:
            if tool.get("tools"):
                yield from _tools([tool])
            else:
                yield str(tool.get("name") or tool.get("type"))


_SAID = ("system", "messages", "instructions", "input")


def _strings(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from _strings(item)
    elif isinstance(node, dict):
        for key in ("text", "content", "output"):
            yield from _strings(node.get(key))


class MockModels:
    """The server, running while it is used as a context manager."""

    def __init__(self, *replies: Reply, default: Reply | None = None) -> None:
        self.asked: list[Asked] = []
        self._replies = list(replies)
        self._default = default or Reply(text="OK")
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.models = self  # type: ignore[attr-defined]

    @property
    def url(self) -> str:
        """The address of the server, without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def say(self, *replies: Reply) -> None:
        """Answer with *replies* from now on; the last one is repeated."""
        with self._lock:
            self._replies, self._default = list(replies), replies[-1]

    def answer(self, asked: Asked) -> Reply:
        """Return what to say to *asked*: the next reply, or the default one after the last."""
        with self._lock:
            self.asked.append(asked)
            return self._replies.pop(0) if self._replies else self._default


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    @property
    def _models(self) -> MockModels:
        return self.server.models  # type: ignore[attr-defined,no-any-return]

    def do_HEAD(self) -> None:
        self._send(200, {})

    def do_GET(self) -> None:
        self._send(200, {"object": "list", "data": [], "models": [], "has_more": False})

    def do_POST(self) -> None:
        path, body = self.path.partition("?")[0], self._body()
        if path.endswith("/count_tokens"):
            return self._send(200, {"input_tokens": 1000})
        events = {"/messages": _anthropic, "/responses": _numbered}.get(path[path.rfind("/") :])
        if events is None:
            return self._send(404, {"error": {"message": f"no such path: {path}"}})
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        asked = Asked(path=path, body=body, key=key)
        reply = self._models.answer(asked)
        if reply.status >= 400:
            return self._send(reply.status, _error(reply))
        return self._stream(reply, events(reply, asked))

    def _body(self) -> dict[str, Any]:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        encoding = self.headers.get("Content-Encoding")
        if encoding == "gzip":
            raw = gzip.decompress(raw)
        elif encoding == "zstd":
            raw = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
        return dict(json.loads(raw or b"{}"))

    def _send(self, status: int, data: dict[str, Any]) -> None:
        raw = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(raw)

    def _stream(self, reply: Reply, events: Iterator[Event]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for count, (name, data) in enumerate(events):
                if reply.hang and count == 2:
                    self._models.closing.wait(60)
                    return
                line = json.dumps({"type": name, **data}, ensure_ascii=False)
                self.wfile.write(f"event: {name}\ndata: {line}\n\n".encode())
                self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            return


def _error(reply: Reply) -> dict[str, Any]:
    kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
    kind = kinds.get(reply.status, "invalid_request_error" if reply.status < 500 else "api_error")
    return {"type": "error", "error": {"type": kind, "code": kind, "message": reply.message}}


def _parts(text: str) -> list[str]:
    return [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]


def _anthropic(reply: Reply, asked: Asked) -> Iterator[Event]:
    fresh, cached, output = reply.tokens
    usage = {"input_tokens": fresh, "cache_read_input_tokens": cached, "output_tokens": 1}
    message: dict[str, Any] = {
        "id": f"msg_{time.monotonic_ns()}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage | {"cache_creation_input_tokens": 0},
    }
    yield "message_start", {"message": message}
    blocks = list(_blocks(reply, asked))
    for index, (start, deltas) in enumerate(blocks):
        yield "content_block_start", {"index": index, "content_block": start}
        for delta in deltas:
            yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    called = any(start["type"] == "tool_use" for start, _ in blocks)
    stop = reply.stop or ("tool_use" if called else "end_turn")
    delta = {"stop_reason": stop, "stop_sequence": None}
    yield "message_delta", {"delta": delta, "usage": usage | {"output_tokens": output}}
    yield "message_stop", {}


def _blocks(reply: Reply, asked: Asked) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    if reply.thinking:
        deltas = [{"type": "thinking_delta", "thinking": part} for part in _parts(reply.thinking)]
        sealed = {"type": "signature_delta", "signature": "c2lnbmVk"}
        yield {"type": "thinking", "thinking": "", "signature": ""}, [*deltas, sealed]
    tools, text = reply.tools, reply.text
    if reply.data is not None and "StructuredOutput" in asked.tools:
        tools = (*tools, Tool(name="StructuredOutput", input=reply.data))
    elif reply.data is not None:
        text = json.dumps(reply.data, ensure_ascii=False)
    if text or not tools:
        yield (
            {"type": "text", "text": ""},
            [{"type": "text_delta", "text": part} for part in _parts(text)],
        )
    for number, tool in enumerate(tools):
        ident = f"toolu_{time.monotonic_ns()}_{number}"
        parts = _parts(json.dumps(tool.input, ensure_ascii=False))
        yield (
            {"type": "tool_use", "id": ident, "name": tool.name, "input": {}},
            [{"type": "input_json_delta", "partial_json": part} for part in parts],
        )


def _numbered(reply: Reply, asked: Asked) -> Iterator[Event]:
    for number, (name, data) in enumerate(_openai(reply, asked)):
        yield name, data | {"sequence_number": number}


def _openai(reply: Reply, asked: Asked) -> Iterator[Event]:
    fresh, cached, output = reply.tokens
    response: dict[str, Any] = {
        "id": f"resp_{time.monotonic_ns()}",
        "object": "response",
        "created_at": int(time.time()),
        "status": "in_progress",
        "model": asked.model,
        "output": [],
    }
    yield "response.created", {"response": response}
    items = list(_items(reply))
    for index, (item, deltas) in enumerate(items):
        opened = {"output_index": index, "item": item | {"status": "in_progress"}}
        yield "response.output_item.added", opened
        for name, delta in deltas:
            yield name, delta | {"output_index": index, "item_id": item["id"]}
        yield "response.output_item.done", {"output_index": index, "item": item}
    usage = {
        "input_tokens": fresh + cached,
        "input_tokens_details": {"cached_tokens": cached},
        "output_tokens": output,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": fresh + cached + output,
    }
    ended = response | {"output": [item for item, _ in items], "usage": usage}
    if reply.stop == "max_tokens":
        cut = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
        yield "response.incomplete", {"response": ended | cut}
    else:
        yield "response.completed", {"response": ended | {"status": "completed"}}


def _items(reply: Reply) -> Iterator[tuple[dict[str, Any], list[Event]]]:
    if reply.thinking:
        summary = [{"type": "summary_text", "text": reply.thinking}]
        yield {"type": "reasoning", "id": f"rs_{time.monotonic_ns()}", "summary": summary}, []
    text = reply.text
    if reply.data is not None:
        text = json.dumps(reply.data, ensure_ascii=False)
    if text or not reply.tools:
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"type": "message", "id": f"msg_{time.monotonic_ns()}", "role": "assistant"}
        deltas = [
            ("response.output_text.delta", {"content_index": 0, "delta": piece})
            for piece in _parts(text)
        ]
        yield item | {"status": "completed", "content": [part]}, deltas
    for number, tool in enumerate(reply.tools):
        yield _call(tool, f"{time.monotonic_ns()}_{number}"), []


def _call(tool: Tool, ident: str) -> dict[str, Any]:
    value = tool.input if isinstance(tool.input, str) else json.dumps(tool.input)
    kind, key = ("custom_tool_call", "input") if tool.custom else ("function_call", "arguments")
    item = {"type": kind, "id": f"fc_{ident}", "call_id": f"call_{ident}", "name": tool.name}
    namespace = {"namespace": tool.namespace} if tool.namespace else {}
    return item | {"status": "completed", key: value} | namespace
