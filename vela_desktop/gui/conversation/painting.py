"""Paints what stands around the parts of a conversation: cards, bars, turn numbers, call boxes."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintDevice, QPainter, QPainterPath

from vela_desktop.gui.conversation.endings import ending_words
from vela_desktop.gui.conversation.flow import Placed
from vela_desktop.gui.documents.blocks import seen
from vela_desktop.gui.theme import Theme
from vela_desktop.rendering.pieces import Ending, Part, PartKind


class PartPainter:
    """Paints parts, each in its box (in the document's coordinates)."""

    def __init__(self, theme: Theme, device: QPaintDevice) -> None:
        self._theme, self._device = theme, device

    def under(self, painter: QPainter, placed: Placed, box: QRectF, *, hovered: bool) -> None:
        """Paint what lies beneath the words."""
        match placed.part.kind:
            case PartKind.PROMPT:
                self._prompt(painter, box)
            case PartKind.OUTPUT:
                self._card(painter, box, "bg.code")
            case PartKind.CALL:
                self._call(painter, placed, box, hovered=hovered)
            case PartKind.FOLD:
                self._fold(painter, placed, box)

    def over(self, painter: QPainter, placed: Placed, box: QRectF) -> None:
        """Paint what lies over the words: how a call ended."""
        ending = placed.part.ending
        if ending is None:
            return
        role = "danger" if ending.failed else "text.secondary"
        outcome, duration = ending_words(ending)
        right = box.right() - self._theme.space(2)
        painter.setFont(self._theme.font("caption"))
        baseline = self._baseline(placed)
        for text, colour in ((duration, "text.secondary"), (outcome, role)):
            if text:
                right -= painter.fontMetrics().horizontalAdvance(text)
                painter.setPen(self._theme.color(colour))
                painter.drawText(QPointF(right, baseline), text)
                right -= self._theme.space(2)
        if self.text_right(ending, box) < self._end_of_words(placed):
            self._dots(painter, self.text_right(ending, box), baseline)

    def number(self, painter: QPainter, placed: Placed, box: QRectF, *, current: bool) -> None:
        """Paint the number of the turn that a prompt opens into the gutter."""
        turn = placed.part.turn
        if turn is None:
            return
        painter.setFont(self._theme.font("ui.strong"))
        painter.setPen(self._theme.color("accent" if current else "text.secondary"))
        width = painter.fontMetrics().horizontalAdvance(str(turn))
        left = box.left() - self._theme.space(4) - width
        painter.drawText(QPointF(left, self._baseline(placed)), str(turn))

    def text_right(self, ending: Ending, box: QRectF) -> float:
        """Return where the words of a call end at the latest."""
        metrics = self._metrics("caption")
        texts = [text for text in ending_words(ending) if text]
        used = sum(metrics.horizontalAdvance(text) + self._theme.space(2) for text in texts)
        return box.right() - used - self._theme.space(4)

    def focus(self, painter: QPainter, box: QRectF) -> None:
        """Paint the ring of the keyboard's focus around a part."""
        width = self._theme.tokens.line("ring")
        half = width / 2
        radius = self._theme.radius("control")
        pen = painter.pen()
        pen.setColor(self._theme.color("focus"))
        pen.setWidthF(width)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius, radius)

    def target(self, painter: QPainter, box: QRectF) -> None:
        """Paint a line beside a part that a citation led to."""
        width = self._theme.size("bar.quote")
        left = box.left() - self._theme.space(2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("progress"))
        painter.drawRoundedRect(QRectF(left, box.top(), width, box.height()), width / 2, width / 2)

    def _prompt(self, painter: QPainter, box: QRectF) -> None:
        radius, bar = self._theme.radius("control"), self._theme.size("bar.prompt")
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRoundedRect(box, radius, radius)
        path.addRect(QRectF(box.left(), box.top(), radius, box.height()))
        painter.fillPath(path, self._theme.color("bg.prompt"))
        line = QRectF(box.left(), box.top(), bar, box.height())
        painter.fillRect(line, self._theme.color("accent.fill"))

    def _card(self, painter: QPainter, box: QRectF, role: str) -> None:
        radius = self._theme.radius("control")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(role))
        painter.drawRoundedRect(box, radius, radius)

    def _call(self, painter: QPainter, placed: Placed, box: QRectF, *, hovered: bool) -> None:
        part = placed.part
        failed = part.ending is not None and part.ending.failed
        hair = self._theme.tokens.line("hair")
        radius = self._theme.radius("control")
        pen = painter.pen()
        pen.setStyle(Qt.PenStyle.SolidLine)
        pen.setColor(self._theme.color("danger" if failed else "border.card"))
        pen.setWidthF(hair)
        painter.setPen(pen)
        painter.setBrush(self._theme.color("bg.hover" if hovered else "bg.content"))
        half = hair / 2
        painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius, radius)
        middle, left = self._middle(placed, "ui"), box.left() + self._theme.space(2)
        side = self._theme.size("icon.small")
        self._pixmap(painter, self._chevron(part), "text.secondary", left, middle, side)
        name, role = _state(part.ending)
        left += side + self._theme.space(1)
        self._pixmap(painter, name, role, left, middle, self._theme.size("icon.caption"))

    def _fold(self, painter: QPainter, placed: Placed, box: QRectF) -> None:
        middle, side = self._middle(placed, "caption"), self._theme.size("icon.small")
        name = self._chevron(placed.part)
        self._pixmap(painter, name, "text.secondary", box.left(), middle, side)

    def _pixmap(
        self, painter: QPainter, name: str, role: str, left: float, middle: float, side: int
    ) -> None:
        picture = self._theme.pixmap(name, role, side, self._device)
        painter.drawPixmap(QPointF(round(left), round(middle - side / 2)), picture)

    def _dots(self, painter: QPainter, right: float, baseline: float) -> None:
        painter.setFont(self._theme.font("caption", "mono"))
        painter.setPen(self._theme.color("text.secondary"))
        painter.drawText(QPointF(right, baseline), "…")

    def _end_of_words(self, placed: Placed) -> float:
        block = placed.frame.firstCursorPosition().block()
        found = seen(block.document(), block)
        if found is None:
            return 0.0
        return found.left + block.layout().lineAt(0).naturalTextWidth()

    def _baseline(self, placed: Placed) -> float:
        block = placed.frame.firstCursorPosition().block()
        found = seen(block.document(), block)
        return found.baseline if found else 0.0

    def _middle(self, placed: Placed, style: str) -> float:
        """Return the middle of the capitals on the first line."""
        return self._baseline(placed) - self._metrics(style).capHeight() / 2

    def _metrics(self, style: str) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(style))

    @staticmethod
    def _chevron(part: Part) -> str:
        return "chevron-down" if part.opened else "chevron-right"


def _state(ending: Ending | None) -> tuple[str, str]:
    if ending is None or ending.missing:
        return "clock", "text.secondary"
    return ("error", "danger") if ending.failed else ("check", "success")
