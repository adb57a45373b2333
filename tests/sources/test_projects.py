"""The project of a working folder."""

from pathlib import Path

import pytest

from vela_desktop.sources.projects import project_root


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / "src" / "cart").mkdir(parents=True)
    return folder


def test_a_folder_inside_a_repository_belongs_to_it(repository: Path) -> None:
    assert project_root(str(repository / "src" / "cart")) == str(repository)
    assert project_root(f"{repository}/") == str(repository)


def test_a_folder_without_a_repository_is_its_own_project(tmp_path: Path) -> None:
    assert project_root(str(tmp_path)) == str(tmp_path)


def test_a_folder_that_is_gone_still_belongs_to_its_repository(repository: Path) -> None:
    assert project_root(str(repository / "deleted" / "part")) == str(repository)


def test_a_folder_that_is_gone_without_a_repository_is_its_own_project(tmp_path: Path) -> None:
    assert project_root(str(tmp_path / "deleted" / "part")) == str(tmp_path / "deleted" / "part")


def test_a_worktree_belongs_to_the_main_repository(repository: Path, tmp_path: Path) -> None:
    own = repository / ".git" / "worktrees" / "try"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n")
    tree = tmp_path / "try"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n")
    assert project_root(str(tree)) == str(repository)


def test_a_worktree_is_known_by_name_when_its_repository_is_gone(tmp_path: Path) -> None:
    tree = tmp_path / "try"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {tmp_path}/gone/.git/worktrees/try\n")
    assert project_root(str(tree)) == str(tmp_path / "gone")


def test_a_submodule_is_its_own_project(repository: Path) -> None:
    module = repository / "lib"
    module.mkdir()
    (repository / ".git" / "modules" / "lib").mkdir(parents=True)
    (module / ".git").write_text("gitdir: ../.git/modules/lib\n")
    assert project_root(str(module)) == str(module)


@pytest.mark.parametrize("text", ["", "nonsense", "gitdir:", "gitdir: \n\n"])
def test_a_git_file_that_leads_nowhere_marks_its_folder(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text)
    assert project_root(str(tmp_path)) == str(tmp_path)


@pytest.mark.parametrize("cwd", ["C:\\Users\\dev\\shop", "relative/folder"])
def test_a_path_of_another_system_is_taken_as_it_is(cwd: str) -> None:
    assert project_root(cwd) == cwd


@pytest.mark.parametrize("cwd", [None, ""])
def test_no_folder_is_no_project(cwd: str | None) -> None:
    assert project_root(cwd) == ""


def test_a_caller_may_keep_the_answers(repository: Path) -> None:
    cache: dict[str, str] = {}
    assert project_root(str(repository / "src"), cache) == str(repository)
    (repository / ".git").rmdir()
    assert project_root(str(repository / "src"), cache) == str(repository)


def test_a_name_that_no_file_system_takes_is_its_own_project() -> None:
    cwd = "/" + "x" * 5000
    assert project_root(cwd) == cwd
