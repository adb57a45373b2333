"""Worker processes for everything that decodes transcripts or renders long text."""
