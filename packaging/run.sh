#!/bin/sh
# Opens the window. Without a display it does the same job headless and leaves a picture of it.
#   packaging/run.sh BIN     BIN: the folder of .venv's programs
set -eu
cd "$(dirname "$0")/.."
bin=$1
data=build/demo
picture=build/main-window.png

has_display() {
    [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]
}

if has_display; then
    exec "$bin/vela-desktop"
fi
echo "There is no display. Curating the sample sessions and taking a picture of the window instead."
rm -rf "$data"
mkdir -p build
"$bin/vela" demo --keep "$data"
QT_QPA_PLATFORM=offscreen "$bin/python" packaging/screenshots.py --main "$picture" \
    --data-dir "$data"
echo "The data is in $data, the picture in $picture."
