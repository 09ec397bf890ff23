# SPDX-License-Identifier: BSD-3-Clause
"""TOML, whose mistakes are told in one line."""
import tomllib

from .files import Problem


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Problem(f"{path.name}: byte {error.start} is not UTF-8") from None


def parse(name, text):
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"{name}: {error}") from None
