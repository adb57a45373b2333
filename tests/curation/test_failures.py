"""What a failed job keeps of its error: facts without secrets, cut where that hides none."""

import pytest

from vela_desktop.agents.failures import TAIL_CHARS
from vela_desktop.curation.failures import stored_details
from vela_desktop.domain.errors import Code, VelaError

TOKEN = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX"
KEY = (
    "-----BEGIN RSA PRIVATE KEY-----\n"
    + "\n".join(f"MIIEpAIBAAKCAQEA{n:048}" for n in range(25))
    + "\n-----END RSA PRIVATE KEY-----\n"
)


def stored(**details: object) -> dict[str, object]:
    return stored_details(VelaError(Code.PROCESS_FAILED, **details))


def test_every_detail_is_masked() -> None:
    found = stored(
        reason=f"token {TOKEN} refused",
        names=("one", f"GITHUB_TOKEN={TOKEN}"),
        entries=({"id": "e", "title": f"About {TOKEN}", "version": None},),
        stderr_tail=f"fatal: {TOKEN}\n",
        seconds=600,
    )
    assert TOKEN not in str(found)
    assert found["seconds"] == 600
    assert found["names"] == "one, GITHUB_TOKEN=[masked: github-token]"
    assert found["entries"] == [
        {"id": "e", "title": "About [masked: github-token]", "version": None}
    ]


def test_what_only_programs_need_and_what_is_empty_is_left_out() -> None:
    assert stored(again=True, id="x", reason="", tool=None, names=(), size=0) == {"size": 0}


@pytest.mark.parametrize("before", ["", "x" * 60_000, "noise\n" * 9_000])
@pytest.mark.parametrize(
    "secret", [KEY, f"Authorization: Bearer {TOKEN}\n", f"{'y ' * 1_050}{TOKEN}\n"]
)
def test_no_end_of_a_secret_is_left_by_the_cut(before: str, secret: str) -> None:
    tail = str(stored(stderr_tail=before + secret)["stderr_tail"])
    assert len(tail) <= TAIL_CHARS
    assert "masked: " in tail
    assert TOKEN[-12:] not in tail
    assert "AKCAQEA" not in tail


def test_a_long_tail_begins_with_a_whole_line() -> None:
    tail = str(stored(stderr_tail="begin " * 20 + "\n" + "a line\n" * 400)["stderr_tail"])
    assert set(tail.splitlines()) == {"a line"}
