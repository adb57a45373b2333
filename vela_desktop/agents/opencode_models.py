"""Reads what ``opencode models --verbose`` prints: names, each followed by a JSON document."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from vela_desktop.agents import lines
from vela_desktop.agents.protocol import Model

_NAME = re.compile(r"^(\S+/\S.*)\n(?=\{)", re.MULTILINE)
_DECODER = json.JSONDecoder()


def models(stdout: bytes) -> tuple[Model, ...]:
    """Return the models that answer in text, in the program's own order."""
    return tuple(_models(stdout.decode("utf-8", "replace")))


def _models(text: str) -> Iterator[Model]:
    for found in _NAME.finditer(text):
        try:
            about, _ = _DECODER.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            continue
        if _answers_in_text(found[1], about):
            yield _model(found[1].strip(), about)


def _answers_in_text(name: str, about: Mapping[str, Any]) -> bool:
    """The list also holds models for pictures, speech and embeddings (which are said to put out
    text), and those that are gone."""
    output = lines.under(lines.under(about, "capabilities"), "output")
    said = output.get("text") is not False and about.get("status") != "deprecated"
    return said and "embedding" not in name


def _model(name: str, about: Mapping[str, Any]) -> Model:
    provider = name.partition("/")[0]
    return Model(
        id=name,
        label=f"{lines.text(about, 'name') or name} ({provider})",
        efforts=tuple(lines.under(about, "variants")),
        context_tokens=lines.number(lines.under(about, "limit"), "context") or None,
    )
