"""What every reader keeps to, told by a short session of each agent."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from support.transcripts import SAMPLES, Sample
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.sessions import Location, Message, Role, TranscriptMap
from vela_desktop.sources.choose import locate
from vela_desktop.sources.protocol import Reader, Root
from vela_desktop.sources.readers import READERS

CWD = "/home/dev/shop"
PROMPT = "How is the total rounded? 合计怎么取整？"
ANSWER = "It uses **Decimal**."
NASTY = "before \0 between \ud800 after"


CONVERSATIONS = [agent for agent in READERS if agent is not Agent.TERMINAL]
"""A recording of a terminal is what a screen showed: nobody can tell prompts from answers."""


@dataclass(frozen=True, kw_only=True)
class Room:
    """One agent's session in a home folder of its own."""

    reader: Reader
    sample: Sample
    home: Path
    path: Path

    @property
    def environment(self) -> dict[str, str]:
        return {"HOME": str(self.home), "USERPROFILE": str(self.home)}

    @property
    def location(self) -> Location:
        (found,) = self.found(self.reader.roots(self.environment, None))
        return found

    def found(self, roots: list[Root]) -> list[Location]:
        return [each.location for root in roots for each in self.reader.discover(root)]

    def map(self, previous: TranscriptMap | None = None) -> TranscriptMap:
        return self.reader.index(self.location, previous)

    def messages(self) -> list[Message]:
        found = self.map()
        return self.reader.messages(found.location, found.entries)

    def grow(self) -> None:
        self.sample.grow(self.path, prompt="And the tax?", answer="The same way.")


def made(agent: Agent, home: Path, prompt: str = PROMPT, answer: str = ANSWER) -> Room:
    sample = SAMPLES[agent]
    path = sample.write(home, prompt=prompt, answer=answer, cwd=CWD)
    return Room(reader=READERS[agent], sample=sample, home=home, path=path)


@pytest.fixture(params=[agent for agent in CONVERSATIONS if agent in SAMPLES])
def agent(request: pytest.FixtureRequest) -> Agent:
    return Agent(request.param)


@pytest.fixture
def room(agent: Agent, tmp_path: Path) -> Room:
    return made(agent, tmp_path / "home")


def texts(found: TranscriptMap, messages: list[Message]) -> Iterator[str]:
    """Yield every text that leaves a reader."""
    facts = found.facts
    yield from (facts.native_id, facts.title or "", facts.first_prompt or "", facts.cwd or "")
    yield from (facts.branch or "", facts.model or "", found.first_user_text)
    yield from (text for entry in found.entries for text in (entry.uid, entry.preview))
    for message in messages:
        yield from (message.uid, message.model or "")
        for block in message.blocks:
            yield from (block.text, block.name, block.target, block.call_id)


def test_every_agent_with_a_reader_has_a_sample() -> None:
    assert set(CONVERSATIONS) == set(SAMPLES)


def test_a_session_is_found_in_the_default_place(room: Room) -> None:
    (root, *_) = [root for root in room.reader.roots(room.environment, None) if root.exists]
    (found,) = room.reader.discover(root)
    assert (root.agent, found.location.agent) == (room.reader.agent, room.reader.agent)
    assert found.fingerprint == room.reader.fingerprint(found.location)


def test_a_variable_moves_the_place(room: Room, tmp_path: Path) -> None:
    variables = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    variables[room.sample.variable] = str(room.home / room.sample.folder)
    assert room.found(room.reader.roots(variables, None)) == [room.location]


def test_the_settings_move_it_whatever_the_variable_says(room: Room, tmp_path: Path) -> None:
    variables = {"HOME": str(tmp_path), room.sample.variable: str(tmp_path / "elsewhere")}
    roots = room.reader.roots(variables, str(room.home / room.sample.folder))
    assert room.found(roots) == [room.location]


def test_where_there_is_nothing_nothing_is_found(agent: Agent, tmp_path: Path) -> None:
    reader, sample = READERS[agent], SAMPLES[agent]
    absent = str(tmp_path / "absent")
    for variables, override in (
        ({"HOME": absent, "USERPROFILE": absent}, None),
        ({"HOME": absent, "USERPROFILE": absent, sample.variable: absent}, None),
        ({"HOME": absent, "USERPROFILE": absent}, absent),
    ):
        roots = reader.roots(variables, override)
        assert roots
        assert not any(root.exists for root in roots)
        assert not [each for root in roots for each in reader.discover(root)]


def test_a_path_belongs_to_one_reader(room: Room) -> None:
    assert room.reader.accepts(room.path)
    assert room.reader.at(room.path) == [room.location]
    assert locate(room.path) == [(room.reader.agent, room.location)]


def test_head_and_map_say_the_same_about_the_session(room: Room) -> None:
    head, facts = room.reader.head(room.location), room.map().facts
    assert (head.native_id, head.cwd, head.title) == (facts.native_id, facts.cwd, facts.title)
    assert head.first_prompt == facts.first_prompt == PROMPT
    assert (head.started_at, head.last_at) == (facts.started_at, facts.last_at)
    assert facts.cwd == CWD


def test_the_map_is_numbered_from_the_prompt_on(room: Room) -> None:
    room.grow()
    found = room.map()
    assert found.complete
    assert [entry.index for entry in found.entries] == list(range(len(found.entries)))
    numbered = [(entry.turn, entry.step, entry.role) for entry in found.entries]
    assert numbered == [
        (1, 0, Role.USER),
        (1, 1, Role.ASSISTANT),
        (2, 0, Role.USER),
        (2, 1, Role.ASSISTANT),
    ]
    counts = found.counts
    assert (counts.user_messages, counts.assistant_messages, counts.turns) == (2, 2, 2)
    assert (counts.tool_calls, counts.bad_lines) == (0, 0)
    assert found.first_user_text == PROMPT
    assert found.entries[0].preview == PROMPT
    assert [entry.chars for entry in found.entries[:2]] == [len(PROMPT), len(ANSWER)]


def test_messages_are_what_their_entries_say(room: Room) -> None:
    found, messages = room.map(), room.messages()
    for entry, message in zip(found.entries, messages, strict=True):
        said = (message.index, message.role, message.turn, message.step, message.uid, message.at)
        assert said == (entry.index, entry.role, entry.turn, entry.step, entry.uid, entry.at)
        assert (entry.inherited, message.inherited) == (False, False)
    assert [message.blocks[0].text for message in messages] == [PROMPT, ANSWER]
    assert room.reader.messages(room.location, found.entries[1:]) == messages[1:]


def test_text_can_be_stored_whatever_was_said(agent: Agent, tmp_path: Path) -> None:
    room = made(agent, tmp_path, NASTY, NASTY)
    found, messages = room.map(), room.messages()
    for text in texts(found, messages):
        assert "\0" not in text
        text.encode()
    assert found.first_user_text == "before \ufffd between \ufffd after"
    assert room.reader.head(room.location).first_prompt == found.first_user_text


def test_a_session_that_is_gone_is_said_to_be(room: Room) -> None:
    reader, location, found = room.reader, room.location, room.map()
    shutil.rmtree(room.home)
    attempts: list[Callable[[], Any]] = [
        lambda: reader.head(location),
        lambda: reader.index(location),
        lambda: reader.index(location, found),
        lambda: reader.messages(location, found.entries),
        lambda: reader.fingerprint(location),
        lambda: reader.at(room.path),
    ]
    for attempt in attempts:
        with pytest.raises(VelaError) as caught:
            attempt()
        assert caught.value.code is Code.SOURCE_GONE


def test_growth_is_seen_and_read_on_from(room: Room) -> None:
    before = room.map()
    room.grow()
    after = room.map(before)
    assert after.fingerprint != before.fingerprint
    assert after.fingerprint == room.reader.fingerprint(room.location)
    whole = room.map()
    assert (after.facts, after.entries, after.counts) == (whole.facts, whole.entries, whole.counts)
    assert len(whole.entries) == 2 * len(before.entries)


def test_passes_of_any_size_end_with_the_same_map(room: Room) -> None:
    room.grow()
    whole = room.map()
    found: TranscriptMap | None = None
    for _ in range(1000):
        found = room.reader.index(room.location, found, 1)
        if found.complete:
            break
    assert found
    assert (found.facts, found.entries, found.counts) == (whole.facts, whole.entries, whole.counts)


@pytest.mark.skipif(os.name == "nt", reason="said otherwise there")
def test_the_command_to_go_on_names_session_and_folder(room: Room) -> None:
    facts = room.map().facts
    command = room.reader.resume_command(facts)
    assert facts.native_id in command
    assert command.startswith(f"cd {CWD} && ")
