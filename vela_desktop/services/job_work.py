"""What workers do for the jobs: figures of a text without the text. No Qt, no SQLAlchemy."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vela_desktop.curation.preview import estimate
from vela_desktop.domain.jobs import JobOptions
from vela_desktop.domain.sessions import FoundSession
from vela_desktop.services.reading import source_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a curation would read and cost."""

    origin: str
    chars: int
    masked: Mapping[str, int]
    segments: int
    calls_low: int
    calls_high: int


def figures_of(index: Path | None, session: FoundSession, options: JobOptions) -> Figures:
    """Return the figures of what a curation of *session* would read. Raises what ``source_of``
    raises."""
    source = source_of(index, session, options)
    segments, low, high = estimate(source.text)
    return Figures(
        origin=source.origin,
        chars=source.chars,
        masked=dict(source.masked),
        segments=segments,
        calls_low=low,
        calls_high=high,
    )
