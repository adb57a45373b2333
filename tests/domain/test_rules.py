"""What may be saved, sent and shown."""

import pickle

import pytest

from vela_desktop.domain import limits, rules
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code, VelaError
from vela_desktop.domain.events import (
    EntriesReplaced,
    JobDeleted,
    JobsPaused,
    SessionsFound,
    from_feed,
    to_feed,
)
from vela_desktop.domain.ids import project_id, session_id
from vela_desktop.domain.jobs import TRANSITIONS, JobStatus, Usage, origins
from vela_desktop.domain.messages import MESSAGES, describe_error
from vela_desktop.domain.text import elide, has_controls, safe, title_key


def test_derived_ids_never_change() -> None:
    assert session_id("claude", "abc") == "b4da9eff-89b3-57ee-91c2-5c36d5307896"
    assert session_id("claude", "abc") != session_id("codex", "abc")
    assert project_id("/a") != project_id("/b")


def test_titles_that_look_the_same_are_the_same() -> None:
    assert title_key("  Ｕse   SQLite\t") == title_key("use sqlite")
    assert title_key("Straße") == title_key("STRASSE")


@pytest.mark.parametrize("size", [0, limits.TITLE_CHARS + 1])
def test_a_title_out_of_bounds_is_an_error_and_never_cut(size: int) -> None:
    with pytest.raises(VelaError) as caught:
        rules.check_changes(EntryChanges(title="x" * size))
    assert caught.value.wire == "memory_invalid:title"


def test_values_at_the_limit_pass() -> None:
    changes = EntryChanges(
        title="x" * limits.TITLE_CHARS,
        summary="y" * limits.SUMMARY_CHARS,
        body="z" * limits.BODY_CHARS,
        tags=tuple(f"t{n}" for n in range(limits.TAGS)),
    )
    assert rules.check_changes(changes) == changes


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("summary", EntryChanges(summary="x" * (limits.SUMMARY_CHARS + 1))),
        ("body", EntryChanges(body="x" * (limits.BODY_CHARS + 1))),
        ("tags", EntryChanges(tags=tuple(f"t{n}" for n in range(limits.TAGS + 1)))),
        ("tags", EntryChanges(tags=("x" * (limits.TAG_CHARS + 1),))),
        ("tags", EntryChanges(tags=(" ",))),
    ],
)
def test_each_field_over_its_limit_names_itself(field: str, changes: EntryChanges) -> None:
    with pytest.raises(VelaError) as caught:
        rules.check_changes(changes)
    assert caught.value.wire == f"memory_invalid:{field}"


@pytest.mark.parametrize("model", ["a\nb", "a\x00", "--tools", "x" * 201, "a\u2028b"])
def test_a_model_name_that_could_be_more_than_a_name_is_refused(model: str) -> None:
    with pytest.raises(VelaError) as caught:
        rules.check_model(model)
    assert caught.value.wire == "memory_invalid:model"


def test_an_empty_model_means_the_agents_own_default() -> None:
    assert rules.check_model("  ") is None
    assert rules.check_model(" anthropic/claude-sonnet@2026 ") == "anthropic/claude-sonnet@2026"
    assert rules.check_effort("") is None
    with pytest.raises(VelaError):
        rules.check_effort("very high")


def test_a_job_ends_once() -> None:
    assert set(TRANSITIONS) == set(JobStatus)
    for status in (JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.CANCELLED):
        assert not TRANSITIONS[status]
    assert origins(JobStatus.CANCELLED) == (JobStatus.QUEUED, JobStatus.CANCELLING)


def test_usage_adds_up_and_keeps_an_unknown_cost_unknown() -> None:
    one = Usage(calls=1, input_tokens=5, output_tokens=2)
    two = Usage(calls=1, input_tokens=7, cost_usd=0.5, model="m")
    assert one + one == Usage(calls=2, input_tokens=10, output_tokens=4)
    assert (one + two).cost_usd == 0.5
    assert (two + one).model == "m"


def test_every_code_has_its_message() -> None:
    for code in Code:
        if code is Code.INVALID:
            assert any(key.startswith("memory_invalid:") for key in MESSAGES)
        else:
            assert code in MESSAGES
    for code in MESSAGES:
        base, _, what = code.partition(":")
        text, action = describe_error(VelaError(Code(base), **({"what": what} if what else {})))
        assert text
        assert action


def test_an_error_survives_the_way_out_of_a_worker() -> None:
    error = pickle.loads(pickle.dumps(VelaError(Code.SOURCE_GONE, path="/x")))
    assert isinstance(error, VelaError)
    assert error.details == {"path": "/x"}


def test_events_come_back_from_the_feed_as_they_went_in() -> None:
    for event in (
        EntriesReplaced(
            session_id="s", project_id="p", job_id="j", saved=("a",), deleted=(), unlinked=("c",)
        ),
        JobDeleted(job_id="j", session_id="s"),
        JobsPaused(paused=True),
    ):
        row = to_feed(event)
        assert row is not None
        assert from_feed(*row) == event
    assert to_feed(SessionsFound(changed=("s",))) is None
    assert from_feed("of_a_later_version", {}) is None


def test_text_is_safe_to_store() -> None:
    assert safe("a\0b\ud800c") == "a\ufffdb\ufffdc"
    safe("a\0b\ud800c").encode()
    assert elide("one\ntwo " * 50, 12) == "one two one…"
    assert has_controls("a\u2028")
    assert not has_controls("模型 v1")
