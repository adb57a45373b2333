"""A data folder as a person has it after a week: several projects, jobs of every kind."""

import json
import os
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import demo_jobs
import demo_recordings

from vela_desktop.domain.agents import Agent
from vela_desktop.domain.entries import EntryChanges, EntryQuery
from vela_desktop.domain.events import Via
from vela_desktop.domain.jobs import Choice, JobOptions, JobStatus
from vela_desktop.domain.sessions import SessionQuery
from vela_desktop.services.demo import install_samples
from vela_desktop.wiring import build
from vela_desktop.wiring.services import Services

_HOLDS_NOTHING, _EDITED = "Is the linter set up?", "Invite expiry: migration + API"
SESSIONS = (
    ("shop-backend", "修复支付回调重复扣款", "支付回调偶尔会扣两次款，先查原因。",
     "根本原因是回调没有幂等键。决定：用订单号加事件号做唯一索引，重复的回调直接返回 200。"
     "已经加了测试，全部通过。", 1),
    ("shop-backend", _EDITED, "Should a scheduled job expire invitations? "
     "The staging token is ghp_9fQ2mX7LrT4vKd8sWz1bNc6yHp3uJe5gAo0R.",
     "We decided to judge expiry at read time and to keep the scheduled job for clean-up only, "
     "because a job leaves a window in which an expired invitation still works.", 3),
    ("shop-backend", "Flaky CI: race in worker pool", "CI fails once in ten runs. Find out why.",
     "The root cause was a shared queue between tests. The fix was to give every test its own "
     "pool; 200 runs in a row passed.", 26),
    ("vela-notes", "Tree model paging", "The tree takes a second to expand 10,000 rows.",
     "We must fetch children before expanding: it is 33 times cheaper. Never let the view fetch "
     "on its own.", 74),
    ("vela-notes", _HOLDS_NOTHING, "Is the linter set up here?", "Yes.", 78),
    ("vela-notes", "Qt 深色调色板", "深色主题下次要文字看不清。",
     "约定：次要文字与任何背景的对比度不低于 4.5:1，用脚本逐对检查，不靠眼睛。", 80),
    ("infra", "Terraform state lock", "Terraform says that the state is locked.",
     "The lock was left by a cancelled pipeline. From now on always run terraform with "
     "-lock-timeout=5m, and never delete the lock by hand while a job is running.", 170),
    ("infra", "K8s 滚动升级回滚手册", "升级失败后怎样最快回滚？",
     "必须先看就绪探针再回滚。命令 kubectl rollout undo deployment/api 已在预发环境"
     "实测通过。", 180),
)  # fmt: skip
_MADE_UP = {f"/home/dev/{project}" for project, *_ in SESSIONS}


async def demo_data(data: Path) -> None:
    """Fill *data*: sample sessions and a few more, curated, failed, cancelled and waiting."""
    os.environ["PATH"] = os.defpath
    async with build(data, Via.CLI) as services:
        install_samples(data, services.reading.settings)
        for session in SESSIONS:
            _write(data / "samples" / "claude", *session)
        await services.reading.scanner.scan()
        rows = (await services.reading.sessions.list(SessionQuery())).items
        named = {row.title: row.id for row in rows}
        for row in sorted(rows, key=lambda row: row.title == _HOLDS_NOTHING):
            await _curate(services, row.id)
        for row in rows:
            if row.title == _EDITED or row.cwd not in _MADE_UP:
                await _edit(services, row.id)
        recorded = named["Flaky CI: race in worker pool"]
        await demo_recordings.add_recordings(services, data.parent / "recorded", recorded)
        demo_jobs.install_claude(services, data)
        await demo_jobs.cancel(services, named["Terraform state lock"])
        await demo_jobs.fail(services, named["K8s 滚动升级回滚手册"])
        demo_jobs.spread(services)
        await demo_jobs.under_way(
            services, named["修复支付回调重复扣款"], named["Flaky CI: race in worker pool"]
        )


async def _curate(services: Services, session_id: str) -> None:
    job = await services.jobs.submit(session_id, Choice(agent=Agent.BUILTIN), JobOptions())
    ended = await services.jobs.run(job.id)
    assert ended.status is JobStatus.COMPLETED, ended


async def _edit(services: Services, session_id: str) -> None:
    """Let a person have changed an entry of a session by hand."""
    row = (await services.entries.rows(EntryQuery(session_id=session_id, sort="title"))).items[0]
    changes = EntryChanges(tags=(*row.tags, "reviewed"))
    await services.entries.save(row.id, row.version, changes)


def _write(root: Path, project: str, title: str, prompt: str, answer: str, hours: int) -> None:
    """Write a short session in Claude's format."""
    session, cwd = str(uuid.uuid5(uuid.NAMESPACE_DNS, title)), f"/home/dev/{project}"
    folder = root / cwd.replace("/", "-")
    folder.mkdir(parents=True, exist_ok=True)
    start = datetime.now(UTC) - timedelta(hours=hours)
    records: list[dict[str, Any]] = [
        {"type": "custom-title", "customTitle": title, "sessionId": session}
    ]
    parent = None
    for step, (role, text) in enumerate((("user", prompt), ("assistant", answer))):
        at = (start + timedelta(seconds=40 * step)).isoformat(timespec="milliseconds")
        key = str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{title}{step}"))
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        message: dict[str, Any] = {"role": role, "content": content}
        if role == "assistant":
            message |= {"id": f"msg_{key[:8]}", "model": "claude-sonnet-5-5", "type": "message"}
        records.append(
            {
                "type": role, "uuid": key, "parentUuid": parent, "sessionId": session,
                "timestamp": at.replace("+00:00", "Z"), "cwd": cwd, "gitBranch": "main",
                "version": "2.1.332", "isSidechain": False, "userType": "external",
                "message": message,
            }
        )  # fmt: skip
        parent = key
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    path = folder / f"{session}.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.utime(path, (start.timestamp() + 40, start.timestamp() + 40))
