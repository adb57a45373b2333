"""The private folders of calls."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from vela_desktop.agents import folders
from vela_desktop.domain.errors import Code, VelaError


async def test_both_folders_are_empty_and_for_nobody_else(tmp_path: Path) -> None:
    async with folders.private(tmp_path / "runs") as made:
        assert made.work != made.files
        for folder in (made.work, made.files, made.work.parent):
            assert folder.stat().st_mode & 0o777 == 0o700
        assert list(made.work.iterdir()) == []


async def test_two_calls_share_nothing(tmp_path: Path) -> None:
    async with folders.private(tmp_path) as one, folders.private(tmp_path) as two:
        assert one.work.parent != two.work.parent


async def test_they_are_gone_afterwards_with_all_that_was_put_there(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        await _fill_and_fail(tmp_path)
    assert list(tmp_path.iterdir()) == []


async def _fill_and_fail(folder: Path) -> None:
    async with folders.private(folder) as made:
        folders.write(made.files, {"system.txt": "x\r\ny"})
        assert (made.files / "system.txt").read_bytes() == b"x\r\ny"
        (made.work / "deep").mkdir()
        (made.work / "deep" / "left").write_text("x", encoding="utf-8")
        raise ZeroDivisionError


async def test_what_a_crash_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    gone, old, young, other = (
        tmp_path / name for name in ("call-999999-5-x", "call-old", "call-young", "notes")
    )
    for folder in (gone, old, young, other):
        folder.mkdir()
    days_ago = time.time() - 3 * 24 * 3600
    os.utime(old, (days_ago, days_ago))
    os.utime(other, (days_ago, days_ago))
    async with folders.private(tmp_path) as made:
        folders.tidy(tmp_path)
        assert made.work.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"call-young", "notes"}


async def test_a_place_where_none_can_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "runs").touch()
    with pytest.raises(VelaError) as caught:
        async with folders.private(tmp_path / "runs"):
            pass
    assert caught.value.code is Code.DATA_READ_ONLY
    assert caught.value.details["path"] == str(tmp_path / "runs")


async def test_a_caller_that_is_cancelled_while_they_are_made_leaves_none(tmp_path: Path) -> None:
    async def begin() -> None:
        async with folders.private(tmp_path / "runs"):
            await asyncio.sleep(60)

    for steps in range(8):
        task = asyncio.create_task(begin())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not (tmp_path / "runs").exists() or list((tmp_path / "runs").iterdir()) == []
