# SPDX-License-Identifier: BSD-3-Clause
"""Command lines whose mistakes are told in one line."""
import argparse

from .files import Problem


def between(low, high=None):
    """The type of an argument that is a whole number from low to high, or from low up."""
    def parse(text):
        if not text.isdecimal() or int(text) < low or (high is not None and int(text) > high):
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {low} "
                                             + ("up" if high is None else f"to {high}"))
        return int(text)
    return parse


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Problem(f"{message}; see {self.prog} --help")
