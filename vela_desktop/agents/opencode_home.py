"""What a start of OpenCode finds instead of the user's own folders, and of those what it keeps.

``--pure`` and a closed agent alone leave much open: with them OpenCode still imports the user's
tools and, from ``~/.opencode``, plugins, reads ``AGENTS.md``, and takes agents and commands over.
Folders of the call's own hold none of that, but the user's configuration files, each in the place
that has its rank: they lead to the models, and OpenCode merges them itself, as it always does. The
sign-in and what was downloaded for providers stay where they are.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from vela_desktop.agents import jsonc
from vela_desktop.config.home import home

CLOSED: Mapping[str, str] = {
    "OPENCODE_PURE": "1",
    "OPENCODE_DB": ":memory:",
    "OPENCODE_PERMISSION": '{"*":"deny"}',
    "OPENCODE_AUTO_SHARE": "false",
    "OPENCODE_DISABLE_SHARE": "1",
    "OPENCODE_DISABLE_PROJECT_CONFIG": "1",
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_AUTOCOMPACT": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_CLAUDE_CODE": "1",
    "OPENCODE_DISABLE_EXTERNAL_SKILLS": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
}
"""The session is kept in memory only. With auto-compaction a summary of a long input would come
back as if it were the answer."""

CONTENT = "OPENCODE_CONFIG_CONTENT"
"""A whole configuration as text: it has the last word, and a call's own goes by it."""

_NAMED = "OPENCODE_CONFIG"
"""Names one file more."""

_GLOBAL = ("config.json", "opencode.json", "opencode.jsonc")
"""What OpenCode reads in the user's usual folder, each laid over the one before it. Then come the
file of ``_NAMED``, those of ``~/.opencode`` and of ``_CHOSEN``, and ``CONTENT``."""

_OTHERS = ("opencode.json", "opencode.jsonc")
"""What it reads in the other two folders."""

_CHOSEN = "OPENCODE_CONFIG_DIR"
"""Names a further folder. It has to be empty for a call: with a name, newer versions look for
``.opencode`` in every folder above the working one, up to the user's."""

_FILE = re.compile(rb"\{file:(?!~/)([^}]+)\}")
"""Is replaced by what stands in that file, before a configuration is parsed; relative to it."""

_OPENING = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s|//[^\n]*\n|/\*.*?\*/)*\{", re.DOTALL)
_SCHEMA_NAME = b'"$schema"'
_SCHEMA = _SCHEMA_NAME + b': "https://opencode.ai/config.json",'
"""Whoever leaves it out gets it written into the file, while another part of OpenCode reads it and
finds nothing there."""

_INSTALLED = {"packages": {"": {"dependencies": {"@opencode-ai/plugin": "*"}}}}
"""OpenCode installs this package from npm into each configuration folder, in the background,
unless it believes that it is there."""


def surroundings(work: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Lay out folders beside the private folder *work* and return the variables that lead there.

    OpenCode takes ``PWD`` for its working folder, whatever that really is, and looks for
    ``.opencode``, ``.claude`` and ``.agents`` in its ``OPENCODE_TEST_HOME``. Raises OSError or
    ValueError where the user's configuration cannot be read.
    """
    own, user = work.parent / "opencode", home(environment)
    base = environment.get("XDG_CONFIG_HOME")
    usual = (Path(base) if base else user / ".config") / "opencode"
    _lay_out(own / "opencode", usual, _GLOBAL)
    _lay_out(own / ".opencode", user / ".opencode", _OTHERS)
    named = _lay_out_named(own / "named.json", environment.get(_NAMED))
    return {
        "PWD": str(work),
        "XDG_CONFIG_HOME": str(own),
        "XDG_STATE_HOME": str(own),
        "OPENCODE_TEST_HOME": str(own),
        _CHOSEN: "",
        _NAMED: named,
        CONTENT: content(environment, {}),
    }


def content(environment: Mapping[str, str], own: Mapping[str, Any]) -> str:
    """Return what *own* becomes as ``CONTENT``: laid over what the user has there, and in the
    folder that is looked at before it.

    OpenCode replaces ``{env:…}`` and ``{file:…}`` anywhere in it before it parses it: no text of
    *own* may begin so. Raises OSError or ValueError where the user's cannot be read.
    """
    theirs: dict[str, Any] = {}
    chosen = environment.get(_CHOSEN)
    for _, text in _files(Path(chosen), _OTHERS) if chosen else ():
        theirs = _merged(theirs, jsonc.document(text.decode("utf-8")))
    theirs = _merged(theirs, jsonc.document(environment.get(CONTENT) or "{}"))
    kept = {name: value for name, value in theirs.items() if name not in own}
    ours = json.dumps(own, ensure_ascii=False)
    ours = ours.replace("{env:", "\\u007benv:").replace("{file:", "\\u007bfile:")
    both = ", " if kept and own else ""
    return json.dumps(kept, ensure_ascii=False)[:-1] + both + ours[1:]


def _lay_out(own: Path, theirs: Path, names: Sequence[str]) -> None:
    (own / "node_modules").mkdir(parents=True, exist_ok=True)
    (own / "package-lock.json").write_text(json.dumps(_INSTALLED), encoding="utf-8")
    for name, text in _files(theirs, names):
        (own / name).write_bytes(text)


def _lay_out_named(own: Path, theirs: str | None) -> str:
    """Return what is named to OpenCode, as the user does with *theirs*."""
    file = Path(theirs or "")
    for _, text in _files(file.parent, [file.name]) if file.is_absolute() else ():
        own.write_bytes(text)
        return str(own)
    return theirs or ""


def _files(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield those of the files *names* that there are in *folder*, as they read elsewhere."""
    for name in names:
        try:
            text = (folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            continue
        if _SCHEMA_NAME not in text:
            text = _OPENING.sub(lambda found: found[0] + _SCHEMA, text)
        yield name, _FILE.sub(lambda found: _absolute(folder, found), text)


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return *other* laid over *one*, object by object."""
    both = dict(one)
    for name, value in other.items():
        before = both.get(name)
        if isinstance(before, dict) and isinstance(value, dict):
            value = _merged(before, value)
        both[name] = value
    return both


def _absolute(folder: Path, found: re.Match[bytes]) -> bytes:
    """Return a reference to a file that leads there from anywhere."""
    named = os.fsdecode(found[1])
    if Path(named).is_absolute():
        return found[0]
    return b"{file:" + os.fsencode(f"{folder.absolute().as_posix()}/{named}") + b"}"


def is_managed(environment: Mapping[str, str]) -> bool:
    """Tell whether an organisation configures OpenCode here: that wins over all else."""
    places = {
        "darwin": ("/Library/Application Support/opencode", "/Library/Managed Preferences"),
        "win32": (str(Path(environment.get("ProgramData") or "C:/ProgramData") / "opencode"),),
    }
    named = environment.get("OPENCODE_TEST_MANAGED_CONFIG_DIR")
    for place in (named,) if named else places.get(sys.platform, ("/etc/opencode",)):
        folder = Path(place)
        files = [*folder.glob("opencode.json*"), *folder.glob("**/ai.opencode.managed.plist")]
        if files:
            return True
    return False
