"""Each error says what happened, and what to do next, in words that need no details."""

import re

import pytest

from vela_desktop.domain import limits, rules
from vela_desktop.domain.entries import EntryChanges
from vela_desktop.domain.errors import Code, Measure, VelaError
from vela_desktop.domain.messages import MESSAGES, Message, describe, describe_error

VERBS = frozenset(
    re.findall(
        r"\w+",
        """
        Cancel Change Check Choose Close Convert Copy Correct Curate Follow Free Give Install Leave
        Look Move Name Open Put Raise Record Refresh Remove Restore Retry See Set Shorten Start Try
        Update Wait
        """,
    )
)


def advice(message: Message) -> list[str]:
    """Return the sentences of the action that tell to do something, if only with a command."""
    sentences = re.split(r"(?<=[.;:]) ", message.action)
    return [
        sentence
        for sentence in sentences
        if sentence.split(maxsplit=1)[0].rstrip(",;.") in VERBS or "vela " in sentence
    ]


def test_every_code_has_a_message() -> None:
    plain = {code.partition(":")[0] for code in MESSAGES}
    assert plain == set(Code)


@pytest.mark.parametrize("code", sorted(set(MESSAGES) - {Code.CANCELLED}))
def test_every_message_says_what_to_do_next(code: str) -> None:
    assert advice(MESSAGES[code]), MESSAGES[code].action


@pytest.mark.parametrize(
    "code",
    [
        Code.AGENT_UNAVAILABLE, Code.PROCESS_FAILED, Code.SOURCE_TOO_LARGE, Code.CONTEXT_TOO_LARGE,
        f"{Code.CONTEXT_TOO_LARGE}:{Measure.BYTES}", Code.OUTPUT_TOO_LARGE,
    ],
)  # fmt: skip
def test_the_advice_for_a_failed_job_holds_no_figures(code: str) -> None:
    assert any("{" not in sentence for sentence in advice(MESSAGES[code]))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (EntryChanges(tags=tuple(map(str, range(limits.TAGS + 1)))), "At most 32 tags"),
        (EntryChanges(tags=("x" * (limits.TAG_CHARS + 1),)), "of 1 to 80 characters"),
        (EntryChanges(title="x" * (limits.TITLE_CHARS + 1)), "1 to 200 characters; it has 201"),
    ],
)
def test_limits_are_told_from_where_they_are_kept(changes: EntryChanges, said: str) -> None:
    with pytest.raises(VelaError) as caught:
        rules.check_changes(changes)
    assert said in describe_error(caught.value)[0]


def test_so_are_those_of_models_and_efforts() -> None:
    with pytest.raises(VelaError) as caught:
        rules.check_model("x" * (limits.MODEL_NAME_CHARS + 1))
    assert "1 to 200 characters" in describe_error(caught.value)[0]
    assert rules.check_effort("x" * limits.EFFORT_CHARS)
    with pytest.raises(VelaError) as caught:
        rules.check_effort("x" * (limits.EFFORT_CHARS + 1))
    assert "at most 32 letters" in describe_error(caught.value)[0]


def test_a_limit_that_is_not_known_is_said_in_words() -> None:
    details = {"size": 5, "limit": Measure.MODELS_OWN}
    assert "the limit is the model’s own" in describe(Code.CONTEXT_TOO_LARGE, details)[1]
