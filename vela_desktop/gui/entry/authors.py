"""Who wrote a version of an entry, in words."""

import re
from collections.abc import Iterable

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.clock import now_ms
from vela_desktop.domain.entries import Entry, RevisionRow
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import translate

UNLINK = "unlink"
_SEAM = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])")


def agent_of(author: str) -> Agent | None:
    """Return the agent whose job wrote a version, None where no job did."""
    name, _, job = author.partition(":")
    return Agent(name) if job and name in set(Agent) else None


def author_text(author: str) -> str:
    """Return who wrote a version: a person, an agent, or the program."""
    agent = agent_of(author)
    if agent is not None:
        said = translate("Entry", "curated by {agent}").format(agent=words.agent(agent))
        return _SEAM.sub(" ", said)
    if author == UNLINK:
        return translate("Entry", "a link was removed")
    return translate("Entry", "edited by hand")


def curator_of(history: Iterable[RevisionRow]) -> str:
    """Return the author of the newest version that a job wrote; *history* is newest first."""
    return next((row.author for row in history if agent_of(row.author) is not None), "")


def meta_text(entry: Entry, curator: str) -> str:
    """Return the line under an entry's head: its version, who curated it, who changed it last."""
    when = format.moment(entry.updated_at, now_ms())
    parts = [f"v{entry.version}"]
    if agent_of(entry.author) is not None:
        parts += [author_text(entry.author), when]
        return " · ".join(parts)
    if curator:
        parts.append(author_text(curator))
    said = translate("Entry", "{when}, {deed}")
    parts.append(said.format(when=when, deed=author_text(entry.author)))
    return " · ".join(parts)
