"""What a Pi or OMP transcript says about its session."""

import hashlib
from pathlib import Path

from support.pi import Omp, Pi, slot
from support.sources import SESSION, at, line, write
from vela_desktop.domain.sessions import SessionFacts
from vela_desktop.sources.omp import OmpReader
from vela_desktop.sources.pi import PiReader
from vela_desktop.sources.protocol import Reader

PI, OMP = PiReader(), OmpReader()


def facts(path: Path, reader: Reader = PI) -> SessionFacts:
    """Return the facts of *path*, the same from a glimpse and from the whole."""
    location = at(path, reader.agent)
    head = reader.head(location)
    assert head == reader.index(location).facts
    return head


def talked(one: Pi) -> Pi:
    one.user("Fix the\n total")
    one.answer("Done.")
    return one


def test_the_facts_of_a_session(tmp_path: Path) -> None:
    assert facts(talked(Pi()).write(tmp_path)) == SessionFacts(
        native_id=SESSION,
        title="Fix the total",
        first_prompt="Fix the\n total",
        cwd="/home/dev/shop",
        model="mock-1",
        started_at=1793872800000,
        last_at=1793872802000,
    )


def test_the_last_name_is_the_title_of_a_pi_session(tmp_path: Path) -> None:
    one = talked(Pi())
    one.entry("session_info", name="First name")
    one.entry("session_info", name="  Last\nname ")
    assert facts(one.write(tmp_path)).title == "Last name"
    one.entry("session_info", name="")
    assert facts(one.write(tmp_path)).title == "Fix the total"


def test_omp_s_title_is_looked_for_in_the_slot_first(tmp_path: Path) -> None:
    one = talked(Omp(title="Slot", titleSource="auto"))
    one.entry("title_change", title="Changed", source="user")
    assert facts(one.write(tmp_path), OMP).title == "Slot"
    one.records[0] = slot("")
    assert facts(one.write(tmp_path), OMP).title == "Changed"
    assert isinstance(one.records[1], dict)
    one.records[1]["title"] = "Header"
    assert facts(one.write(tmp_path), OMP).title == "Header"
    assert facts(talked(Omp()).write(tmp_path), OMP).title == "Fix the total"


def test_a_chosen_model_is_named_until_one_answered(tmp_path: Path) -> None:
    one = Pi()
    one.entry("model_change", provider="mock", modelId="mock-2")
    one.user("Go")
    assert facts(one.write(tmp_path)).model == "mock-2"
    assert facts(Omp().write(tmp_path), OMP).model == "mock-1"
    old = write(tmp_path / "v1.jsonl", [{"type": "session", "id": "x", "modelId": "sonnet"}])
    assert facts(old).model == "sonnet"


def test_without_a_header_the_name_and_then_the_bytes_make_the_id(tmp_path: Path) -> None:
    one = talked(Pi())
    del one.records[0]
    assert facts(one.write(tmp_path)).native_id == SESSION
    path = one.write(tmp_path, "renamed")
    assert facts(path).native_id == hashlib.sha256(path.read_bytes()[:4096]).hexdigest()
    assert facts(path).cwd is None


def test_a_second_header_changes_nothing(tmp_path: Path) -> None:
    one = talked(Pi())
    one.records.append({"type": "session", "version": 3, "id": "other", "cwd": "/other"})
    assert facts(one.write(tmp_path)).native_id == SESSION


def test_an_attached_file_is_named_behind_the_words(tmp_path: Path) -> None:
    one = Pi()
    one.user('<file name="/x/a.md">\n# A\n\n</file>\n<file name="/x/b.png"></file>\nSum it up')
    found = facts(one.write(tmp_path))
    assert found.first_prompt == "Sum it up\n\n@/x/a.md\n@/x/b.png"
    assert found.title == "Sum it up @/x/a.md @/x/b.png"


def test_the_first_prompt_is_the_active_branch_s(tmp_path: Path) -> None:
    one = Pi()
    root = one.entry("model_change", provider="mock", modelId="mock-1")
    one.user("Abandoned")
    one.leaf = root
    one.user("Kept")
    one.user("More")
    assert facts(one.write(tmp_path)).first_prompt == "Kept"


def test_facts_of_a_long_file_are_read_from_its_ends(tmp_path: Path) -> None:
    one = talked(Pi())
    for number in range(300):
        one.user(f"Question {number} " + "x" * 500)
        one.answer("Done.", model=f"mock-{number}")
    one.entry("session_info", name="Named late")
    found = facts(one.write(tmp_path))
    assert (found.title, found.model) == ("Named late", "mock-299")
    assert found.first_prompt == "Fix the\n total"


def test_commands_to_go_on(tmp_path: Path) -> None:
    found = facts(talked(Pi(cwd="/home/my shop")).write(tmp_path))
    assert PI.resume_command(found) == f"cd '/home/my shop' && pi --session {SESSION}"
    assert OMP.resume_command(found) == f"cd '/home/my shop' && omp --resume {SESSION}"


def test_marks_of_other_systems_in_the_file_do_no_harm(tmp_path: Path) -> None:
    records = talked(Pi()).records
    dicts = [line(one) for one in records if isinstance(one, dict)]
    crlf = b"\xef\xbb\xbf" + b"".join(dicts).replace(b"\n", b"\r\n")
    found = PI.index(at(write(tmp_path / "x.jsonl", [crlf]), PI.agent))
    assert (found.counts.bad_lines, found.counts.user_messages) == (0, 1)
    assert (found.facts.native_id, found.first_user_text) == (SESSION, "Fix the\n total")


def test_a_session_without_an_id_cannot_be_continued(tmp_path: Path) -> None:
    one = talked(Pi())
    del one.records[0]
    found = facts(one.write(tmp_path, "noheader"))
    assert len(found.native_id) == 64
    assert PI.resume_command(found) == OMP.resume_command(found) == ""
