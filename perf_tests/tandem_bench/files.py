# SPDX-License-Identifier: BSD-3-Clause
"""Errors that the user is told of, and files that appear whole or not at all."""
import contextlib
import os


class Problem(Exception):
    """What the user can mend: one line on stderr, exit code 2."""


class Unavailable(Exception):
    """What this machine or this tandem does not have: the experiment is left out, and said so."""


class Failure(Exception):
    """What has gone wrong in a program that was called, in one line; others may go on."""


def last_line(text, otherwise="no message"):
    """Of what a program has printed: there it says why it ended."""
    lines = text.strip().splitlines()
    return lines[-1].strip() if lines else otherwise


@contextlib.contextmanager
def whole_file(path):
    """A temporary name to write to, renamed to `path` when all went well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The extension stays last: tandem chooses a format by it.
    temporary = path.with_name(f".part-{path.name}")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
