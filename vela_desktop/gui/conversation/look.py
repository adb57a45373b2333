"""How the messages of a conversation look, in the present language."""

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.sessions import MapEntry, Role, TranscriptMap
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import plural, translate
from vela_desktop.rendering.pieces import Labels, Look


def look_of(
    opened: TranscriptMap, shown: range = range(0), unfolded: frozenset[str] = frozenset()
) -> Look:
    """Return how the messages *shown* of a conversation look now, with the folds *unfolded*."""
    return Look(
        labels=_labels(),
        folder=opened.facts.cwd or "",
        unfolded=unfolded,
        facts=_facts(opened.entries, shown, opened.location.agent),
    )


def _labels() -> Labels:
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
        },
        thinking=translate("Conversation", "Thinking"),
        summary=translate("Conversation", "Summary of what came before (compaction)"),
        notice=translate("Conversation", "Notice of the agent's program"),
        command=translate("Conversation", "Command"),
        result=translate("Conversation", "Tool result"),
        image=translate("Conversation", "[image]"),
        long_text=translate("Conversation", "{count} characters, folded"),
        more=translate("Conversation", "{count} more characters"),
        inherited=translate("Conversation", "taken over from the parent session"),
        no_result=translate("Conversation", "no result recorded"),
    )


def _facts(entries: tuple[MapEntry, ...], wanted: range, agent: Agent) -> dict[int, str]:
    """Return the line of facts of the messages in *wanted* that have one, by index: under each
    prompt agent, time, steps and how long it took; over each screen its time."""
    prompts = [at for at in wanted if entries[at].role is Role.USER and entries[at].step == 0]
    screens = [at for at in wanted if entries[at].role is Role.SCREEN]
    found = {at: _turn_line(_turn(entries, at), agent) for at in prompts}
    return found | {at: _screen_line(entries[at]) for at in screens}


def _screen_line(entry: MapEntry) -> str:
    name = translate("Conversation", "Screen")
    return name if entry.at is None else f"{name} · {format.clock(entry.at, seconds=True)}"


def _turn(entries: tuple[MapEntry, ...], start: int) -> tuple[MapEntry, ...]:
    stop = start + 1
    while stop < len(entries) and entries[stop].turn == entries[start].turn:
        stop += 1
    return entries[start:stop]


def _turn_line(entries: tuple[MapEntry, ...], agent: Agent) -> str:
    steps = max(entry.step for entry in entries)
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
