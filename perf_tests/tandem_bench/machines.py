# SPDX-License-Identifier: BSD-3-Clause
"""Machines that need not be here, as profiles for `tandem plan --assume`."""
import pathlib

from . import toml_files
from .files import Problem

FOLDER = pathlib.Path(__file__).parents[2] / "configs" / "machines"


def names():
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def path(name):
    return FOLDER / f"{name}.toml"


def read(name):
    file = path(name)
    machine = toml_files.parse(file.name, toml_files.text_of(file))
    for key, kind in (("platform", str), ("algorithms", dict)):
        if not isinstance(machine.get(key), kind):
            raise Problem(f"{file.name}: {key} is missing, or is no {'table' if kind is dict else 'text'}")
    return machine
