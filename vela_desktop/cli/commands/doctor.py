"""``vela doctor``: what is in order and what is not."""

import platform
import sqlite3
from argparse import Namespace
from typing import TYPE_CHECKING

from vela_desktop import __version__
from vela_desktop.cli import documents
from vela_desktop.cli.output import Output
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.events import Via
from vela_desktop.domain.messages import in_a_row
from vela_desktop.wiring import build

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services

Check = documents.CheckDocument


async def doctor(options: Namespace, output: Output) -> int:
    """Look at everything; the exit status is 1 where something is wrong."""
    checks = [
        Check(
            name="program",
            ok=True,
            text=f"Vela {__version__}, Python {platform.python_version()}, "
            f"SQLite {sqlite3.sqlite_version}",
        )
    ]
    try:
        async with build(options.data_dir, Via.CLI) as services:
            checks += await _services(services)
    except VelaError as error:
        checks.append(_failed("data", error))
    output.data(
        documents.whole(checks),
        (f"{'ok ' if check.ok else 'BAD'}  {check.name:<10}  {check.text}" for check in checks),
    )
    return 0 if all(check.ok for check in checks) else 1


def _failed(name: str, error: VelaError) -> Check:
    return Check(name=name, ok=False, text=in_a_row(error))


async def _services(services: "Services") -> list[Check]:
    reading = services.reading
    checks = [Check(name="data", ok=True, text=str(reading.paths.data))]
    if reading.settings.problem is not None:
        checks.append(_failed("settings", reading.settings.problem))
    await reading.scanner.scan()
    for root in await reading.sessions.roots():
        text = f"{root.path}: {root.sessions} sessions" if root.exists else f"{root.path}: absent"
        bad = root.problem is not None
        checks.append(
            Check(name=root.agent, ok=not bad, text=f"{text} ({root.problem})" if bad else text)
        )
    for status in await services.agents.statuses():
        found = f"{status.label} {status.version or ''}".strip()
        text = found if status.available else f"{status.label} cannot curate: {status.problem}"
        checks.append(Check(name="agent", ok=True, text=text))
    return checks
