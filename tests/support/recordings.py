"""Writes recordings of terminals for tests."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vela_desktop.sources.terminal_rendering import Rendering

START = 1_769_758_673_000
"""When the recordings of ``cast`` began, where they say it: UTC milliseconds."""


def cast(
    path: Path, events: Sequence[Sequence[Any] | bytes], *, version: int = 2, **header: Any
) -> Path:
    """Write *events* (bytes as they are) as an asciicast of a terminal of 80 × 24 cells."""
    size = {"width": 80, "height": 24} if version == 2 else {"term": {"cols": 80, "rows": 24}}
    lines = [json.dumps({"version": version, **size, **header}).encode()]
    lines += [one if isinstance(one, bytes) else json.dumps(one).encode() for one in events]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def seen(*parts: str, columns: int = 20, lines: int = 6) -> str:
    """Return what a person saw on a terminal that was sent *parts*."""
    rendering = Rendering(columns, lines)
    for part in parts:
        rendering.feed(part)
    rendering.finish()
    return "\n".join(piece.text for piece in rendering.take())
