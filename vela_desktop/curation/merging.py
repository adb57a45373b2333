"""Makes one entry of each topic: one call a topic, more where a topic is too large for one."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from vela_desktop.curation import prompts
from vela_desktop.curation.catalogue import Part, Topic
from vela_desktop.curation.checks import Merged, check_entry
from vela_desktop.curation.snapshot import SnapshotText
from vela_desktop.curation.steps import Asker
from vela_desktop.curation.together import together
from vela_desktop.domain import limits
from vela_desktop.domain.entries import NewEntry
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sizes import InputLimit, Size
from vela_desktop.domain.text import title_key

_RESERVE = Size(1_000, 3_000)
"""Room in a model input for the reason when a question is asked again."""

Report = Callable[[int, int], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    """A merged entry, and the keys of the topics' titles that it stands for."""

    merged: Merged
    topics: frozenset[str]


class Merger:
    """Merges the topics of one job."""

    def __init__(
        self,
        asker: Asker,
        snapshot: SnapshotText,
        session_id: str,
        topics: Sequence[Topic],
        at_once: int = 1,
    ) -> None:
        self._asker = asker
        self._snapshot = snapshot
        self._session_id = session_id
        self._topics = topics
        self._at_once = at_once
        self._titles: set[str] = set()

    async def run(self, report: Report) -> tuple[NewEntry, ...]:
        """Return one entry a topic; topics that end with one title become one entry."""
        total = len(self._topics)
        await report(0, total)
        steps = [partial(self._result, topic) for topic in self._topics]
        results = await together(steps, self._at_once, lambda done: report(done, total))
        return _entries(await self._with_unique_titles(results))

    async def _result(self, topic: Topic) -> _Result:
        keys = frozenset({title_key(topic.title)})
        merged = await self._merge(topic.title, topic.parts, keys)
        self._titles.add(title_key(merged.title))
        _check_number(len(self._titles))
        return _Result(merged=merged, topics=keys)

    async def _merge(self, title: str, parts: Sequence[Part], own: frozenset[str]) -> Merged:
        """Return the entry of *parts*, merging groups of them first while they are too many."""
        others = [t.title for t in self._topics if title_key(t.title) not in own]
        room = self._asker.limit.less(prompts.merge(title, (), others).size).less(_RESERVE)
        while not room.holds(size := _sum(map(_size, parts))):
            groups = _groups(parts, room)
            if len(groups) == len(parts):
                raise VelaError(Code.CONTEXT_TOO_LARGE, **room.told(size))
            parts = [
                group[0] if len(group) == 1 else _as_part(await self._ask(title, group, others))
                for group in groups
            ]
        return await self._ask(title, parts, others)

    async def _ask(self, title: str, parts: Sequence[Part], others: Sequence[str]) -> Merged:
        check = partial(
            check_entry,
            titles=[*others, title],
            snapshot=self._snapshot,
            session_id=self._session_id,
        )
        return await self._asker.answer(prompts.merge(title, parts, others), check)

    async def _with_unique_titles(self, results: list[_Result]) -> list[_Result]:
        while same := _first_with_one_title(results):
            own = frozenset[str]().union(*(result.topics for result in same))
            parts = [_as_part(result.merged) for result in same]
            merged = await self._merge(same[0].merged.title, parts, own)
            at = results.index(same[0])
            results = [result for result in results if result not in same]
            results.insert(at, _Result(merged=merged, topics=own))
        return results


def _size(part: Part) -> Size:
    return Size.of(prompts.part_line(part)) + Size(1, 1)


def _sum(sizes: Iterable[Size]) -> Size:
    return sum(sizes, Size())


def _groups(parts: Sequence[Part], room: InputLimit) -> list[list[Part]]:
    """Return *parts* in order, in as few groups as fit into *room* each."""
    groups: list[list[Part]] = []
    left = room
    for part in parts:
        size = _size(part)
        if groups and left.holds(size):
            groups[-1].append(part)
        else:
            groups.append([part])
            left = room
        left = left.less(size)
    return groups


def _as_part(merged: Merged) -> Part:
    return Part(kind=merged.kind, content=merged.raw_body, evidence=merged.evidence)


def _first_with_one_title(results: Sequence[_Result]) -> list[_Result]:
    by_title: dict[str, list[_Result]] = defaultdict(list)
    for result in results:
        by_title[title_key(result.merged.title)].append(result)
    return next((same for same in by_title.values() if len(same) > 1), [])


def _check_number(size: int) -> None:
    """Refuse a job that can only end with too many entries, before it pays for more of them."""
    if size > limits.ENTRIES_PER_JOB:
        limit = limits.ENTRIES_PER_JOB
        raise VelaError(Code.OUTPUT_TOO_LARGE, field="entries", size=size, limit=limit)


def _entries(results: Sequence[_Result]) -> tuple[NewEntry, ...]:
    """Return the entries; a related topic's title becomes that of the entry made of it."""
    final = {key: result.merged.title for result in results for key in result.topics}
    return tuple(_entry(result.merged, final) for result in results)


def _entry(merged: Merged, final: dict[str, str]) -> NewEntry:
    related = dict.fromkeys(final[key] for key in merged.related if key in final)
    related.pop(merged.title, None)
    return NewEntry(
        title=merged.title,
        summary=merged.summary,
        body=merged.cited.body,
        kind=merged.kind,
        tags=merged.tags,
        related=tuple(related),
        citations=merged.cited.citations,
        not_found=merged.not_found,
    )
