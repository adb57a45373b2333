"""The bare scripts that the program is measured against; they know nothing of it."""

import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import orjson

NEAR, FAR = 8 * 1024, 64 * 1024
"""Bytes read at each end: the near ones; the far ones where the near hold no whole line."""


def list_in_a_worker(folders: list[str], database: Path) -> int:
    """Spawn one worker that lists the transcripts below *folders*; return how many."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(list_transcripts, folders, database).result()


def list_transcripts(folders: list[str], database: Path) -> int:
    """Read heads and tails, decode their lines, and insert one row for each transcript."""
    rows = [_row(entry) for folder in folders for entry in _files(folder)]
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE session (path, size, mtime, cwd, title, first, last)")
    with connection:
        connection.executemany("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.close()
    return len(rows)


def decode_lines(path: Path) -> int:
    """Decode every line of the file at *path*; return how many."""
    count = 0
    with path.open("rb") as file:
        for line in file:
            orjson.loads(line)
            count += 1
    return count


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(".jsonl"):
                yield entry


def _row(entry: os.DirEntry[str]) -> tuple[object, ...]:
    status = entry.stat()
    head, tail = _ends(entry.path, status.st_size)
    cwd = title = first = last = None
    for record in _records(head.split(b"\n")[:-1]):
        inner = record.get("payload") or record
        cwd = cwd or inner.get("cwd")
        first = first or record.get("timestamp")
    for record in _records(tail.split(b"\n")[1:]):
        title = record.get("aiTitle") or title
        last = record.get("timestamp") or last
    return entry.path, status.st_size, status.st_mtime_ns, cwd, title, first, last


def _ends(path: str, size: int) -> tuple[bytes, bytes]:
    file = os.open(path, os.O_RDONLY)
    try:
        head, tail = os.pread(file, NEAR, 0), os.pread(file, NEAR, max(0, size - NEAR))
        if b"\n" not in head:
            head = os.pread(file, FAR, 0)
        if b"\n" not in tail[:-1]:
            tail = os.pread(file, FAR, max(0, size - FAR))
    finally:
        os.close(file)
    return head, tail


def _records(lines: list[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        if not line:
            continue
        try:
            yield orjson.loads(line)
        except orjson.JSONDecodeError:
            continue
