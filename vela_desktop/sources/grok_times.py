"""Brings the times of Grok Build's log to the conversation, which has none.

What a person asked is found by its words, or by its number; answers by their calls, else by their
place among the model's answers to that prompt. Commands, which only the log has, are put where
they were given.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from vela_desktop.sources import grok_records as records
from vela_desktop.sources.grok_rows import Row


@dataclass(slots=True)
class _Answer:
    """One answer of the model, as the log has it."""

    at: int | None
    calls: set[str] = field(default_factory=set)


class _Log:
    """The rows of a log by what they are."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.asked = [nth for nth, row in enumerate(rows) if row.kind in records.ASKED]
        self.commands = [nth for nth, row in enumerate(rows) if row.kind == records.COMMAND]
        self.compacted = [row for row in rows if row.kind == records.COMPACTED]
        self.results = {row.calls[0]: row for row in rows if row.kind == records.RESULT}
        self._calls = {row.calls[0]: row for row in rows if row.kind == records.CALL and row.calls}

    def prompt(self, row: Row, start: int) -> int | None:
        """Return which row from *start* on is the same as *row*, which a person asked."""
        by_number = None
        for place in range(bisect_left(self.asked, start), len(self.asked)):
            nth = self.asked[place]
            if self.rows[nth].key == row.key:
                return nth
            if by_number is None and row.number is not None and self.rows[nth].number == row.number:
                by_number = nth
        return by_number

    def called(self, row: Row) -> Row | None:
        """Return the row of the first call of *row* that is known."""
        return next((self._calls[call] for call in row.calls if call in self._calls), None)

    def answers(self, prompt: int) -> list[_Answer]:
        """Return the model's answers to the prompt at that row."""
        groups: dict[int, _Answer] = {}
        for nth in range(prompt + 1, len(self.rows)):
            row = self.rows[nth]
            if row.kind == records.PROMPT:
                break
            if row.kind in records.ANSWERS:
                answer = groups.setdefault(row.group, _Answer(row.at))
                answer.calls.update(row.calls)
        return list(groups.values())


def timed(rows: Sequence[Row], log_rows: Sequence[Row]) -> list[Row]:
    """Return *rows* of a conversation with the times and the commands that its log has."""
    if not log_rows:
        return list(rows)
    return _with_thoughts(list(_Merge(_Log(log_rows), rows).rows()))


class _Merge:
    def __init__(self, log: _Log, rows: Sequence[Row]) -> None:
        self._log = log
        self._rows = rows
        self._at = 0
        """Where in the log we are."""
        self._commands = 0
        self._answers: list[_Answer] = []
        self._copied = False
        summaries = sum(row.kind == records.SUMMARY for row in rows)
        self._compacted = log.compacted[max(0, len(log.compacted) - summaries) :]

    def rows(self) -> Iterator[Row]:
        for row in self._rows:
            if row.kind in records.ASKED:
                yield from self._asked(row)
            elif row.kind == records.SUMMARY:
                yield from self._summary(row)
            else:
                yield self._other(row)
        yield from self._commands_while(len(self._log.commands))

    def _asked(self, row: Row) -> Iterator[Row]:
        found = self._log.prompt(row, self._at)
        if found is None:
            if row.kind == records.PROMPT:
                self._answers = []
            yield row
            return
        yield from self._commands_while(bisect_left(self._log.commands, found))
        known = self._log.rows[found]
        self._at = found + 1
        self._copied = known.inherited
        if row.kind == records.PROMPT:
            self._answers = self._log.answers(found)
        yield row._replace(at=known.at, inherited=known.inherited)

    def _summary(self, row: Row) -> Iterator[Row]:
        known = self._compacted.pop(0) if self._compacted else None
        if known is None or known.at is None:
            yield row._replace(inherited=self._copied)
            return
        before = self._commands
        for nth in self._log.commands[before:]:
            at = self._log.rows[nth].at
            if at is None or at > known.at:
                break
            before += 1
        yield from self._commands_while(before)
        yield row._replace(at=known.at, inherited=known.inherited)

    def _commands_while(self, stop: int) -> Iterator[Row]:
        """Yield the commands that were not yet, up to the one of that number."""
        for nth in self._log.commands[self._commands : stop]:
            yield self._log.rows[nth]
        self._commands = max(self._commands, stop)

    def _other(self, row: Row) -> Row:
        row = row._replace(inherited=self._copied)
        if row.kind == records.RESULT:
            known = self._log.results.get(row.calls[0]) if row.calls else None
            return row._replace(at=known.at) if known else row
        if row.kind == records.ASSISTANT:
            return row._replace(at=self._answered(row))
        return row

    def _answered(self, row: Row) -> int | None:
        calls = set(row.calls)
        for nth, answer in enumerate(self._answers):
            if calls & answer.calls or (not calls and not answer.calls):
                del self._answers[: nth + 1]
                return answer.at
        known = self._log.called(row)
        return known.at if known else None


def _with_thoughts(rows: list[Row]) -> list[Row]:
    """Return *rows* with the time of an answer at what belongs to it and precedes it."""
    after: Row | None = None
    for nth in range(len(rows) - 1, -1, -1):
        row = rows[nth]
        if row.kind in {records.REASONING, records.CALL} and row.at is None and after:
            rows[nth] = row = row._replace(at=after.at)
        after = row if row.kind in records.ANSWERS else None
    return rows
