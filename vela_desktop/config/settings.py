"""The settings: one JSON file, replaced atomically, one field per setting."""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code, VelaError


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """What a person set for one agent."""

    executable: str | None = None
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    transcripts: str | None = None
    """A folder to look for transcripts in, instead of the agent's own."""


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
    mask_secrets: bool = True
    command_excerpts: bool = False
    last_choice: LastChoice = field(default_factory=LastChoice)
    agents: dict[str, AgentSettings] = field(default_factory=dict)
    window: dict[str, Any] = field(default_factory=dict)
    """Sizes, open tabs and the like, as the window left them."""

    def agent(self, name: str) -> AgentSettings:
        """Return what was set for agent *name*."""
        return self.agents.get(name, AgentSettings())


class SettingsStore:
    """Holds the present settings and writes each change at once.

    ``problem`` is set when the file could not be read: the broken file is then kept beside it and
    the defaults apply.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._watchers: list[Callable[[Settings], None]] = []
        self.problem: VelaError | None = None
        self._now = self._load()

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
            write_atomically(self._path, json.dumps(asdict(after), ensure_ascii=False, indent=2))
            self._now = after
            for watcher in self._watchers:
                watcher(after)
        return after

    def _load(self) -> Settings:
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Settings()
        except (OSError, UnicodeDecodeError) as error:
            self.problem = _unreadable(error, self._path)
            return Settings()
        try:
            return _settings(json.loads(text))
        except (ValueError, TypeError, AttributeError) as error:
            kept = self._path.with_suffix(".broken.json")
            self._path.replace(kept)
            self.problem = _unreadable(error, kept)
            return Settings()


def _unreadable(error: Exception, path: Path) -> VelaError:
    reason = type(error).__name__
    return VelaError(Code.INVALID, what="settings", reason=reason, path=str(path))


def _settings(data: dict[str, Any]) -> Settings:
    values = _known(Settings, data)
    if "last_choice" in values:
        values["last_choice"] = LastChoice(**_known(LastChoice, values["last_choice"]))
    if "agents" in values:
        values["agents"] = {name: _agent(row) for name, row in values["agents"].items()}
    return Settings(**values)


def _agent(row: dict[str, Any]) -> AgentSettings:
    values = _known(AgentSettings, row)
    values["arguments"] = tuple(values.get("arguments", ()))
    return AgentSettings(**values)


def _known(cls: type[Any], data: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(cls)}
    return {key: value for key, value in data.items() if key in names}


def write_atomically(path: Path, text: str) -> None:
    """Replace the file at *path* by *text*, so that a crash leaves the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
