"""Pictures of the window from demo data: one for ``make run``, all for ``make screenshots``.

    screenshots.py --main FILE --data-dir DIR   the main window on a curated data folder
    screenshots.py [--into DIR] [--scale N]     every page, light and dark, English and Chinese

Those that the documentation shows are copied to ``docs/images`` unless ``--into`` is given.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = ("main", "conversation", "curate", "jobs", "entry", "start")


def main() -> int:
    """Take the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--main", type=Path, help="take one picture of the main window")
    parser.add_argument("--data-dir", type=Path, help="the data folder for --main")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--scale", default="1", help="device pixels per pixel, such as 2")
    parser.add_argument("--only", default="", help="pages whose name contains this")
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_API"] = "pyside6"
    os.environ["QT_SCALE_FACTOR"] = options.scale
    import qasync
    from PySide6.QtWidgets import QApplication

    app = QApplication(["vela-desktop"])
    app.setQuitOnLastWindowClosed(False)
    with qasync.QEventLoop(app) as loop:
        if options.main:
            loop.run_until_complete(_one(app, options.main, options.data_dir))
        else:
            into = options.into or ROOT / "build" / "pictures"
            loop.run_until_complete(_all(app, into, options.only))
            if options.into is None:
                _publish(into)
    return 0


def _publish(pictures: Path) -> None:
    for name in PUBLISHED:
        for picture in pictures.glob(f"{name}-*.png"):
            shutil.copy(picture, ROOT / "docs" / "images")


async def _one(app: object, target: Path, data: Path) -> None:
    from studio import Studio

    async with Studio(app, data, "light", "en") as studio:
        await studio.open_first_entry()
        studio.take(target)


async def _all(app: object, into: Path, only: str) -> None:
    from demo_data import demo_data
    from studio import SCENES, Studio

    with tempfile.TemporaryDirectory(prefix="vela-pictures-") as folder:
        os.environ["HOME"] = folder  # paths are shown from there
        data = Path(folder) / "data"
        await demo_data(data)
        for scheme in ("light", "dark"):
            for language in ("en", "zh_CN"):
                async with Studio(app, data, scheme, language) as studio:
                    for name, scene in SCENES.items():
                        if only in name:
                            await scene(studio)
                            short = language.partition("_")[0]
                            studio.take(into / f"{name}-{scheme}-{short}.png")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "packaging" / "pictures"), str(ROOT / "tests")]
    sys.exit(main())
