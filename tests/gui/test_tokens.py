"""The tokens are the only source of colours and measures, and keep their promises."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from vela_desktop import assets
from vela_desktop.gui.theme import SCHEMES, Scheme, Theme, load_tokens, sheet

GUI = Path(sheet.__file__).parents[1]
_PIXELS = re.compile(r"\d+\s*p[xt]\b")
_GEOMETRY = re.compile(
    r"set(Fixed|Minimum|Maximum)(Width|Height|Size)|setContentsMargins|set\w*Spacing|addSpacing"
    r"|setIconSize|setHandleWidth|setPixelSize|setPointSize|setIndent\w*|QSize|QSizeF|QMargins"
    r"|QMarginsF|resize|adjusted|setWidth|setHeight|setDocumentMargin|setTextWidth|QPen"
)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the WCAG 2 contrast of two colours."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_promised_pair_of_colours_has_its_contrast(scheme: Scheme) -> None:
    tokens = load_tokens()
    pairs = tokens.contrast(scheme)
    assert len(pairs) == 117
    for pair in pairs:
        measured = contrast(tokens.hex(scheme, pair.text), tokens.hex(scheme, pair.background))
        assert measured >= pair.minimum, pair
        assert measured == pytest.approx(pair.ratio, abs=0.01), pair


@pytest.mark.parametrize("scheme", SCHEMES)
def test_readable_text_never_has_less_than_four_and_a_half(scheme: Scheme) -> None:
    readable = {"text", "text.secondary", "text.placeholder", "text.disabled", "accent"}
    for pair in load_tokens().contrast(scheme):
        if pair.text in readable:
            assert pair.minimum >= 4.5, pair


def test_both_schemes_have_the_same_roles() -> None:
    light, dark = (load_tokens().roles(scheme) for scheme in SCHEMES)
    assert light == dark


@pytest.mark.parametrize("name", ["base.qss", "document.css"])
def test_style_sheets_hold_no_literal(name: str) -> None:
    template = assets.read_text(assets.ui("themes", name))
    assert not re.findall(r"#[0-9A-Fa-f]{3,8}\s*[;},]", template)
    assert not _PIXELS.findall(template)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_filled_style_sheet_has_no_hole_left(qapp: QApplication, scheme: Scheme) -> None:
    Theme(qapp, scheme)
    filled = qapp.styleSheet()
    assert "{{" not in filled
    assert load_tokens().hex(scheme, "bg.chrome") in filled


def _no_image(icon: str, role: str) -> str:
    raise AssertionError((icon, role))


def test_lengths_add_up() -> None:
    tokens = load_tokens()
    text = sheet.fill(
        "{{size.control - line.hair - line.hair}} {{space.2 + space.1}}",
        tokens,
        "light",
        tokens.families,
        _no_image,
    )
    assert text == "26px 12px"


def test_an_unknown_token_is_an_error() -> None:
    tokens = load_tokens()
    with pytest.raises(KeyError):
        sheet.fill("{{size.no.such}}", tokens, "light", tokens.families, _no_image)


@functools.cache
def _modules() -> tuple[tuple[str, ast.Module], ...]:
    paths = sorted(GUI.rglob("*.py"))
    return tuple((path.name, ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_colour_stands_in_the_code() -> None:
    found = [
        (name, text)
        for name, tree in _modules()
        for text in _strings(tree)
        if re.fullmatch(r".*#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b.*", text, re.DOTALL)
        or re.search(r"\brgba?\(\s*\d", text)
    ]
    assert not found


def test_no_size_stands_in_the_code() -> None:
    found = [
        (name, node.lineno, ast.unparse(node))
        for name, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _is_geometry(node) and _literals(node)
    ]
    found += [
        (name, 0, text)
        for name, tree in _modules()
        for text in _strings(tree)
        if _PIXELS.search(text)
    ]
    assert not found


def _is_geometry(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return bool(_GEOMETRY.fullmatch(name))


def _literals(call: ast.Call) -> list[float]:
    """Return the numbers above 1 that *call* is given as they stand."""
    numbers = (arg.operand if isinstance(arg, ast.UnaryOp) else arg for arg in call.args)
    values = (arg.value for arg in numbers if isinstance(arg, ast.Constant))
    return [value for value in values if isinstance(value, int | float) and value > 1]


@pytest.mark.parametrize(
    "forbidden", ["styleSheet", "<font>", "<palette>", "minimumSize", "maximumSize", "geometry"]
)
def test_forms_hold_no_look_of_their_own(forbidden: str) -> None:
    for path in assets.ui("forms").glob("*.ui"):
        assert forbidden not in path.read_text(encoding="utf-8"), path.name
