"""Rendered text: the browser that shows it and the style sheet that dresses it."""

from vela_desktop.gui.documents.browser import DocumentBrowser
from vela_desktop.gui.documents.sheet import document_sheet

__all__ = ["DocumentBrowser", "document_sheet"]
