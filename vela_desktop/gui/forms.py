"""Loads ``ui/forms/*.ui`` into typed classes.

A form class names its widgets by object name::

    class EntryFormUi(Form):
        title: QLineEdit
        kind: QComboBox

    ui = load_form("entry_form", EntryFormUi, parent)
    ui.root          # the form's own widget
"""

from typing import TypeVar, get_type_hints

from PySide6.QtCore import QFile, QIODevice, QObject
from PySide6.QtUiTools import QUiLoader
from PySide6.QtWidgets import QWidget

from vela_desktop import assets


class FormError(Exception):
    """A form does not hold what its class names. A mistake in the program, never a user's."""


class Form:
    """The widgets of a loaded form, by object name; ``root`` is the form itself."""

    root: QWidget


F = TypeVar("F", bound=Form)


def load_form(name: str, kind: type[F], parent: QWidget | None = None) -> F:
    """Return the widgets of ``ui/forms/<name>.ui``, checked against the annotations of *kind*.

    Raises FormError where the file is missing or broken, or a widget is missing or of another type.
    """
    root = _load(name, parent)
    form = kind()
    form.root = root
    for field, wanted in get_type_hints(kind).items():
        if field != "root":
            setattr(form, field, _widget(name, root, field, wanted))
    return form


def _load(name: str, parent: QWidget | None) -> QWidget:
    path = assets.ui("forms", f"{name}.ui")
    file = QFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.ReadOnly):
        raise FormError(f"{path} cannot be read: {file.errorString()}")
    loader = QUiLoader()
    loader.setLanguageChangeEnabled(True)
    try:
        return loader.load(file, parent)
    except RuntimeError as error:
        raise FormError(f"{path} cannot be loaded: {loader.errorString()}") from error
    finally:
        file.close()


def _widget(name: str, root: QWidget, field: str, wanted: type[QObject]) -> QObject:
    found = root.findChild(QObject, field)
    if found is None:
        raise FormError(f"{name}.ui has no widget called {field}")
    if not isinstance(found, wanted):
        actual = type(found).__name__
        raise FormError(f"{name}.ui: {field} is a {actual}, not a {wanted.__name__}")
    return found
