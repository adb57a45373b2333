"""What a sentence can be about, and how cue phrases are written down."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

MEASURED = 1.6
"""What figures before and after weigh; more where something was done."""


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
class Phrases:
    """Regular expressions that mean the same."""

    phrases: tuple[str, ...]

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first of the phrases in *text*."""
        return _compiled(self.phrases).search(text)


@dataclass(frozen=True, slots=True)
class Cue(Phrases):
    """Phrases that show *sense* with *weight*; a little over 2 is enough to be quoted."""

    sense: Sense
    weight: float


@dataclass(frozen=True, slots=True)
class Sign(Phrases):
    """Phrases that set a mark."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class Lead(Phrases):
    """Phrases by which a heading, or the words before a list, announce what follows."""

    meaning: Sense | Mark


def lead(meaning: Sense | Mark, *phrases: str) -> Lead:
    """Return a lead made of the regular expressions *phrases*."""
    return Lead(phrases, meaning)


def cue(sense: Sense, weight: float, *phrases: str) -> Cue:
    """Return a cue for any of the regular expressions *phrases*."""
    return Cue(phrases, sense, weight)


def mark(name: Mark, *phrases: str) -> Sign:
    """Return a sign made of the regular expressions *phrases*."""
    return Sign(phrases, name)


@cache
def _compiled(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Compile on first use: a merge needs few of the phrases, and compiling all takes longest."""
    return re.compile("|".join(phrases), re.IGNORECASE)
