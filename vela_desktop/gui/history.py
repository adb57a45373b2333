"""Where a tab has been: back and forward."""

from vela_desktop.domain.routes import Route


class History:
    """The routes one tab has shown, with the present one among them."""

    def __init__(self, route: Route) -> None:
        self._routes = [route]
        self._at = 0

    @property
    def now(self) -> Route:
        """The present route."""
        return self._routes[self._at]

    @property
    def can_back(self) -> bool:
        """Tell whether there is one before."""
        return self._at > 0

    @property
    def can_forward(self) -> bool:
        """Tell whether there is one after."""
        return self._at + 1 < len(self._routes)

    def visit(self, route: Route) -> None:
        """Go to a new route; those after the present one are forgotten."""
        if route != self.now:
            self._routes[self._at + 1 :] = [route]
            self._at += 1

    def replace(self, route: Route) -> None:
        """Say that the present place is now called *route*: what is open there is another thing."""
        self._routes[self._at] = route

    def back(self) -> Route:
        """Go one back, if possible, and return the route there."""
        self._at = max(0, self._at - 1)
        return self.now

    def forward(self) -> Route:
        """Go one forward, if possible, and return the route there."""
        self._at = min(len(self._routes) - 1, self._at + 1)
        return self.now
