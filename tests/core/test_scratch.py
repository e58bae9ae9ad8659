"""Goal: folders for temporary files do not outlive killed processes, and nobody loses his own."""

import os
import tempfile

from project_ghost.core import scratch


def test_folders_of_killed_processes_are_removed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "ghost-scratch-foreign").mkdir()  # without a lock: it may be new
    with scratch.scratch_folder() as used:
        pid = os.fork()
        if not pid:
            scratch._locked_folder()
            os._exit(9)
        os.waitpid(pid, 0)
        assert len(list(tmp_path.iterdir())) == 3
        scratch.remove_abandoned()
        assert used.is_dir()
        assert len(list(tmp_path.iterdir())) == 2
    assert [each.name for each in tmp_path.iterdir()] == ["ghost-scratch-foreign"]
