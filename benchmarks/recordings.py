"""What rendering a recording costs, beside the emulator alone fed the same bytes."""

import asyncio
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyte

from benchmarks.corpus import Corpus
from benchmarks.harness import Result, compare, timed
from vela_desktop.sources.files import opened
from vela_desktop.sources.terminal_events import Events, Output
from vela_desktop.sources.terminal_filter import Filter
from vela_desktop.sources.terminal_names import opening
from vela_desktop.sources.terminal_text import NAME, render_slice
from vela_desktop.work.pool import Lane, Work

FACTOR = 1.3
"""How many times the emulator's time rendering may take."""

SIZE = 10_000_000
COLUMNS, ROWS = 120, 40
_HISTORY = 10_000
_CHINESE = "我们先检查数据库的锁冲突，再决定是否改用别的模式。"


def measure(corpus: Corpus) -> list[Result]:
    """Measure with a recording of 10 MB; *corpus* is not needed."""
    del corpus
    with tempfile.TemporaryDirectory() as name:
        recording = Path(name) / "recording.cast"
        _write(recording)
        parts = _filtered(recording)
        size = recording.stat().st_size / 1e6
        return [
            compare(
                f"render a recording of {size:.0f} MB, worker and all",
                timed(lambda: asyncio.run(_render(recording))),
                timed(lambda: _emulate(parts)),
                factor=FACTOR,
            )
        ]


async def _render(recording: Path) -> None:
    work = Work()
    out = recording.with_name(NAME)
    try:
        while not (await work.run(render_slice, recording, out, lane=Lane.LATER)).finished:
            pass
    finally:
        await work.close()


def _emulate(parts: list[str]) -> None:
    stream = pyte.Stream(pyte.HistoryScreen(COLUMNS, ROWS, history=_HISTORY))
    for part in parts:
        stream.feed(part)


def _filtered(recording: Path) -> list[str]:
    found, one = opening(recording), Filter()
    assert found
    with opened(recording) as stream:
        events = list(Events(stream, found))
    return [one.feed(event.text) for event in events if isinstance(event, Output)]


def _write(path: Path) -> None:
    """Write what agents do to terminals: coloured lines, repaints of the last ones, clearings."""
    dice = random.Random(1)
    header = {"version": 2, "width": COLUMNS, "height": ROWS, "timestamp": 1_769_758_673}
    written = 0
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(header) + "\n")
        for number, text in enumerate(_output(dice)):
            written += file.write(json.dumps([number / 20, "o", text], ensure_ascii=False) + "\n")
            if written > SIZE:
                break


def _output(dice: random.Random) -> Iterator[str]:
    lines = [_line(dice) for _ in range(ROWS)]
    while True:
        lines = [*lines[-ROWS:], _line(dice)]
        yield f"{lines[-1]}\r\n"
        for second in range(5):
            yield f"\x1b[?2026h\r\x1b[38;5;174m✻\x1b[39m Working… {second}s\x1b[K\r\x1b[?2026l"
        if dice.random() < 0.05:
            yield "\x1b[?2026h\x1b[2J\x1b[3J\x1b[H" + "\r\n".join(lines) + "\r\n\x1b[?2026l"


def _line(dice: random.Random) -> str:
    if dice.random() < 0.2:
        return _CHINESE[: dice.randint(5, len(_CHINESE))]
    words = (
        f"\x1b[38;5;{dice.randint(1, 255)}mword{dice.randint(0, 999)}\x1b[0m" for _ in range(9)
    )
    return " ".join(words)
