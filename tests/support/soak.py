"""How long tests with chance in them try: shortly, or long with ``VELA_SOAK=1``.

``VELA_SOAK_SEED`` names the chance of ``dice``: the same one gives the same throws.
"""

import os
import random

SEED = os.environ.get("VELA_SOAK_SEED", "1")
SOAK = bool(os.environ.get("VELA_SOAK"))
_TIMES = 30


def tries(few: int) -> int:
    """Return *few*, or many times as many in a soak."""
    return few * _TIMES if SOAK else few


def dice(name: object) -> random.Random:
    """Return dice for the test or process called *name*."""
    return random.Random(f"{SEED} {name}")
