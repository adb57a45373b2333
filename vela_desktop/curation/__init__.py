"""The life of a job: from a source snapshot to entries saved in one transaction."""
