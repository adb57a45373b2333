#!/bin/sh
# Makes the checkout ready: the system's libraries and fonts, .venv with the program and its tools,
# and the compiled translations. Does only what is missing, so it may run before everything else.
#   PYTHON=python3.12 packaging/setup.sh    to choose the interpreter
set -eu
cd "$(dirname "$0")/.."

# What Qt loads, first without and then with a display; then fonts for Chinese, emoji, and the
# window's own type.
libraries="libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0"
display="libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libxcb-xkb1
libxkbcommon-x11-0 xvfb xauth"
fonts="fonts-noto-cjk fonts-noto-color-emoji fonts-inter fonts-hack"

case "$(uname -s)" in
    MINGW* | MSYS* | CYGWIN*) bin=.venv/Scripts ;;
    *) bin=.venv/bin ;;
esac
stamp=.venv/.ready

say() {
    printf '%s\n' "setup: $*" >&2
}

suitable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python py; do
        if suitable "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    say "Python 3.11 or newer is needed and was not found. Name one: make setup PYTHON=/path/to/it"
    exit 1
}

# The packages of the arguments that are not installed. Newer systems add t64 to some names.
missing() {
    installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' |
        sed -n 's/^installed //p' | tr '\n' ' ')"
    for package in "$@"; do
        case "$installed" in
            *" $package "* | *" ${package}t64 "*) ;;
            *) echo "$package" ;;
        esac
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

may_install() {
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "$@"
}

install_packages() {
    say "installing $*"
    # The lists of packages may be absent or too old; fetching new ones takes a while.
    apt_install "$@" >/dev/null 2>&1 && return
    as_root apt-get update -q && apt_install "$@"
}

system_packages() {
    command -v apt-get >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2046,SC2086 - lists of names
    set -- $(missing $libraries $display $fonts $(venv_package))
    [ $# -gt 0 ] || return 0
    if may_install && install_packages "$@"; then
        return
    fi
    say "these packages are missing and could not be installed from here:"
    say "    sudo apt-get install $*"
    say "going on without them; the window, its pictures or its tests may need them"
}

# Debian ships ensurepip apart from Python itself.
venv_package() {
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 || echo python3-venv
}

ready() {
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(state)" ] && suitable "$bin/python"
}

# What .venv depends on: where it lies (scripts hold its path) and what is installed into it.
state() {
    pwd
    cat requirements.lock pyproject.toml | cksum
}

# One that was moved with its checkout is not: its scripts hold the old path.
usable_environment() {
    suitable "$bin/python" && "$bin/python" -c 'import pip' 2>/dev/null &&
        { [ ! -f "$stamp" ] || [ "$(head -n 1 "$stamp")" = "$(pwd)" ]; }
}

environment() {
    if ! usable_environment; then
        say "making .venv with $python"
        "$python" -m venv --clear .venv || {
            rm -rf .venv
            say "the venv module failed; on Debian and Ubuntu: sudo apt-get install python3-venv"
            exit 1
        }
    fi
    say "installing the program and its tools into .venv (a minute or two the first time)"
    rm -f "$stamp"
    "$bin/python" -m pip install -q --disable-pip-version-check -r requirements.lock
    "$bin/python" -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
    state >"$stamp"
}

python=$(find_python)
system_packages
ready || environment
"$bin/python" packaging/hatch_build.py
