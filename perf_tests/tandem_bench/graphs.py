# SPDX-License-Identifier: BSD-3-Clause
"""The graphs of experiments: generated ones, and the papers' own or what stands in for them."""
import dataclasses
import functools
import hashlib
import json
import pathlib

from .files import Problem, Unavailable

# Real graphs of the same kind in the folder of shared data, for those of the papers that are too large to ship.
STAND_INS = {
    "twitter": "ego-twitter-weighted.csv.zst",
    "uk-web": "cnr-2000.txt.zst",
    "wikipedia": "debian-docweb.txt.zst",
    "livejournal": "soc-Epinions1.txt.zst",
}
CLEAN = ("--drop-duplicates", "--drop-self-loops", "--in-edges")
TWIN_SEED = "2"  # tandem's own default is 1


@dataclasses.dataclass(frozen=True)
class Graph:
    name: str  # in tables: "rmat:18", "twitter"
    arguments: tuple  # of tandem, to make the file, before the file's name
    options: tuple  # and behind it
    content: str  # what tells two graphs of one name apart
    note: str = ""

    @property
    def file(self):
        """A name that stands for the content, so that runs of another graph are never taken for those of this."""
        identity = json.dumps([self.arguments[0], self.content, self.options])
        return f"{self.name.replace(':', '-')}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}.tdm"

    def twin(self):
        """Another graph of the same kind and size; of a file there is but the one."""
        if self.arguments[0] != "generate":
            return self
        return dataclasses.replace(self, options=(*self.options, "--seed", TWIN_SEED))


@functools.cache
def fingerprint(path):
    """Of all of its bytes, read once in a call: a copy of a file, or one that was touched, is the same graph."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def find(name, data, own, undirected=False, drop_isolated=False):
    """`own` has the paths that the user gave for names; `data` is the folder of stand-ins."""
    options = CLEAN + (("--undirected",) if undirected else ()) + (("--drop-isolated",) if drop_isolated else ())
    if name in own:
        return from_file(name, own[name], options, f"{name} is the user's file {own[name].name}")
    if name in STAND_INS:
        path = data / STAND_INS[name]
        if not path.is_file():
            raise Unavailable(f"{name} left out: neither --graph {name}=FILE nor {STAND_INS[name]} in the folder of "
                              "shared data (--data)")
        return from_file(name, path, options, f"{path.name.split('.')[0]} stands in for {name}")
    return Graph(name, ("generate", name), options, name)


def from_file(name, path, options, note):
    return Graph(name, ("convert", str(path)), (*options, "--no-weights"), fingerprint(path), note)


def own_graphs(words):
    """The values of --graph NAME=FILE."""
    own = {}
    for word in words:
        name, _, path = word.partition("=")
        if name not in STAND_INS or not path:
            raise Problem(f"--graph {word}: expected NAME=FILE, NAME one of: {' '.join(STAND_INS)}")
        own[name] = pathlib.Path(path)
        if not own[name].is_file():
            raise Problem(f"--graph {word}: there is no such file")
    return own
