"""One window per data folder: a second start hands its link to the window that is open."""

import contextlib
import getpass
import hashlib
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

WAIT_MILLISECONDS = 2000
LINK_BYTES = 4096
_COME = "come"
"""What is sent where there is no link: the window only comes to the front."""


class Single(QObject):
    """The right to be the window of a data folder.

    ``asked`` carries the link of a second start, empty where it had none.
    """

    asked = Signal(str)

    def __init__(self, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        with contextlib.suppress(OSError):
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = QLockFile(str(data / "window.lock"))
        self._lock.setStaleLockTime(0)
        self._name = _name(data)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)

    def claim(self) -> bool:
        """Become the window of the data folder; False where another one is.

        A folder that cannot be written has no lock: the window then opens and says what is wrong.
        """
        if not self._lock.tryLock(0) and self._lock.error() is QLockFile.LockError.LockFailedError:
            return False
        QLocalServer.removeServer(self._name)
        self._server.listen(self._name)
        return True

    def hand_over(self, link: str) -> bool:
        """Have the open window come forward and open *link*; False where it does not answer."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(WAIT_MILLISECONDS):
            return False
        socket.write(f"{link or _COME}\n".encode())
        return socket.waitForBytesWritten(WAIT_MILLISECONDS) and self._answered(socket)

    def release(self) -> None:
        """Let another window have the data folder."""
        self._server.close()
        self._lock.unlock()

    def _answered(self, socket: QLocalSocket) -> bool:
        return bool(socket.waitForReadyRead(WAIT_MILLISECONDS))

    def _take(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._read(socket))
        socket.disconnected.connect(socket.deleteLater)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > LINK_BYTES:
                socket.abort()
            return
        line = bytes(socket.readLine(LINK_BYTES).data()).decode("utf-8", "replace").strip()
        socket.write(b"ok\n")
        socket.disconnectFromServer()
        self.asked.emit("" if line == _COME else line)


def _name(data: Path) -> str:
    place = f"{getpass.getuser()}\0{data.absolute()}"
    return f"vela-{hashlib.sha256(place.encode()).hexdigest()[:16]}"
