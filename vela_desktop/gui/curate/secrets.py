"""The kinds of secrets that are masked, in words."""

from collections.abc import Mapping

from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate

_KINDS = {
    "private-key": QT_TRANSLATE_NOOP("Curate", "private key"),
    "github-token": QT_TRANSLATE_NOOP("Curate", "GitHub token"),
    "anthropic-key": QT_TRANSLATE_NOOP("Curate", "Anthropic key"),
    "openai-key": QT_TRANSLATE_NOOP("Curate", "OpenAI key"),
    "aws-key": QT_TRANSLATE_NOOP("Curate", "AWS key"),
    "slack-token": QT_TRANSLATE_NOOP("Curate", "Slack token"),
    "google-key": QT_TRANSLATE_NOOP("Curate", "Google key"),
    "jwt": QT_TRANSLATE_NOOP("Curate", "web token (JWT)"),
    "bearer-token": QT_TRANSLATE_NOOP("Curate", "authorization header"),
    "url-password": QT_TRANSLATE_NOOP("Curate", "password in an address"),
    "password": QT_TRANSLATE_NOOP("Curate", "password"),
    "secret": QT_TRANSLATE_NOOP("Curate", "named secret"),
}


def kinds(masked: Mapping[str, int]) -> str:
    """Return how many secrets of each kind were masked, a line each."""
    names = {kind: translate("Curate", name) for kind, name in _KINDS.items()}
    return "\n".join(f"{names.get(kind, kind)} × {count}" for kind, count in masked.items())
