"""Everything lies below one folder, which a person can name."""

from pathlib import Path

from vela_desktop.config.paths import Paths, default_data_folder, make_private, resolved


def test_the_environment_names_the_data_folder() -> None:
    assert default_data_folder({"VELA_DATA_DIR": "/data/vela"}) == Path("/data/vela")
    assert default_data_folder({"VELA_DATA_DIR": "~/vela"}) == Path.home() / "vela"
    assert default_data_folder({"VELA_DATA_DIR": "here"}) == Path.cwd() / "here"


def test_else_it_is_the_platforms_place_for_user_data() -> None:
    folder = default_data_folder({"VELA_DATA_DIR": ""})
    assert folder.is_absolute()
    assert folder.name == "Vela"


def test_every_path_lies_below_the_data_folder_and_differs() -> None:
    paths = Paths(Path("/data"))
    each = [
        paths.database,
        paths.index,
        paths.settings,
        paths.backups,
        paths.curation,
        paths.cache,
    ]
    assert {path.parent for path in each} == {Path("/data")}
    assert len(set(each)) == len(each)


def test_a_tilde_leads_home_and_nobodys_is_a_name_like_others() -> None:
    assert resolved(Path("~/vela")) == Path.home() / "vela"
    assert resolved(Path("~nobody-of-this-name/x")) == Path.cwd() / "~nobody-of-this-name" / "x"


def test_a_folder_and_those_above_it_are_for_their_owner_only(tmp_path: Path) -> None:
    make_private(tmp_path / "data" / "index")
    make_private(tmp_path / "data" / "index")
    for folder in (tmp_path / "data", tmp_path / "data" / "index"):
        assert folder.stat().st_mode & 0o777 == 0o700
