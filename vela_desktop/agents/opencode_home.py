"""What a start of OpenCode finds instead of the user's own folders, and of those what it keeps.

``--pure`` and a closed agent alone leave much open: with them OpenCode still imports the user's
tools and, from ``~/.opencode``, plugins, reads ``AGENTS.md``, and takes agents and commands over.
Folders of the call's own hold none of that. Of the user's configuration one file is named to it,
which leads to the models; the sign-in and what was downloaded for providers stay where they are.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from vela_desktop.agents import lines

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

_NAMES = ("opencode.jsonc", "opencode.json", "config.json")
"""What the user's configuration may be called; the first one there wins over the others."""

_INSTALLED = {"packages": {"": {"dependencies": {"@opencode-ai/plugin": "*"}}}}
"""OpenCode installs this package from npm into each configuration folder, in the background,
unless it believes that it is there."""


def surroundings(work: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Lay out folders beside the private folder *work* and return the variables that lead there.

    OpenCode takes ``PWD`` for its working folder, whatever that really is, and looks for
    ``.opencode``, ``.claude`` and ``.agents`` in its ``OPENCODE_TEST_HOME``.
    """
    home = work.parent / "opencode"
    own = home / "opencode"
    (own / "node_modules").mkdir(parents=True, exist_ok=True)
    (own / "package-lock.json").write_text(json.dumps(_INSTALLED), encoding="utf-8")
    configuration = user_configuration(environment)
    return {
        "PWD": str(work),
        "XDG_CONFIG_HOME": str(home),
        "XDG_STATE_HOME": str(home),
        "OPENCODE_TEST_HOME": str(home),
        "OPENCODE_CONFIG": str(configuration or ""),
        "OPENCODE_CONFIG_DIR": "",
    }


def user_configuration(environment: Mapping[str, str]) -> Path | None:
    """Return the user's configuration file, None where there is none."""
    named = environment.get("OPENCODE_CONFIG")
    if named:
        return Path(named)
    base = environment.get("XDG_CONFIG_HOME")
    usual = (Path(base) if base else lines.home(environment) / ".config") / "opencode"
    chosen = environment.get("OPENCODE_CONFIG_DIR")
    folders = (Path(chosen), usual) if chosen else (usual,)
    candidates = (folder / name for folder in folders for name in _NAMES)
    return next((file for file in candidates if file.is_file()), None)


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
