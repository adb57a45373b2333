"""``Group``: what a run leaves nothing of. How it is held together depends on the system."""

import sys

if sys.platform == "win32":
    from vela_desktop.process.windows import JobGroup as Group
else:
    from vela_desktop.process.posix import ProcessGroup as Group

__all__ = ["Group"]
