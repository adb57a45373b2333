import json
from typing import Any

import pytest

from support.curation import (
    SESSION,
    Reply,
    ScriptedAgent,
    block,
    entries,
    entry,
    snapshot,
    topic,
    topics,
)
from support.pipeline import TWO_SEGMENTS, Run
from vela_desktop.agents.protocol import AgentError
from vela_desktop.curation import prompts
from vela_desktop.domain import limits
from vela_desktop.domain.errors import Code, Measure, VelaError
from vela_desktop.domain.jobs import Stage, Usage
from vela_desktop.domain.sizes import InputLimit


async def test_a_topic_becomes_an_entry_with_its_citations() -> None:
    agent = ScriptedAgent(
        [topics(topic("Port", "8080 [1.1]", evidence=[(1, 1, "We use port 8080")]))],
        lambda title, prompt: entries(
            entry(title, "Port 8080 [1.1].", evidence=[(2, 1, "Tests use port 0.")])
        ),
    )
    (found,) = await Run(agent).entries()
    assert found.title == "Port"
    assert found.body == (
        f"Port 8080 [Turn 1]({SESSION}@1:step1).\n\nEvidence: [Turn 2]({SESSION}@2:step1)\n"
    )
    assert [(c.turn, c.step_from) for c in found.citations] == [(1, 1), (2, 1)]


async def test_stages_are_reported_as_they_go() -> None:
    run = Run(ScriptedAgent([topics(topic("A")), topics(topic("B"))]))
    await run.entries(TWO_SEGMENTS)
    extract = [(Stage.EXTRACT, done, 2) for done in range(3)]
    assert run.stages == extract + [(Stage.MERGE, done, 2) for done in range(3)]


async def test_no_topics_is_a_result() -> None:
    run = Run(ScriptedAgent([topics()]))
    assert await run.entries() == ()
    assert not run.agent.asked("merge")


async def test_segments_come_in_order_with_a_growing_catalogue() -> None:
    agent = ScriptedAgent([topics(topic("A", kind="decision")), topics(topic("B"))])
    await Run(agent).entries(TWO_SEGMENTS)
    first, second = agent.asked("extract")
    assert 'segment="1" segments="2"' in first
    assert "\n<catalogue boundary=" in first
    assert '"T1"' not in first
    assert block(second, "catalogue") == '{"id": "T1", "title": "A", "kind": "decision"}\n'
    assert "b" * 20_000 in block(second, "source")


async def test_parts_go_to_the_topic_they_target_or_whose_title_they_bear() -> None:
    agent = ScriptedAgent(
        [
            topics(topic("Ports", "one"), topic("ＰＯＲＴＳ", "two")),
            topics(topic("x", "three", target="T1"), topic(" ports ", "four"), topic("New")),
        ]
    )
    found = await Run(agent).entries(TWO_SEGMENTS)
    assert [row.title for row in found] == ["Ports", "New"]
    parts = block(agent.asked("merge")[0], "topic").splitlines()
    assert [json.loads(part)["content"] for part in parts] == ["one", "two", "three", "four"]


async def test_each_merge_sees_the_titles_of_the_other_topics() -> None:
    agent = ScriptedAgent([topics(topic("A"), topic("B"), topic("C"))])
    await Run(agent).entries()
    assert block(agent.asked("merge")[1], "titles") == '"A"\n"C"\n'


async def test_related_topics_are_named_by_the_titles_of_their_entries() -> None:
    def merge(title: str, prompt: str) -> Reply:
        if title == "A":
            return entries(entry("A", related=["b", "A"]))
        return entries(entry("B, renamed", related=["A"]))

    first, second = await Run(ScriptedAgent([topics(topic("A"), topic("B"))], merge)).entries()
    assert first.related == ("B, renamed",)
    assert second.related == ("A",)


async def test_quotes_that_the_source_lacks_are_told() -> None:
    body = "> We use port 8080\n> made up\n\n[1.1]\n\n```\n> code\n```"
    evidence = [(1, 1, "We use port  8080,"), (1, 1, "never said")]
    agent = ScriptedAgent(
        [topics(topic("A"))],
        lambda title, prompt: entries(entry(title, body, evidence=evidence)),
    )
    (found,) = await Run(agent).entries()
    assert found.not_found == ("never said", "made up")


async def test_evidence_is_cited_where_its_words_stand() -> None:
    evidence = [(1, 9, "because 80 needs root"), (1, 1, "Tests use port 0."), (2, 7, "")]
    agent = ScriptedAgent(
        [topics(topic("A"))],
        lambda title, prompt: entries(entry(title, "Fact.", evidence=evidence)),
    )
    (found,) = await Run(agent).entries()
    assert found.body == (
        f"Fact.\n\nEvidence: [Turn 1]({SESSION}@1:step1), [Turn 2]({SESSION}@2:step1)\n"
    )
    assert found.not_found == ()


class TestAskingAgain:
    @pytest.mark.parametrize(
        ("bad", "reason"),
        [
            ("no JSON at all", "not one JSON object"),
            ('{"topics": 3}', "not the required structure"),
            ('{"topics": []} more', "not one JSON object"),
            (topics(topic("A", target="T9")), "target “T9” is not in the catalogue"),
            (topics(topic("A", kind="opinion")), "Invalid enum value"),
            (topics(topic("A", evidence=[(7, 1, "x")])), "evidence names turn 7"),
            (topics(topic("  ")), "title is empty"),
            (topics(topic("A", " ")), "content is empty"),
            (topics(topic("A\x1b")), "control character"),
            (topics(topic("A", "a\0b")), "U+0000"),
            (topics(*(topic(f"A{n}") for n in range(65))), "65 topics; at most 64"),
        ],
    )  # fmt: skip
    async def test_a_bad_answer_is_asked_again_with_the_reason(
        self, bad: Reply, reason: str
    ) -> None:
        run = Run(ScriptedAgent([bad, topics(topic("A"))]))
        assert [row.title for row in await run.entries()] == ["A"]
        again = run.agent.asked("extract")[1].rstrip("\n").split("\n")[-1]
        assert again.startswith('<rejected reason="')
        assert reason in json.loads(again.removeprefix("<rejected reason=").removesuffix("/>"))
        assert [step.tries for step in run.steps.kept.values()] == [2, 1]
        assert next(iter(run.steps.kept.values())).usage.calls == 2

    async def test_three_bad_answers_are_invalid_output(self) -> None:
        run = Run(ScriptedAgent(["a", "b", "c", topics()]))
        error = await run.error()
        assert error.code is Code.INVALID_OUTPUT
        assert error.details["tries"] == 3
        assert len(run.agent.prompts) == 3
        assert not run.steps.kept

    @pytest.mark.parametrize("rows", [[], [entry("A"), entry("B")]])
    async def test_not_exactly_one_entry_is_invalid(self, rows: list[dict[str, Any]]) -> None:
        run = Run(ScriptedAgent([topics(topic("A"))], lambda title, prompt: entries(*rows)))
        assert (await run.error()).code is Code.INVALID_OUTPUT
        assert len(run.agent.asked("merge")) == 3

    async def test_a_related_title_of_no_topic_is_invalid(self) -> None:
        merge = entries(entry("A", related=["Elsewhere"]))
        run = Run(ScriptedAgent([topics(topic("A"))], lambda title, prompt: merge))
        assert "Elsewhere" in str((await run.error()).details["reason"])

    @pytest.mark.parametrize(
        ("field", "row", "limit"),
        [
            ("title", entry("t" * 201), 200),
            ("summary", entry("A", summary="s" * 2_001), 2_000),
            ("body", entry("A", "b" * 200_001), 200_000),
            ("body with its citations", entry("A", "[1.1] " * 4_000), 200_000),
            ("tags", entry("A", tags=[f"t{n}" for n in range(33)]), 32),
            ("tag", entry("A", tags=["t" * 81]), 80),
            ("related", entry("A", related=["A"] * 101), 100),
        ],
    )
    async def test_a_field_too_long_three_times_is_output_too_large(
        self, field: str, row: dict[str, Any], limit: int
    ) -> None:
        run = Run(ScriptedAgent([topics(topic("A"))], lambda title, prompt: entries(row)))
        error = await run.error()
        assert error.code is Code.OUTPUT_TOO_LARGE
        assert (error.details["field"], error.details["limit"]) == (field, limit)
        assert len(run.agent.asked("merge")) == 3

    async def test_fields_at_their_limits_pass(self) -> None:
        row = entry("t" * 200, "b" * 200_000, summary="s" * 2_000, tags=["#" + "t" * 80])
        run = Run(ScriptedAgent([topics(topic("A"))], lambda title, prompt: entries(row)))
        (found,) = await run.entries()
        assert found.tags == ("t" * 80,)

    async def test_a_fenced_answer_is_read(self) -> None:
        fenced = f"```json\n{json.dumps(topics(topic('A')))}\n```\n"
        assert len(await Run(ScriptedAgent([fenced])).entries()) == 1

    async def test_an_adapters_bad_answer_counts_as_a_try(self) -> None:
        bad = AgentError(Code.INVALID_OUTPUT, reason="it said nothing", again=True)
        run = Run(ScriptedAgent([bad, bad, topics()]))
        assert await run.entries() == ()
        assert 'reason="it said nothing"' in run.agent.prompts[1]

    @pytest.mark.parametrize(
        "error",
        [
            AgentError(Code.PROCESS_FAILED, reason="tool", again=False),
            AgentError(Code.PROCESS_FAILED, reason="unknown flag"),
            AgentError(Code.TIMEOUT, seconds=600, again=False),
            AgentError(Code.INVALID_OUTPUT, reason="refused", again=False),
            VelaError(Code.AGENT_UNAVAILABLE, agent="Claude", reason="gone"),
        ],
    )
    async def test_trouble_that_stays_is_not_asked_again(self, error: VelaError) -> None:
        run = Run(ScriptedAgent([error, topics()]))
        assert await run.error() is error
        assert len(run.agent.prompts) == 1

    async def test_trouble_that_passes_is_asked_again_with_the_same_question(self) -> None:
        busy = AgentError(Code.PROCESS_FAILED, reason="too many requests", again=True)
        run = Run(ScriptedAgent([busy, busy, topics()]))
        assert await run.entries() == ()
        assert len(set(run.agent.prompts)) == 1
        assert run.pauses == [5.0, 10.0]
        (step,) = run.steps.kept.values()
        assert (step.tries, step.usage.calls) == (3, 3)

    async def test_trouble_that_does_not_pass_in_three_tries_ends_the_job(self) -> None:
        used = Usage(calls=1, input_tokens=7)
        busy = AgentError(Code.PROCESS_FAILED, usage=used, reason="too many requests", again=True)
        run = Run(ScriptedAgent([busy] * 3))
        assert await run.error() is busy
        assert run.steps.booked == Usage(calls=3, input_tokens=21)
        assert run.pauses == [5.0, 10.0]

    async def test_an_answer_in_bad_form_is_asked_again_at_once(self) -> None:
        run = Run(ScriptedAgent(["no", "no", topics()]))
        assert await run.entries() == ()
        assert (run.pauses, run.steps.booked.calls) == ([], 3)


class TestOneTitle:
    async def test_topics_that_end_with_one_title_are_merged(self) -> None:
        def merge(title: str, prompt: str) -> Reply:
            both = "from A" in prompt and "from B" in prompt
            return entries(entry("Same", "both" if both else f"from {title}"))

        agent = ScriptedAgent([topics(topic("A"), topic("B"), topic("C"))], merge)
        (found,) = await Run(agent).entries()
        assert (found.title, found.body) == ("Same", "both")
        assert len(agent.asked("merge")) == 4

    async def test_the_others_stay_where_they_are(self) -> None:
        names = {"A": "X", "B": "Y", "C": "x", "X": "X"}
        agent = ScriptedAgent(
            [topics(topic("A"), topic("B"), topic("C"))],
            lambda title, prompt: entries(entry(names[title], related=["B"])),
        )
        found = await Run(agent).entries()
        assert [(row.title, row.related) for row in found] == [("X", ("Y",)), ("Y", ())]


class TestLimits:
    async def test_an_oversized_topic_is_merged_in_groups(self) -> None:
        base = prompts.merge("A", (), ()).size.chars
        parts = [topic("A", f"{n} " + "x" * 4_000) for n in range(6)]
        agent = ScriptedAgent(
            [topics(*parts)], lambda title, prompt: entries(entry(title, "short"))
        )
        room = base + 1_000 + 2 * 4_200
        (found,) = await Run(agent).entries(limit=InputLimit(chars=room))
        merges = agent.asked("merge")
        assert [len(block(text, "topic").splitlines()) for text in merges] == [2, 2, 2, 3]
        assert all(len(text) <= room for text in merges)
        assert found.body == "short"

    async def test_bytes_count_where_an_agent_has_a_limit_of_bytes(self) -> None:
        base = prompts.merge("A", (), ()).size.bytes
        parts = [topic("A", f"{n} " + "字" * 2_000) for n in range(4)]
        agent = ScriptedAgent(
            [topics(*parts)], lambda title, prompt: entries(entry(title, "short"))
        )
        limit = InputLimit(bytes=base + 3_000 + 2 * 6_300)
        await Run(agent).entries(limit=limit)
        merges = agent.asked("merge")
        assert [len(block(text, "topic").splitlines()) for text in merges] == [2, 2, 2]
        assert all(len(text.encode()) <= (limit.bytes or 0) for text in merges)

    async def test_a_segment_over_the_limit_is_not_sent(self) -> None:
        agent = ScriptedAgent()
        error = await Run(agent).error(limit=InputLimit(bytes=5_000))
        assert error.code is Code.CONTEXT_TOO_LARGE
        assert (error.details["limit"], error.details["reason"]) == (5_000, Measure.BYTES)
        assert agent.asked("extract") == []

    async def test_a_part_that_fits_no_input_is_context_too_large(self) -> None:
        base = prompts.merge("A", (), ()).size.chars
        run = Run(ScriptedAgent([topics(topic("A", "x" * 9_000), topic("A", "y" * 9_000))]))
        error = await run.error(limit=InputLimit(chars=base + 1_000 + 10_000))
        assert error.code is Code.CONTEXT_TOO_LARGE
        assert int(str(error.details["size"])) > int(str(error.details["limit"]))

    async def test_more_topics_than_a_job_may_have_are_asked_again(self) -> None:
        text = snapshot(*((f"{n}.0", "a" * 20_000) for n in range(1, 10)))
        many = [topics(*(topic(f"{n} {m}") for m in range(60))) for n in range(9)]
        run = Run(ScriptedAgent([*many, many[-1], many[-1]]))
        error = await run.error(text)
        assert error.code is Code.INVALID_OUTPUT
        assert "540 topics" in str(error.details["reason"])

    async def test_a_catalogue_that_grows_too_long_is_context_too_large(self) -> None:
        text = snapshot(*((f"{n}.0", "a" * 20_000) for n in range(1, 7)))
        many = [topics(*(topic(f"{n} {m} " + "t" * 190) for m in range(50))) for n in range(6)]
        run = Run(ScriptedAgent([*many, many[-1], many[-1], many[-1]]))
        error = await run.error(text)
        assert error.code is Code.CONTEXT_TOO_LARGE
        assert error.details["limit"] == limits.CATALOGUE_CHARS

    async def test_more_entries_than_a_job_may_have_stop_at_the_first_too_many(self) -> None:
        text = snapshot(*((f"{n}.0", "a" * 20_000) for n in range(1, 6)))
        many = [topics(*(topic(f"{n} {m}") for m in range(60))) for n in range(5)]
        run = Run(ScriptedAgent(many))
        error = await run.error(text)
        assert (error.code, error.details["field"]) == (Code.OUTPUT_TOO_LARGE, "entries")
        assert len(run.agent.asked("merge")) == limits.ENTRIES_PER_JOB + 1
