"""The ``vela`` program. Nothing here or below it needs Qt."""

import sys

from vela_desktop.app import bundle, internal
from vela_desktop.process import environment


def main() -> int:
    """Run a helper or a command; return the exit code."""
    bundle.support()
    if sys.argv[1:2] == [internal.FLAG]:
        return internal.main(sys.argv[2:])
    environment.unmark()
    from vela_desktop.cli.main import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
