"""The settings: one JSON file, replaced atomically, one field per setting."""

import asyncio
import json
import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from vela_desktop.config.paths import make_private
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code, VelaError

_ERRORS = "surrogatepass"
"""A path need not be text, and comes back as it was."""

S = TypeVar("S", "Settings", "LastChoice", "AgentSettings")


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """What a person set for one agent."""

    executable: str | None = None
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict, repr=False)
    """Values may be secrets, and do not show where the settings are printed."""
    transcripts: str | None = None
    """A folder to look for transcripts in, instead of the agent's own."""
    input_bytes: int | None = None
    """The most bytes of UTF-8 that one call sends, instead of the agent's default."""

    def __post_init__(self) -> None:
        if self.input_bytes is not None and self.input_bytes < 1:
            raise ValueError("input_bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastChoice:
    """The agent, model and effort used last."""

    agent: str | None = None
    model: str | None = None
    effort: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting with its default."""

    language: str = "system"
    """``system``, ``en`` or ``zh_CN``."""
    theme: str = "system"
    """``system``, ``light`` or ``dark``."""
    parallel_jobs: int = limits.PARALLEL_JOBS
    parallel_calls: int = 1
    """How many calls of one job run at once."""
    mask_secrets: bool = True
    command_excerpts: bool = False
    last_choice: LastChoice = field(default_factory=LastChoice)
    agents: dict[str, AgentSettings] = field(default_factory=dict)
    window: dict[str, Any] = field(default_factory=dict)
    """Sizes, open tabs and the like, as the window left them."""

    def __post_init__(self) -> None:
        if self.parallel_jobs < 1:
            raise ValueError("parallel_jobs")
        if not 1 <= self.parallel_calls <= limits.PARALLEL_CALLS:
            raise ValueError("parallel_calls")

    def agent(self, name: str) -> AgentSettings:
        """Return what was set for agent *name*."""
        return self.agents.get(name, AgentSettings())


class SettingsStore:
    """Holds the present settings and writes each change at once.

    ``problem`` is set when the file could not be read: it is then kept under another name beside
    the new one, and the defaults apply.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._watchers: list[Callable[[Settings], None]] = []
        self._writing = asyncio.Lock()
        self.problem: VelaError | None = None
        self._now = self._load()

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def now(self) -> Settings:
        """The present settings."""
        return self._now

    def watch(self, watcher: Callable[[Settings], None]) -> None:
        """Call *watcher* with the new settings after every change."""
        self._watchers.append(watcher)

    def change(self, **changes: Any) -> Settings:
        """Replace the named settings, write the file, and tell the watchers.

        Raises OSError where the file cannot be written; the settings then stay as they were.
        """
        after = replace(self._now, **changes)
        if after != self._now:
            self._write(after)
            self._take(after)
        return after

    async def save(self, **changes: Any) -> Settings:
        """Do what ``change`` does, with the file written in a thread."""
        async with self._writing:
            while (after := replace(before := self._now, **changes)) != before:
                await asyncio.to_thread(self._write, after)
                if self._now is before:
                    self._take(after)
        return after

    def _write(self, settings: Settings) -> None:
        write_atomically(self._path, json.dumps(asdict(settings), ensure_ascii=False, indent=2))

    def _take(self, settings: Settings) -> None:
        self._now = settings
        for watcher in self._watchers:
            watcher(settings)

    def _load(self) -> Settings:
        try:
            text = self._path.read_text(encoding="utf-8", errors=_ERRORS)
            return _settings(json.loads(text))
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            self.problem = self._set_aside(error)
            return Settings()

    def _set_aside(self, error: Exception) -> VelaError:
        """Move what cannot be read out of the way: the next change would write over it."""
        kept = _free_name(self._path)
        try:
            self._path.replace(kept)
        except OSError:
            kept = self._path
        why = error.strerror if isinstance(error, OSError) else None
        reason = why or f"it does not hold what Vela writes ({type(error).__name__})"
        return VelaError(Code.INVALID, what="settings", reason=reason, path=str(kept))


def _free_name(path: Path) -> Path:
    """Return a name beside *path* that no earlier broken file has."""
    names = (path.with_suffix(f".broken{number or ''}.json") for number in count())
    return next(name for name in names if not os.path.lexists(name))


def _settings(data: object) -> Settings:
    found = _read(Settings, data)
    agents = {name: _read(AgentSettings, row) for name, row in found.agents.items()}
    if not all(_are_texts(agent.environment.values()) for agent in agents.values()):
        raise TypeError("environment")
    return replace(found, agents=agents)


def _read(cls: type[S], data: object) -> S:
    """Return the *cls* that *data* (decoded JSON) describes; unknown fields are ignored.

    Raises TypeError or ValueError where a field is not what it must be.
    """
    if not isinstance(data, dict):
        raise TypeError(cls.__name__)
    default, hints = cls(), get_type_hints(cls)
    known = (field.name for field in fields(cls) if field.name in data)
    return replace(
        default,
        **{name: _value(getattr(default, name), hints[name], data[name]) for name in known},
    )


def _value(default: object, hint: Any, value: Any) -> Any:
    """Return *value* as the field holds it that *default* is the default of."""
    if isinstance(default, LastChoice):
        return _read(LastChoice, value)
    fits = type(value) is type(default)
    if default is None:
        fits = isinstance(value, hint) and type(value) is not bool
    elif isinstance(default, tuple):
        value, fits = tuple(value), isinstance(value, list) and _are_texts(value)
    if not fits:
        raise TypeError(type(value).__name__)
    return value


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def write_atomically(path: Path, text: str) -> None:
    """Replace the file at *path* by *text*, so that a crash leaves the old or the new one."""
    make_private(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors=_ERRORS) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
