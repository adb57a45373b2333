"""The schema as words, for programs that cannot hold a model's answer to it."""

import json

from vela_desktop.agents.protocol import Request


def system_with_schema(request: Request) -> str:
    """Return the system text of *request*, followed by the schema that the answer must have."""
    schema = json.dumps(request.schema, ensure_ascii=False)
    return (
        f"{request.system}\n\n"
        "The answer must be one JSON object that is valid against this JSON schema:\n\n"
        f"{schema}\n"
    )
