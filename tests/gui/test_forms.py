"""Forms: loaded by name, checked against their class."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

import vela_desktop.gui
from vela_desktop import assets
from vela_desktop.gui.forms import Form, FormError, load_form
from vela_desktop.gui.i18n import Languages


class AboutUi(Form):
    promise: QLabel


class Missing(Form):
    nothing: QLabel


class Mistyped(Form):
    promise: QComboBox


def _uses() -> Iterator[tuple[str, str, str]]:
    """Return module, form and class of every call of ``load_form`` in the window's code."""
    root = Path(vela_desktop.gui.__path__[0])
    for path in root.rglob("*.py"):
        module = ".".join(("vela_desktop.gui", *path.relative_to(root).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "load_form":
                yield module, ast.literal_eval(node.args[0]), ast.unparse(node.args[1])


def test_every_form_loads() -> None:
    names = [path.stem for path in assets.ui("forms").glob("*.ui")]
    assert names
    for name in names:
        assert isinstance(load_form(name, Form).root, QWidget)


def test_every_form_is_used_and_fits_its_class() -> None:
    uses = list(_uses())
    for module, name, cls in uses:
        load_form(name, getattr(importlib.import_module(module), cls))
    assert {name for _, name, _ in uses} == {p.stem for p in assets.ui("forms").glob("*.ui")}


def test_a_missing_widget_is_named() -> None:
    with pytest.raises(FormError, match="no widget called nothing"):
        load_form("about", Missing)


def test_a_widget_of_another_type_is_named() -> None:
    with pytest.raises(FormError, match="promise is a QLabel, not a QComboBox"):
        load_form("about", Mistyped)


def test_a_missing_form_is_named() -> None:
    with pytest.raises(FormError, match=r"none\.ui"):
        load_form("none", Form)


def test_a_broken_form_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.ui").write_text("<ui version='4.0'><widget", encoding="utf-8")
    monkeypatch.setattr(assets, "ui", lambda *parts: tmp_path.joinpath(*parts[1:]))
    with pytest.raises(FormError, match=r"broken\.ui"):
        load_form("broken", Form)


def test_an_open_form_changes_its_language(languages: Languages) -> None:
    window = QWidget()
    ui = load_form("about", AboutUi, window)
    english = ui.promise.text()
    languages.choose("zh_CN")
    QCoreApplication.sendPostedEvents()
    assert ui.promise.text() != english
    assert "知识库" in ui.promise.text()
