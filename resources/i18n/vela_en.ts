<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Conversation</name>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Parts  %n</source>
        <translation>
            <numerusform>Parts  %n</numerusform>
            <numerusform>Parts  %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Prompts  %n</source>
        <translation>
            <numerusform>Prompts  %n</numerusform>
            <numerusform>Prompts  %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parts</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>%n parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turns</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable lines</source>
        <translation>
            <numerusform>%n unreadable line</numerusform>
            <numerusform>%n unreadable lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Curate</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries curated from this session will be replaced</source>
        <translation>
            <numerusform>%n entry curated from this session will be replaced</numerusform>
            <numerusform>%n entries curated from this session will be replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them edited by you</source>
        <translation>
            <numerusform>%n of them edited by you</numerusform>
            <numerusform>%n of them edited by you</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Entries</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Entry</name>
    <message numerus="yes">
        <source>%n characters</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours ago</source>
        <translation>
            <numerusform>%n hour ago</numerusform>
            <numerusform>%n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks ago</source>
        <translation>
            <numerusform>%n week ago</numerusform>
            <numerusform>%n weeks ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message numerus="yes">
        <source>Show all %n</source>
        <translation>
            <numerusform>Show %n</numerusform>
            <numerusform>Show all %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message numerus="yes">
        <source>%n segments</source>
        <translation>
            <numerusform>%n segment</numerusform>
            <numerusform>%n segments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>May %n entries that you took away come back?</source>
        <translation>
            <numerusform>May %n entry that you took away come back?</numerusform>
            <numerusform>May %n entries that you took away come back?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Retry and replace %n entries</source>
        <translation>
            <numerusform>Retry and replace %n entry</numerusform>
            <numerusform>Retry and replace %n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %n entries that you changed?</source>
        <translation>
            <numerusform>Replace %n entry that you changed?</numerusform>
            <numerusform>Replace %n entries that you changed?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %n calls at once</source>
        <translation>
            <numerusform>up to %n call at once</numerusform>
            <numerusform>up to %n calls at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n entries</source>
        <translation>
            <numerusform>Saved %n entry</numerusform>
            <numerusform>Saved %n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries unchanged</source>
        <translation>
            <numerusform>%n entry unchanged</numerusform>
            <numerusform>%n entries unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finished steps are kept; a retry does only the rest.</source>
        <translation>
            <numerusform>%n finished step is kept; a retry does only the rest.</numerusform>
            <numerusform>%n finished steps are kept; a retry does only the rest.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finished steps</source>
        <translation>
            <numerusform>%n finished step</numerusform>
            <numerusform>%n finished steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reused</source>
        <translation>
            <numerusform>%n reused</numerusform>
            <numerusform>%n reused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tries</source>
        <translation>
            <numerusform>%n try</numerusform>
            <numerusform>%n tries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KnowledgeTree</name>
    <message numerus="yes">
        <source>Load more (%n)</source>
        <translation>
            <numerusform>Load more (%n)</numerusform>
            <numerusform>Load more (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recordings</name>
    <message numerus="yes">
        <source>%n files were not imported</source>
        <translation>
            <numerusform>%n file was not imported</numerusform>
            <numerusform>%n files were not imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drop to import %n files</source>
        <translation>
            <numerusform>Drop to import %n file</numerusform>
            <numerusform>Drop to import %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%n models</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n models</source>
        <translation>
            <numerusform>Show %n model</numerusform>
            <numerusform>Show all %n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n jobs at once</source>
        <translation>
            <numerusform>%n job at a time</numerusform>
            <numerusform>%n jobs at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls at once</source>
        <translation>
            <numerusform>%n call at a time</numerusform>
            <numerusform>%n calls at once</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Snapshot</name>
    <message numerus="yes">
        <source>%n secrets were masked before saving</source>
        <translation>
            <numerusform>%n secret was masked before saving</numerusform>
            <numerusform>%n secrets were masked before saving</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n projects</source>
        <translation>
            <numerusform>%n project</numerusform>
            <numerusform>%n projects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusJob</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries saved</source>
        <translation>
            <numerusform>%n entry saved</numerusform>
            <numerusform>%n entries saved</numerusform>
        </translation>
    </message>
</context>
</TS>
