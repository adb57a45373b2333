"""Plain values that every kind of list shares."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a longer list; ``page`` counts from 1."""

    total: int
    page: int
    items: tuple[T, ...]
