# SPDX-License-Identifier: BSD-3-Clause
"""Command lines whose mistakes are told in one line."""
import argparse

from .files import Problem


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Problem(f"{message}; see {self.prog} --help")
