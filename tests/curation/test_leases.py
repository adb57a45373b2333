import os
from dataclasses import replace

import pytest

from support.curation import job
from vela_desktop.curation.leases import Observer, is_here, own_lease
from vela_desktop.domain.jobs import Job, JobStatus, Lease

ME = own_lease()
FAR = Lease(host="far away", boot_id="another", pid=1, start_ticks=1)


class Watch:
    """An observer, and what it sees of one job while its clock goes on as a test says."""

    def __init__(self) -> None:
        self.now = 5_000.0
        self.observer = Observer(ME, lambda: self.now)

    def looks(self, seconds: float, *seen: Job) -> bool:
        """Look at *seen* once a second for *seconds*; tell whether its owner was gone at last."""
        gone: list[Job] = []
        for _ in range(round(seconds)):
            self.now += 1
            gone = self.observer.gone(seen)
        return bool(gone)

    def sleeps(self, seconds: float) -> None:
        """Look at nothing while the clock goes on."""
        self.now += seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


def owned(lease: Lease, **changes: object) -> Job:
    return job(lease=lease, **changes)


def test_a_lease_names_this_process() -> None:
    assert ME.pid == os.getpid()
    assert ME.start_ticks > 0
    assert is_here(ME, ME)
    assert not is_here(FAR, ME)


def test_a_beating_owner_is_never_gone(watch: Watch) -> None:
    for beat in range(50):
        assert not watch.looks(119, owned(replace(FAR, beat=beat)))


def test_an_owner_silent_for_longer_than_two_minutes_is_gone(watch: Watch) -> None:
    silent = owned(replace(FAR, beat=7))
    assert not watch.looks(121, silent), "the first look begins to count"
    assert watch.looks(1, silent)


def test_silence_counts_from_when_the_number_was_seen_to_change(watch: Watch) -> None:
    watch.looks(100, owned(replace(FAR, beat=1)))
    later = owned(replace(FAR, beat=2), status=JobStatus.CANCELLING)
    assert not watch.looks(121, later)
    assert watch.looks(1, later)


def test_a_job_that_was_retried_under_another_lease_counts_anew(watch: Watch) -> None:
    watch.looks(119, owned(FAR))
    assert not watch.looks(119, owned(replace(FAR, pid=2)))


def test_the_numbers_of_several_owners_are_counted_apart(watch: Watch) -> None:
    silent = owned(FAR, job_id="silent")
    for beat in range(13):
        watch.looks(10, silent, owned(replace(FAR, beat=beat), job_id="beating"))
    gone = watch.observer.gone([silent, owned(replace(FAR, beat=13), job_id="beating")])
    assert gone == [silent]


@pytest.mark.parametrize("hours", [0.5, 3, 100])
def test_hours_in_which_this_machine_slept_are_nobodys_silence(watch: Watch, hours: float) -> None:
    """On some systems the clock that only goes up goes on meanwhile; the owner slept too."""
    healthy = owned(replace(FAR, beat=3))
    watch.looks(60, healthy)
    watch.sleeps(hours * 3600)
    assert not watch.looks(4, healthy)
    assert not watch.looks(100, owned(replace(FAR, beat=4)))


def test_an_owner_that_died_while_this_machine_slept_is_found_out_afterwards(watch: Watch) -> None:
    dead = owned(replace(FAR, beat=3))
    watch.looks(60, dead)
    watch.sleeps(3600)
    assert watch.looks(120, dead)


def test_an_observer_that_looks_seldom_waits_longer_rather_than_too_short(watch: Watch) -> None:
    silent = owned(FAR)
    for _ in range(13):
        watch.sleeps(30)
        assert not watch.observer.gone([silent])
    watch.sleeps(30)
    assert watch.observer.gone([silent])


def test_the_clock_on_the_wall_means_nothing(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    healthy = owned(FAR)
    watch.looks(60, healthy)
    for wrong in (0.0, 4e9):
        monkeypatch.setattr("time.time", lambda wrong=wrong: wrong)
        monkeypatch.setattr("time.time_ns", lambda wrong=wrong: int(wrong * 1e9))
        assert not watch.looks(20, healthy)


def test_a_clock_that_stands_still_ends_nobody_alive_and_everybody_dead(watch: Watch) -> None:
    for _ in range(1_000):
        assert watch.observer.gone([owned(FAR)]) == []
    dead = owned(replace(ME, start_ticks=ME.start_ticks - 1))
    assert watch.observer.gone([dead]) == [dead]


def test_a_dead_process_of_this_machine_is_gone_at_once(watch: Watch) -> None:
    observer = watch.observer
    reused = owned(replace(ME, start_ticks=ME.start_ticks - 1))
    assert observer.gone([reused]) == [reused]
    other_boot = owned(replace(ME, boot_id="before"))
    assert observer.gone([other_boot]) == [other_boot]
    assert observer.gone([owned(ME)]) == []


def test_a_process_id_of_a_container_means_nothing_here(watch: Watch) -> None:
    """It has our boot id, and our name where it uses the network of its host."""
    container = replace(ME, namespace="another", pid=999_999)
    assert not is_here(container, ME)
    assert watch.observer.gone([owned(container)]) == []
    assert not watch.looks(120, owned(container))
    assert watch.looks(1, owned(container))


def test_a_dead_owner_is_gone_at_once_though_the_host_was_renamed(watch: Watch) -> None:
    dead = replace(ME, host="before", start_ticks=ME.start_ticks - 1)
    assert is_here(dead, ME)
    assert watch.observer.gone([owned(dead)]) == [owned(dead)]
    assert watch.observer.gone([owned(replace(ME, host="before"))]) == []


def test_another_boot_of_another_host_is_nobody_we_know(watch: Watch) -> None:
    assert watch.observer.gone([owned(replace(ME, host="elsewhere", boot_id="theirs"))]) == []


def test_silence_in_which_nobody_could_write_does_not_count(watch: Watch) -> None:
    silent = owned(FAR)
    assert not watch.looks(121, silent)
    watch.observer.forgive(silent)
    assert not watch.looks(121, silent)
    assert watch.looks(1, silent)


def test_waiting_jobs_have_no_owner_to_be_gone(watch: Watch) -> None:
    assert not watch.looks(500, job(status=JobStatus.QUEUED))
