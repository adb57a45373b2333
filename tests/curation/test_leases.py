import os
from dataclasses import replace

import pytest

from support.curation import job
from vela_desktop.curation.leases import Observer, is_here, own_lease
from vela_desktop.domain.jobs import Job, JobStatus, Lease

ME = own_lease()
FAR = Lease(host="far away", boot_id="another", pid=1, start_ticks=1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def observer(clock: Clock) -> Observer:
    return Observer(ME, clock)


def owned(lease: Lease, **changes: object) -> Job:
    return job(lease=lease, **changes)


def test_a_lease_names_this_process() -> None:
    assert ME.pid == os.getpid()
    assert ME.start_ticks > 0
    assert is_here(ME, ME)
    assert not is_here(FAR, ME)


def test_a_beating_owner_is_never_gone(observer: Observer, clock: Clock) -> None:
    for beat in range(50):
        assert observer.gone([owned(replace(FAR, beat=beat))]) == []
        clock.now += 119


def test_an_owner_silent_for_longer_than_two_minutes_is_gone(
    observer: Observer, clock: Clock
) -> None:
    silent = owned(replace(FAR, beat=7))
    assert observer.gone([silent]) == []
    clock.now = 120
    assert observer.gone([silent]) == []
    clock.now = 120.1
    assert observer.gone([silent]) == [silent]


def test_silence_counts_from_when_the_number_was_seen_to_change(
    observer: Observer, clock: Clock
) -> None:
    observer.gone([owned(replace(FAR, beat=1))])
    clock.now = 100
    later = owned(replace(FAR, beat=2), status=JobStatus.CANCELLING)
    observer.gone([later])
    clock.now = 219
    assert observer.gone([later]) == []
    clock.now = 221
    assert observer.gone([later]) == [later]


def test_a_job_that_was_retried_under_another_lease_counts_anew(
    observer: Observer, clock: Clock
) -> None:
    observer.gone([owned(FAR)])
    clock.now = 119
    other = owned(replace(FAR, pid=2))
    observer.gone([other])
    clock.now = 200
    assert observer.gone([other]) == []


def test_a_dead_process_of_this_machine_is_gone_at_once(observer: Observer) -> None:
    reused = owned(replace(ME, start_ticks=ME.start_ticks - 1))
    assert observer.gone([reused]) == [reused]
    other_boot = owned(replace(ME, boot_id="before"))
    assert observer.gone([other_boot]) == [other_boot]
    assert observer.gone([owned(ME)]) == []


def test_a_process_id_of_another_host_means_nothing_here(observer: Observer) -> None:
    """Containers share a boot id."""
    assert observer.gone([owned(replace(ME, host="container", pid=999_999))]) == []


def test_waiting_jobs_have_no_owner_to_be_gone(observer: Observer, clock: Clock) -> None:
    waiting = job(status=JobStatus.QUEUED)
    observer.gone([waiting])
    clock.now = 1e9
    assert observer.gone([waiting]) == []
