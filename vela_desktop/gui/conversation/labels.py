"""The words that stand inside a conversation, in the present language."""

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import MapEntry, Role
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.rendering.conversation import Labels


def labels(agent: Agent) -> Labels:
    """Return the labels for a conversation with *agent*."""
    return Labels(
        verbs={
            "read": translate("Conversation", "Read"),
            "edit": translate("Conversation", "Edit"),
            "write": translate("Conversation", "Write"),
            "run": translate("Conversation", "Run"),
            "search": translate("Conversation", "Search"),
            "plan": translate("Conversation", "Plan"),
            "agent": translate("Conversation", "Sub-agent"),
            "web": translate("Conversation", "Web"),
            "other": translate("Conversation", "Tool result"),
        },
        agent=words.agent(agent),
        lines=translate("Conversation", "{count} lines"),
        exit_code=translate("Conversation", "exit code {code}"),
        failed=translate("Conversation", "failed"),
        thinking=translate("Conversation", "Thinking"),
        summary=translate("Conversation", "Summary of what came before (compaction)"),
        notice=translate("Conversation", "Notice of the agent's program"),
        command=translate("Conversation", "Command"),
        image=translate("Conversation", "[image]"),
        long_text=translate("Conversation", "{count} characters, folded"),
        inherited=translate("Conversation", "taken over from the parent session"),
        no_result=translate("Conversation", "no result recorded"),
    )


def turn_facts(entries: tuple[MapEntry, ...], wanted: range, agent: Agent) -> dict[int, str]:
    """Return the line under each prompt of *wanted*: agent, time, steps, how long it took."""
    turns = {entries[at].turn for at in wanted if entries[at].role is Role.USER}
    first = entries[wanted.start].index if wanted else 0
    found: dict[int, list[MapEntry]] = {}
    for entry in entries[first:]:
        if entry.turn in turns:
            found.setdefault(entry.turn, []).append(entry)
        elif turns and entry.turn > max(turns):
            break
    return {turn: _facts(members, agent) for turn, members in found.items()}


def _facts(entries: list[MapEntry], agent: Agent) -> str:
    steps = max((entry.step for entry in entries), default=0)
    times = [entry.at for entry in entries if entry.at is not None]
    if not steps:
        return ""
    parts = [words.agent(agent)]
    if times:
        parts.append(format.clock(times[0]))
    parts.append(plural("Conversation", "%n steps")(steps))
    if len(times) > 1 and times[-1] - times[0] >= 1000:
        parts.append(format.duration((times[-1] - times[0]) // 1000))
    return " · ".join(parts)
