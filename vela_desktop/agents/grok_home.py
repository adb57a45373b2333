"""The private home folder of a call of Grok Build, and what it takes over from the user's own.

Grok has no switch that keeps a session, the user's hooks, their MCP servers or their instructions
out. A home folder of the call's own does: sessions go there, and of the user's ``config.toml`` only
what leads to a model is copied. The sign-in stays where it is and is only pointed at.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from vela_desktop.agents import failures
from vela_desktop.config.home import home
from vela_desktop.domain.agents import Agent

NO_TITLES = "vela-no-titles"
"""A model that leads nowhere. Grok asks a model for a title of each session, with the beginning of
the prompt; it has no switch for that, but the model that is asked can be chosen."""

_NOWHERE = {
    "model": NO_TITLES,
    "base_url": "https://127.0.0.1:0/v1",
    "api_key": "none",
    "context_window": 200_000,
    "hidden": True,
}
"""Nothing can listen on port 0. With a key, or the user's own sign-in would be used elsewhere; with
TLS, so that a proxy between would be told no more than this address; hidden, so that it is never
taken for the default model."""

_KEPT = (
    "model",
    "model_providers",
    "models",
    "endpoints",
    "auth",
    "auth_provider",
    "grok_com_config",
)
"""The tables of ``config.toml`` that lead to a model. No hook, server, plugin, skill or permission
is in them."""

_LINE_BYTES = 200

AGENT_FILE = "agent.md"
CONFIG_FILE = "home/config.toml"

_AGENT = """\
---
name: vela
description: Answers once, in the schema it is given
promptMode: full
agentsMd: false
discoverSkills: false
userMessageTemplate:
  custom: "The task:"
---
"""
"""The head of an agent's definition; what follows it is the whole system text, taken literally. It
keeps instructions, skills and facts about this computer out of the prompt."""


def user_home(environment: Mapping[str, str]) -> Path:
    """Return the folder that Grok uses when nobody chooses another one."""
    named = environment.get("GROK_HOME")
    return Path(named) if named else home(environment) / ".grok"


def sign_in(environment: Mapping[str, str]) -> Path:
    """Return the file that holds the user's sign-in, and is written when that is renewed."""
    named = environment.get("GROK_AUTH_PATH")
    return Path(named) if named else user_home(environment) / "auth.json"


def program(path: str, environment: Mapping[str, str]) -> str:
    """Return the program behind *path*, where that is npm's launcher.

    The launcher starts what it finds in the home folder, and would unpack 160 MB into a private
    one, each time, perhaps of another version.
    """
    native = user_home(environment) / "bin" / ("grok.exe" if os.name == "nt" else "grok")
    return str(native) if _is_launcher(Path(path)) and native.exists() else path


def _is_launcher(path: Path) -> bool:
    if path.suffix.casefold() in {".cmd", ".ps1"}:
        return True
    try:
        with path.open("rb") as file:
            first = file.readline(_LINE_BYTES)
    except OSError:
        return False
    return first.startswith(b"#!") and b"node" in first


def is_signed_in(printed: bytes) -> bool | None:
    """Tell from what ``grok models`` *printed* whether there is a sign-in or a key; None where it
    does not say."""
    said = printed.lower()
    if b"not authenticated" in said:
        return False
    return True if b"logged in" in said or b"api key" in said or b"xai_api_key" in said else None


def agent_file(system: str) -> str:
    """Return the definition of an agent whose whole system text is *system*."""
    return _AGENT + system


def configuration(environment: Mapping[str, str]) -> str:
    """Return the ``config.toml`` of a private home.

    Raises AgentError ``memory_process_failed`` where the user's own cannot be read.
    """
    file = user_home(environment) / "config.toml"
    try:
        own = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        own = {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = f"its config.toml cannot be read: {type(error).__name__}"
        raise failures.failed(Agent.GROK, reason, again=False) from None
    kept = {name: own[name] for name in _KEPT if isinstance(own.get(name), dict)}
    kept["model"] = {**kept.get("model", {}), NO_TITLES: _NOWHERE}
    return "".join(f"{name} = {_value(table)}\n" for name, table in kept.items())


def _value(value: Any) -> str:
    """Return *value*, which came out of a TOML document, as TOML on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{" + ", ".join(_pairs(value)) + "}"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case datetime() | date() | time():
            return value.isoformat()
        case str():
            return _text(value)
        case _:
            return repr(value)


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for name, value in table.items():
        yield f"{_text(name)} = {_value(value)}"


def _text(text: str) -> str:
    """JSON's escapes are TOML's, but for one character that TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
