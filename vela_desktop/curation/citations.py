"""Turns the labels that agents write into citations that lead to a turn of the conversation."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vela_desktop.curation.headings import Label
from vela_desktop.curation.markdown import close_fence, prose_runs
from vela_desktop.curation.snapshot import SnapshotText
from vela_desktop.domain.entries import Citation
from vela_desktop.domain.routes import format_citation

_LABEL = re.compile(r"\[(?P<turn>\d{1,9})(?:\.(?P<step>\d{1,9}))?\]")
_TOKEN = re.compile(
    r"(?P<ticks>`+)"
    r"|\[\[[^\[\]\n]*\]\]|https?://[^\s<>)\]]+|\\."
    r"|(?P<labels>(?:\[\d{1,9}(?:\.\d{1,9})?\])+)(?![(\]])"
)
_GLUED = re.compile(r"[A-Za-z0-9_)\]!]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_TURN_ZH, _TURN_EN = "轮次", "Turn"
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedBody:
    """A body whose claims are cited, and its citations in the order of their appearance."""

    body: str
    citations: tuple[Citation, ...]


def cite(
    body: str, evidence: Iterable[Label], snapshot: SnapshotText, session_id: str
) -> CitedBody:
    """Return *body* with its labels as citations, those of *evidence* that none covers at its end.

    Quotes, code and labels that the snapshot does not have stay as they are.
    """
    writer = _Writer(snapshot, session_id, _TURN_ZH if is_chinese(body) else _TURN_EN)
    pieces, done = [], 0
    for start, end in prose_runs(body):
        pieces += [body[done:start], *writer.rewrite(body[start:end])]
        done = end
    text = "".join([*pieces, body[done:]])
    return CitedBody(
        body=writer.with_evidence(text, evidence), citations=tuple(dict.fromkeys(writer.citations))
    )


def is_chinese(body: str) -> bool:
    """Tell whether the prose of *body* is Chinese rather than a language in Latin letters."""
    prose = "".join(body[start:end] for start, end in prose_runs(body)) or body
    han, kana = len(_HAN.findall(prose)), len(_KANA.findall(prose))
    return han * 5 >= len(_LETTER.findall(prose)) and han > kana * 4 and han > 0


class _Writer:
    def __init__(self, snapshot: SnapshotText, session_id: str, word: str) -> None:
        self.citations: list[Citation] = []
        self._covered: set[Label] = set()
        self._snapshot = snapshot
        self._session_id = session_id
        self._word = word

    def rewrite(self, prose: str) -> Iterator[str]:
        """Yield the pieces of *prose* with its labels turned into citations."""
        ticks, done, at = _Ticks(prose), 0, 0
        while token := _TOKEN.search(prose, at):
            at = token.end()
            if token["ticks"]:
                at = ticks.end_of_span(token)
            elif token["labels"] and not _defines(prose, token):
                yield prose[done : token.start()]
                yield self._labels(prose, token)
                done = token.end()
        yield prose[done:]

    def with_evidence(self, body: str, evidence: Iterable[Label]) -> str:
        """Return *body* with citations at its end of the *evidence* that it does not cite yet."""
        steps: dict[int, set[int]] = defaultdict(set)
        for label in evidence:
            if not self._covers(label):
                steps[label.turn] |= set() if label.step is None else {label.step}
        if not steps:
            return body
        links = [self._link(turn, *_range(found)) for turn, found in sorted(steps.items())]
        chinese = self._word == _TURN_ZH
        shown = f"依据：{'、'.join(links)}" if chinese else f"Evidence: {', '.join(links)}"
        return f"{close_fence(body.rstrip())}\n\n{shown}\n"

    def _labels(self, prose: str, token: re.Match[str]) -> str:
        before = prose[token.start() - 1 : token.start()]
        shown: list[str] = []
        for match in _LABEL.finditer(token["labels"]):
            step = match["step"]
            label = Label(int(match["turn"]), int(step) if step else None)
            glued = step is None and not shown and _GLUED.match(before)
            cited = label in self._snapshot and not glued
            shown.append(self._cited(label) if cited else match[0])
        return " ".join(shown) if any("](" in text for text in shown) else token["labels"]

    def _cited(self, label: Label) -> str:
        self._covered.add(label)
        return self._link(label.turn, label.step)

    def _covers(self, label: Label) -> bool:
        if label.step is None:
            return any(covered.turn == label.turn for covered in self._covered)
        return label in self._covered or Label(label.turn) in self._covered

    def _link(self, turn: int, first: int | None, last: int | None = None) -> str:
        citation = Citation(session_id=self._session_id, turn=turn, step_from=first, step_to=last)
        self.citations.append(citation)
        return f"[{self._word} {turn}]({format_citation(citation)})"


def _range(steps: set[int]) -> tuple[int | None, int | None]:
    if not steps:
        return None, None
    return min(steps), (max(steps) if len(steps) > 1 else None)


def _defines(prose: str, token: re.Match[str]) -> bool:
    """Tell whether *token* starts a link definition such as ``[1]: https://…``."""
    at_start = token.start() == 0 or prose[token.start() - 1] == "\n"
    return at_start and prose.startswith(":", token.end())


class _Ticks:
    """Finds the ends of code spans: a run of as many backticks as opened it."""

    def __init__(self, prose: str) -> None:
        self._runs: dict[int, list[int]] = defaultdict(list)
        for run in re.finditer("`+", prose):
            self._runs[len(run[0])].append(run.start())

    def end_of_span(self, opening: re.Match[str]) -> int:
        """Return where the span ends that *opening* opens, or where *opening* ends."""
        length = len(opening["ticks"])
        closers = self._runs[length]
        index = bisect_left(closers, opening.end())
        return closers[index] + length if index < len(closers) else opening.end()
