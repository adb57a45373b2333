"""Tells whoever subscribed what happened. One per program; used on its event loop's thread only."""

import logging
from collections.abc import Callable

from vela_desktop.domain.events import Event

logger = logging.getLogger(__name__)


class EventBus:
    """Delivers events in the order of their publishing, each to every subscriber."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Event], None]] = []

    def subscribe(self, subscriber: Callable[[Event], None]) -> Callable[[], None]:
        """Call *subscriber* with each event from now on; the returned function ends that."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def publish(self, event: Event) -> None:
        """Deliver *event*. A subscriber that fails is logged and does not keep it from others."""
        for subscriber in tuple(self._subscribers):
            try:
                subscriber(event)
            except Exception:
                logger.exception("subscriber failed on %s", type(event).__name__)
