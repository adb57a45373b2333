"""One child program's pipes: what goes in, what comes out, and why its run ends."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")
OnLine = Callable[[bytes], None]

_SETTLE_SECONDS = 3.0
"""How long to wait for pipes to end once nobody of the group is left to hold them."""

_KILLED = -9


class Ended(StrEnum):
    """Why a run ended."""

    EXITED = "exited"
    TIMED_OUT = "timed_out"
    TOO_MUCH_OUTPUT = "too_much_output"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run left. ``exit_code`` is negative for a signal; streams are at most their limit."""

    exit_code: int
    stdout: bytes
    stderr: bytes
    ended: Ended
    seconds: float


class _Stream:
    """One output stream: keeps its beginning up to *limit* bytes, and hands out its lines."""

    def __init__(self, limit: int, on_line: OnLine | None) -> None:
        self.kept = bytearray()
        self._limit = limit
        self._on_line = on_line
        self._line = bytearray()

    def take(self, data: bytes) -> bool:
        """Take what came; tell whether it was within the limit. Raises what *on_line* raises."""
        room = self._limit - len(self.kept)
        self.kept += data[:room]
        if self._on_line:
            self._hand_out(data[:room], self._on_line)
        return len(data) <= room

    def end(self) -> None:
        """Hand out a last line that has no LF."""
        if self._on_line and self._line:
            self._on_line(bytes(self._line))
            self._line.clear()

    def _hand_out(self, data: bytes, on_line: OnLine) -> None:
        first, *others = data.split(b"\n")
        self._line += first
        for part in others:
            line, self._line = bytes(self._line), bytearray(part)
            on_line(line)


class Child(asyncio.SubprocessProtocol):
    """Collects what the program says and decides why its run ends; the first reason counts.

    ``Process.wait()`` would also wait for pipes that a grandchild holds; ``process_exited`` does
    not.
    """

    def __init__(
        self, limit: int, on_line: OnLine | None, on_error_line: OnLine | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.exited: asyncio.Future[None] = loop.create_future()
        self._stdout = _Stream(limit, on_line)
        self._stderr = _Stream(limit, on_error_line)
        self._open = {1, 2}
        self._listening = True
        self._failure: Exception | None = None
        self._full = False
        self._verdict: asyncio.Future[Ended] = loop.create_future()
        self._drained: asyncio.Future[None] = loop.create_future()
        self._closed: asyncio.Future[None] = loop.create_future()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Take what came, or drop it where nobody listens: a program that wants to end cleanly
        must not be blocked by a full pipe."""
        if not self._listening:
            return
        try:
            if not (self._stdout if fd == 1 else self._stderr).take(data):
                self._full = True  # perhaps read after the news of its exit
                self._decide(Ended.TOO_MUCH_OUTPUT)
        except Exception as error:  # noqa: BLE001 - raised by verdict() or settle()
            self._failure = error
            self.ignore()
            _set(self._verdict, Ended.EXITED)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note that a stream has come to its end."""
        del exc
        self._open.discard(fd)
        if not self._open:
            _set(self._drained, None)

    def process_exited(self) -> None:
        """Note that the program, though perhaps not its children, is gone."""
        _set(self.exited, None)
        self._decide(Ended.EXITED)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the program is gone and all its pipes are closed."""
        del exc
        _set(self._closed, None)

    def write(
        self, transport: asyncio.SubprocessTransport, data: bytes, *, stays_open: bool
    ) -> None:
        """Write *data* beside the reading, and close the pipe after it unless it *stays_open*."""
        pipe = transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.write(data)
            if not stays_open:
                pipe.close()

    def heard(self) -> tuple[int, int]:
        """Return how many bytes of standard output and of the error stream were kept so far."""
        return len(self._stdout.kept), len(self._stderr.kept)

    def ignore(self) -> None:
        """Drop what the program says from now on."""
        self._listening = False

    async def verdict(self, seconds: float) -> Ended:
        """Return why the run ends, at the latest after *seconds*. Raises what *on_line* raised."""
        timer = asyncio.get_running_loop().call_later(seconds, self._decide, Ended.TIMED_OUT)
        try:
            ended = await self._verdict
        finally:
            timer.cancel()
        self._raise_failure()
        return ended

    async def settle(self) -> None:
        """Wait until both streams are read to their ends, or for a while where a process that left
        the group keeps them open. Raises what *on_line* raised."""
        await asyncio.wait({self._drained}, timeout=_SETTLE_SECONDS)
        self._raise_failure()
        if self._listening:
            self._stdout.end()
            self._stderr.end()

    async def close(self, transport: asyncio.SubprocessTransport) -> None:
        """Close the pipes and wait until they are."""
        pipe = transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport) and pipe.get_write_buffer_size():
            pipe.abort()  # somebody holds it and does not read
        transport.close()
        await asyncio.wait({self._closed}, timeout=_SETTLE_SECONDS)

    def outcome(
        self, transport: asyncio.SubprocessTransport, ended: Ended, seconds: float
    ) -> Outcome:
        """Return what the run left."""
        code = transport.get_returncode()
        return Outcome(
            exit_code=_KILLED if code is None else code,
            stdout=bytes(self._stdout.kept),
            stderr=bytes(self._stderr.kept),
            ended=Ended.TOO_MUCH_OUTPUT if self._full else ended,
            seconds=seconds,
        )

    def _decide(self, ended: Ended) -> None:
        if ended is not Ended.EXITED and not self._verdict.done():
            self.ignore()
        _set(self._verdict, ended)

    def _raise_failure(self) -> None:
        if self._failure:
            raise self._failure


def _set(future: asyncio.Future[T], value: T) -> None:
    if not future.done():
        future.set_result(value)
