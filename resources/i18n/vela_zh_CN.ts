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
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sub-agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary of what came before (compaction)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notice of the agent&apos;s program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[image]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} characters, folded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>taken over from the parent session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no result recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts  %n</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curate to knowledge base…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n unreadable lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session has no messages yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Curate</name>
    <message>
        <source>Not installed or not configured</source>
        <translation>未安装或未配置</translation>
    </message>
    <message>
        <source>No model, offline; sends nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing this window does not stop the job; see “Jobs”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{project} · last active {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text stays on this computer; no model reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This text is sent to {agent}, which handles it by its own configuration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls of the agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secrets masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>v{version} · edited by hand, {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %n more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An entry with the same title gains a revision and its older text can be restored; entries that are not produced again go, with their history.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entries made by hand, imported, or moved here from elsewhere are not touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n entries curated from this session will be replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n of them edited by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{replaced}, {edited}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CurateForm</name>
    <message>
        <source>Curate to knowledge base</source>
        <translation>整理到会话知识库</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Model (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Effort</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mask &amp;secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add short &amp;excerpts of command results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Entries</name>
    <message>
        <source>edited by hand · {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entries</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Entry</name>
    <message>
        <source>Body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown source of the body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source snapshot · {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{chars} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{when} · current</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>curated by {agent}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a link was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up one level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>● Unsaved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what belongs to the entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save mine as the newest version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up mine and reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes from earlier were brought back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up these changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This entry was changed elsewhere; your changes are kept here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This entry was not produced again and has been removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its text is still shown here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No entry is called “{title}”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EntryForm</name>
    <message>
        <source>Edit entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;ags, separated by commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{at} of {total}</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Related entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backlinks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No entry links here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revision history</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>{chars} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered by {model}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View source snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at {where}. Finished steps are kept: a retry does the rest only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curate with another agent or model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output of the agent (masked):</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>整理记录</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All statuses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No jobs yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right-click a session and choose “Curate to knowledge base…”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page {page} of {pages} · {size} a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Waiting for the agent&apos;s process to stop…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled at {where} · entries unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %n entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>started {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>submitted {when}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KnowledgeTree</name>
    <message>
        <source>Session knowledge base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load more (%n)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merged entries of earlier versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown source project</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing curated yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right-click a session and choose “Curate to knowledge base…”. Entries appear here as project → session → entry.</source>
        <translation type="unfinished"></translation>
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
        <source>The source has {size} characters; the limit is {limit}.</source>
        <translation>来源有 {size} 个字符，上限为 {limit}。</translation>
    </message>
    <message>
        <source>One model input would have {size} characters; the limit is {limit}.</source>
        <translation>单次模型输入将有 {size} 个字符，上限为 {limit}。</translation>
    </message>
    <message>
        <source>The agent&apos;s {field} has {size}; the limit is {limit}.</source>
        <translation>智能体返回的 {field} 大小为 {size}，上限为 {limit}。</translation>
    </message>
    <message>
        <source>Not installed or not configured</source>
        <translation>未安装或未配置</translation>
    </message>
    <message>
        <source>{agent}: {reason}</source>
        <translation>{agent}：{reason}</translation>
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
        <source>This session already has an entry titled “{title}”.</source>
        <translation>此会话中已有标题为「{title}」的条目。</translation>
    </message>
    <message>
        <source>Choose another title, or open that entry.</source>
        <translation>请换一个标题，或打开那个条目。</translation>
    </message>
    <message>
        <source>There is no {kind} {id}.</source>
        <translation>找不到 {kind} {id}。</translation>
    </message>
    <message>
        <source>It may have been deleted or replaced. Look it up again.</source>
        <translation>它可能已被删除或替换，请重新查找。</translation>
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
        <source>At most 32 tags of 1 to 80 characters are possible.</source>
        <translation>最多 32 个标签，每个 1 至 80 个字符。</translation>
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
        <source>“{value}” is not a kind of entry.</source>
        <translation>「{value}」不是条目类型。</translation>
    </message>
    <message>
        <source>Kinds: {allowed}.</source>
        <translation>可用类型：{allowed}。</translation>
    </message>
    <message>
        <source>“{value}” is not an agent that can curate.</source>
        <translation>「{value}」不是可用于整理的智能体。</translation>
    </message>
    <message>
        <source>Agents: {allowed}.</source>
        <translation>可用智能体：{allowed}。</translation>
    </message>
    <message>
        <source>A model name has 1 to 200 characters and no control characters.</source>
        <translation>模型名称须为 1 至 200 个字符，且不含控制字符。</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the model name.</source>
        <translation>没有发送任何内容。请更正模型名称。</translation>
    </message>
    <message>
        <source>An effort level is one word such as “high”.</source>
        <translation>思考程度是一个词，例如「high」。</translation>
    </message>
    <message>
        <source>Nothing was sent. Correct the effort level.</source>
        <translation>没有发送任何内容。请更正思考程度。</translation>
    </message>
    <message>
        <source>The job is {status}; that is not possible now.</source>
        <translation>任务状态为 {status}，现在不能这样操作。</translation>
    </message>
    <message>
        <source>Only failed and cancelled jobs can be retried.</source>
        <translation>只能重试失败或已取消的任务。</translation>
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
        <source>The settings file cannot be read: {reason}</source>
        <translation>无法读取设置文件：{reason}</translation>
    </message>
    <message>
        <source>It was kept as {path}; Vela goes on with its default settings.</source>
        <translation>原文件已保留为 {path}，Vela 将使用默认设置继续运行。</translation>
    </message>
    <message>
        <source>The agent&apos;s program failed. Your entries are unchanged.</source>
        <translation>智能体程序运行失败，原有条目不变。</translation>
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
        <source>Its agent may have cleaned it up. Entries and snapshots are kept.</source>
        <translation>可能已被智能体清理。条目和快照仍然保留。</translation>
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
        <source>Nothing was changed. The log has more about it.</source>
        <translation>没有改动任何内容，详情见日志。</translation>
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
        <source>The log has the details: {log}</source>
        <translation>详情见日志：{log}</translation>
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
    <name>SessionFacets</name>
    <message>
        <source>Any time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not curated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sessions without entries in the knowledge base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All projects</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} · edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>More about the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter sessions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter sessions by title, id, prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No session matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other words or fewer filters show more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sessions yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions with Claude Code and Codex appear here, grouped by project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group by project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group by day</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No job is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curating “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stage {number} of {all} · {stage}</source>
        <translation type="unfinished"></translation>
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
</context>
</TS>
