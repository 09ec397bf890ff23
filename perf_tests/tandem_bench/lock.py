# SPDX-License-Identifier: BSD-3-Clause
"""One driver at a time in a folder of results."""
import contextlib
import fcntl

from .files import Problem


@contextlib.contextmanager
def locked(results):
    """Two drivers at once would disturb each other's times, and write the same files."""
    results.mkdir(parents=True, exist_ok=True)
    with (results / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem(f"another tandem-bench is working in {results}") from None
        yield
