"""The services on a command's data folder."""

from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from vela_desktop.cli.output import Output
from vela_desktop.domain.events import Via
from vela_desktop.wiring import build

if TYPE_CHECKING:
    from vela_desktop.wiring.services import Services


@asynccontextmanager
async def opened(options: Namespace, output: Output) -> AsyncIterator["Services"]:
    """Give the services for as long as the block lasts.

    Says so where the settings could not be read: the command goes on with other ones.
    """
    async with build(options.data_dir, Via.CLI) as services:
        problem = services.reading.settings.problem
        if problem is not None:
            output.warn(problem)
        yield services
