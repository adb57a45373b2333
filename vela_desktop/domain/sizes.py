"""How large a text is, in both measures that limits are given in, and what one input may hold."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vela_desktop.domain import limits
from vela_desktop.domain.errors import Measure


@dataclass(frozen=True, slots=True)
class Size:
    """Characters (Unicode code points) and bytes of UTF-8."""

    chars: int = 0
    bytes: int = 0

    @classmethod
    def of(cls, text: str) -> "Size":
        """Return the size of *text*."""
        return cls(len(text), len(text.encode("utf-8")))

    @classmethod
    def of_input(cls, system: str, prompt: str, schema: Mapping[str, Any]) -> "Size":
        """Return the size of one input to a model, whatever way its parts go."""
        parts = (system, prompt, json.dumps(schema, ensure_ascii=False))
        return sum(map(cls.of, parts), cls())

    def __add__(self, other: "Size") -> "Size":
        return Size(self.chars + other.chars, self.bytes + other.bytes)

    def __sub__(self, other: "Size") -> "Size":
        return Size(self.chars - other.chars, self.bytes - other.bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class InputLimit:
    """What one input to a model may hold: instructions, data and the schema of the answer."""

    chars: int = limits.MODEL_INPUT_CHARS
    bytes: int | None = None

    def holds(self, size: Size) -> bool:
        """Tell whether *size* is within the limit."""
        return size.chars <= self.chars and (self.bytes is None or size.bytes <= self.bytes)

    def less(self, size: Size) -> "InputLimit":
        """Return what is left of it when *size* is taken."""
        left = None if self.bytes is None else self.bytes - size.bytes
        return InputLimit(chars=self.chars - size.chars, bytes=left)

    def told(self, size: Size) -> dict[str, int | str]:
        """Return the details of an error about *size*, which is over the limit."""
        if size.chars > self.chars or self.bytes is None:
            return {"size": size.chars, "limit": self.chars}
        return {"size": size.bytes, "limit": self.bytes, "reason": Measure.BYTES}


USUAL = InputLimit()
"""For agents that have no limit of their own."""
