"""Files that are written anew: whoever looks sees the old one or the new one, and never a half."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast


class Staged:
    """The new bytes of a file, written beside it. `commit` gives them its name, `drop` takes them away.

    The file keeps its permissions, and a link still leads to it. Raises OSError when it cannot be written.
    """

    def __init__(self, path: Path, data: bytes = b"") -> None:
        self._target = path.resolve()
        self._known = self._target.exists()
        if self._known and not self._target.is_file():
            code = errno.EISDIR if self._target.is_dir() else errno.EINVAL
            raise OSError(code, os.strerror(code), str(path))
        if self._known and not os.access(self._target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        part = NamedTemporaryFile(  # noqa: SIM115 - `commit` and `drop` close it
            dir=self._target.parent, prefix=f".{self._target.name[:100]}.", delete=False
        )
        self._beside = Path(part.name)
        self.file = cast(BinaryIO, part)
        try:
            self.file.write(data)
        except BaseException:
            self.drop()
            raise

    def commit(self) -> None:
        with self.file:
            self.file.flush()
            os.fsync(self.file.fileno())
        self._beside.chmod(self._target.stat().st_mode & 0o777 if self._known else 0o666 & ~_umask())
        self._beside.replace(self._target)

    def drop(self) -> None:
        """Nothing is there any more after `commit`."""
        self.file.close()
        self._beside.unlink(missing_ok=True)


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that gets its name once it is complete. No file (`/dev/null`, a pipe) is written into."""
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as opened:
            yield opened
        return
    staged = Staged(path)
    try:
        yield staged.file
        staged.commit()
    finally:
        staged.drop()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
