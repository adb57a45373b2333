"""The kinds of secrets that are masked, in words."""

from collections.abc import Mapping

from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, translate

_KINDS = {
    "private-key": QT_TRANSLATE_NOOP("Secrets", "private key"),
    "github-token": QT_TRANSLATE_NOOP("Secrets", "GitHub token"),
    "anthropic-key": QT_TRANSLATE_NOOP("Secrets", "Anthropic key"),
    "openai-key": QT_TRANSLATE_NOOP("Secrets", "OpenAI key"),
    "aws-key": QT_TRANSLATE_NOOP("Secrets", "AWS key"),
    "slack-token": QT_TRANSLATE_NOOP("Secrets", "Slack token"),
    "google-key": QT_TRANSLATE_NOOP("Secrets", "Google key"),
    "jwt": QT_TRANSLATE_NOOP("Secrets", "web token (JWT)"),
    "bearer-token": QT_TRANSLATE_NOOP("Secrets", "authorization header"),
    "url-password": QT_TRANSLATE_NOOP("Secrets", "password in an address"),
    "password": QT_TRANSLATE_NOOP("Secrets", "password"),
    "secret": QT_TRANSLATE_NOOP("Secrets", "named secret"),
}


def kinds(masked: Mapping[str, int]) -> list[str]:
    """Return how many secrets of each kind were masked."""
    names = {kind: translate("Secrets", name) for kind, name in _KINDS.items()}
    return [f"{names.get(kind, kind)} × {count}" for kind, count in masked.items()]
