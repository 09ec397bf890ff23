# SPDX-License-Identifier: BSD-3-Clause
"""Machines that need not be here, as profiles for `tandem plan --assume`."""
import pathlib

from . import toml_files

FOLDER = pathlib.Path(__file__).parents[2] / "configs" / "machines"


def names():
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def path(name):
    return FOLDER / f"{name}.toml"


def read(name):
    return toml_files.parse(path(name).name, toml_files.text_of(path(name)))
