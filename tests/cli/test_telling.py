"""What the command line says of a job, and why one did not complete."""

from support.curation import job
from vela_desktop.cli import telling
from vela_desktop.cli.following import failure, notes
from vela_desktop.domain.errors import Code
from vela_desktop.domain.jobs import Job, JobNote, JobRow, JobStatus, Usage
from vela_desktop.domain.messages import describe_error


def said(made: Job) -> str:
    row = JobRow(job=made, session_title="T", project="P", chars=9, segments=2, origin="recording")
    return "\n".join(telling.lines(row))


def test_tokens_cost_and_time_are_told_as_far_as_they_are_known() -> None:
    usage = Usage(calls=3, input_tokens=1200, cached_tokens=300, output_tokens=45, cost_usd=0.0125)
    ended = job(status=JobStatus.COMPLETED, usage=usage, ended_at=83_500, entries=2)
    assert "2 entries saved; 3 calls, 1200 tokens in (300 cached), 45 tokens out, $0.0125, " in (
        said(ended)
    )
    assert said(ended).endswith("1 min 23 s")
    assert telling.used(job(ended_at=None)) == "0 calls"
    assert "read from: recording" in said(ended)


def test_what_a_job_waits_for_is_told() -> None:
    held = job(status=JobStatus.QUEUED, notes=(JobNote.WAITS_FOR_SLOT,), started_at=None)
    assert notes(held) == "waits for slot"
    assert "Starts by itself when another job has ended." in said(held)


def test_a_replaced_job_says_that_a_newer_one_took_its_place() -> None:
    details = {"reason": "replaced", "by": "job-2"}
    text, action = describe_error(
        failure(job(status=JobStatus.CANCELLED, error=Code.CANCELLED, details=details))
    )
    assert "newer job" in text
    assert action.endswith("job-2")


def test_a_conflict_names_the_entries() -> None:
    entries = [
        {"id": "a", "title": "Ports", "version": 2}, {"id": "b", "title": "Weg", "version": None},
    ]  # fmt: skip
    found = failure(job(status=JobStatus.FAILED, error=Code.CONFLICT, details={"entries": entries}))
    assert "“Ports”, “Weg” (no longer there)" in describe_error(found)[0]
    assert found.details["entries"] == entries
