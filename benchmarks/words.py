"""Invented text for generated transcripts: Chinese and English sentences, code and listings."""

import random


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ZH_SUBJECTS = _split(
    "这个接口 缓存层 登录流程 迁移脚本 订单服务 后台任务 配置文件 测试用例 数据库连接池 前端页面 "
    "消息队列 日志模块 权限检查 搜索索引 会话列表 上传组件 定时任务 支付回调 编译脚本 依赖版本"
)
_ZH_VERBS = _split(
    "在高并发下会 目前只能 应该改成 已经验证可以 不能再 每次重启都会 必须先 偶尔会 需要 决定暂时不"
)
_ZH_OBJECTS = _split(
    "丢失最后一次写入 返回旧的数据 使用只读事务 重新建立连接 按创建时间排序 读取环境变量 "
    "等待锁释放 写入临时目录再改名 校验签名 分批处理五百条 记录耗时与条数 抛出超时异常 "
    "回滚到上一个版本 兼容旧的字段名 限制每秒请求数 合并重复的提示"
)
_ZH_TAILS = (
    "，所以先加一个回归测试。",
    "；原因是两个线程共用同一个句柄。",
    "，上线前请再确认一次。",
    "。结论：以服务端时间为准。",
    "，不要手工修改生成的文件。",
    "，这样重试也不会重复扣款。",
    "。",
    "，详见下面的输出。",
)
_EN_SUBJECTS = (
    "the retry loop",
    "our cache layer",
    "the migration",
    "this endpoint",
    "the worker pool",
    "the config loader",
    "the parser",
    "the nightly job",
    "the session list",
    "the upload form",
    "the build script",
    "the test suite",
)
_EN_VERBS = (
    "still drops",
    "has to keep",
    "now validates",
    "must never touch",
    "only reads",
    "silently ignores",
    "should batch",
    "waits for",
    "was rewritten to stream",
    "no longer caches",
)
_EN_OBJECTS = (
    "the last write under load",
    "rows older than thirty days",
    "the lock file in the temp folder",
    "headers that arrive twice",
    "the user's own settings",
    "records with a null parent",
    "symbolic links outside the root",
    "messages longer than 64 KiB",
)
_EN_TAILS = (
    ", so I added a regression test first.",
    "; the reason is a shared handle between two threads.",
    " because the server clock is the only one we trust.",
    ".",
    ", which the failing run above shows.",
    " unless the flag is set.",
)
_NAMES = _split("load merge parse render split rotate verify queue fetch encode trim index")
_NOUNS = _split("order cart ledger batch token page chunk route draft event record shard")
_TEST_STATES = ("PASSED", "PASSED", "PASSED", "PASSED", "FAILED", "SKIPPED")

Words = random.Random


def chinese(words: Words) -> str:
    """Return a Chinese sentence."""
    first, verb, last = map(words.choice, (_ZH_SUBJECTS, _ZH_VERBS, _ZH_OBJECTS))
    return f"{first}{verb}{last}{words.choice(_ZH_TAILS)}"


def english(words: Words) -> str:
    """Return an English sentence with a blank after it."""
    first, verb, last = map(words.choice, (_EN_SUBJECTS, _EN_VERBS, _EN_OBJECTS))
    return f"{first} {verb} {last}{words.choice(_EN_TAILS)} ".capitalize()


def code(words: Words) -> str:
    """Return a Python function."""
    name, noun = words.choice(_NAMES), words.choice(_NOUNS)
    body = "\n".join(
        f"    {words.choice(_NOUNS)}_{line} = {words.choice(_NAMES)}({noun}, limit="
        f"{words.randrange(2, 5000)})  # {english(words).strip()}"
        for line in range(words.randrange(3, 16))
    )
    return (
        f'def {name}_{noun}({noun}):\n    """{chinese(words)}"""\n{body}\n    return {noun}_0\n\n'
    )


def listing(words: Words) -> str:
    """Return what a test run prints."""
    return "\n".join(
        f"tests/test_{words.choice(_NOUNS)}.py::test_{words.choice(_NAMES)}_{words.randrange(99)} "
        f"{words.choice(_TEST_STATES)} [{percent:3d}%]"
        for percent in range(0, 100, words.randrange(2, 12))
    )


class Pool:
    """Texts made once and drawn from ever after, so that writing is faster than inventing."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._sentences = {
            "zh": [chinese(words) for _ in range(4_000)],
            "en": [english(words) for _ in range(4_000)],
        }
        self._code = [code(words) for _ in range(600)]
        self._listings = [listing(words) for _ in range(200)]

    def prose(self, language: str, sentences: int) -> str:
        """Return some sentences, a few of them in the other language."""
        other = "en" if language == "zh" else "zh"
        picked = [
            self._words.choice(self._sentences[other if self._words.random() < 0.1 else language])
            for _ in range(sentences)
        ]
        return "".join(picked).strip()

    def answer(self, language: str) -> str:
        """Return an answer in Markdown, some with a list or a code block."""
        parts = [self.prose(language, self._words.randrange(1, 5))]
        if self._words.random() < 0.3:
            lines = [f"- {self.prose(language, 1)}" for _ in range(self._words.randrange(2, 6))]
            parts.append("\n".join(lines))
        if self._words.random() < 0.25:
            parts.append(f"```python\n{self.code(1)}```")
        return "\n\n".join(parts)

    def code(self, functions: int) -> str:
        """Return Python code."""
        return "".join(self._words.choice(self._code) for _ in range(functions))

    def numbered(self, functions: int) -> str:
        """Return Python code with line numbers, as agents read files."""
        lines = self.code(functions).splitlines()
        return "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 1))

    def output(self) -> str:
        """Return what a command printed."""
        return self._words.choice(self._listings)
