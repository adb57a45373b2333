"""How recorded calls of OMP end."""

from support.outcomes.expected import Outcomes, failed
from support.outcomes.pi import SHARED

OUTCOMES: Outcomes = SHARED | {
    "cancel-sigterm": (143, failed("Request was aborted")),
    "unknown-flag": (2, failed("unknown flag: --no-lsp")),
}
