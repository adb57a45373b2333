"""``vela --internal NAME``: our own helper programs, whose imports are those of the helper only."""

import sys
from collections.abc import Sequence

FLAG = "--internal"


def main(arguments: Sequence[str]) -> int:
    """Run the helper that *arguments* name; return its exit code."""
    match arguments:
        case ["watchdog", keeper]:
            from vela_desktop.process import watchdog_child

            return watchdog_child.main(keeper)
        case ["builtin"]:
            from vela_desktop.agents.builtin import program

            return program.main()
        case _:
            sys.stderr.write(f"vela: {FLAG} takes builtin or watchdog\n")
            return 2
