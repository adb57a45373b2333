"""What the links of rendered text begin with. Standard library only: the window reads it first."""

WIKI = "wiki:"
"""``[[Title]]`` links; the title follows, percent-encoded."""

CITE = "cite:"
"""Links to a turn; the citation follows as it stands in the body."""

FOLD = "fold:"
"""Opens or closes a fold of a conversation; its key follows."""
