#!/bin/sh
# Brings resources/i18n/vela_zh_CN.ts up to date with the program's texts, or compiles all .ts:
#   packaging/translations.sh            after texts changed; then translate what is new, and add
#                                        the English plural of each new "%n" text to vela_en.ts
#   packaging/translations.sh compile    builds the .qm files beside the .ts files
set -eu
cd "$(dirname "$0")/.."
bin="${VELA_PYTHON_BIN:-.venv/bin}"
folder=resources/i18n

if [ "${1:-}" = compile ]; then
    for source in "$folder"/*.ts; do
        "$bin/pyside6-lrelease" -silent "$source" -qm "${source%.ts}.qm"
    done
    exit 0
fi

texts=$(find vela_desktop -name '*.py' | LC_ALL=C sort)
forms=$(find ui/forms -name '*.ui' | LC_ALL=C sort)
# shellcheck disable=SC2086 - the lists hold no blanks
"$bin/pyside6-lupdate" -silent -no-obsolete -locations none -source-language en \
    -target-language zh_CN -tr-function-alias QT_TRANSLATE_NOOP+=plural \
    $texts $forms -ts "$folder/vela_zh_CN.ts"
