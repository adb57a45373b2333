"""The rows of the knowledge tree. A node knows its children only once they were asked for."""

from dataclasses import dataclass, field
from itertools import count

from vela_desktop.domain.entries import EntryRow, Group, GroupKind
from vela_desktop.domain.ids import LEGACY_GROUP, MANUAL_GROUP, UNKNOWN_PROJECT
from vela_desktop.gui.i18n import QT_TRANSLATE_NOOP, plural, translate


@dataclass(frozen=True, slots=True)
class Root:
    """会话知识库: the top of the tree."""

    count: int


@dataclass(frozen=True, slots=True)
class More:
    """加载更多: the last row of a level that has more entries than were read."""

    left: int


Content = Root | Group | EntryRow | More

ROOT_NAME = QT_TRANSLATE_NOOP("KnowledgeTree", "Session knowledge base")
MORE_NAME = QT_TRANSLATE_NOOP("KnowledgeTree", "Load more (%n)")
MANUAL_NAME = QT_TRANSLATE_NOOP("KnowledgeTree", "Made by hand")
LEGACY_NAME = QT_TRANSLATE_NOOP("KnowledgeTree", "Merged entries of earlier versions")
UNKNOWN_NAME = QT_TRANSLATE_NOOP("KnowledgeTree", "Unknown source project")

_numbers = count(1)


@dataclass(slots=True, eq=False)
class Node:
    """A row: what it shows, where it hangs, and its children once read (None before)."""

    content: Content
    parent: "Node | None"
    row: int = 0
    children: "list[Node] | None" = None
    number: int = field(default_factory=lambda: next(_numbers))

    @property
    def key(self) -> str:
        """What stays the same when the row changes."""
        return content_key(self.content)

    @property
    def expandable(self) -> bool:
        """Tell whether there is anything below."""
        counted = isinstance(self.content, Root | Group) and self.content.count > 0
        return counted or bool(self.children)

    @property
    def path(self) -> tuple[str, ...]:
        """The keys that lead here from the root."""
        return () if self.parent is None else (*self.parent.path, self.key)

    @property
    def more(self) -> int:
        """The number of entries below that were not read yet."""
        last = self.children[-1].content if self.children else None
        return last.left if isinstance(last, More) else 0

    @property
    def loaded(self) -> int:
        """The number of entries read below this node."""
        return sum(isinstance(child.content, EntryRow) for child in self.children or ())


def content_key(content: Content) -> str:
    """Return the key of the row that shows *content*."""
    match content:
        case Root():
            return "root"
        case Group():
            return _group_key(content.kind, content.project_id, content.id)
        case EntryRow():
            return f"entry:{content.id}"
        case More():
            return "more"


def path_to(entry: EntryRow) -> tuple[str, ...]:
    """Return the keys that lead from the root to the row an entry stands under."""
    project, session = entry.project_id, entry.session_id
    if session in (MANUAL_GROUP, LEGACY_GROUP):
        return (_group_key(GroupKind.SESSION, UNKNOWN_PROJECT, session),)
    return (
        _group_key(GroupKind.PROJECT, project, project),
        _group_key(GroupKind.SESSION, project, session),
    )


def _group_key(kind: GroupKind, project_id: str, group_id: str) -> str:
    return f"{kind}:{project_id}:{group_id}"


def name(content: Content) -> str:
    """Return what a row says, in the present language."""
    match content:
        case Root():
            return translate("KnowledgeTree", ROOT_NAME)
        case Group():
            return _group_name(content)
        case EntryRow():
            return content.title
        case More():
            return plural("KnowledgeTree", MORE_NAME)(content.left)


def _group_name(group: Group) -> str:
    if group.kind is GroupKind.SESSION and group.id == MANUAL_GROUP:
        return translate("KnowledgeTree", MANUAL_NAME)
    if group.kind is GroupKind.SESSION and group.id == LEGACY_GROUP:
        return translate("KnowledgeTree", LEGACY_NAME)
    if group.kind is GroupKind.PROJECT and group.id == UNKNOWN_PROJECT:
        return translate("KnowledgeTree", UNKNOWN_NAME)
    return group.name


def icon(content: Content) -> str:
    """Return the name of a row's icon."""
    match content:
        case Root():
            return "library"
        case Group(kind=GroupKind.PROJECT):
            return "project" if content.id != UNKNOWN_PROJECT else "unknown-project"
        case Group():
            return {MANUAL_GROUP: "manual", LEGACY_GROUP: "merge"}.get(content.id, "session")
        case EntryRow():
            return "entry-edited" if content.edited_by_hand else "entry"
        case More():
            return "more"
