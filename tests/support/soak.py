"""How long tests with chance in them try: shortly, or long with ``VELA_SOAK=1``."""

import os

SOAK = bool(os.environ.get("VELA_SOAK"))
_TIMES = 30


def tries(few: int) -> int:
    """Return *few*, or many times as many in a soak."""
    return few * _TIMES if SOAK else few
