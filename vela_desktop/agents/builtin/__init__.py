"""The built-in extractor: answers curation prompts by quoting alone, without a model."""
