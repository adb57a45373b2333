"""The settings: one JSON file, replaced atomically, one field per setting.

All processes of a data folder share it: each change is merged into what the file holds by then.
"""

import asyncio
import errno
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from filelock import FileLock, Timeout

from vela_desktop.config.paths import make_private
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code, VelaError

_ERRORS = "surrogatepass"
"""A path need not be text, and comes back as it was."""

LOCK_SECONDS = 2.0
"""Who holds the settings' lock for longer has been stopped: a small file takes milliseconds."""

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


@dataclass(frozen=True, slots=True)
class _File:
    """What the file held when it was looked at; ``stamp`` is None where there was none."""

    settings: Settings
    stamp: tuple[int, int, int] | None


class SettingsStore:
    """Holds the settings as they were read last, and writes each change at once.

    A change writes the fields it names, of ``agents`` and ``window`` those of their keys that it
    changes; everything else stays as other processes have left it. ``problem`` is set when the file
    could not be read: it is then kept under another name beside the new one, and the defaults
    apply.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._watchers: list[Callable[[Settings], None]] = []
        self._writes = self._taken = 0
        self.problem: VelaError | None = None
        self._file = self._load(Settings())

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def now(self) -> Settings:
        """The settings as this process read or wrote them last."""
        return self._file.settings

    def watch(self, watcher: Callable[[Settings], None]) -> None:
        """Call *watcher* with the new settings after every change, also one of another process once
        it is noticed."""
        self._watchers.append(watcher)

    async def refreshed(self) -> Settings:
        """Return the settings as the file has them now: other processes change them too.

        A file that cannot be read counts as one that has not changed.
        """
        writes = self._writes
        found = await asyncio.to_thread(self._look, self._file)
        if writes == self._writes:  # else what was written since is newer
            self._take(found)
        return self.now

    def change(self, **changes: Any) -> Settings:
        """Change the named settings in the file, and tell the watchers.

        Raises OSError where the file cannot be written; the settings then stay as they were.
        """
        return self._written(*self._write(self.now, changes))

    async def save(self, **changes: Any) -> Settings:
        """Do what ``change`` does, with the file written in a thread."""
        return self._written(*await asyncio.to_thread(self._write, self.now, changes))

    def _write(self, before: Settings, changes: Mapping[str, Any]) -> tuple[int, _File]:
        """Merge what *changes* changes of *before* into the file; return it with the number of the
        write, by which two of them are told apart that end in another order."""
        replace(before, **changes)  # raises where a value is impossible
        make_private(self._path.parent)
        with self._locked():
            there = self._load(before)
            values = {
                name: _merged(getattr(before, name), value, getattr(there.settings, name))
                for name, value in changes.items()
            }
            after = replace(there.settings, **values)
            if after != there.settings:
                text = json.dumps(asdict(after), ensure_ascii=False, indent=2)
                write_atomically(self._path, text)
                there = _File(after, _stamp(self._path.stat()))
            self._writes += 1
            return self._writes, there

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other processes, and other threads of this one, from changing the file meanwhile."""
        path = self._path.with_suffix(".lock")
        try:
            with FileLock(path, LOCK_SECONDS, mode=0o600, poll_interval=0.01):
                yield
        except Timeout as error:
            why = os.strerror(errno.ETIMEDOUT)
            raise TimeoutError(errno.ETIMEDOUT, why, str(path)) from error

    def _written(self, number: int, file: _File) -> Settings:
        if number > self._taken:
            self._taken = number
            self._take(file)
        return self.now

    def _take(self, file: _File) -> None:
        before, self._file = self._file, file
        if file.settings != before.settings:
            for watcher in self._watchers:
                watcher(file.settings)

    def _load(self, otherwise: Settings) -> _File:
        """Read the file; where it cannot be read, set it aside and return *otherwise*."""
        try:
            return self._read()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            self.problem = self._set_aside(error)
            return _File(otherwise, None)

    def _look(self, known: _File) -> _File:
        """Return what the file holds now, read only where it is not the *known* one any more."""
        try:
            return known if _stamp(self._path.stat()) == known.stamp else self._read()
        except (OSError, ValueError, TypeError, RecursionError):
            return known

    def _read(self) -> _File:
        try:
            with self._path.open(encoding="utf-8", errors=_ERRORS) as file:
                stamp = _stamp(os.fstat(file.fileno()))
                return _File(_settings(json.loads(file.read())), stamp)
        except FileNotFoundError:
            return _File(Settings(), None)

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


def _stamp(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_mtime_ns, found.st_ino, found.st_size


def _merged(before: Any, value: Any, there: Any) -> Any:
    """Return what is stored of *value* where *there* is stored now: of agents and the window what
    differs from *before*."""
    if isinstance(value, dict):
        mine, theirs = (old if isinstance(old, dict) else {} for old in (before, there))
        return _merged_keys(mine, value, theirs)
    if isinstance(value, AgentSettings):
        own, other = before or AgentSettings(), there or AgentSettings()
        new = {each.name: getattr(value, each.name) for each in fields(AgentSettings)}
        changed = {name: field for name, field in new.items() if field != getattr(own, name)}
        return replace(other, **changed)
    return value


def _merged_keys(
    before: Mapping[str, Any], value: Mapping[str, Any], there: Mapping[str, Any]
) -> dict[str, Any]:
    kept = {key: found for key, found in there.items() if key in value or key not in before}
    changed = {
        key: _merged(before.get(key), new, there.get(key))
        for key, new in value.items()
        if key not in before or new != before[key]
    }
    return {**kept, **changed}


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
