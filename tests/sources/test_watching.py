"""Changes below the folders of transcripts."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from vela_desktop.sources import watching
from vela_desktop.sources.watching import changes

QUICK: dict[str, Any] = {"debounce_ms": 50, "look_again_ms": 50}


async def next_of(watch: object, path: Path, text: str) -> frozenset[Path]:
    """Return the next set of changes while *path* is written again and again."""

    async def write() -> None:
        while True:
            path.write_text(text)
            await asyncio.sleep(0.05)

    writing = asyncio.create_task(write())
    try:
        return await asyncio.wait_for(anext(watch), 10)  # type: ignore[call-overload]
    finally:
        writing.cancel()


async def test_a_changed_file_is_told(tmp_path: Path) -> None:
    watch = changes([tmp_path, tmp_path / "absent"], **QUICK)
    assert tmp_path / "a.jsonl" in await next_of(watch, tmp_path / "a.jsonl", "{}")
    await watch.aclose()


async def test_of_a_flat_folder_only_its_own_files_are_watched(tmp_path: Path) -> None:
    noisy, deep, database = tmp_path / "data" / "log", tmp_path / "deep", tmp_path / "own" / "x.db"
    for folder in (noisy, deep, database.parent):
        folder.mkdir(parents=True)
    database.touch()
    watch = changes([deep], flat=[noisy.parent, database], **QUICK)
    own = (noisy.parent / "opencode.db-wal", database.with_name("x.db-wal"), deep / "a.json")
    told: set[Path] = set()
    for path in own:
        (noisy / "today.log").write_text(path.name)
        while path not in told:
            told |= await next_of(watch, path, "x")
    await watch.aclose()
    assert noisy / "today.log" not in told


async def test_a_folder_that_comes_later_is_told_and_watched(tmp_path: Path) -> None:
    later = tmp_path / "later"
    watch = changes([later], **QUICK)
    first = asyncio.create_task(anext(watch))
    await asyncio.sleep(0.02)
    later.mkdir()
    assert await asyncio.wait_for(first, 10) == {later}
    assert later / "a.jsonl" in await next_of(watch, later / "a.jsonl", "{}")
    await watch.aclose()


async def test_where_watching_is_impossible_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(watching, "awatch", refuse)
    with caplog.at_level(logging.WARNING):
        assert [change async for change in changes([tmp_path], **QUICK)] == []
    assert caplog.messages == ["watching transcripts ended: OSError"]
