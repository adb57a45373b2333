"""Typed access to ``ui/themes/tokens.json``, the only source of colours and measures."""

import functools
import json
from dataclasses import dataclass
from typing import Any, Literal

from vela_desktop import assets

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeStyle:
    """One text style: size and line height in pixels at 100 %, and the weight."""

    size: int
    line: int
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastPair:
    """Two roles that meet, with the contrast they were measured to have and must have."""

    text: str
    background: str
    ratio: float
    minimum: float


class Tokens:
    """The tokens of the product. Every look-up raises KeyError for a name that is not there."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def hex(self, scheme: Scheme, role: str) -> str:
        """Return the colour of *role* as ``#RRGGBB``."""
        return str(self._data["color"][scheme][role])

    def roles(self, scheme: Scheme) -> tuple[str, ...]:
        """Return every colour role of *scheme*."""
        return tuple(self._data["color"][scheme])

    def size(self, name: str) -> int:
        """Return a measure in pixels at 100 %."""
        return int(self._data["size"][name])

    def space(self, step: int | str) -> int:
        """Return a distance in pixels: step 1 is 4, 2 is 8, 4 is 16; also ``half`` and ``none``."""
        return int(self._data["space"][str(step)])

    def radius(self, name: str) -> int:
        """Return a corner radius in pixels."""
        return int(self._data["radius"][name])

    def line(self, name: str) -> float:
        """Return the width of a line in pixels."""
        return float(self._data["line"][name])

    def style(self, name: str) -> TypeStyle:
        """Return the text style *name*."""
        return TypeStyle(**self._data["type"][name])

    def families(self, name: str) -> tuple[str, ...]:
        """Return the font families of ``ui``, ``mono`` or ``editor``, best first."""
        return tuple(self._data["type"][f"family.{name}"])

    def milliseconds(self, name: str) -> int:
        """Return how long a motion takes."""
        return int(self._data["motion_ms"][name])

    def contrast(self, scheme: Scheme) -> tuple[ContrastPair, ...]:
        """Return every pair of roles whose contrast is promised."""
        return tuple(
            ContrastPair(
                text=row["text"],
                background=row["background"],
                ratio=row["ratio"],
                minimum=row["min"],
            )
            for row in self._data["contrast"][scheme]
        )

    def measure(self, name: str) -> float:
        """Return the number behind a dotted name such as ``space.2`` or ``size.bar.page``.

        ``type.NAME`` is the size of a text style, ``leading.NAME`` its line height.
        """
        group, _, rest = name.partition(".")
        if group == "type":
            return self.style(rest).size
        if group == "leading":
            return self.style(rest).line
        if group not in {"size", "space", "radius", "line"}:
            raise KeyError(name)
        return float(self._data[group][rest])


@functools.cache
def load_tokens() -> Tokens:
    """Return the tokens that ship with the program."""
    return Tokens(json.loads(assets.read_text(assets.ui("themes", "tokens.json"))))
