<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>AboutForm</name>
    <message>
        <source>Turns your sessions with coding agents into a knowledge base you own. Everything stays on this computer; text leaves it only when you press “Curate and save”, and only to the agent you pick.</source>
        <translation>把你与编程智能体的会话整理成属于你自己的知识库。所有内容都保存在本机；只有点击「整理并保存」时，文本才会发送给你所选的智能体。</translation>
    </message>
    <message>
        <source>Free software under the MIT licence.</source>
        <translation>自由软件，MIT 许可证。</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Link copied</source>
        <translation>已复制链接</translation>
    </message>
    <message>
        <source>Open entry</source>
        <translation>打开条目</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>查看(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Knowledge</source>
        <translation>知识库(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Session id copied</source>
        <translation>已复制会话 ID</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Curate to knowledge base</source>
        <translation>整理到会话知识库</translation>
    </message>
    <message>
        <source>Copy session id</source>
        <translation>复制会话 ID</translation>
    </message>
    <message>
        <source>Show file</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Attach recording</source>
        <translation>附加终端录制</translation>
    </message>
    <message>
        <source>Import recording</source>
        <translation>导入终端录制</translation>
    </message>
    <message>
        <source>Look for sessions again</source>
        <translation>重新查找会话</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开已关闭的标签页</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Sessions pane</source>
        <translation>会话栏</translation>
    </message>
    <message>
        <source>Knowledge pane</source>
        <translation>知识库栏</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>整理记录</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>暂停全部</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>About Vela</source>
        <translation>关于 Vela</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Sub-agent</source>
        <translation>子智能体</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出码 {code}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>no result</source>
        <translation>无结果</translation>
    </message>
    <message>
        <source>%n lines</source>
        <translation>%n 行</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Summary of what came before (compaction)</source>
        <translation>此前内容的摘要（压缩）</translation>
    </message>
    <message>
        <source>Notice of the agent&apos;s program</source>
        <translation>智能体程序的通知</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>[image]</source>
        <translation>［图片］</translation>
    </message>
    <message>
        <source>{count} characters, folded</source>
        <translation>{count} 个字符，已折叠</translation>
    </message>
    <message>
        <source>{count} more characters</source>
        <translation>还有 {count} 个字符</translation>
    </message>
    <message>
        <source>taken over from the parent session</source>
        <translation>继承自父会话</translation>
    </message>
    <message>
        <source>no result recorded</source>
        <translation>没有记录结果</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>%n steps</source>
        <translation>%n 步</translation>
    </message>
    <message>
        <source>Parts  %n</source>
        <translation>分段  %n</translation>
    </message>
    <message>
        <source>Parts of the recording</source>
        <translation>录制的分段</translation>
    </message>
    <message>
        <source>Prompts  %n</source>
        <translation>提问  %n</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Curate to knowledge base…</source>
        <translation>整理到会话知识库…</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>View newest source snapshot</source>
        <translation>查看最新的来源快照</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Messages appear here as soon as the agent writes them.</source>
        <translation>智能体写下消息后会立即显示在这里。</translation>
    </message>
    <message>
        <source>What was read for the curation of {when} is kept.</source>
        <translation>{when} 整理时读取的内容仍然保留。</translation>
    </message>
    <message>
        <source>This session is no longer on this computer.</source>
        <translation>此会话已不在本机。</translation>
    </message>
    <message>
        <source>Its agent may have cleaned up its transcript. Entries and snapshots are kept.</source>
        <translation>它的对话记录可能已被智能体清理。条目和快照仍然保留。</translation>
    </message>
    <message>
        <source>The transcript is no longer there.</source>
        <translation>对话记录已不存在。</translation>
    </message>
    <message>
        <source>The transcript cannot be read.</source>
        <translation>无法读取对话记录。</translation>
    </message>
    <message>
        <source>%n parts</source>
        <translation>%n 段</translation>
    </message>
    <message>
        <source>%n turns</source>
        <translation>%n 轮</translation>
    </message>
    <message>
        <source>%n unreadable lines</source>
        <translation>%n 行无法读取</translation>
    </message>
    <message>
        <source>This session has no messages yet.</source>
        <translation>此会话还没有消息。</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>轮次 {number}</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>已复制引用</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>已复制链接</translation>
    </message>
    <message>
        <source>Select all that is loaded</source>
        <translation>全选已载入的内容</translation>
    </message>
    <message>
        <source>Copy the citation of turn {number}</source>
        <translation>复制第 {number} 轮的引用</translation>
    </message>
    <message>
        <source>Copy the link to turn {number}</source>
        <translation>复制第 {number} 轮的链接</translation>
    </message>
    <message>
        <source>Place in the conversation</source>
        <translation>在对话中的位置</translation>
    </message>
    <message>
        <source>The transcript is no longer there. This is the attached recording.</source>
        <translation>对话记录已不存在，以下为附加的终端录制。</translation>
    </message>
    <message>
        <source>Text that was visible on a terminal&apos;s screen. It may repeat and is not verified.</source>
        <translation>终端屏幕上可见的文本，可能有重绘的内容，不应视为已核实的事实。</translation>
    </message>
</context>
<context>
    <name>Curate</name>
    <message>
        <source>Not installed or configured</source>
        <translation>未安装或未配置</translation>
    </message>
    <message>
        <source>No model, offline; sends nothing</source>
        <translation>不使用模型，离线运行，不发送任何内容</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Curate to knowledge base</source>
        <translation>整理到会话知识库</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Curate and save</source>
        <translation>整理并保存</translation>
    </message>
    <message>
        <source>Closing this window does not stop the job; see “Jobs”.</source>
        <translation>关闭窗口不会停止任务，进度见「整理记录」。</translation>
    </message>
    <message>
        <source>{project} · last active {when}</source>
        <translation>{project} · 最后活动 {when}</translation>
    </message>
    <message>
        <source>Unknown project</source>
        <translation>未知项目</translation>
    </message>
    <message>
        <source>What will be sent</source>
        <translation>将要发送的内容</translation>
    </message>
    <message>
        <source>Close text</source>
        <translation>关闭文本</translation>
    </message>
    <message>
        <source>{chars} characters, exactly as they are sent</source>
        <translation>{chars} 个字符，与发送的内容完全一致</translation>
    </message>
    <message>
        <source>A model&apos;s name</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Codex always adds your own ~/.codex/AGENTS.md to what it reads; that cannot be switched off.</source>
        <translation>Codex 总会一并读取你自己的 ~/.codex/AGENTS.md，这一点无法关闭。</translation>
    </message>
    <message>
        <source>OpenCode always adds the name of the model, the path of an empty folder, the operating system, the date, and the instruction files that your opencode.json names with a full path or an address; that cannot be switched off.</source>
        <translation>OpenCode 总会附带模型名称、一个空文件夹的路径、操作系统、日期，以及你的 opencode.json 中以完整路径或网址列出的指令文件；这无法关闭。</translation>
    </message>
    <message>
        <source>OMP always adds facts about this computer (operating system, kernel, processor, terminal), the date and its own working rules to what it reads; that cannot be switched off.</source>
        <translation>OMP 总会把这台电脑的信息（操作系统、内核、处理器、终端）、日期以及它自己的工作规则附加到所读内容中，无法关闭。</translation>
    </message>
    <message>
        <source>Preview &amp;text</source>
        <translation>预览文本(&amp;T)</translation>
    </message>
    <message>
        <source>Source: terminal recording. Text that was visible on a terminal&apos;s screen; it may repeat and is not verified. The agent is told so.</source>
        <translation>来源：终端录制。终端屏幕上可见的文本，可能有重绘的内容，不应视为已核实的事实；智能体会被告知这一点。</translation>
    </message>
    <message>
        <source>The text stays on this computer; no model reads it.</source>
        <translation>文本留在本机，不会有模型读取它。</translation>
    </message>
    <message>
        <source>This text is sent to {agent}, which handles it by its own configuration.</source>
        <translation>整理时，以上文本会发送给 {agent}，按它自己的模型配置处理。</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>分段</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>分段</translation>
    </message>
    <message>
        <source>secrets are not masked</source>
        <translation>密钥未遮盖</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>次调用</translation>
    </message>
    <message>
        <source>calls: {extract} to extract, {merge} to merge</source>
        <translation>次调用：提取 {extract}，合并 {merge}</translation>
    </message>
    <message>
        <source>One call a segment, then one a topic. A first segment usually gives 1 to 24 topics, each later one 1 to 6 new ones. Calls that must be repeated come on top.</source>
        <translation>每个分段调用一次，之后每个主题调用一次。首个分段通常得到 1–24 个主题，之后每段新增 1–6 个；需要重试的调用另计。</translation>
    </message>
    <message>
        <source>secrets masked</source>
        <translation>处密钥已遮盖</translation>
    </message>
    <message>
        <source>v{version} · edited by hand, {when}</source>
        <translation>v{version} · {when} 手动修改</translation>
    </message>
    <message>
        <source>and %n more</source>
        <translation>另有 %n 个</translation>
    </message>
    <message>
        <source>This replaces the running job, and starts by itself when that has stopped.</source>
        <translation>将取代正在进行的任务，并在其停止后自动开始。</translation>
    </message>
    <message>
        <source>This replaces the job that waits to start.</source>
        <translation>将取代正在等待开始的任务。</translation>
    </message>
    <message>
        <source>This starts by itself when the session&apos;s previous job has stopped.</source>
        <translation>本会话的上一项整理停止后，将自动开始。</translation>
    </message>
    <message>
        <source>An entry with the same title gains a revision and its older text can be restored; entries that are not produced again go, with their history.</source>
        <translation>标题相同的条目新增一个修订，可恢复旧版；不再生成的条目会连同修订历史一起删除。</translation>
    </message>
    <message>
        <source>Entries made by hand, imported, or moved here from elsewhere are not touched.</source>
        <translation>手动创建、导入或从别处移入的条目不受影响。</translation>
    </message>
    <message>
        <source>%n entries curated from this session will be replaced</source>
        <translation>将替换从本会话整理出的 %n 个条目</translation>
    </message>
    <message>
        <source>%n of them edited by you</source>
        <translation>其中 %n 个你修改过</translation>
    </message>
    <message>
        <source>{replaced}, {edited}</source>
        <translation>{replaced}，{edited}</translation>
    </message>
</context>
<context>
    <name>CurateForm</name>
    <message>
        <source>Curate to knowledge base</source>
        <translation>整理到会话知识库</translation>
    </message>
    <message>
        <source>&amp;Agent</source>
        <translation>智能体(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Model (optional)</source>
        <translation>模型（可选）(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Effort</source>
        <translation>思考程度(&amp;E)</translation>
    </message>
    <message>
        <source>What will be sent</source>
        <translation>将要发送的内容</translation>
    </message>
    <message>
        <source>Mask &amp;secrets</source>
        <translation>遮盖密钥(&amp;S)</translation>
    </message>
    <message>
        <source>Add short &amp;excerpts of command results</source>
        <translation>附上命令结果的简短摘录(&amp;X)</translation>
    </message>
</context>
<context>
    <name>Entries</name>
    <message>
        <source>edited by hand · {when}</source>
        <translation>有手动修改 · {when}</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Up one level</source>
        <translation>返回上一级</translation>
    </message>
    <message>
        <source>Right-click a session and choose “Curate to knowledge base…”. What was worth keeping appears here.</source>
        <translation>右键点击会话，选择「整理到会话知识库…」，值得留下的内容会出现在这里。</translation>
    </message>
    <message>
        <source>No entry here has the tag #{tag}</source>
        <translation>这里没有带标签 #{tag} 的条目</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>This session has no entries</source>
        <translation>这个会话没有条目</translation>
    </message>
    <message>
        <source>Curate it to keep what was worth knowing in it.</source>
        <translation>整理这个会话，把值得留下的知识存成条目。</translation>
    </message>
    <message>
        <source>Curate this session…</source>
        <translation>整理这个会话…</translation>
    </message>
    <message>
        <source>Nothing curated yet</source>
        <translation>还没有整理过的知识</translation>
    </message>
    <message>
        <source>There are no entries here</source>
        <translation>这里没有条目</translation>
    </message>
    <message>
        <source>Page {page} of {pages} · {size} a page</source>
        <translation>第 {page} 页，共 {pages} 页 · 每页 {size} 条</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Open conversation</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Filter by tag</source>
        <translation>按标签筛选</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>%n entries</source>
        <translation>%n 个条目</translation>
    </message>
    <message>
        <source>{count} tagged #{tag}</source>
        <translation>{count} · 标签 #{tag}</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>全部标签</translation>
    </message>
    <message>
        <source>Last updated</source>
        <translation>最近更新</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>按标题排序</translation>
    </message>
</context>
<context>
    <name>Entry</name>
    <message>
        <source>Body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Markdown source of the body</source>
        <translation>正文的 Markdown 源码</translation>
    </message>
    <message>
        <source>Esc goes back to reading</source>
        <translation>按 Esc 返回阅读</translation>
    </message>
    <message>
        <source>Snapshot · {when}</source>
        <translation>来源快照 · {when}</translation>
    </message>
    <message>
        <source>%n characters</source>
        <translation>%n 个字符</translation>
    </message>
    <message>
        <source>{agent} session</source>
        <translation>{agent} 会话</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>curated by {agent}</source>
        <translation>由{agent}整理</translation>
    </message>
    <message>
        <source>a link was removed</source>
        <translation>移除了一个链接</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>手动修改</translation>
    </message>
    <message>
        <source>{when}, {deed}</source>
        <translation>{when} {deed}</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit title, summary, tags and kind</source>
        <translation>编辑标题、摘要、标签和类型</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Up one level</source>
        <translation>返回上一级</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>About this entry</source>
        <translation>条目信息</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Unsaved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Waiting for another program…</source>
        <translation>正在等待另一个程序…</translation>
    </message>
    <message>
        <source>This entry was changed elsewhere. Both texts are kept.</source>
        <translation>此条目已在别处修改，两份内容都已保留。</translation>
    </message>
    <message>
        <source>Unsaved changes from {when} were brought back; the entry has changed since.</source>
        <translation>已恢复 {when} 未保存的修改；此条目在那之后又有改动。</translation>
    </message>
    <message>
        <source>Unsaved changes from {when} were brought back.</source>
        <translation>已恢复 {when} 未保存的修改。</translation>
    </message>
    <message>
        <source>Yours is here and not saved; the other one is v{version}.</source>
        <translation>你的内容在这里，尚未保存；另一份是 v{version}。</translation>
    </message>
    <message>
        <source>Save mine as the newest version</source>
        <translation>把我的保存为最新版本</translation>
    </message>
    <message>
        <source>Look at v{version}</source>
        <translation>查看 v{version}</translation>
    </message>
    <message>
        <source>Give up mine</source>
        <translation>放弃我的修改</translation>
    </message>
    <message>
        <source>They are not saved yet.</source>
        <translation>这些修改尚未保存。</translation>
    </message>
    <message>
        <source>This entry has been removed from the knowledge base.</source>
        <translation>此条目已从知识库中删除。</translation>
    </message>
    <message>
        <source>What you wrote cannot be saved any more, but it is kept. Copy it to use it.</source>
        <translation>你写的内容无法再保存到此条目，但已保留。如需使用，请复制。</translation>
    </message>
    <message>
        <source>The link works once there is one and the body is saved.</source>
        <translation>有了同名条目并再次保存正文后，链接即可使用。</translation>
    </message>
    <message>
        <source>Its text is still here. Copy it to keep it elsewhere.</source>
        <translation>正文仍显示在这里。如需另外保存，请复制。</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制正文</translation>
    </message>
    <message>
        <source>Give up these changes</source>
        <translation>放弃这些修改</translation>
    </message>
    <message>
        <source>No entry is called “{title}”.</source>
        <translation>没有名为「{title}」的条目。</translation>
    </message>
    <message>
        <source>This entry is no longer there</source>
        <translation>此条目已不存在</translation>
    </message>
    <message>
        <source>It was removed, or its session was curated again without it.</source>
        <translation>它已被删除，或重新整理会话时没有再次生成。</translation>
    </message>
    <message>
        <source>What you wrote in it and did not save is still kept.</source>
        <translation>你在其中写下但未保存的内容仍然保留着。</translation>
    </message>
    <message>
        <source>Copy the unsaved text</source>
        <translation>复制未保存的内容</translation>
    </message>
</context>
<context>
    <name>EntryForm</name>
    <message>
        <source>Edit entry</source>
        <translation>编辑条目</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save entry</source>
        <translation>保存条目</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Open “{title}”</source>
        <translation>打开「{title}」</translation>
    </message>
    <message>
        <source>Save mine as the newest version</source>
        <translation>把我的保存为最新版本</translation>
    </message>
    <message>
        <source>Waiting for another program…</source>
        <translation>正在等待另一个程序…</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation>摘要(&amp;S)</translation>
    </message>
    <message>
        <source>T&amp;ags, separated by commas</source>
        <translation>标签，用逗号分隔(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>类型(&amp;K)</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No hit</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>{at} of {total}</source>
        <translation>第 {at} / {total} 处</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%n minutes ago</source>
        <translation>%n 分钟前</translation>
    </message>
    <message>
        <source>%n hours ago</source>
        <translation>%n 小时前</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>%n days ago</source>
        <translation>%n 天前</translation>
    </message>
    <message>
        <source>last week</source>
        <translation>上周</translation>
    </message>
    <message>
        <source>%n weeks ago</source>
        <translation>%n 周前</translation>
    </message>
    <message>
        <source>MMM d</source>
        <translation>MM-dd</translation>
    </message>
    <message>
        <source>MMM d, yyyy</source>
        <translation>yyyy-MM-dd</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>今天 {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>昨天 {time}</translation>
    </message>
    <message>
        <source>{date}, {time}</source>
        <translation>{date} {time}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} 分 {seconds} 秒</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Show all %n</source>
        <translation>显示全部 %n 条</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Related entries</source>
        <translation>关联条目</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Backlinks</source>
        <translation>反向引用</translation>
    </message>
    <message>
        <source>No entry links here</source>
        <translation>没有条目链接到这里</translation>
    </message>
    <message>
        <source>About this entry</source>
        <translation>条目信息</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Revision history</source>
        <translation>修订历史</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>{chars} characters</source>
        <translation>{chars} 个字符</translation>
    </message>
    <message>
        <source>%n segments</source>
        <translation>%n 个分段</translation>
    </message>
    <message>
        <source>%n calls</source>
        <translation>%n 次调用</translation>
    </message>
    <message>
        <source>answered by {model}</source>
        <translation>由 {model} 回答</translation>
    </message>
    <message>
        <source>View source snapshot</source>
        <translation>查看来源快照</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Changed by you meanwhile: {titles}</source>
        <translation>你在此期间修改过：{titles}</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Choose another agent or model…</source>
        <translation>换智能体或模型重新整理…</translation>
    </message>
    <message>
        <source>Deleted, moved or protected meanwhile: {titles}</source>
        <translation>在此期间已删除、移动或保护：{titles}</translation>
    </message>
    <message>
        <source>Error output of the agent (masked)</source>
        <translation>智能体的错误输出（已遮盖）</translation>
    </message>
    <message>
        <source>Entries of this session were changed while the job ran. The changes are kept; the job saved nothing.</source>
        <translation>任务进行期间，该会话的条目有改动。改动已保留，任务没有保存任何结果。</translation>
    </message>
    <message>
        <source>A retry shows the changed entries and asks before replacing them.</source>
        <translation>重试会先列出这些条目，经你确认后才会替换。</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>整理记录</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Filter by status</source>
        <translation>按状态筛选</translation>
    </message>
    <message>
        <source>Filter by project</source>
        <translation>按项目筛选</translation>
    </message>
    <message>
        <source>One session</source>
        <translation>单个会话</translation>
    </message>
    <message>
        <source>Show the jobs of all sessions</source>
        <translation>显示所有会话的任务</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Waiting jobs start again</source>
        <translation>重新启动等待中的任务</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>暂停全部</translation>
    </message>
    <message>
        <source>Start no waiting job until you resume</source>
        <translation>继续之前不再启动等待中的任务</translation>
    </message>
    <message>
        <source>All statuses</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>全部项目</translation>
    </message>
    <message>
        <source>Source project unknown</source>
        <translation>来源项目未知</translation>
    </message>
    <message>
        <source>Jobs are paused</source>
        <translation>任务已暂停</translation>
    </message>
    <message>
        <source>Running jobs go on to their end. Waiting ones start when you resume.</source>
        <translation>正在运行的任务会继续完成，等待中的任务在你点击「继续」后开始。</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Agent · model · effort</source>
        <translation>智能体 · 模型 · 思考程度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>No job matches the filters</source>
        <translation>没有符合筛选条件的任务</translation>
    </message>
    <message>
        <source>Other jobs may be in the records.</source>
        <translation>整理记录中可能还有其他任务。</translation>
    </message>
    <message>
        <source>No jobs yet</source>
        <translation>还没有整理任务</translation>
    </message>
    <message>
        <source>Right-click a session and choose “Curate to knowledge base…”. Every run then stands here.</source>
        <translation>右键点击会话，选择「整理到会话知识库…」，每次整理都会列在这里。</translation>
    </message>
    <message>
        <source>Steps copied</source>
        <translation>已复制步骤</translation>
    </message>
    <message>
        <source>%n jobs</source>
        <translation>共 %n 个任务</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Details are shown</source>
        <translation>已显示详情</translation>
    </message>
    <message>
        <source>Details are hidden</source>
        <translation>未显示详情</translation>
    </message>
    <message>
        <source>Open entries</source>
        <translation>打开条目</translation>
    </message>
    <message>
        <source>Only the jobs of this session</source>
        <translation>只看本会话的任务</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Curate again…</source>
        <translation>重新整理…</translation>
    </message>
    <message>
        <source>Cancel job</source>
        <translation>取消任务</translation>
    </message>
    <message>
        <source>Delete record…</source>
        <translation>删除记录…</translation>
    </message>
    <message>
        <source>May %n entries that you took away come back?</source>
        <translation>允许你移走的 %n 个条目重新出现？</translation>
    </message>
    <message>
        <source>“{title}” (v{version})</source>
        <translation>「{title}」（v{version}）</translation>
    </message>
    <message>
        <source>“{title}” (deleted, moved or protected)</source>
        <translation>「{title}」（已删除、移动或保护）</translation>
    </message>
    <message>
        <source>What you deleted, moved or protected stays so, but a retry may write a new entry with the same title.</source>
        <translation>你删除、移动或保护的内容保持不变，但重试可能会写入同名的新条目。</translation>
    </message>
    <message>
        <source>and %n more</source>
        <translation>另有 %n 个</translation>
    </message>
    <message>
        <source>An entry that is produced again gains a revision, and your text can be restored; one that is not produced again goes, with its history.</source>
        <translation>再次生成的条目会新增一个修订，你的修改可以恢复；不再生成的条目会连同修订历史一起删除。</translation>
    </message>
    <message>
        <source>Retry and replace %n entries</source>
        <translation>重试并替换 %n 个条目</translation>
    </message>
    <message>
        <source>“{title}” · {status} · {when}</source>
        <translation>「{title}」· {status} · {when}</translation>
    </message>
    <message>
        <source>A deleted record does not come back.</source>
        <translation>记录删除后无法找回。</translation>
    </message>
    <message>
        <source>A deleted record does not come back and cannot be retried.</source>
        <translation>记录删除后无法找回，也不能再重试。</translation>
    </message>
    <message>
        <source>Its source snapshot, the session and its entries stay.</source>
        <translation>来源快照、会话及其条目都会保留。</translation>
    </message>
    <message>
        <source>Delete record</source>
        <translation>删除记录</translation>
    </message>
    <message>
        <source>Keep record</source>
        <translation>保留记录</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Delete this record?</source>
        <translation>删除这条记录？</translation>
    </message>
    <message>
        <source>Look at the entries</source>
        <translation>查看这些条目</translation>
    </message>
    <message>
        <source>Replace %n entries that you changed?</source>
        <translation>替换你修改过的 %n 个条目？</translation>
    </message>
    <message>
        <source>Waiting for the agent&apos;s process to stop…</source>
        <translation>正在等待智能体进程停止…</translation>
    </message>
    <message>
        <source>Stopped at {where}</source>
        <translation>停在{where}</translation>
    </message>
    <message>
        <source>%n entries</source>
        <translation>%n 个条目</translation>
    </message>
    <message>
        <source>secrets not masked</source>
        <translation>密钥未遮盖</translation>
    </message>
    <message>
        <source>with excerpts of command results</source>
        <translation>附命令结果摘录</translation>
    </message>
    <message>
        <source>up to %n calls at once</source>
        <translation>最多同时 %n 次调用</translation>
    </message>
    <message>
        <source>{tokens} so far</source>
        <translation>已用 {tokens}</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} tokens</translation>
    </message>
    <message>
        <source>Saved %n entries</source>
        <translation>保存 %n 个条目</translation>
    </message>
    <message>
        <source>Replaced by a newer job</source>
        <translation>已被更新的任务取代</translation>
    </message>
    <message>
        <source>Cancelled before it began</source>
        <translation>开始前已取消</translation>
    </message>
    <message>
        <source>Cancelled by you at {where}</source>
        <translation>你在{where} 时取消</translation>
    </message>
    <message>
        <source>%n entries unchanged</source>
        <translation>原有的 %n 个条目不变</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>开始阶段</translation>
    </message>
    <message>
        <source>Stopped at {where}. The source snapshot is kept.</source>
        <translation>停在{where}。来源快照会保留。</translation>
    </message>
    <message>
        <source>%n finished steps are kept; a retry does only the rest.</source>
        <translation>已完成的 %n 步会保留，重试只做剩下的部分。</translation>
    </message>
    <message>
        <source>Stopped at {where}. {steps}</source>
        <translation>停在{where}。{steps}</translation>
    </message>
    <message>
        <source>title unknown</source>
        <translation>标题未知</translation>
    </message>
    <message>
        <source>ended {when}</source>
        <translation>{when} 结束</translation>
    </message>
    <message>
        <source>started {when}</source>
        <translation>{when} 开始</translation>
    </message>
    <message>
        <source>submitted {when}</source>
        <translation>{when} 提交</translation>
    </message>
    <message>
        <source>%n finished steps</source>
        <translation>已完成 %n 步</translation>
    </message>
    <message>
        <source>%n reused</source>
        <translation>沿用 %n 步</translation>
    </message>
    <message>
        <source>%n tries</source>
        <translation>共尝试 %n 次</translation>
    </message>
    <message>
        <source>{tokens} tokens in</source>
        <translation>输入 {tokens} tokens</translation>
    </message>
    <message>
        <source>{tokens} tokens in ({cached} cached)</source>
        <translation>输入 {tokens} tokens（缓存 {cached}）</translation>
    </message>
    <message>
        <source>{tokens} tokens out</source>
        <translation>输出 {tokens} tokens</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>In</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>reused</source>
        <translation>沿用</translation>
    </message>
    <message>
        <source>Copy the steps as a table</source>
        <translation>将步骤复制为表格</translation>
    </message>
    <message>
        <source>Finished steps</source>
        <translation>已完成的步骤</translation>
    </message>
    <message>
        <source>Agent settings…</source>
        <translation>智能体设置…</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <source>Another Vela runs this job: process {pid} on {host}.</source>
        <translation>该任务由另一个 Vela 进程运行：{host} 上的进程 {pid}。</translation>
    </message>
    <message>
        <source>No process of the agent runs just now.</source>
        <translation>此刻没有智能体进程在运行。</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>{name} {pid}</source>
        <translation>{name} {pid}</translation>
    </message>
    <message>
        <source>{size} read</source>
        <translation>已读取 {size}</translation>
    </message>
    <message>
        <source>{size} of messages</source>
        <translation>错误输出 {size}</translation>
    </message>
    <message>
        <source>{size} of memory</source>
        <translation>内存 {size}</translation>
    </message>
</context>
<context>
    <name>KnowledgeTree</name>
    <message>
        <source>Session knowledge base</source>
        <translation>会话知识库</translation>
    </message>
    <message>
        <source>Load more (%n)</source>
        <translation>加载更多（%n）</translation>
    </message>
    <message>
        <source>Made by hand</source>
        <translation>手动创建</translation>
    </message>
    <message>
        <source>Merged entries of earlier versions</source>
        <translation>历史合并条目</translation>
    </message>
    <message>
        <source>Unknown source project</source>
        <translation>来源项目未知</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>知识库</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>整理记录</translation>
    </message>
    <message>
        <source>Knowledge tree</source>
        <translation>知识库树</translation>
    </message>
    <message>
        <source>Nothing curated yet</source>
        <translation>还没有整理过的会话</translation>
    </message>
    <message>
        <source>Right-click a session and choose “Curate to knowledge base…”. Entries appear here as project → session → entry.</source>
        <translation>右键点击会话，选择「整理到会话知识库…」。条目会按项目 → 会话 → 条目显示在这里。</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>The source, context or output is larger than supported. Nothing was cut and no entry was saved.</source>
        <translation>来源、上下文或输出超出支持的大小，未截断内容，也未保存条目。</translation>
    </message>
    <message>
        <source>This session has no conversation that can be read yet.</source>
        <translation>此会话暂无可读取的对话内容。</translation>
    </message>
    <message>
        <source>Open it in its agent and write something, then try again.</source>
        <translation>请在智能体中打开它并写些内容，然后重试。</translation>
    </message>
    <message>
        <source>The job was interrupted. Retry works on the saved source snapshot.</source>
        <translation>整理任务已中断，可重试处理已保存的来源快照。</translation>
    </message>
    <message>
        <source>Retry; finished steps are not paid for again.</source>
        <translation>可以重试，已完成的步骤不会重复计费。</translation>
    </message>
    <message>
        <source>The command was stopped; the job {job} still waits.</source>
        <translation>命令已停止；任务 {job} 仍在等待。</translation>
    </message>
    <message>
        <source>It starts in Vela&apos;s window, or with: vela jobs run</source>
        <translation>它会在 Vela 窗口中开始，或运行：vela jobs run</translation>
    </message>
    <message>
        <source>Follow it with: vela jobs show {job}</source>
        <translation>查看它请运行：vela jobs show {job}</translation>
    </message>
    <message>
        <source>Not installed or not configured</source>
        <translation>未安装或未配置</translation>
    </message>
    <message>
        <source>It was changed elsewhere in the meantime. Nothing was overwritten.</source>
        <translation>内容在此期间已被其他地方修改，没有覆盖任何内容。</translation>
    </message>
    <message>
        <source>Look at the present version, then save or retry.</source>
        <translation>请先查看当前版本，再保存或重试。</translation>
    </message>
    <message>
        <source>Entries of this session were changed while the job ran: {titles}. The changes are kept; the job saved nothing.</source>
        <translation>任务进行期间，该会话的条目有改动：{titles}。改动已保留，任务没有保存任何结果。</translation>
    </message>
    <message>
        <source>Look at them. To have a retry replace them: vela jobs retry {job} --replace</source>
        <translation>请先查看这些条目。如需在重试时替换它们，请运行：vela jobs retry {job} --replace</translation>
    </message>
    <message>
        <source>This session already has an entry titled “{title}”.</source>
        <translation>此会话中已有标题为「{title}」的条目。</translation>
    </message>
    <message>
        <source>Choose another title, or open that entry.</source>
        <translation>请换一个标题，或打开那个条目。</translation>
    </message>
    <message>
        <source>There is no {kind} {id}.</source>
        <translation>找不到{kind} {id}。</translation>
    </message>
    <message>
        <source>It may have been deleted or replaced. Look it up again.</source>
        <translation>它可能已被删除或替换，请重新查找。</translation>
    </message>
    <message>
        <source>More than one {kind} begins with “{value}”.</source>
        <translation>以「{value}」开头的{kind}不止一个。</translation>
    </message>
    <message>
        <source>Give more of the id. They are: {listed}</source>
        <translation>请给出更长的 ID。匹配的有：{listed}</translation>
    </message>
    <message>
        <source>The title must have 1 to {limit} characters; it has {size}.</source>
        <translation>标题须为 1 至 {limit} 个字符，现有 {size} 个。</translation>
    </message>
    <message>
        <source>Nothing was saved. Change the title and save again.</source>
        <translation>没有保存任何内容。请修改标题后再保存。</translation>
    </message>
    <message>
        <source>The summary has {size} characters; the limit is {limit}.</source>
        <translation>摘要有 {size} 个字符，上限为 {limit}。</translation>
    </message>
    <message>
        <source>Nothing was saved. Shorten the summary and save again.</source>
        <translation>没有保存任何内容。请缩短摘要后再保存。</translation>
    </message>
    <message>
        <source>The body has {size} characters; the limit is {limit}.</source>
        <translation>正文有 {size} 个字符，上限为 {limit}。</translation>
    </message>
    <message>
        <source>Nothing was saved. Shorten the body and save again.</source>
        <translation>没有保存任何内容。请缩短正文后再保存。</translation>
    </message>
    <message>
        <source>Nothing was saved. Change the tags and save again.</source>
        <translation>没有保存任何内容。请修改标签后再保存。</translation>
    </message>
    <message>
        <source>At most {limit} related entries are possible.</source>
        <translation>最多 {limit} 个关联条目。</translation>
    </message>
    <message>
        <source>Nothing was saved. Remove some and save again.</source>
        <translation>没有保存任何内容。请移除一些后再保存。</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the model name.</source>
        <translation>没有发送任何内容。请更正模型名称。</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the effort level.</source>
        <translation>没有发送任何内容。请更正思考程度。</translation>
    </message>
    <message>
        <source>The job is {status}; its record cannot be deleted yet.</source>
        <translation>该整理任务的状态是「{status}」，暂时不能删除其记录。</translation>
    </message>
    <message>
        <source>Cancel it first, then delete its record.</source>
        <translation>请先取消该任务，再删除其记录。</translation>
    </message>
    <message>
        <source>The job is {status}; that is not possible now.</source>
        <translation>任务的状态是「{status}」，现在不能这样操作。</translation>
    </message>
    <message>
        <source>The source has {size} characters; the limit is {limit}. Leave out the excerpts of command results, or curate a shorter session.</source>
        <translation>来源有 {size} 个字符，上限为 {limit}。请不要附上命令结果的摘录，或改为整理较短的会话。</translation>
    </message>
    <message>
        <source>One call would have to hold {size} characters; the limit is {limit}. Choose a model or an agent that takes more.</source>
        <translation>单次调用需要 {size} 个字符，上限为 {limit}。请选择能接收更多内容的模型或智能体。</translation>
    </message>
    <message>
        <source>One model input would have {size} bytes; the limit is {limit}. Choose another agent, or raise the limit in the settings where the agent takes more.</source>
        <translation>单次模型输入将有 {size} 字节，上限为 {limit} 字节。请选择其他智能体；若该智能体支持更大的输入，可在设置中提高上限。</translation>
    </message>
    <message>
        <source>Retry, or choose another model. Size of the agent&apos;s {field}: {size}; limit: {limit}.</source>
        <translation>请重试，或换一个模型。智能体返回的{field}大小：{size}，上限：{limit}。</translation>
    </message>
    <message>
        <source>Install it, or set it right under Settings ▸ Agents. {agent}: {reason}</source>
        <translation>请安装它，或在「设置 ▸ 智能体」中改正。{agent}：{reason}</translation>
    </message>
    <message>
        <source>“{value}” is not a link that Vela knows.</source>
        <translation>「{value}」不是 Vela 能识别的链接。</translation>
    </message>
    <message>
        <source>Copy the whole link, from vela:// on.</source>
        <translation>请从 vela:// 开始复制完整链接。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read as a recording: {reason}</source>
        <translation>无法将「{name}」作为终端录制读取：{reason}</translation>
    </message>
    <message>
        <source>Nothing was imported. Choose a file that “script” or asciinema (asciicast 2 or 3) wrote.</source>
        <translation>没有导入任何内容。请选择由 script 或 asciinema（asciicast 2 或 3）生成的文件。</translation>
    </message>
    <message>
        <source>The settings file cannot be read: {reason}</source>
        <translation>无法读取设置文件：{reason}</translation>
    </message>
    <message>
        <source>The agent&apos;s program failed. Your entries are unchanged.</source>
        <translation>智能体程序运行失败，原有条目不变。</translation>
    </message>
    <message>
        <source>Check its sign-in, network and settings, then retry. {agent}: {reason}</source>
        <translation>请检查它的登录状态、网络和设置，然后重试。{agent}：{reason}</translation>
    </message>
    <message>
        <source>The agent tried to use the tool “{tool}” and was stopped. Your entries are unchanged.</source>
        <translation>智能体试图使用工具「{tool}」，已被停止。你的条目没有变化。</translation>
    </message>
    <message>
        <source>The session&apos;s text may ask agents to do things. Look at the source snapshot first.</source>
        <translation>会话文本里可能有要智能体做事的内容。请先查看来源快照。</translation>
    </message>
    <message>
        <source>The agent did not answer in {seconds} seconds. Your entries are unchanged.</source>
        <translation>智能体在 {seconds} 秒内没有回应，原有条目不变。</translation>
    </message>
    <message>
        <source>Check its login and network, then retry.</source>
        <translation>请检查它的登录状态和网络，然后重试。</translation>
    </message>
    <message>
        <source>The agent&apos;s answer did not have the required structure in {tries} tries. Nothing was saved; your entries are unchanged.</source>
        <translation>智能体连续 {tries} 次返回的内容都不符合要求的结构。没有保存任何结果，原有条目不变。</translation>
    </message>
    <message>
        <source>Retry, or choose another model. Reason: {reason}</source>
        <translation>请重试，或换一个模型。原因：{reason}</translation>
    </message>
    <message>
        <source>The job was cancelled. Your entries are unchanged.</source>
        <translation>任务已取消，原有条目不变。</translation>
    </message>
    <message>
        <source>Retry goes on with the saved source snapshot.</source>
        <translation>重试会继续使用已保存的来源快照。</translation>
    </message>
    <message>
        <source>A newer job of this session took this one&apos;s place. Your entries are unchanged.</source>
        <translation>该会话较新的任务已取代此任务。你的条目没有变化。</translation>
    </message>
    <message>
        <source>Look at the newer job: {by}</source>
        <translation>请查看较新的任务：{by}</translation>
    </message>
    <message>
        <source>No session matches “{value}”.</source>
        <translation>没有与「{value}」匹配的会话。</translation>
    </message>
    <message>
        <source>Give an id, the beginning of one, or the path of a transcript.</source>
        <translation>请给出会话 ID、ID 的开头，或对话记录的路径。</translation>
    </message>
    <message>
        <source>“{value}” matches several sessions.</source>
        <translation>「{value}」与多个会话匹配。</translation>
    </message>
    <message>
        <source>Give more of the id, or PATH#ID. Sessions: {listed}</source>
        <translation>请给出更长的 ID，或使用「路径#ID」。会话：{listed}</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}</source>
        <translation>无法读取 {path}：{reason}</translation>
    </message>
    <message>
        <source>Give Vela permission to read it, then refresh.</source>
        <translation>请授予 Vela 读取权限，然后刷新。</translation>
    </message>
    <message>
        <source>The transcript {path} is no longer there.</source>
        <translation>对话记录 {path} 已不存在。</translation>
    </message>
    <message>
        <source>No agent was chosen, and none was used before.</source>
        <translation>没有选择智能体，之前也没有使用过。</translation>
    </message>
    <message>
        <source>Name one with --agent. Agents: {allowed}.</source>
        <translation>请用 --agent 指定一个。可用智能体：{allowed}。</translation>
    </message>
    <message>
        <source>{path} is not a Vela database. It was not touched.</source>
        <translation>{path} 不是 Vela 数据库，没有改动它。</translation>
    </message>
    <message>
        <source>Move the file away, or start Vela with another data folder (--data-dir).</source>
        <translation>请移走该文件，或用其他数据目录启动 Vela（--data-dir）。</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Vela. It can only be read.</source>
        <translation>{path} 由更新版本的 Vela 写入，只能读取。</translation>
    </message>
    <message>
        <source>Update Vela to change it again.</source>
        <translation>更新 Vela 后才能修改。</translation>
    </message>
    <message>
        <source>The data folder {path} cannot be written.</source>
        <translation>数据目录 {path} 不可写入。</translation>
    </message>
    <message>
        <source>Change its permissions, or choose another folder (--data-dir).</source>
        <translation>请修改其权限，或选择其他目录（--data-dir）。</translation>
    </message>
    <message>
        <source>The disk is full. What was saved before is safe.</source>
        <translation>磁盘已满。之前保存的内容不受影响。</translation>
    </message>
    <message>
        <source>Free some space, then try again. Folder: {path}</source>
        <translation>请释放一些空间后重试。目录：{path}</translation>
    </message>
    <message>
        <source>Another program has kept the database busy for too long.</source>
        <translation>另一个程序占用数据库的时间过长。</translation>
    </message>
    <message>
        <source>Nothing was changed. Try again in a moment.</source>
        <translation>没有改动任何内容，请稍后重试。</translation>
    </message>
    <message>
        <source>The database reported an error: {reason}</source>
        <translation>数据库报告错误：{reason}</translation>
    </message>
    <message>
        <source>Nothing was changed. Try again; the log has more about it.</source>
        <translation>没有改动任何内容。请重试，详情见日志。</translation>
    </message>
    <message>
        <source>Try again. The log has the details: {log}</source>
        <translation>请重试。详情见日志：{log}</translation>
    </message>
    <message>
        <source>it does not hold what a terminal showed</source>
        <translation>其中没有终端显示过的内容</translation>
    </message>
    <message>
        <source>another program has locked it</source>
        <translation>另一个程序已将其锁定</translation>
    </message>
    <message>
        <source>the database is damaged</source>
        <translation>数据库已损坏</translation>
    </message>
    <message>
        <source>the file is not a database</source>
        <translation>该文件不是数据库</translation>
    </message>
    <message>
        <source>its tables are of a version that Vela does not know</source>
        <translation>Vela 不认识其数据表的版本</translation>
    </message>
    <message>
        <source>it may not be opened</source>
        <translation>没有打开它的权限</translation>
    </message>
    <message>
        <source>its disk reports an error</source>
        <translation>磁盘报告错误</translation>
    </message>
    <message>
        <source>Name another file, or move what is there away, then refresh.</source>
        <translation>请指定其他文件，或移走该处的内容，然后刷新。</translation>
    </message>
    <message>
        <source>Open it again: it was written meanwhile.</source>
        <translation>请重新打开：其间它已被写入。</translation>
    </message>
    <message>
        <source>Convert it to a version that Vela reads: asciicast 2 or 3.</source>
        <translation>请将其转换为 Vela 可读取的版本：asciicast 2 或 3。</translation>
    </message>
    <message>
        <source>This recording shows no text, so there is nothing to read.</source>
        <translation>这份录制没有显示任何文字，因此没有可读取的内容。</translation>
    </message>
    <message>
        <source>Record the program again, or import another recording.</source>
        <translation>请重新录制该程序，或导入另一份录制。</translation>
    </message>
    <message>
        <source>The command was stopped. Another Vela runs the job {job}, or it has ended.</source>
        <translation>命令已停止。任务 {job} 由另一个 Vela 继续进行，或已经结束。</translation>
    </message>
    <message>
        <source>Nothing was imported. Record the program again, or choose another file.</source>
        <translation>没有导入任何内容。请重新录制该程序，或选择其他文件。</translation>
    </message>
    <message>
        <source>Several sessions were written meanwhile, none of them in this folder, so the recording is attached to none: it is a session of its own.</source>
        <translation>在此期间有多个会话被写入，但都不在此文件夹中，因此录制没有附加到任何会话：它自成一个会话。</translation>
    </message>
    <message>
        <source>To attach it: vela import {path} --to SESSION</source>
        <translation>如需附加：vela import {path} --to SESSION</translation>
    </message>
    <message>
        <source>Put right what is wrong with it, then refresh.</source>
        <translation>请排除这一问题，然后刷新。</translation>
    </message>
    <message>
        <source>nothing was ever seen on its terminal</source>
        <translation>它的终端上从未显示过任何内容</translation>
    </message>
    <message>
        <source>permission was denied</source>
        <translation>没有访问权限</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>its compressed data are damaged</source>
        <translation>其压缩数据已损坏</translation>
    </message>
    <message>
        <source>it has changed since it was looked at</source>
        <translation>在此期间它已发生变化</translation>
    </message>
    <message>
        <source>there is no room for a copy of it</source>
        <translation>没有空间存放它的副本</translation>
    </message>
    <message>
        <source>it keeps changing while it is read</source>
        <translation>读取时它不断变化</translation>
    </message>
    <message>
        <source>it answered in plain text, not in the form that was asked for</source>
        <translation>它用普通文字作答，没有按要求的格式返回</translation>
    </message>
    <message>
        <source>its answer does not have the form that was asked for</source>
        <translation>它的回答不符合要求的格式</translation>
    </message>
    <message>
        <source>it gave no answer</source>
        <translation>它没有给出回答</translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation>它没有说明原因</translation>
    </message>
    <message>
        <source>it ended without an answer</source>
        <translation>它没有给出回答就结束了</translation>
    </message>
    <message>
        <source>its answer broke off</source>
        <translation>它的回答中途断开</translation>
    </message>
    <message>
        <source>its requests keep failing</source>
        <translation>它的请求一再失败</translation>
    </message>
    <message>
        <source>its tools are not closed</source>
        <translation>它的工具没有关闭</translation>
    </message>
    <message>
        <source>its MCP servers cannot be listed, so they cannot be closed</source>
        <translation>无法列出它的 MCP 服务器，因此无法关闭它们</translation>
    </message>
    <message>
        <source>nobody is signed in</source>
        <translation>尚未登录</translation>
    </message>
    <message>
        <source>its key or sign-in was refused</source>
        <translation>它的密钥或登录被拒绝</translation>
    </message>
    <message>
        <source>access was refused</source>
        <translation>访问被拒绝</translation>
    </message>
    <message>
        <source>the model is not available</source>
        <translation>该模型不可用</translation>
    </message>
    <message>
        <source>the request is too large</source>
        <translation>请求过大</translation>
    </message>
    <message>
        <source>too many requests in a short time</source>
        <translation>短时间内请求过多</translation>
    </message>
    <message>
        <source>the model service is overloaded</source>
        <translation>模型服务过载</translation>
    </message>
    <message>
        <source>the model service failed</source>
        <translation>模型服务出错</translation>
    </message>
    <message>
        <source>the request was refused</source>
        <translation>请求被拒绝</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待开始</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>being cancelled</source>
        <translation>正在取消</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>body</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>body with its citations</source>
        <translation>带引用的正文</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>more tokens than the model may write</source>
        <translation>超出模型可写的 token 数</translation>
    </message>
    <message>
        <source>Terminals cannot be recorded on this system.</source>
        <translation>此系统不支持录制终端。</translation>
    </message>
    <message>
        <source>At most {limit} tags of 1 to {chars} characters are possible.</source>
        <translation>最多 {limit} 个标签，每个 1 至 {chars} 个字符。</translation>
    </message>
    <message>
        <source>A model name has 1 to {limit} characters and no control characters.</source>
        <translation>模型名称为 1 至 {limit} 个字符，且不含控制字符。</translation>
    </message>
    <message>
        <source>An effort level is one word of at most {limit} letters, such as “high”.</source>
        <translation>思考程度是一个不超过 {limit} 个字母的单词，例如「high」。</translation>
    </message>
    <message>
        <source>Look at it again. Only failed and cancelled jobs can be retried.</source>
        <translation>请重新查看该任务。只有失败和已取消的任务可以重试。</translation>
    </message>
    <message>
        <source>Set again what you need. It was kept as {path}; Vela goes on with its default settings.</source>
        <translation>请重新设置所需的选项。原文件已保留为 {path}；Vela 使用默认设置继续运行。</translation>
    </message>
    <message>
        <source>Wait until that program has finished, or close it, then refresh.</source>
        <translation>请等待该程序完成，或将其关闭，然后刷新。</translation>
    </message>
    <message>
        <source>Vela did not touch it. Restore it from a backup, then refresh.</source>
        <translation>Vela 没有改动它。请从备份恢复，然后刷新。</translation>
    </message>
    <message>
        <source>Move the file away or put the right one there, then refresh.</source>
        <translation>请移走该文件，或换成正确的文件，然后刷新。</translation>
    </message>
    <message>
        <source>Update Vela, then refresh. Until then its agent shows these sessions.</source>
        <translation>请更新 Vela 后刷新。在此之前可在其智能体中查看这些会话。</translation>
    </message>
    <message>
        <source>Check the disk or the connection to it, then refresh.</source>
        <translation>请检查磁盘及其连接，然后刷新。</translation>
    </message>
    <message>
        <source>Free some space for temporary files, then refresh.</source>
        <translation>请为临时文件释放一些空间，然后刷新。</translation>
    </message>
    <message>
        <source>Refresh when its agent has less to do.</source>
        <translation>请在其智能体空闲一些时刷新。</translation>
    </message>
    <message>
        <source>Look for it where its agent keeps sessions; the agent may have cleaned it up. Entries and snapshots are kept.</source>
        <translation>请到其智能体存放会话的位置查找；它可能已被智能体清理。条目和快照仍然保留。</translation>
    </message>
    <message>
        <source>Nothing was started. Record with another program and import its file.</source>
        <translation>未启动任何程序。请用其他程序录制，再导入录制文件。</translation>
    </message>
    <message>
        <source>{reason}</source>
        <translation>{reason}</translation>
    </message>
    <message>
        <source>See vela --help.</source>
        <translation>请参阅 vela --help。</translation>
    </message>
    <message>
        <source>Something unexpected went wrong. Saved data is safe.</source>
        <translation>出现意外错误。已保存的数据不受影响。</translation>
    </message>
    <message>
        <source>{name} was not found on PATH or where its installers put it</source>
        <translation>在 PATH 和安装程序常用的位置都没有找到 {name}</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>it is a folder, not a program</source>
        <translation>这是文件夹，不是程序</translation>
    </message>
    <message>
        <source>it may not be executed</source>
        <translation>这个文件没有执行权限</translation>
    </message>
    <message>
        <source>it cannot be read: {why}</source>
        <translation>无法读取：{why}</translation>
    </message>
    <message>
        <source>it does not tell its version: {cause}</source>
        <translation>查询不到它的版本：{cause}</translation>
    </message>
    <message>
        <source>this is not {label}: to --version it says “{said}”</source>
        <translation>这不是 {label}：它对 --version 的回答是「{said}」</translation>
    </message>
    <message>
        <source>version {version} is too old: {least} or newer can close its tools</source>
        <translation>版本 {version} 太旧：{least} 或更新的版本才能关闭其工具</translation>
    </message>
    <message>
        <source>version {version} has another command line, which is not known yet</source>
        <translation>版本 {version} 的命令行不同，Vela 还不认识</translation>
    </message>
    <message>
        <source>the extra argument {flag} in the settings is not allowed: it is not known to leave the agent&apos;s tools closed</source>
        <translation>设置中的附加参数 {flag} 不被允许：无法确认它会让智能体的工具保持关闭</translation>
    </message>
    <message>
        <source>the extra argument {flag} takes no value</source>
        <translation>附加参数 {flag} 不带值</translation>
    </message>
    <message>
        <source>the extra argument {flag} needs a value</source>
        <translation>附加参数 {flag} 需要一个值</translation>
    </message>
    <message>
        <source>the built-in extractor takes no arguments</source>
        <translation>内置提取器不接受参数</translation>
    </message>
    <message>
        <source>it cannot be started: {why}</source>
        <translation>无法启动：{why}</translation>
    </message>
    <message>
        <source>no answer in {seconds} seconds</source>
        <translation>{seconds} 秒内没有回答</translation>
    </message>
    <message>
        <source>it says too much</source>
        <translation>输出过多</translation>
    </message>
    <message>
        <source>exit code {number}</source>
        <translation>退出码 {number}</translation>
    </message>
    <message>
        <source>there are no models in its answer</source>
        <translation>回答中没有模型</translation>
    </message>
    <message>
        <source>it says that nobody is signed in</source>
        <translation>它说尚未登录</translation>
    </message>
    <message>
        <source>there is no command line that closes its tools: {why}</source>
        <translation>没有能关闭其工具的命令行：{why}</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>the model’s own</source>
        <translation>模型自身的上限</translation>
    </message>
    <message>
        <source>it is {format}</source>
        <translation>它是 {format}</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
</context>
<context>
    <name>Recordings</name>
    <message>
        <source>Terminal recordings ({patterns})</source>
        <translation>终端录制 ({patterns})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Import recording</source>
        <translation>导入终端录制</translation>
    </message>
    <message>
        <source>Attach recording to “{title}”</source>
        <translation>附加终端录制到「{title}」</translation>
    </message>
    <message>
        <source>“{name}” was not imported</source>
        <translation>未能导入「{name}」</translation>
    </message>
    <message>
        <source>%n files were not imported</source>
        <translation>有 %n 个文件未能导入</translation>
    </message>
    <message>
        <source>and %n more</source>
        <translation>另有 %n 个</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>%n more</source>
        <translation>另有 %n 个</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>全部取消</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>“{name}” is attached</source>
        <translation>已附加「{name}」</translation>
    </message>
    <message>
        <source>“{name}” is imported</source>
        <translation>已导入「{name}」</translation>
    </message>
    <message>
        <source>Cancelling “{name}”</source>
        <translation>正在取消「{name}」</translation>
    </message>
    <message>
        <source>Attaching “{name}”</source>
        <translation>正在附加「{name}」</translation>
    </message>
    <message>
        <source>Importing “{name}”</source>
        <translation>正在导入「{name}」</translation>
    </message>
    <message>
        <source>Attach to “{title}”</source>
        <translation>附加到「{title}」</translation>
    </message>
    <message>
        <source>Drop to import</source>
        <translation>松开以导入</translation>
    </message>
    <message>
        <source>Drop to import %n files</source>
        <translation>松开以导入 %n 个文件</translation>
    </message>
    <message>
        <source>To import it on its own, drop it above or below.</source>
        <translation>要单独导入，请放到列表上方或下方。</translation>
    </message>
    <message>
        <source>To attach to a session, drop on its row.</source>
        <translation>要附加到某个会话，请放到它所在的行。</translation>
    </message>
    <message>
        <source>A folder cannot be imported</source>
        <translation>不能导入文件夹</translation>
    </message>
    <message>
        <source>Drop the recordings that are in it.</source>
        <translation>请拖入其中的录制文件。</translation>
    </message>
    <message>
        <source>This is not on this computer</source>
        <translation>它不在这台电脑上</translation>
    </message>
    <message>
        <source>Save it as a file first, then drop that.</source>
        <translation>请先保存为文件，再拖入该文件。</translation>
    </message>
    <message>
        <source>Only files can be imported</source>
        <translation>只能导入文件</translation>
    </message>
    <message>
        <source>Drop recordings of terminals: what “script” or asciinema wrote.</source>
        <translation>请拖入终端录制：由 script 或 asciinema 写成的文件。</translation>
    </message>
</context>
<context>
    <name>Revision</name>
    <message>
        <source>Up to the entry</source>
        <translation>返回条目</translation>
    </message>
    <message>
        <source>Open the present version</source>
        <translation>打开当前版本</translation>
    </message>
    <message>
        <source>There is no such version</source>
        <translation>没有这个版本</translation>
    </message>
    <message>
        <source>The entry may have been removed together with its versions.</source>
        <translation>条目可能已连同它的修订历史一起删除。</translation>
    </message>
    <message>
        <source>Body of this version</source>
        <translation>此版本的正文</translation>
    </message>
    <message>
        <source>This is the present version, v{version}.</source>
        <translation>这是当前版本 v{version}。</translation>
    </message>
    <message>
        <source>This is version v{version} of v{present}.</source>
        <translation>这是修订历史中的 v{version}，当前版本是 v{present}。</translation>
    </message>
    <message>
        <source>Versions are kept as they were saved and cannot be changed.</source>
        <translation>各版本按保存时的原样保留，不可修改。</translation>
    </message>
    <message>
        <source>The present version has no link to “{title}”.</source>
        <translation>当前版本中没有指向「{title}」的链接。</translation>
    </message>
    <message>
        <source>Where links of older versions led is not kept.</source>
        <translation>旧版本的链接指向哪里没有保留。</translation>
    </message>
</context>
<context>
    <name>Secrets</name>
    <message>
        <source>private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>GitHub token</source>
        <translation>GitHub 令牌</translation>
    </message>
    <message>
        <source>Anthropic key</source>
        <translation>Anthropic 密钥</translation>
    </message>
    <message>
        <source>OpenAI key</source>
        <translation>OpenAI 密钥</translation>
    </message>
    <message>
        <source>AWS key</source>
        <translation>AWS 密钥</translation>
    </message>
    <message>
        <source>Slack token</source>
        <translation>Slack 令牌</translation>
    </message>
    <message>
        <source>Google key</source>
        <translation>Google 密钥</translation>
    </message>
    <message>
        <source>web token (JWT)</source>
        <translation>网络令牌（JWT）</translation>
    </message>
    <message>
        <source>authorization header</source>
        <translation>授权请求头</translation>
    </message>
    <message>
        <source>password in an address</source>
        <translation>网址中的密码</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>named secret</source>
        <translation>具名密钥</translation>
    </message>
</context>
<context>
    <name>SessionFacets</name>
    <message>
        <source>Any time</source>
        <translation>不限时间</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>最近 24 小时</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Uncurated</source>
        <translation>未整理</translation>
    </message>
    <message>
        <source>Only sessions without entries in the knowledge base</source>
        <translation>只显示知识库中没有条目的会话</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>全部智能体</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>全部项目</translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Unknown project</source>
        <translation>未知项目</translation>
    </message>
    <message>
        <source>Curating</source>
        <translation>整理中</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%n entries</source>
        <translation>%n 条目</translation>
    </message>
    <message>
        <source>{count} · edited</source>
        <translation>{count} · 有修改</translation>
    </message>
    <message>
        <source>The transcript is no longer there</source>
        <translation>对话记录已不存在</translation>
    </message>
    <message>
        <source>%n recordings</source>
        <translation>%n 个终端录制</translation>
    </message>
    <message>
        <source>%n sessions</source>
        <translation>%n 个会话</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>More about the list</source>
        <translation>列表的更多选项</translation>
    </message>
    <message>
        <source>Filter sessions…</source>
        <translation>筛选会话…</translation>
    </message>
    <message>
        <source>Filter sessions by title, id, prompt</source>
        <translation>按标题、ID 或提问筛选会话</translation>
    </message>
    <message>
        <source>Looking for sessions…</source>
        <translation>正在查找会话…</translation>
    </message>
    <message>
        <source>They appear here as they are found.</source>
        <translation>找到的会话会陆续显示在这里。</translation>
    </message>
    <message>
        <source>No session matches</source>
        <translation>没有匹配的会话</translation>
    </message>
    <message>
        <source>Other words or fewer filters show more.</source>
        <translation>换个词或减少筛选条件，可以看到更多。</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>No sessions yet</source>
        <translation>还没有会话</translation>
    </message>
    <message>
        <source>Sessions with Claude Code and Codex appear here, grouped by project.</source>
        <translation>与 Claude Code 和 Codex 的会话会按项目显示在这里。</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Group by project</source>
        <translation>按项目分组</translation>
    </message>
    <message>
        <source>Group by day</source>
        <translation>按日期分组</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>No effort levels</source>
        <translation>不分思考程度</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Refresh models</source>
        <translation>刷新模型</translation>
    </message>
    <message>
        <source>%n models</source>
        <translation>%n 个模型</translation>
    </message>
    <message>
        <source>With a gateway, any other model&apos;s name can be typed when you curate.</source>
        <translation>使用网关时，整理时可以直接输入任何其他模型的名称。</translation>
    </message>
    <message>
        <source>The list could not be read: {reason}</source>
        <translation>无法读取列表：{reason}</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all %n models</source>
        <translation>显示全部 %n 个模型</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Starts the program; calls no model</source>
        <translation>启动程序；不调用模型</translation>
    </message>
    <message>
        <source>Always there: no model, offline; sends nothing. There is nothing to set.</source>
        <translation>始终可用：不用模型，离线运行，不发送任何内容。没有可设置的项目。</translation>
    </message>
    <message>
        <source>A quotation mark is not closed.</source>
        <translation>引号没有成对。</translation>
    </message>
    <message>
        <source>Line breaks and control characters are not possible.</source>
        <translation>不能包含换行或控制字符。</translation>
    </message>
    <message>
        <source>Line {line}: write NAME=value.</source>
        <translation>第 {line} 行：请写成 NAME=value。</translation>
    </message>
    <message>
        <source>Line {line}: “{name}” is no name of a variable. Letters, digits and _ are possible.</source>
        <translation>第 {line} 行：“{name}”不是变量名，只能使用字母、数字和 _。</translation>
    </message>
    <message>
        <source>Line {line}: {name} is set twice.</source>
        <translation>第 {line} 行：{name} 重复设置。</translation>
    </message>
    <message>
        <source>Write a number of bytes, such as 131072.</source>
        <translation>请填写字节数，例如 131072。</translation>
    </message>
    <message>
        <source>Between {least} and {most} bytes are possible.</source>
        <translation>可填 {least} 到 {most} 字节。</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>可执行文件</translation>
    </message>
    <message>
        <source>Extra arguments</source>
        <translation>附加参数</translation>
    </message>
    <message>
        <source>Quoted as in a shell. Only arguments that leave the agent&apos;s tools closed are accepted.</source>
        <translation>按 Shell 规则加引号。只接受让智能体的工具保持关闭的参数。</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>One variable a line, only for this agent. Stored unencrypted in settings.json.</source>
        <translation>每行一个变量，只用于此智能体。以明文保存在 settings.json 中。</translation>
    </message>
    <message>
        <source>Largest input per call (bytes)</source>
        <translation>每次调用的最大输入（字节）</translation>
    </message>
    <message>
        <source>Longer sessions are read in several calls. With more, a call may hold more than the model takes.</source>
        <translation>更长的会话会分多次读取。数值过大时，一次调用可能超出模型的上限。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Not found automatically</source>
        <translation>未能自动找到</translation>
    </message>
    <message>
        <source>Found automatically: {path}</source>
        <translation>自动找到：{path}</translation>
    </message>
    <message>
        <source>{variable} names another program for this run: {path}</source>
        <translation>{variable} 为本次运行指定了另一个程序：{path}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Wrong file</source>
        <translation>文件不对</translation>
    </message>
    <message>
        <source>Arguments not allowed</source>
        <translation>参数不被允许</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>不是这个程序</translation>
    </message>
    <message>
        <source>Version too old</source>
        <translation>版本太旧</translation>
    </message>
    <message>
        <source>Version not known yet</source>
        <translation>尚不支持的版本</translation>
    </message>
    <message>
        <source>Choose another file under “Executable”, or empty the field to have it found.</source>
        <translation>请在「可执行文件」中另选文件，或清空该栏以自动查找。</translation>
    </message>
    <message>
        <source>Change the extra arguments.</source>
        <translation>请修改附加参数。</translation>
    </message>
    <message>
        <source>Start it in a terminal and see what it says.</source>
        <translation>请在终端中启动它，看看它的输出。</translation>
    </message>
    <message>
        <source>Install it, or choose its program under “Executable”.</source>
        <translation>请先安装，或在「可执行文件」中选择它的程序。</translation>
    </message>
    <message>
        <source>Update it, then test again.</source>
        <translation>请先更新它，再测试。</translation>
    </message>
    <message>
        <source>Update Vela, or install an older version.</source>
        <translation>请更新 Vela，或安装较旧的版本。</translation>
    </message>
    <message>
        <source>Sign in with {command} in a terminal. With a provider or key of your own it may work all the same.</source>
        <translation>请在终端中用 {command} 登录。若使用自己的服务商或密钥，不登录也可能可用。</translation>
    </message>
    <message>
        <source>Look at its MCP servers and its own settings, then test again.</source>
        <translation>请检查它的 MCP 服务器和自身设置，再测试。</translation>
    </message>
    <message>
        <source>Curating works without the list: a model&apos;s name can be typed.</source>
        <translation>没有列表也能整理：可以直接输入模型名称。</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>Command line with tools closed</source>
        <translation>工具已关闭的命令行</translation>
    </message>
    <message>
        <source>Always there</source>
        <translation>始终可用</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>Signed in</source>
        <translation>已登录</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Another folder</source>
        <translation>其他文件夹</translation>
    </message>
    <message>
        <source>Looked in instead of the agent&apos;s own folders.</source>
        <translation>将代替智能体自己的文件夹。</translation>
    </message>
    <message>
        <source>Transcripts</source>
        <translation>会话记录</translation>
    </message>
    <message>
        <source>No folder with transcripts was found.</source>
        <translation>没有找到存放会话记录的文件夹。</translation>
    </message>
    <message>
        <source>The agent&apos;s own folders</source>
        <translation>智能体自己的文件夹</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这个文件夹。</translation>
    </message>
    <message>
        <source>Cannot be read. Give Vela permission to read this folder.</source>
        <translation>无法读取。请允许 Vela 读取此文件夹。</translation>
    </message>
    <message>
        <source>This folder does not exist</source>
        <translation>此文件夹不存在</translation>
    </message>
    <message>
        <source>No sessions yet</source>
        <translation>还没有会话</translation>
    </message>
    <message>
        <source>%n sessions</source>
        <translation>%n 个会话</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Testing… No model is called.</source>
        <translation>正在测试… 不会调用模型。</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>测试已取消。</translation>
    </message>
    <message>
        <source>It can curate. No model was called.</source>
        <translation>可以用于整理。没有调用模型。</translation>
    </message>
    <message>
        <source>It cannot curate as it is.</source>
        <translation>目前无法用于整理。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Jobs in parallel</source>
        <translation>同时整理的任务数</translation>
    </message>
    <message>
        <source>Jobs of different sessions that run at once, in all windows and commands together. Others wait.</source>
        <translation>可同时整理的不同会话数，所有窗口和命令合计；超出的任务会等待。</translation>
    </message>
    <message>
        <source>%n jobs at once</source>
        <translation>同时 %n 个任务</translation>
    </message>
    <message>
        <source>Parallel extraction</source>
        <translation>并行提取</translation>
    </message>
    <message>
        <source>With more than one call at once a long session is done sooner. One after the other, each segment knows the topics of those before it and repeats fewer.</source>
        <translation>同时进行多次调用能更快整理完较长的会话；逐段进行时，每一段都知道之前各段已有的主题，重复更少。</translation>
    </message>
    <message>
        <source>Off: one after the other</source>
        <translation>关闭：逐段进行</translation>
    </message>
    <message>
        <source>%n calls at once</source>
        <translation>同时 %n 次调用</translation>
    </message>
</context>
<context>
    <name>Snapshot</name>
    <message>
        <source>Agent’s transcript</source>
        <translation>智能体的对话记录</translation>
    </message>
    <message>
        <source>Archived copy of the transcript</source>
        <translation>对话记录的归档副本</translation>
    </message>
    <message>
        <source>Terminal recording</source>
        <translation>终端录制</translation>
    </message>
    <message>
        <source>No secrets were masked.</source>
        <translation>没有遮盖机密信息。</translation>
    </message>
    <message>
        <source>%n secrets were masked before saving</source>
        <translation>保存前遮盖了 %n 处机密信息</translation>
    </message>
    <message>
        <source>{count}: {kinds}</source>
        <translation>{count}：{kinds}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Source snapshot</source>
        <translation>来源快照</translation>
    </message>
    <message>
        <source>Kept as it was read. It cannot be changed, and it stays when the conversation goes on, is edited or is gone.</source>
        <translation>按读取时的原样保存，不可修改；对话之后继续、改动或删除，快照都不受影响。</translation>
    </message>
    <message>
        <source>Text that was visible on a terminal&apos;s screen. It may repeat and is not verified.</source>
        <translation>终端屏幕上可见的文本，可能有重绘的内容，不应视为已核实的事实。</translation>
    </message>
    <message>
        <source>{chars} characters</source>
        <translation>{chars} 个字符</translation>
    </message>
    <message>
        <source>read {when}</source>
        <translation>读取于 {when}</translation>
    </message>
    <message>
        <source>SHA-256 copied</source>
        <translation>已复制 SHA-256</translation>
    </message>
    <message>
        <source>Copy SHA-256</source>
        <translation>复制 SHA-256</translation>
    </message>
    <message>
        <source>Find in this snapshot</source>
        <translation>在此快照中查找</translation>
    </message>
    <message>
        <source>Up one level</source>
        <translation>返回上一级</translation>
    </message>
    <message>
        <source>Open conversation</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>There is no such snapshot</source>
        <translation>没有这个快照</translation>
    </message>
    <message>
        <source>The link may be from another computer’s knowledge base.</source>
        <translation>链接可能来自另一台电脑的知识库。</translation>
    </message>
    <message>
        <source>Text of the snapshot</source>
        <translation>快照文本</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Agents that can curate</source>
        <translation>可用于整理的智能体</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>Not installed or not configured</source>
        <translation>未安装或未配置</translation>
    </message>
    <message>
        <source>Always there: no model, sends nothing</source>
        <translation>始终可用 · 不用模型，不发送内容</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>在这台电脑上找到</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Give Vela permission to read this folder, then look again.</source>
        <translation>请允许 Vela 读取此文件夹，然后重新查找。</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%n sessions</source>
        <translation>%n 个会话</translation>
    </message>
    <message>
        <source>No sessions yet</source>
        <translation>还没有会话</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{agents}: no folder of sessions</source>
        <translation>{agents}：没有会话目录</translation>
    </message>
    <message>
        <source>Looking for sessions…</source>
        <translation>正在查找会话…</translation>
    </message>
    <message>
        <source>%n projects</source>
        <translation>%n 个项目</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Welcome to Vela</source>
        <translation>欢迎使用 Vela</translation>
    </message>
    <message>
        <source>Turn your sessions with coding agents into knowledge you keep.</source>
        <translation>把与编程智能体的会话整理成属于你自己的知识。</translation>
    </message>
    <message>
        <source>Curate the newest session…</source>
        <translation>整理最新的会话…</translation>
    </message>
    <message>
        <source>No session can be read yet</source>
        <translation>还没有可读取的会话</translation>
    </message>
    <message>
        <source>Work with a coding agent on this computer. Its sessions are listed here by themselves.</source>
        <translation>在这台电脑上使用编程智能体，会话会自动列在这里。</translation>
    </message>
    <message>
        <source>Everything stays on this computer.</source>
        <translation>一切都留在这台电脑上。</translation>
    </message>
    <message>
        <source>A session’s text goes out only when you have it curated, and only to the agent you pick; the built-in extractor sends nothing. Vela reads the agents’ files and never changes them.</source>
        <translation>只有在你要求整理时，会话文本才会发出，并且只发给你选定的智能体；内置提取器不发送任何内容。Vela 只读取智能体的文件，从不修改。</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Index is up to date</source>
        <translation>索引已是最新</translation>
    </message>
    <message>
        <source>Indexing {done} of {total}</source>
        <translation>正在建立索引 {done} / {total}</translation>
    </message>
    <message>
        <source>Data on this computer · {size}</source>
        <translation>数据在本机 · {size}</translation>
    </message>
</context>
<context>
    <name>StatusJob</name>
    <message>
        <source>%n more</source>
        <translation>另有 %n 个</translation>
    </message>
    <message>
        <source>Jobs are paused</source>
        <translation>任务已暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>“{title}” waits to be curated</source>
        <translation>「{title}」等待整理</translation>
    </message>
    <message>
        <source>Curating “{title}”</source>
        <translation>正在整理「{title}」</translation>
    </message>
    <message>
        <source>Cancelling the curation of “{title}”</source>
        <translation>正在取消整理「{title}」</translation>
    </message>
    <message>
        <source>Curated “{title}”</source>
        <translation>已整理「{title}」</translation>
    </message>
    <message>
        <source>Curating “{title}” failed</source>
        <translation>整理「{title}」失败</translation>
    </message>
    <message>
        <source>Cancelled the curation of “{title}”</source>
        <translation>已取消整理「{title}」</translation>
    </message>
    <message>
        <source>%n entries saved</source>
        <translation>保存 %n 个条目</translation>
    </message>
    <message>
        <source>nothing reusable found</source>
        <translation>未提取到可复用知识</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stage {number} of {all} · {stage}</source>
        <translation>第 {number}/{all} 阶段 · {stage}</translation>
    </message>
</context>
<context>
    <name>Tabs</name>
    <message>
        <source>unsaved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>No page is open</source>
        <translation>没有打开的页面</translation>
    </message>
    <message>
        <source>Choose a session on the left or an entry on the right.</source>
        <translation>请在左侧选择会话，或在右侧选择条目。</translation>
    </message>
    <message>
        <source>Open tabs</source>
        <translation>打开的标签页</translation>
    </message>
    <message>
        <source>All tabs</source>
        <translation>全部标签页</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>知识库</translation>
    </message>
</context>
<context>
    <name>Unsaved</name>
    <message>
        <source>Save the changes to “{title}”?</source>
        <translation>保存对「{title}」的修改？</translation>
    </message>
    <message>
        <source>Without saving, what you wrote since the last save is lost.</source>
        <translation>如果不保存，上次保存之后写的内容将丢失。</translation>
    </message>
    <message>
        <source>Leave without saving</source>
        <translation>不保存并离开</translation>
    </message>
    <message>
        <source>Save and leave</source>
        <translation>保存并离开</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存并关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save and close</source>
        <translation>保存并关闭</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Constraint</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>教训</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待开始</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>正在取消</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Extract topics</source>
        <translation>提取主题</translation>
    </message>
    <message>
        <source>Merge knowledge</source>
        <translation>合并知识</translation>
    </message>
    <message>
        <source>Save entries</source>
        <translation>保存条目</translation>
    </message>
    <message>
        <source>Starts by itself when this session&apos;s previous job has stopped.</source>
        <translation>等待本会话的上一项整理停止后，将自动开始。</translation>
    </message>
    <message>
        <source>Starts by itself when another job has ended.</source>
        <translation>同时进行的任务已达上限，其他任务结束后将自动开始。</translation>
    </message>
    <message>
        <source>All jobs are paused; it starts when they go on.</source>
        <translation>已暂停，全部任务继续后将自动开始。</translation>
    </message>
    <message>
        <source>No reusable knowledge was found; this session&apos;s generated entries were cleared.</source>
        <translation>本次未提取到可复用知识，该会话已有的生成条目已清空。</translation>
    </message>
    <message>
        <source>A title was taken; the new entry has a number behind its title.</source>
        <translation>有标题已被占用，新条目的标题后加了序号。</translation>
    </message>
    <message>
        <source>Default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>Agent&apos;s default settings</source>
        <translation>使用智能体默认设置</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Very high</source>
        <translation>很高</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Built-in extractor</source>
        <translation>内置提取器</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>{why}. {advice}</source>
        <translation>{why}。{advice}</translation>
    </message>
</context>
</TS>
