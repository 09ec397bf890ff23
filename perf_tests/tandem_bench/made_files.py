# SPDX-License-Identifier: BSD-3-Clause
"""Files that tandem makes for runs, each once for many: graphs, the same for peers, and profiles of this machine."""
import hashlib
import json
import pathlib
import re
import time
import typing

from .files import Failure, whole_file


def digest(*identity):
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()


class MadeFile(typing.NamedTuple):
    path: pathlib.Path
    arguments: tuple  # of tandem; "{file}" stands for the path
    group: tuple  # of those that take equally long to make

    @property
    def stamp(self):
        """Who has made it, as another tandem may make another graph by the same name; and how long that took."""
        return self.path.with_name(f"{self.path.name}.made-by")


class MadeFiles:
    def __init__(self, results, tandem, place, progress, execute):
        self.results, self.tandem, self.place, self.progress, self.execute = results, tandem, place, progress, execute
        self.maker = digest(tandem.identity)
        self.failures = {}  # by path: not tried again for every run that needs the file

    def graph(self, graph):
        return MadeFile(self.results / "graphs" / graph.file, (*graph.arguments, "{file}", *graph.options),
                        ("graph", graph.file))

    def serialized(self, graph):
        """For peers: the format of GAPBS, which is as easy to read as it gets."""
        file = self.graph(graph).path
        return MadeFile(file.with_suffix(".sg"), ("convert", file, "{file}"), ("graph for peers", graph.file))

    def profile(self, platform, graph):
        """Measured on a graph, or on tandem's own where there is None."""
        words = ("--graph", self.graph(graph).path) if graph else ()
        identity = digest(self.place, self.tandem.identity, graph.file if graph else "")[:8]
        return MadeFile(self.results / "profiles" / f"{platform}-{identity}.toml",
                        ("calibrate", *words, "--platform", platform, "--profile", "{file}"), ("profile", bool(graph)))

    def needed(self, job):
        """Before a job can run, in this order."""
        if job.graph:
            yield self.graph(job.graph)
            if "{sg}" in job.arguments:
                yield self.serialized(job.graph)
        if job.platform:
            if job.calibration:
                yield self.graph(job.calibration)
            yield self.profile(job.platform, job.calibration)

    def seconds(self, file):
        """That it took to make; None if it is not there, or if another tandem has made it."""
        try:
            maker, seconds = file.stamp.read_text().split()
            return float(seconds) if maker == self.maker and file.path.exists() else None
        except (OSError, ValueError):
            return None

    def is_there(self, file):
        return self.seconds(file) is not None

    def make(self, file):
        if self.is_there(file):
            return
        if file.path in self.failures:
            raise self.failures[file.path]
        start, seconds = time.monotonic(), None
        file.stamp.unlink(missing_ok=True)
        try:
            with whole_file(file.path) as temporary:
                self.execute([str(self.tandem.path),
                              *(str(temporary if word == "{file}" else word) for word in file.arguments)])
            seconds = time.monotonic() - start
            file.stamp.write_text(f"{self.maker} {seconds:.3f}")
        except Failure as error:
            self.failures[file.path] = error
            raise
        finally:
            self.progress.done(file.group, seconds)

    def make_for(self, job):
        """What stands in a job's arguments for files, and these."""
        for file in self.needed(job):
            self.make(file)
        named = {}
        if job.graph:
            named |= {"{graph}": self.graph(job.graph).path, "{sg}": self.serialized(job.graph).path}
        if job.platform:
            profile = self.profile(job.platform, job.calibration).path
            named |= {"{profile}": profile, "{top-down profile}": top_down(profile)}
        return {word: str(path) for word, path in named.items()}


def top_down(profile):
    """The same for a plan of top-down searches: `tandem plan` knows them all as bfs. Written each time, as the profile
    may be a new one."""
    path = profile.with_stem(f"{profile.stem}-top-down")
    text = re.sub(r"^\[algorithms\.bfs\b(?!-)", "[algorithms.bfs-optimized", profile.read_text(), flags=re.M)
    with whole_file(path) as temporary:
        temporary.write_text(text.replace("[algorithms.bfs-top-down", "[algorithms.bfs"))
    return path
