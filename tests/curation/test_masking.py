import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.soak import tries
from vela_desktop.domain.masking import mask

_random = random.Random(7)
_ALNUM = string.ascii_letters + string.digits


def some(length: int, alphabet: str = _ALNUM) -> str:
    return "".join(_random.choice(alphabet) for _ in range(length))


KEY = "\n".join(some(64) for _ in range(8))
JWT = f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{some(43)}"

SECRETS = [
    ("github-token", "ghp_" + some(36)),
    ("github-token", f"github_pat_{some(22)}_{some(59)}"),
    ("anthropic-key", "sk-ant-api03-" + some(93)),
    ("openai-key", "sk-proj-" + some(48)),
    ("openai-key", "sk-" + some(48)),
    ("aws-key", "AKIA" + some(16, string.ascii_uppercase + "234567")),
    ("slack-token", f"xoxb-123456789012-123456789012-{some(24)}"),
    ("google-key", "AIza" + some(35)),
    ("jwt", JWT),
    ("private-key", f"-----BEGIN RSA PRIVATE KEY-----\n{KEY}\n-----END RSA PRIVATE KEY-----"),
    (
        "private-key",
        f"-----BEGIN OPENSSH PRIVATE KEY-----\\n{some(64)}\\n-----END OPENSSH PRIVATE KEY-----",
    ),
]

PLACED = [
    ("bearer-token", "Authorization: Bearer ", some(40), ""),
    ("bearer-token", "curl -H 'authorization: token ", "a1b2c3d4e5f6g7h8", "'"),
    ("url-password", "postgres://app:", "hunter2", "@db.local/shop"),
    ("url-password", "redis://:", some(20), "@localhost:6379/0"),
    ("password", "DB_PASSWORD=", "s3cr3tP4ss", ""),
    ("password", '"password": "', "Tr0ub4dor&3", '"'),
    ("password", "Password=", "Xk9mQ2zB", ";Server=x"),
    ("password", "密码：", "aB3xK9mQ2z", ""),
    ("secret", "API_KEY=", some(32, "0123456789abcdef"), ""),
    ("secret", "aws_secret_access_key = ", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""),
    ("secret", "client_secret: '", some(40, string.ascii_lowercase + string.digits), "'"),
]

HARMLESS = [
    f"commit {some(40, '0123456789abcdef')}",
    f"token = {some(40, '0123456789abcdef')}",
    f"sha256:{some(64, '0123456789abcdef')}",
    "token: 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "API_KEY=<your-key>",
    "API_KEY=your-api-key-here",
    "api_key=xxxxxxxxxxxx",
    "ghp_" + "x" * 36,
    '"password": "********"',
    "password: changeme123",
    "TOKEN=$TOKEN2024abc",
    "TOKEN=${GITHUB_TOKEN}",
    "password=${{ secrets.DB_PASS1 }}",
    'os.environ["API_TOKEN2"]',
    'password = os.environ["DB_PASSWORD"]',
    "token = process.env.GITHUB_TOKEN",
    "token=secrets.token_hex(16)",
    "password = get_password(user1, x2)",
    "max_tokens: 4096",
    "token_expires_at: 2026-12-01T10:29:00Z",
    "secret_name: my-app-secret-2024",
    "token: refreshTokenExpiredError401",
    "sk-learn-tutorial-for-beginners-2024",
    "postgres://postgres:postgres@localhost/db",
    "postgres://user:password@localhost/db",
    "https://user:$PASS@host",
    "http://localhost:8080/a@b",
    "git@github.com:user/repo.git",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <token>",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "author: a1b2c3d4e5",
]


@pytest.mark.parametrize(("kind", "secret"), SECRETS)
def test_a_secret_known_by_its_form_is_masked(kind: str, secret: str) -> None:
    masked, counts = mask(f"I put {secret} there.")
    assert masked == f"I put [masked: {kind}] there."
    assert counts == {kind: 1}


@pytest.mark.parametrize(("kind", "before", "secret", "after"), PLACED)
def test_a_secret_known_by_its_place_is_masked_alone(
    kind: str, before: str, secret: str, after: str
) -> None:
    assert mask(before + secret + after) == (f"{before}[masked: {kind}]{after}", {kind: 1})


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_or_in_doubt_stays(text: str) -> None:
    assert mask(text) == (text, {})


@pytest.mark.parametrize("secret", [secret for _, secret in SECRETS])
def test_masked_text_masks_to_itself(secret: str) -> None:
    once, _ = mask(f"GITHUB_TOKEN={secret}; Authorization: Bearer {secret}")
    assert mask(once) == (once, {})


@settings(max_examples=tries(30), deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([secret for _, secret in SECRETS]),
            st.sampled_from([a + b + c for _, a, b, c in PLACED]),
            st.sampled_from(["password=", "://u:", "@h", "token: ", '"', " ", "\n", "ghp_", "]"]),
            st.text(max_size=8),
        ),
        max_size=12,
    )
)
def test_masking_twice_changes_nothing_more(pieces: list[str]) -> None:
    once, _ = mask("".join(pieces))
    assert mask(once) == (once, {})


def test_every_secret_is_counted() -> None:
    text = "\n".join(f"GITHUB_TOKEN=ghp_{some(36)}" for _ in range(3)) + f"\nJWT {JWT}"
    assert mask(text)[1] == {"github-token": 3, "jwt": 1}


HOSTILE = ["eyJ", "eyJaaaaaaaa.", "://a:", "-----BEGIN RSA PRIVATE KEY-----\n", "ghp_", "sk-",
           "password=", "password=a1b2c3d4,", "pwd-", "a", " ", "-", 'token"   :   "',
           "authorization: bearer "]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_ends_soon(piece: str) -> None:
    """A rule that looks at the rest of the text from each place would take hours here."""
    mask(piece * (200_000 // len(piece)))
