"""Every page has a link that names it, and a link names one page or is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import Citation
from vela_desktop.domain.errors import VelaError
from vela_desktop.domain.jobs import JobStatus
from vela_desktop.domain.routes import (
    CurateRoute,
    EntriesRoute,
    EntryFormRoute,
    EntryRoute,
    JobsRoute,
    RevisionRoute,
    Route,
    SessionRoute,
    SettingsRoute,
    SnapshotRoute,
    StartRoute,
    format_citation,
    format_route,
    parse_citation,
    parse_route,
)

text = st.text(min_size=1, max_size=20).filter(lambda value: not value.isspace())
routes: st.SearchStrategy[Route] = st.one_of(
    st.just(StartRoute()),
    st.builds(
        SessionRoute,
        session_id=text,
        turn=st.none() | st.integers(0, 9999),
        step=st.none() | st.integers(0, 99),
    ),
    st.builds(CurateRoute, session_id=text),
    st.builds(EntryRoute, entry_id=text),
    st.builds(EntryFormRoute, entry_id=text),
    st.builds(RevisionRoute, entry_id=text, version=st.integers(1, 999)),
    st.builds(SnapshotRoute, source_id=text),
    st.builds(
        EntriesRoute,
        project_id=st.none() | st.text(max_size=9),
        session_id=st.none() | st.text(max_size=9),
        tag=st.none() | text,
        sort=st.sampled_from(["updated", "title"]),
        page=st.integers(1, 99),
    ),
    st.builds(SettingsRoute, agent=st.none() | st.sampled_from(Agent)),
    st.builds(
        JobsRoute,
        status=st.none() | st.sampled_from(JobStatus),
        project_id=st.none() | text,
        page=st.integers(1, 99),
        job_id=st.none() | text,
    ),
)


@given(routes)
def test_a_link_names_the_page_it_was_made_from(route: Route) -> None:
    assert parse_route(format_route(route)) == route


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://example.org/entry/1",
        "vela://",
        "vela://nowhere",
        "vela://entry",
        "vela://entry/a/b/c",
        "vela://entry/a/b",
        "vela://session",
        "vela://jobs?status=odd",
        "vela://jobs?page=0",
        "vela://jobs/x",
        "vela://entries?sort=size",
        "vela://session/x?turn=one",
        "vela://settings/nowhere",
        "vela://settings/agents/claude",
        "vela://settings/agents?agent=nobody",
        "vela://[broken",
    ],
)
def test_anything_else_is_refused_with_its_reason(url: str) -> None:
    with pytest.raises(VelaError) as caught:
        parse_route(url)
    assert caught.value.wire == "memory_invalid:route"


def test_the_settings_open_at_the_agents() -> None:
    assert parse_route("vela://settings") == SettingsRoute(page="agents")
    grok = SettingsRoute(page="agents", agent=Agent.GROK)
    assert format_route(grok) == "vela://settings/agents?agent=grok"


SID = "0b0e7c1e-6f2d-5a55-9f37-0d1f1f0c0a01"


@pytest.mark.parametrize(
    ("target", "citation"),
    [
        (f"{SID}@3", Citation(session_id=SID, turn=3)),
        (f"{SID}@3:step2", Citation(session_id=SID, turn=3, step_from=2)),
        (f"{SID}@3:step2-5", Citation(session_id=SID, turn=3, step_from=2, step_to=5)),
    ],
)
def test_a_citation_is_written_as_it_is_read(target: str, citation: Citation) -> None:
    assert parse_citation(target) == citation
    assert format_citation(citation) == target


@pytest.mark.parametrize("target", ["", "x@1", f"{SID}@", f"{SID}@1:2", f"{SID}@1 and more"])
def test_other_link_targets_are_no_citations(target: str) -> None:
    assert parse_citation(target) is None
