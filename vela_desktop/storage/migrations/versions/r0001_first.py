"""The first schema: everything the knowledge base, jobs, archive and undo keep."""

from alembic import op

revision = "0001"
down_revision = None


STATEMENTS = (
    """
    CREATE TABLE memory_changes (
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        at INTEGER NOT NULL,
        actor_kind TEXT NOT NULL,
        actor TEXT NOT NULL,
        via TEXT NOT NULL,
        job_id TEXT,
        operation TEXT NOT NULL,
        reason TEXT DEFAULT '' NOT NULL,
        undone_by TEXT,
        purged BOOLEAN DEFAULT '0' NOT NULL,
        PRIMARY KEY (n),
        UNIQUE (id)
    )
    """,
    """
    CREATE TABLE memory_drafts (
        entry_id TEXT NOT NULL,
        base_version INTEGER NOT NULL,
        saved_at INTEGER NOT NULL,
        fields BLOB NOT NULL,
        PRIMARY KEY (entry_id)
    )
    """,
    """
    CREATE TABLE memory_dropped_titles (
        session_id TEXT NOT NULL,
        title_key TEXT NOT NULL,
        title TEXT NOT NULL,
        dropped_at INTEGER NOT NULL,
        PRIMARY KEY (session_id, title_key)
    )
    """,
    """
    CREATE TABLE memory_entries (
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        project_id TEXT DEFAULT '' NOT NULL,
        title TEXT NOT NULL,
        title_key TEXT NOT NULL,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        state_reason TEXT DEFAULT '' NOT NULL,
        origin TEXT NOT NULL,
        curated_session_id TEXT,
        protected BOOLEAN DEFAULT '0' NOT NULL,
        edited_by_hand BOOLEAN DEFAULT '0' NOT NULL,
        confidence FLOAT,
        pinned BOOLEAN DEFAULT '0' NOT NULL,
        checks TEXT DEFAULT '{}' NOT NULL,
        source_event_id TEXT,
        target_id TEXT,
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        summary TEXT DEFAULT '' NOT NULL,
        body TEXT DEFAULT '' NOT NULL,
        PRIMARY KEY (n),
        CONSTRAINT uq_memory_entries_event UNIQUE (session_id, source_event_id),
        UNIQUE (id)
    )
    """,
    """
    CREATE TABLE memory_feed (
        seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        ids TEXT NOT NULL,
        writer TEXT NOT NULL,
        at INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE memory_job_results (
        job_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        result BLOB NOT NULL,
        PRIMARY KEY (job_id)
    )
    """,
    """
    CREATE TABLE memory_job_steps (
        n INTEGER NOT NULL,
        lineage TEXT NOT NULL,
        "key" TEXT NOT NULL,
        stage TEXT NOT NULL,
        usage TEXT DEFAULT '{}' NOT NULL,
        tries INTEGER DEFAULT '1' NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        output BLOB,
        PRIMARY KEY (n),
        CONSTRAINT uq_memory_job_steps UNIQUE (lineage, "key")
    )
    """,
    """
    CREATE TABLE memory_meta (
        "key" TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY ("key")
    )
    """,
    """
    CREATE TABLE memory_projects (
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE memory_sessions (
        id TEXT NOT NULL,
        agent TEXT NOT NULL,
        native_id TEXT NOT NULL,
        name TEXT NOT NULL,
        project_id TEXT DEFAULT '' NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE memory_sources (
        id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        purpose TEXT NOT NULL,
        origin TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        chars INTEGER NOT NULL,
        masked TEXT DEFAULT '{}' NOT NULL,
        created_at INTEGER NOT NULL,
        text BLOB NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT uq_memory_sources_text UNIQUE (session_id, purpose, sha256)
    )
    """,
    """
    CREATE TABLE project (
        id TEXT NOT NULL,
        root_path TEXT,
        name TEXT,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE session (
        id TEXT NOT NULL,
        agent TEXT NOT NULL,
        native_id TEXT NOT NULL,
        project_id TEXT,
        title TEXT,
        archived_at INTEGER,
        archive_copy TEXT,
        recordings TEXT DEFAULT '[]' NOT NULL,
        deleted_at INTEGER,
        size INTEGER,
        mtime_ns INTEGER,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT uq_session_native UNIQUE (agent, native_id)
    )
    """,
    """
    CREATE TABLE memory_change_items (
        n INTEGER NOT NULL,
        change_id TEXT NOT NULL,
        object_kind TEXT NOT NULL,
        object_id TEXT NOT NULL,
        "before" BLOB,
        "after" BLOB,
        PRIMARY KEY (n),
        FOREIGN KEY(change_id) REFERENCES memory_changes (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE memory_citations (
        n INTEGER NOT NULL,
        entry_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        turn INTEGER NOT NULL,
        step_from INTEGER,
        step_to INTEGER,
        anchor TEXT,
        turn_hash TEXT,
        source_id TEXT,
        PRIMARY KEY (n),
        FOREIGN KEY(entry_id) REFERENCES memory_entries (id) ON DELETE CASCADE,
        FOREIGN KEY(source_id) REFERENCES memory_sources (id)
    )
    """,
    """
    CREATE TABLE memory_entry_sources (
        n INTEGER NOT NULL,
        entry_id TEXT NOT NULL,
        source_id TEXT NOT NULL,
        PRIMARY KEY (n),
        CONSTRAINT uq_memory_entry_sources UNIQUE (entry_id, source_id),
        FOREIGN KEY(entry_id) REFERENCES memory_entries (id) ON DELETE CASCADE,
        FOREIGN KEY(source_id) REFERENCES memory_sources (id)
    )
    """,
    """
    CREATE TABLE memory_jobs (
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        type TEXT NOT NULL,
        session_id TEXT,
        project_id TEXT,
        source_id TEXT,
        agent TEXT NOT NULL,
        model TEXT,
        effort TEXT,
        options TEXT NOT NULL,
        status TEXT NOT NULL,
        stage TEXT,
        done INTEGER DEFAULT '0' NOT NULL,
        total INTEGER DEFAULT '0' NOT NULL,
        segments INTEGER DEFAULT '0' NOT NULL,
        error TEXT,
        details TEXT DEFAULT '{}' NOT NULL,
        notes TEXT DEFAULT '[]' NOT NULL,
        entries INTEGER DEFAULT '0' NOT NULL,
        usage TEXT DEFAULT '{}' NOT NULL,
        review TEXT,
        baseline TEXT DEFAULT '{}' NOT NULL,
        lease_host TEXT,
        lease_boot_id TEXT,
        lease_pid INTEGER,
        lease_start_ticks INTEGER,
        beat INTEGER DEFAULT '0' NOT NULL,
        child_pgid INTEGER,
        child_start_ticks INTEGER,
        lineage TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        ended_at INTEGER,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (n),
        UNIQUE (id),
        FOREIGN KEY(source_id) REFERENCES memory_sources (id)
    )
    """,
    """
    CREATE TABLE memory_links (
        n INTEGER NOT NULL,
        from_id TEXT NOT NULL,
        to_id TEXT NOT NULL,
        relation TEXT NOT NULL,
        title_key TEXT DEFAULT '' NOT NULL,
        PRIMARY KEY (n),
        CONSTRAINT uq_memory_links UNIQUE (from_id, relation, to_id, title_key),
        FOREIGN KEY(from_id) REFERENCES memory_entries (id) ON DELETE CASCADE,
        FOREIGN KEY(to_id) REFERENCES memory_entries (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE memory_revisions (
        n INTEGER NOT NULL,
        entry_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        change_id TEXT,
        created_at INTEGER NOT NULL,
        copy BLOB NOT NULL,
        PRIMARY KEY (n),
        CONSTRAINT uq_memory_revisions UNIQUE (entry_id, version),
        FOREIGN KEY(entry_id) REFERENCES memory_entries (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE memory_tags (
        n INTEGER NOT NULL,
        entry_id TEXT NOT NULL,
        tag TEXT NOT NULL,
        PRIMARY KEY (n),
        CONSTRAINT uq_memory_tags UNIQUE (entry_id, tag),
        FOREIGN KEY(entry_id) REFERENCES memory_entries (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_memory_changes_kept ON memory_changes (at) WHERE purged = 0",
    "CREATE INDEX ix_memory_changes_job ON memory_changes (job_id)",
    "CREATE INDEX ix_memory_entries_curated ON memory_entries (curated_session_id)",
    """
    CREATE INDEX ix_memory_entries_session_edited
        ON memory_entries (state, session_id, edited_by_hand)
    """,
    """
    CREATE INDEX ix_memory_entries_session_updated
        ON memory_entries (state, session_id, updated_at)
    """,
    """
    CREATE INDEX ix_memory_entries_session_title
        ON memory_entries (state, session_id, title_key)
    """,
    "CREATE INDEX ix_memory_entries_title ON memory_entries (state, title_key)",
    "CREATE INDEX ix_memory_entries_updated ON memory_entries (state, updated_at)",
    """
    CREATE UNIQUE INDEX uq_memory_entries_title
        ON memory_entries (project_id, session_id, title_key) WHERE state = 'active'
    """,
    "CREATE INDEX ix_memory_sessions_project ON memory_sessions (project_id)",
    "CREATE INDEX ix_memory_change_items_change ON memory_change_items (change_id)",
    "CREATE INDEX ix_memory_change_items_object ON memory_change_items (object_kind, object_id)",
    "CREATE INDEX ix_memory_citations_entry ON memory_citations (entry_id)",
    "CREATE INDEX ix_memory_citations_source ON memory_citations (source_id)",
    "CREATE INDEX ix_memory_citations_turn ON memory_citations (session_id, turn)",
    "CREATE INDEX ix_memory_entry_sources_source ON memory_entry_sources (source_id)",
    "CREATE INDEX ix_memory_jobs_lineage ON memory_jobs (lineage)",
    "CREATE INDEX ix_memory_jobs_session ON memory_jobs (session_id)",
    "CREATE INDEX ix_memory_jobs_status ON memory_jobs (status)",
    """
    CREATE UNIQUE INDEX uq_memory_jobs_active ON memory_jobs (session_id, type)
        WHERE status IN ('running', 'cancelling')
    """,
    """
    CREATE UNIQUE INDEX uq_memory_jobs_queued ON memory_jobs (session_id, type)
        WHERE status = 'queued'
    """,
    "CREATE INDEX ix_memory_links_to ON memory_links (to_id, relation)",
    "CREATE INDEX ix_memory_tags_tag ON memory_tags (tag, entry_id)",
    """
    CREATE VIRTUAL TABLE memory_entry_fts USING
        fts5(title, summary, body, tags, content='', tokenize='unicode61')
    """,
)


def upgrade() -> None:
    """Create the tables."""
    for statement in STATEMENTS:
        op.execute(statement)
