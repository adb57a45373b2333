"""The other process of storage tests: ``python -m support.storage_child PART FOLDER …``."""

import asyncio
import os
import random
import sys
from pathlib import Path

from support.storage import S1, S2, Store, new, open_store, this_process
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.storage import jobs, replace

ENTRIES = 60


async def submit(folder: str) -> None:
    """Submit one job."""
    store = await open_store(Path(folder))
    job = await store.submit()
    await store.database.close()
    print(job.id)


async def hold(folder: str) -> None:
    """Hold the write lock until standard input ends."""
    store = await open_store(Path(folder))

    def wait(_unit: object) -> None:
        print("held", flush=True)
        sys.stdin.read()

    await store.write(wait)
    await store.database.close()


async def replace_for_ever(folder: str) -> None:
    """Commit the same entries with a higher number in each, and print it, until killed."""
    store = await open_store(Path(folder))
    lease = this_process()
    for number in range(1, 1_000_000):
        job = await store.submit(text=f"source {number}")
        await store.claim(lease)
        odd = [new(f"Only in {number}")] if number % 2 else []
        found = [new(f"Entry {n}", f"{number} " * 500) for n in range(ENTRIES)] + odd
        await store.write(replace.replace_generated, job.id, lease, found)
        print(number, flush=True)


async def struggle(folder: str, seed: str, rounds: str) -> None:
    """Submit, claim, cancel, beat and end jobs of two sessions, as fast as possible."""
    store, lease = await open_store(Path(folder)), this_process()
    dice = random.Random(seed)
    for _ in range(int(rounds)):
        await _act(store, dice)
        claimed = await store.claim(lease, parallel=2)
        if claimed is not None and dice.random() < 0.8:
            await _end(store, claimed.id, dice)
    await store.database.close()
    print("done")


async def _act(store: Store, dice: random.Random) -> None:
    await store.submit(dice.choice((S1, S2)))
    if dice.random() < 0.3:
        for job in await store.read(jobs.unfinished):
            await _tolerant(store.write(jobs.request_cancel, job.id))


async def _end(store: Store, job_id: str, dice: random.Random) -> None:
    lease = this_process()
    await _tolerant(store.write(jobs.beat, job_id, lease))
    if dice.random() < 0.5:
        await _tolerant(store.write(replace.replace_generated, job_id, lease, [new("A")]))
    await _tolerant(store.write(jobs.finish, job_id, lease, JobStatus.FAILED, "memory_timeout"))


async def _tolerant(work: object) -> None:
    """The other process may have been faster: that, and nothing else, is expected."""
    try:
        await work  # type: ignore[misc]
    except VelaError as error:
        if error.code not in {Code.INVALID, Code.CANCELLED, Code.INTERRUPTED}:
            raise


async def open_as(folder: str, user: str) -> None:
    """Try to open the database as an ordinary user, and print the error."""
    os.setuid(int(user))
    try:
        store = await open_store(Path(folder))
    except VelaError as error:
        print(error.code)
    else:
        await store.database.close()
        print("opened")


PARTS = {
    "submit": submit, "hold": hold, "replace": replace_for_ever, "struggle": struggle,
    "open_as": open_as,
}  # fmt: skip

if __name__ == "__main__":
    asyncio.run(PARTS[sys.argv[1]](*sys.argv[2:]))
