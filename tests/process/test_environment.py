"""Foreign programs do not see what was set for ours."""

from vela_desktop.process import environment

OURS = {
    "QT_QPA_PLATFORM": "offscreen",
    "QT_PLUGIN_PATH": "/opt/vela/plugins",
    "QML2_IMPORT_PATH": "/opt/vela/qml",
    "QML_DISABLE_DISK_CACHE": "1",
    "_PYI_APPLICATION_HOME_DIR": "/opt/vela",
    "PYSIDE6_OPTION_PYTHON_ENUM": "1",
    "LD_LIBRARY_PATH": "/opt/vela/_internal",
    "CLAUDECODE": "1",
    "CLAUDE_CODE_ENTRYPOINT": "cli",
    "CLAUDE_CODE_SSE_PORT": "1234",
}
THEIRS = {"PATH": "/usr/bin", "HOME": "/home/ann", "CLAUDE_CONFIG_DIR": "/c", "QTILE": "1"}


def test_what_we_or_the_bundle_set_is_removed() -> None:
    assert environment.foreign(OURS | THEIRS) == THEIRS


def test_the_library_path_becomes_the_one_from_before_the_bundle() -> None:
    before = {"LD_LIBRARY_PATH_ORIG": "/usr/local/cuda"}
    assert environment.foreign(OURS | before) == {"LD_LIBRARY_PATH": "/usr/local/cuda"}


def test_our_own_helpers_inherit_everything_as_a_copy() -> None:
    copy = environment.own(OURS)
    assert copy == OURS
    assert copy is not OURS
