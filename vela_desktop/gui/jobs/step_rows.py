"""The finished steps of a job as rows of a table, without what the agents answered."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vela_desktop.domain.jobs import Job, Stage, Step, Usage
from vela_desktop.gui import format, words
from vela_desktop.gui.i18n import plural, translate


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """One finished step; *reused*: an earlier job of the same lineage has paid for it."""

    key: str
    stage: Stage
    number: int
    """Counted from 1 within the stage, in the order the steps were finished."""
    seconds: float
    usage: Usage
    tries: int
    reused: bool


def step_rows(job: Job, steps: Iterable[Step]) -> tuple[StepRow, ...]:
    """Return the rows of *job* out of the steps of its whole lineage, which later jobs share."""
    numbers: Counter[Stage] = Counter()
    rows = []
    for step in steps:
        if step.attempt > job.attempt:
            continue
        numbers[step.stage] += 1
        rows.append(
            StepRow(
                key=step.key,
                stage=step.stage,
                number=numbers[step.stage],
                seconds=step.ms / 1000,
                usage=step.usage,
                tries=step.tries,
                reused=step.attempt < job.attempt,
            )
        )
    return tuple(rows)


def totals(rows: Sequence[StepRow]) -> str:
    """Return what the job's own steps took and used together; reused ones cost it nothing."""
    own = [row for row in rows if not row.reused]
    usage = sum((row.usage for row in own), Usage())
    parts = [plural("Jobs", "%n finished steps")(len(rows))]
    if len(own) < len(rows):
        parts.append(plural("Jobs", "%n reused")(len(rows) - len(own)))
    if own:
        parts.append(format.duration(int(sum(row.seconds for row in own))))
        parts += token_parts(usage)
        tries = sum(row.tries for row in own)
        if tries > len(own):
            parts.append(plural("Jobs", "%n tries")(tries))
    return " · ".join(parts)


def token_parts(usage: Usage) -> list[str]:
    """Return tokens in, cached and out, and the cost, as far as they are known."""
    parts = []
    if usage.input_tokens:
        text = translate("Jobs", "{tokens} tokens in")
        if usage.cached_tokens:
            text = translate("Jobs", "{tokens} tokens in ({cached} cached)")
        parts.append(
            text.format(
                tokens=format.short(usage.input_tokens), cached=format.short(usage.cached_tokens)
            )
        )
    if usage.output_tokens:
        text = translate("Jobs", "{tokens} tokens out")
        parts.append(text.format(tokens=format.short(usage.output_tokens)))
    if usage.cost_usd is not None:
        parts.append(cost(usage.cost_usd))
    return parts


def cost(dollars: float) -> str:
    """Return a cost: two places, and up to four where they say something."""
    whole, _, places = f"{dollars:.4f}".partition(".")
    return f"${whole}.{places[:2]}{places[2:].rstrip('0')}" if dollars < 1 else f"${dollars:.2f}"


def headings() -> tuple[str, ...]:
    """Return the names of the columns."""
    return (
        translate("Jobs", "Step"),
        translate("Jobs", "Took"),
        translate("Jobs", "In"),
        translate("Jobs", "Cached"),
        translate("Jobs", "Out"),
        translate("Jobs", "Cost"),
        translate("Jobs", "Tries"),
        "",
    )


def cells(row: StepRow) -> tuple[str, ...]:
    """Return what stands in the columns; figures that an agent does not tell are a dash."""
    usage = row.usage
    counted = bool(usage.input_tokens or usage.output_tokens)
    return (
        f"{words.stage(row.stage)} {row.number}",
        format.duration(row.seconds if row.seconds < 10 else int(row.seconds)),
        format.number(usage.input_tokens) if counted else "–",
        format.number(usage.cached_tokens) if counted else "–",
        format.number(usage.output_tokens) if counted else "–",
        "–" if usage.cost_usd is None else cost(usage.cost_usd),
        str(row.tries),
        translate("Jobs", "reused") if row.reused else "",
    )


def as_text(rows: Iterable[StepRow]) -> str:
    """Return *rows* as lines with tabs, names of the columns first, for a spreadsheet."""
    lines = [headings(), *(cells(row) for row in rows)]
    return "\n".join("\t".join(line).rstrip() for line in lines)
