"""Both languages are complete, and change while the window is open."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from vela_desktop import assets
from vela_desktop.domain.agents import Agent, AgentProblem
from vela_desktop.domain.errors import Code, FileReason, Reason, RecordingReason, VelaError
from vela_desktop.domain.messages import MESSAGES
from vela_desktop.domain.reasons import REASONS, SAID, WORDS
from vela_desktop.gui.i18n import (
    Languages,
    code_texts,
    error_texts,
    plural,
    problem_text,
    system_language,
    translate,
)
from vela_desktop.gui.surface import Surface

SEED_LABELS = (
    "会话知识库",
    "整理记录",
    "整理到会话知识库",
    "智能体",
    "未安装或未配置",
    "模型（可选）",
    "思考程度",
    "默认模型",
    "使用智能体默认设置",
    "整理并保存",
    "此会话暂无可读取的对话内容。",
    "等待本会话的上一项整理停止后，将自动开始。",
    "本次未提取到可复用知识，该会话已有的生成条目已清空。",
    "反向引用",
    "提取主题",
    "合并知识",
    "保存条目",
    "等待开始",
    "进行中",
    "正在取消",
    "已完成",
    "失败",
    "已取消",
    "来源快照",
    "取消",
    "重试",
    "整理任务已中断，可重试处理已保存的来源快照。",
    "返回上一级",
    "全部标签",
    "最近更新",
    "按标题排序",
    "加载更多",
    "关联条目",
    "来源",
    "修订历史",
    "编辑",
    "手动创建",
    "历史合并条目",
    "来源项目未知",
    "来源、上下文或输出超出支持的大小，未截断内容，也未保存条目。",
)
"""The labels that the description of the knowledge base gives for what the window has now."""


def _messages(name: str) -> Iterator[tuple[str, ElementTree.Element]]:
    tree = ElementTree.parse(assets.resource("i18n", name))
    for context in tree.getroot().iter("context"):
        for message in context.iter("message"):
            yield context.findtext("name", ""), message


def _chinese() -> list[str]:
    return [message.findtext("translation", "") for _, message in _messages("vela_zh_CN.ts")]


def test_every_text_is_translated() -> None:
    unfinished = [
        (context, message.findtext("source"))
        for context, message in _messages("vela_zh_CN.ts")
        if message.find("translation[@type]") is not None or not message.findtext("translation")
    ]
    assert not unfinished


def test_placeholders_survive_translation() -> None:
    for _, message in _messages("vela_zh_CN.ts"):
        source, text = message.findtext("source", ""), message.findtext("translation", "")
        for part in source.replace("}", "{").split("{")[1::2]:
            assert f"{{{part}}}" in text, source
        assert ("%n" in source) == ("%n" in text), source


def test_every_counted_text_has_both_english_forms() -> None:
    counted = {
        (context, message.findtext("source"))
        for context, message in _messages("vela_zh_CN.ts")
        if "%n" in message.findtext("source", "")
    }
    english = {
        (context, message.findtext("source")): [form.text for form in message.iter("numerusform")]
        for context, message in _messages("vela_en.ts")
    }
    assert counted == set(english)
    assert all(len(forms) == 2 and all(forms) for forms in english.values())


@pytest.mark.parametrize("label", SEED_LABELS)
def test_every_label_of_the_description_occurs(label: str) -> None:
    assert any(label in text.replace("&&", "&") for text in _chinese()), label


def test_every_error_is_translated(languages: Languages) -> None:
    languages.choose("zh_CN")
    for code, message in MESSAGES.items():
        for text in {message.text, message.action} - {"{reason}"}:
            assert translate("Messages", text) != text, (code, text)


def test_an_error_says_what_happened_and_what_to_do(languages: Languages) -> None:
    languages.choose("zh_CN")
    error = VelaError(Code.DATA_FULL, path="/data")
    assert error_texts(error) == (
        "磁盘已满。之前保存的内容不受影响。",
        "请释放一些空间后重试。目录：/data",
    )
    assert code_texts("memory_timeout", {"seconds": 600})[0].startswith("智能体在 600 秒内")


def test_every_reason_why_an_agent_cannot_be_used_is_said_and_translated(
    languages: Languages,
) -> None:
    assert set(REASONS) | {RecordingReason.SEVERAL_SESSIONS} == {
        *Reason, *FileReason, *RecordingReason,
    }  # fmt: skip
    languages.choose("zh_CN")
    for text in REASONS.values():
        assert translate("Messages", text) != text, text


def test_a_reason_is_filled_wherever_it_stands(languages: Languages) -> None:
    cause = {"cause": Reason.EXIT_CODE, "number": 3}
    problem = AgentProblem(Reason.NO_VERSION, cause)
    assert str(problem) == "it does not tell its version: exit code 3"
    languages.choose("zh_CN")
    assert problem_text(problem) == "查询不到它的版本：退出码 3"
    assert error_texts(problem.error(Agent.CODEX))[1] == (
        "请安装它，或在「设置 ▸ 智能体」中改正。Codex：查询不到它的版本：退出码 3"
    )
    assert str(problem) == "it does not tell its version: exit code 3"


def test_what_adapters_say_is_said_in_the_language_of_the_window(languages: Languages) -> None:
    details: dict[str, str | int] = {"agent": "Codex", "reason": "too many requests (429): slow"}
    _, action = code_texts(Code.PROCESS_FAILED, details)
    assert action.endswith("Codex: too many requests in a short time (429): slow")
    languages.choose("zh_CN")
    for text in {*SAID.values(), *WORDS.values()}:
        assert translate("Messages", text) != text, text
    assert code_texts(Code.PROCESS_FAILED, details)[1].endswith("短时间内请求过多 (429): slow")
    prose: dict[str, str | int] = {"reason": "it answered in prose, not in the schema"}
    assert "没有按要求的格式" in code_texts(Code.INVALID_OUTPUT, prose)[1]
    size: dict[str, str | int] = {"field": "entries", "size": 201, "limit": 200}
    assert "返回的条目大小：201，上限：200" in code_texts(Code.OUTPUT_TOO_LARGE, size)[1]


def test_an_unknown_reason_is_said_as_it_is() -> None:
    assert code_texts(Code.PROCESS_FAILED, {"reason": "the cat sat"})[1].endswith(": the cat sat")


def test_numbers_choose_their_plural(languages: Languages) -> None:
    ago = plural("Format", "%n days ago")
    assert [ago(1), ago(2)] == ["1 day ago", "2 days ago"]
    languages.choose("zh_CN")
    assert ago(2) == "2 天前"


class Greeting(Surface):
    """A surface with one text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(self)
        self.retranslate()

    def retranslate(self) -> None:
        self.label.setText(translate("Words", "Decision"))


def test_an_open_surface_changes_its_language(languages: Languages) -> None:
    window = QWidget()
    greeting = Greeting(window)
    assert greeting.label.text() == "Decision"
    languages.choose("zh_CN")
    QApplication.sendPostedEvents()
    assert greeting.label.text() == "决策"
    languages.choose("en")
    QApplication.sendPostedEvents()
    assert greeting.label.text() == "Decision"


def test_a_missing_translation_leaves_english(qapp: object, tmp_path: Path) -> None:
    languages = Languages(qapp, "zh_CN", tmp_path)  # type: ignore[arg-type]
    assert translate("Words", "Decision") == "Decision"
    languages.choose("en")


@pytest.mark.parametrize(
    ("ui", "language"),
    [
        (["zh-Hans-CN", "en-US"], "zh_CN"),
        (["zh_CN"], "zh_CN"),
        (["de-DE", "en-GB"], "en"),
        (["de-DE", "zh-TW"], "zh_CN"),
        ([], "en"),
    ],
)
def test_the_system_language_is_the_first_that_is_spoken(ui: list[str], language: str) -> None:
    assert system_language(lambda: ui) == language
