"""What is made of each way a call can end: one table over recorded outputs.

``recorded/`` holds outputs that we wrote in the true formats. Where the recordings of the real
programs are at hand, the same table is held against those.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.agents import folders, program, request
from support.outcomes import OUTCOMES
from support.outcomes.expected import Answers, Fails
from support.soak import tries
from vela_desktop.agents.protocol import AgentError, Answer, Call
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.domain.agents import Agent

OURS = Path(__file__).parent / "recorded"
REAL = Path(__file__).parents[3] / "shared" / "agents" / "samples"


def rows(root: Path, inner: str) -> list[Any]:
    return [
        pytest.param(agent, root / agent / inner, case, *row, id=f"{agent}-{case}")
        for agent, table in OUTCOMES.items()
        for case, row in table.items()
        if (root / agent / inner / f"{case}.stdout").exists()
    ]


def read(agent: Agent, stdout: bytes, stderr: str, exit_code: int, folder: Path) -> Answer:
    call = Call(program=program(agent), request=request(), folders=folders(folder))
    reading = ADAPTERS[agent].reading(call)
    for line in stdout.split(b"\n"):
        reading.feed(line)
    for line in stderr.encode().split(b"\n"):
        reading.feed_error(line)
    return reading.finish(exit_code, stderr)


def check(
    agent: Agent, recording: Path, case: str, code: int, expected: Answers | Fails, folder: Path
) -> None:
    stdout = (recording / f"{case}.stdout").read_bytes()
    errors = recording / f"{case}.stderr"
    stderr = errors.read_text(encoding="utf-8") if errors.exists() else ""
    if isinstance(expected, Answers):
        answer = read(agent, stdout, stderr, code, folder)
        assert isinstance(json.loads(answer.text), dict)
        assert answer.usage == expected.usage
        return
    with pytest.raises(AgentError) as raised:
        read(agent, stdout, stderr, code, folder)
    error = raised.value
    assert error.code is expected.code
    assert expected.words in str(error.details.get("reason"))
    assert "\n" not in str(error.details.get("reason"))
    assert expected.details.items() <= error.details.items()
    assert error.usage.calls == 1
    assert expected.output_tokens in {None, error.usage.output_tokens}


@pytest.mark.parametrize(("agent", "recording", "case", "code", "expected"), rows(OURS, "."))
def test_each_recorded_call_is_judged_by_what_it_said(
    agent: Agent,
    recording: Path,
    case: str,
    code: int,
    expected: Answers | Fails,
    tmp_path: Path,
) -> None:
    check(agent, recording, case, code, expected, tmp_path)


@pytest.mark.skipif(not REAL.exists(), reason="recordings of the real programs are not here")
@pytest.mark.parametrize(("agent", "recording", "case", "code", "expected"), rows(REAL, "headless"))
def test_the_real_programs_recordings_are_judged_alike(
    agent: Agent,
    recording: Path,
    case: str,
    code: int,
    expected: Answers | Fails,
    tmp_path: Path,
) -> None:
    check(agent, recording, case, code, expected, tmp_path)


def test_every_recording_of_ours_is_in_the_table() -> None:
    for agent, table in OUTCOMES.items():
        assert {path.stem for path in (OURS / agent).glob("*.stdout")} <= set(table)


def test_every_program_has_recordings() -> None:
    assert set(OUTCOMES) == {agent for agent in ADAPTERS if ADAPTERS[agent].executable}


def test_claudes_answer_is_the_structured_one_not_the_text(tmp_path: Path) -> None:
    result = {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "result": "the 128000 output token maximum, prompt is too long, not logged in",
        "structured_output": {"topics": []},
    }
    answer = read(Agent.CLAUDE, json.dumps(result).encode(), "", 0, tmp_path)
    assert answer.text == '{"topics": []}'


def test_a_tool_is_noticed_before_the_output_goes_on(tmp_path: Path) -> None:
    call = Call(program=program(Agent.CLAUDE), request=request(), folders=folders(tmp_path))
    reading = ADAPTERS[Agent.CLAUDE].reading(call)
    block = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {}}
    with pytest.raises(AgentError, match="memory_process_failed"):
        reading.feed(json.dumps({"type": "assistant", "message": {"content": [block]}}).encode())
    assert not reading.ended


def test_lone_surrogates_in_an_answer_do_not_reach_the_reply(tmp_path: Path) -> None:
    result = rb'{"type":"result","subtype":"success","structured_output":{"a":"x\ud800y"}}'
    assert read(Agent.CLAUDE, result, "", 0, tmp_path).text == '{"a": "x�y"}'


def test_codex_answer_is_taken_from_its_file_when_no_message_came(tmp_path: Path) -> None:
    (tmp_path / "call").mkdir()
    call = Call(program=program(Agent.CODEX), request=request(), folders=folders(tmp_path / "call"))
    (call.folders.files / "answer.txt").write_text('{"topics": []}', encoding="utf-8")
    reading = ADAPTERS[Agent.CODEX].reading(call)
    reading.feed(b'{"type":"turn.completed","usage":{"input_tokens":1}}')
    assert reading.finish(0, "").text == '{"topics": []}'


NAMES = ["type", "subtype", "item", "message", "content", "result", "error", "usage", "modelUsage"]
WORDS = ["system", "init", "assistant", "user", "result", "turn.completed", "turn.failed", "error"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(NAMES) | st.text(), inner),
    max_leaves=12,
)


@pytest.mark.parametrize("agent", list(ADAPTERS))
@settings(max_examples=tries(15), deadline=None)
@given(events=st.lists(JSON, max_size=4), junk=st.binary(max_size=40))
def test_whatever_is_printed_the_outcome_is_an_answer_or_an_agent_error(
    agent: Agent, events: list[Any], junk: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    printed = b"\n".join([*(json.dumps(event).encode() for event in events), junk])
    try:
        read(agent, printed, "", 0, tmp_path_factory.mktemp("read"))
    except AgentError:
        return
