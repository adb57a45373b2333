"""Programs that print what no program should: the outcome is an answer, a fact or a reason."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from support.agents import DATA, folders, program, program_of, request
from support.fake_agents import fake_claude, fake_codex, fake_grok, fake_opencode, fake_pi
from vela_desktop.agents import failures, lines, versions
from vela_desktop.agents.call import call
from vela_desktop.agents.catalogue import Catalogue
from vela_desktop.agents.programs import Programs
from vela_desktop.agents.protocol import AgentError, Call, Program, Reading
from vela_desktop.agents.registry import ADAPTERS
from vela_desktop.config.settings import AgentSettings
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import Reason

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
EACH = pytest.mark.parametrize(
    "agent", [agent for agent, adapter in ADAPTERS.items() if adapter.executable]
)


async def found(path: Path, agent: Agent = Agent.CLAUDE) -> Program:
    settings = AgentSettings(executable=str(path))
    return await Programs({"PATH": "/usr/bin:/bin"}).find(agent, settings)


def script(folder: Path, agent: Agent, code: str) -> Path:
    """Write a program of *agent*'s name that is the Python *code*."""
    path = folder / agent
    path.write_text(f"#!{sys.executable} -IS\nimport sys, time\n{code}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("agent", "printed", "version"),
    [
        (Agent.CLAUDE, "\x1b[1m2.1.332\x1b[0m (Claude Code)", "2.1.332"),
        (Agent.CLAUDE, f"{BOM}2.1.332 (Claude Code)\r", "2.1.332"),
        (Agent.CLAUDE, "npm warn config 9.9.9 is old\n2.1.332 (Claude Code)", "2.1.332"),
        (Agent.CLAUDE, "warning: 9.9.9\n2.1.332", "2.1.332"),
        (Agent.CODEX, "WARNING: proceeding (0.1.2)\n\ncodex-cli 0.171.0\n", "0.171.0"),
        (Agent.GROK, "\x1b[33mwarn 7.7.7\x1b[0m\ngrok 1.0.41 (4220f3b224a6)", "1.0.41"),
        (Agent.PI, f"{BOM}1.6.0", "1.6.0"),
        (Agent.PI, "(node:1) Warning: x 22.1.0\n\x1b[32m1.6.0\x1b[39m", "1.6.0"),
        (Agent.OPENCODE, "\x1b[0m1.18.33\x1b[0m", "1.18.33"),
    ],
)
async def test_a_version_is_found_in_colours_after_a_mark_and_after_warnings(
    agent: Agent, printed: str, version: str, tmp_path: Path
) -> None:
    makers = {
        Agent.CLAUDE: fake_claude,
        Agent.CODEX: fake_codex,
        Agent.GROK: fake_grok,
        Agent.PI: fake_pi,
        Agent.OPENCODE: fake_opencode,
    }
    told = await found(makers[agent](tmp_path, version=printed).path, agent)
    assert (told.problem, told.version) == (None, version)


@pytest.mark.parametrize("number", ["1." + "9" * 5000, "²·³.¹", "٣.١.٤", "1.2.3" * 2000])
def test_numbers_that_are_none_are_no_trouble(number: str) -> None:
    version = versions.find(number)
    assert version is None or versions.numbers(version)


async def test_a_version_of_100_megabytes_is_not_waited_for(tmp_path: Path) -> None:
    code = "for _ in range(100): sys.stdout.write('x' * 1_000_000)"
    told = await found(script(tmp_path, Agent.CLAUDE, code))
    assert told.problem is not None
    assert told.problem.reason is Reason.NO_VERSION
    assert told.problem.details["cause"] is Reason.TOO_MUCH_SAID


async def test_a_version_that_is_no_text_is_another_programs(tmp_path: Path) -> None:
    path = script(tmp_path, Agent.CLAUDE, r"sys.stdout.buffer.write(b'\xff\xfe\x00\x9b31m\x00')")
    told = await found(path)
    assert told.problem is not None
    assert told.problem.reason is Reason.OTHER_PROGRAM
    assert "\0" not in str(told.problem.details)


async def test_a_program_in_a_folder_with_spaces_and_chinese_answers(tmp_path: Path) -> None:
    folder = tmp_path / "程序 文件 (x86) 'a' $b"
    folder.mkdir()
    fake = fake_codex(folder, {"data": DATA}, mcp=[{"name": "files"}])
    told = await found(fake.path, Agent.CODEX)
    assert told.problem is None
    answer = await call(ADAPTERS[Agent.CODEX], told, request(), folder=folder / "运行")
    assert json.loads(answer.text) == DATA


def reading(agent: Agent, folder: Path) -> Reading:
    """Return a reader of *agent*'s output."""
    folder.mkdir(exist_ok=True)
    asked = Call(program=program(agent), request=request(), folders=folders(folder), prepared=b"{}")
    return ADAPTERS[agent].reading(asked)


ODD = (
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    b"\x00" * 50,
    "中文 输出".encode("gb18030"),
    b"[" * 200_000,
    b'{"type": NaN}',
    b'{"type":"error","message":"a\\u0000b\\ud800c"}',
    b'{"type":"result","is_error":true,"subtype":"x","result":"\\ud800\\u0000","errors":[1]}',
    b'{"type":"turn.failed","error":{"message":"\\udfff \\u0000"}}',
    b'{"type":"error","error":{"name":"\\ud800","data":{"message":"\\u0000"}}}',
    b'{"type":"message_end","message":{"role":"assistant","stopReason":"error",'
    b'"errorMessage":"\\ud800\\u0000","usage":{"input":1e999,"cost":{"total":NaN}}}}',
)


@EACH
@pytest.mark.parametrize("line", ODD, ids=lambda line: repr(line[:24]))
def test_a_line_that_is_no_event_is_passed_over_and_a_reason_can_be_kept(
    agent: Agent, line: bytes, tmp_path: Path
) -> None:
    reader = reading(agent, tmp_path / "call")
    reader.feed(line)
    reader.feed_error(line)
    with pytest.raises(AgentError) as raised:
        reader.finish(1, "no \0 \ud800 answer")
    for value in raised.value.details.values():
        assert "\0" not in str(value)
        str(value).encode("utf-8")


def test_colours_and_controls_are_no_part_of_a_reason() -> None:
    said = "\x1b]0;title\x07\x1b[31mno\x1b[0m\0 \x9b1m\ud800 key\x7f\r\n"
    assert failures.one_line(said) == "no 1m\N{REPLACEMENT CHARACTER} key"
    assert failures.tail(f"a\n{said}b").splitlines()[0] == "a"


@pytest.mark.parametrize(
    ("value", "number", "price"),
    [
        (7, 7, 7.0),
        (0.5, 0, 0.5),
        (0, 0, 0.0),
        (True, 0, None),
        (-1, 0, None),
        (float("inf"), 0, None),
        (float("nan"), 0, None),
        (10**400, 0, None),
        (2**63, 0, None),
        ("7", 0, None),
        (None, 0, None),
    ],
)
def test_only_numbers_that_can_be_kept_count(value: Any, number: int, price: float | None) -> None:
    row = {"x": value}
    assert (lines.number(row, "x"), lines.price(row, "x")) == (number, price)


MODEL = {"value": "m", "supportsEffort": True}


@pytest.mark.parametrize(
    ("row", "efforts"),
    [
        (MODEL | {"supportedEffortLevels": 3}, ()),
        (MODEL | {"supportedEffortLevels": ["low", 3, None]}, ("low",)),
        (MODEL | {"supportedEffortLevels": "low", "displayName": ["x"]}, ()),
    ],
)
async def test_efforts_that_are_none_are_left_out(
    row: dict[str, Any], efforts: tuple[str, ...], tmp_path: Path
) -> None:
    fake = fake_claude(tmp_path, models_text=f"{BOM}{_claudes([row])}")
    catalogue = Catalogue(tmp_path / "cache", tmp_path / "scratch", environment={})
    (model,) = await catalogue.refresh(program_of(fake))
    assert (model.id, model.label, model.efforts) == ("m", "m", efforts)


def _claudes(models: list[Any]) -> str:
    inner = {"subtype": "success", "response": {"models": models}}
    return json.dumps({"type": "control_response", "response": inner})


@pytest.mark.parametrize(
    "change",
    [
        {"efforts": "low"},
        {"efforts": 3},
        {"context_tokens": "many"},
        {"context_tokens": -1},
        {"label": None},
        {"efforts": [1, {}]},
    ],
)
async def test_a_row_of_the_cache_that_somebody_changed_is_read_as_far_as_it_makes_sense(
    change: dict[str, Any], tmp_path: Path
) -> None:
    fake, cache = fake_claude(tmp_path, models_exit=1), tmp_path / "cache"
    known = program_of(fake)
    cache.mkdir()
    row = {"id": "m", "label": "M", "efforts": [], "context_tokens": None} | change
    kept = {"program": [known.path, known.version], "models": [row, "junk", {"id": 3}]}
    (cache / "models-claude.json").write_text(json.dumps(kept), encoding="utf-8")
    catalogue = Catalogue(cache, tmp_path / "scratch", environment={})
    (model,) = await catalogue.models(known)
    assert (model.id, model.efforts, model.context_tokens) == ("m", (), None)
    assert model.label == row["label"] or model.label == "m"
    await catalogue.close()
