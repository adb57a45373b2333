"""One pass over a session of OpenCode: the pieces of the conversation, and what it counts."""

from collections.abc import Sequence
from typing import Any

from vela_desktop.domain.sessions import Counts, MapEntry, Role
from vela_desktop.domain.text import safe
from vela_desktop.sources import opencode_records as records
from vela_desktop.sources.opencode_talk import START, About, After, Talk
from vela_desktop.sources.turns import Piece, numbered, preview


class OpenCodePass:
    """Takes the messages of one session in order.

    A message becomes up to three pieces: what was said and called, what the calls gave back, and
    what went wrong. All lie at the message's place.
    """

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.after: After = START
        self.bytes = 0
        self.users = self.assistants = self.calls = self.bad = 0
        self.first_text = ""
        self.model: str | None = None
        self.cwd: str | None = None
        self.announced: str | None = None
        """The message after which a command comes that a person ran."""
        self.unfinished: Piece | None = None
        """What to say of the last answer once another message shows that it broke off."""

    def dump(self) -> dict[str, Any]:
        """Return everything as plain values."""
        unfinished = self.unfinished and tuple(self.unfinished)
        return vars(self) | {"pieces": list(map(tuple, self.pieces)), "unfinished": unfinished}

    def restore(self, data: dict[str, Any]) -> None:
        """Take up where ``dump`` left off."""
        vars(self).update(data)
        self.after = (data["after"][0], data["after"][1])
        self.pieces = [_restored(piece) for piece in data["pieces"]]
        self.unfinished = _restored(data["unfinished"]) if data["unfinished"] else None

    def feed(self, talk: Talk, about: About) -> None:
        """Take the next message of the session that *about* describes."""
        self.after = talk.order
        self.bytes += talk.size
        self.bad += talk.bad
        role = records.role_of(talk.record)
        if not role:
            return
        self.model = records.model_of(talk.record) or self.model
        self.cwd = self.cwd or records.cwd_of(talk.record)
        self.users += role == records.USER
        self.assistants += role == records.ASSISTANT
        self.calls += len(records.calls_of(talk.parts)) if role == records.ASSISTANT else 0
        if about.reverted and talk.id >= about.reverted:
            return
        if self.unfinished is not None:
            self.pieces.append(self.unfinished)
            self.unfinished = None
        inherited = bool(about.started and talk.at and talk.at < about.started)
        if role == records.USER:
            self._prompt(talk, inherited)
        else:
            self._answer(role, talk, inherited)

    def entries(self) -> tuple[MapEntry, ...]:
        """Return the entries of the conversation."""
        return numbered(self.pieces)

    def counts(self, turns: int) -> Counts:
        """Return the counts over the whole session, taken back or not."""
        return Counts(
            user_messages=self.users,
            assistant_messages=self.assistants,
            tool_calls=self.calls,
            turns=turns,
            bad_lines=self.bad,
        )

    def _prompt(self, talk: Talk, inherited: bool) -> None:
        text = records.typed(talk.record, talk.parts)
        if not self.first_text:
            self.first_text = safe(text)
        said = "\n".join([text, *records.mentions(text, talk.parts)]).strip()
        if said or records.images(talk.parts):
            self._add(Role.USER, talk, len(said), inherited, shown=preview(said))
        elif records.announces_shell(talk.parts):
            self.announced = talk.id

    def _answer(self, role: str, talk: Talk, inherited: bool) -> None:
        calls = [records.call_id(part) for part in records.calls_of(talk.parts)]
        chars = sum(map(len, records.texts_of(talk.parts)))
        what = self._kind(role, talk)
        if what is Role.COMMAND:
            command = records.shown_command(talk.parts)
            self._add(what, talk, len(command), inherited, shown=preview(command))
        elif what is Role.SUMMARY:
            if chars:
                self._add(what, talk, chars, inherited)
        elif chars or calls or records.thoughts_of(talk.parts) or records.images(talk.parts):
            self._add(what, talk, chars, inherited, calls)
        if what is not Role.SUMMARY and any(map(records.is_done, records.calls_of(talk.parts))):
            self._add(Role.TOOL, talk, 0, inherited, calls[:1])
        if text := records.trouble_of(talk.record):
            self._add(Role.NOTICE, talk, len(text), inherited)
        elif role == records.ASSISTANT and records.is_unfinished(talk.record):
            notice = records.notice_of(talk.record)
            self.unfinished = _piece(Role.NOTICE, talk, len(notice), inherited)

    def _kind(self, role: str, talk: Talk) -> Role:
        if role == records.SHELL:
            return Role.COMMAND
        if role == records.COMPACTION or records.is_summary(talk.record):
            return Role.SUMMARY
        announced = self.announced is not None and self.announced == talk.record.get("parentID")
        return Role.COMMAND if announced else Role.ASSISTANT

    def _add(
        self,
        role: Role,
        talk: Talk,
        chars: int,
        inherited: bool,
        calls: Sequence[str] = (),
        shown: str = "",
    ) -> None:
        self.pieces.append(_piece(role, talk, chars, inherited, calls, shown))


def _piece(
    role: Role,
    talk: Talk,
    chars: int,
    inherited: bool,
    calls: Sequence[str] = (),
    shown: str = "",
) -> Piece:
    return Piece(
        role=role,
        opens=role is Role.USER,
        uid=talk.id,
        at=talk.at,
        span=(talk.place, talk.size),
        chars=chars,
        calls=tuple(calls),
        shown=shown,
        inherited=inherited,
    )


def _restored(piece: Sequence[Any]) -> Piece:
    one = Piece(*piece)
    span = (one.span[0], one.span[1])
    return one._replace(role=Role(one.role), span=span, calls=tuple(one.calls))
