"""What a sentence can be about, and how cue phrases are written down."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Sense(StrEnum):
    """What kind of lasting knowledge a sentence states."""

    DECISION = "decision"
    CHANGE = "change"
    """A decision that takes back or adjusts an earlier one."""
    CONSTRAINT = "constraint"
    PREFERENCE = "preference"
    CAUSE = "cause"
    FIX = "fix"
    FACT = "fact"
    REASON = "reason"
    COMMAND = "command"


class Mark(StrEnum):
    """What speaks for or against a sentence without being knowledge itself."""

    QUESTION = "question"
    OFFER = "offer"
    PLAN = "plan"
    STATUS = "status"
    SOCIAL = "social"
    HEDGE = "hedge"
    IGNORANCE = "ignorance"
    REFUSAL = "refusal"
    REQUEST = "request"
    PROBLEM = "problem"
    ADVICE = "advice"
    """A proposal its author stands behind; a decision once the other side agrees."""
    OPTION = "option"
    """A possibility among others."""
    TRANSIENT = "transient"
    """Says how things are just now."""
    CHANGELOG = "changelog"
    """Names an edit that was made to a file."""
    INVESTIGATES = "investigates"
    """Says that it will look into something."""
    DIAGNOSES = "diagnoses"
    """Announces what an investigation found."""
    ACTS = "acts"
    """Says what was changed to get there."""
    NARRATES = "narrates"
    """Tells what someone did, saw or thinks rather than how things are to be."""
    REPORTS = "reports"
    """Tells what happened or what others say."""
    ASKS_WHY = "asks for a cause"
    ASKS_FACT = "asks what, which, how much, where or when"
    VERIFIED = "verified"
    """Says that something was run or tried and went well."""
    INSTRUCTS = "instructs"
    """Tells to run something."""
    SEEKS_OK = "asks whether that is all right"
    AGREES = "agrees"
    CONFIRMS = "confirms"
    """A person says that it works now."""
    ASKS_COMMAND = "asks for a command"
    ASKS_STATUS = "asks how far things are"
    ASKS_NEXT = "asks what to do next"
    ASKS_ADVICE = "asks for options or an opinion"


@dataclass(frozen=True, slots=True)
class Cue:
    """Phrases that show *sense* with *weight*; 2 is enough for a sentence to be quoted."""

    sense: Sense
    weight: float
    pattern: re.Pattern[str]


def cue(sense: Sense, weight: float, *phrases: str) -> Cue:
    """Return a cue for any of the regular expressions *phrases*."""
    return Cue(sense, weight, _any(phrases))


def mark(name: Mark, *phrases: str) -> tuple[Mark, re.Pattern[str]]:
    """Return a mark that any of the regular expressions *phrases* sets."""
    return name, _any(phrases)


def _any(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)
