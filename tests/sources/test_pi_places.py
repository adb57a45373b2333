"""Where Pi and OMP keep transcripts, and whose a file is that both could have written."""

import gzip
from pathlib import Path

import pytest

from support.pi import STAMP, Omp, Pi
from support.sources import OTHER_SESSION, SESSION, at, said, write
from vela_desktop.domain.agents import Agent
from vela_desktop.domain.errors import VelaError
from vela_desktop.sources.choose import locate
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.pi import PiReader
from vela_desktop.sources.protocol import Reader, Root

PI, OMP = PiReader(), OmpReader()


def talk(kind: type[Pi] = Pi, session: str = SESSION) -> Pi:
    one = kind(session)
    one.user("Go")
    one.answer("Gone.")
    return one


def found(one: Reader, folder: Path) -> list[str]:
    root = Root(agent=one.agent, path=folder, exists=True)
    return sorted(Path(each.location.ref).name for each in one.discover(root))


def paths(one: Reader, environment: dict[str, str], override: str | None = None) -> list[Path]:
    return [root.path for root in one.roots(environment, override)]


def test_pi_s_variables_in_their_order() -> None:
    environment = {"HOME": "/h", "USERPROFILE": "/h"}
    assert paths(PI, environment) == [Path("/h/.pi/agent/sessions")]
    environment["PI_CODING_AGENT_DIR"] = "/a"
    assert paths(PI, environment) == paths(OMP, environment) == [Path("/a/sessions")]
    environment["PI_CODING_AGENT_SESSION_DIR"] = "/s"
    assert paths(PI, environment) == paths(OMP, environment) == [Path("/s")]
    assert paths(PI, environment, "/o") == paths(OMP, environment, "/o") == [Path("/o")]


def test_omp_s_profiles_and_data_folder(tmp_path: Path) -> None:
    base = tmp_path / ".omp"
    work = base / "profiles" / "work" / "agent" / "sessions"
    data = tmp_path / "data" / "omp" / "sessions"
    environment = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    environment["XDG_DATA_HOME"] = str(tmp_path / "data")
    assert paths(OMP, environment) == [base / "agent" / "sessions"]
    work.mkdir(parents=True)
    data.mkdir(parents=True)
    (base / "profiles" / "empty").mkdir()
    assert paths(OMP, environment) == [base / "agent" / "sessions", work, data]
    environment["OMP_PROFILE"] = "work"
    assert paths(OMP, environment) == [base / "agent" / "sessions", work, data]
    environment |= {"OMP_PROFILE": "new", "PI_CONFIG_DIR": ".other"}
    other = tmp_path / ".other"
    assert paths(OMP, environment) == [
        other / "agent" / "sessions",
        other / "profiles" / "new" / "agent" / "sessions",
        data,
    ]


def test_very_old_files_lie_in_pi_s_own_folder(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    base = tmp_path / ".pi" / "agent"
    old = talk().write(base)
    talk(session=OTHER_SESSION).write(base / "extensions" / "x")
    new = talk(session=OTHER_SESSION).write(base / "sessions" / "--x--")
    sessions, own = paths(PI, environment)
    assert (sessions, own) == (base / "sessions", base)
    assert found(PI, sessions) == [new.name]
    assert found(PI, own) == [old.name]


def test_dotfiles_and_what_is_no_session_are_passed_over(tmp_path: Path) -> None:
    path = talk(Omp).write(tmp_path / "-shop")
    talk(Omp).write(tmp_path / "-shop", ".half.jsonl.1a2b.tmp")
    talk(Omp).write(tmp_path / "-shop", ".hidden")
    write(tmp_path / "-shop" / "log.jsonl", [{"level": "info"}])
    write(path.with_suffix("") / "0.bash.log", [b"out"])
    agent = talk(Omp, OTHER_SESSION).write(path.with_suffix(""), "Scout")
    assert found(OMP, tmp_path) == sorted([path.name, agent.name])
    assert [place.ref for _, place in locate(tmp_path)] == [str(path)]
    assert [place.ref for _, place in locate(agent)] == [str(agent)]


def test_a_file_in_a_folder_of_both_belongs_to_one(tmp_path: Path) -> None:
    mine = talk().write(tmp_path / "--x--")
    slotted = talk(Omp, OTHER_SESSION).write(tmp_path / "--x--")
    assert found(PI, tmp_path) == [mine.name]
    assert found(OMP, tmp_path) == [slotted.name]
    assert [agent for agent, _ in locate(mine)] == [Agent.PI]
    assert [agent for agent, _ in locate(slotted)] == [Agent.OMP]


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        ("model_change", {"model": "mock/mock-1"}),
        ("thinking_level_change", {"thinkingLevel": None, "configured": None}),
        ("service_tier_change", {"serviceTier": None}),
        ("session_init", {"task": "x"}),
        ("reset_boundary", {}),
    ],
)
def test_records_that_only_omp_writes_tell(
    tmp_path: Path, type_: str, fields: dict[str, object]
) -> None:
    one = Pi()
    one.entry(type_, **fields)
    one.user("Go")
    path = one.write(tmp_path)
    assert (found(OMP, tmp_path), found(PI, tmp_path)) == ([path.name], [])


@pytest.mark.parametrize("field", ["title", "titleSource", "previousSessionFiles"])
def test_so_do_fields_of_the_header(tmp_path: Path, field: str) -> None:
    path = Pi(**{field: "x"}).write(tmp_path)
    assert OMP.accepts(path)
    assert not PI.accepts(path)


def test_words_about_omp_do_not(tmp_path: Path) -> None:
    one = Pi()
    one.user('{"type":"title_change"}\n{"type":"session_init","task":"x"}')
    path = one.write(tmp_path)
    assert PI.accepts(path)
    assert not OMP.accepts(path)


def test_where_nothing_tells_the_folder_does(tmp_path: Path) -> None:
    path = talk().write(tmp_path / ".omp" / "agent" / "sessions" / "-shop")
    assert OMP.accepts(path)
    assert not PI.accepts(path)
    assert PI.accepts(talk().write(tmp_path / "omp" / ".pi" / "agent" / "sessions" / "--x--"))
    empty = write(tmp_path / ".pi" / f"{STAMP}_{SESSION}.jsonl", [])
    assert PI.accepts(empty)
    assert not PI.accepts(write(tmp_path / "empty.jsonl", []))


def test_a_compressed_transcript_is_read_where_there_is_no_plain_one(tmp_path: Path) -> None:
    path = talk(Omp).write(tmp_path / "-shop")
    packed = path.with_name(f"{path.name}.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert found(OMP, tmp_path) == [path.name]
    assert OMP.at(tmp_path) == [at(path, Agent.OMP)]
    plain = said(OMP, path)
    path.unlink()
    assert found(OMP, tmp_path) == [packed.name]
    assert said(OMP, packed) == plain == ["1.0 user: Go", "1.1 assistant: Gone."]


@pytest.mark.parametrize("end", [b"", b"damage" * 9])
def test_damaged_compression_is_said_to_be_damaged(tmp_path: Path, end: bytes) -> None:
    path = talk(Omp).write(tmp_path)
    packed = path.with_name(f"{path.name}.gz")
    whole = gzip.compress(path.read_bytes())
    packed.write_bytes(whole[: len(whole) // 2] + end)
    with pytest.raises(VelaError) as caught:
        OMP.index(at(packed, Agent.OMP))
    assert caught.value.details["reason"] == "damaged_compression"


def test_pi_s_settings_may_name_the_folder(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    base = tmp_path / ".pi" / "agent"
    usual, chosen = base / "sessions", tmp_path / "elsewhere"
    base.mkdir(parents=True)
    settings = base / "settings.json"
    path = talk().write(chosen)
    for written in ("", "[]", "{", '{"sessionDir": 3}', '{"sessionDir": "relative"}'):
        settings.write_text(written)
        assert paths(PI, environment) == [usual], written
    settings.write_text(f'\ufeff{{"sessionDir": "{chosen}"}}', encoding="utf-8")
    assert paths(PI, environment) == [chosen, usual]
    assert found(PI, chosen) == [path.name]
    settings.write_text(f'{{"sessionDir": "{usual}"}}')
    assert paths(PI, environment) == [usual]
    environment["PI_CODING_AGENT_SESSION_DIR"] = "/s"
    assert paths(PI, environment) == [Path("/s")]
