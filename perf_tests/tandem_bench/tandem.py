# SPDX-License-Identifier: BSD-3-Clause
"""The tandem command: its version, and what it says of the machine."""
import functools
import hashlib
import json
import os
import platform
import subprocess

from .files import Problem, Unavailable

# How the user wants threads bound: tandem goes by these where they are set.
BINDING = ("OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY")


def without_profiles(folder):
    """The environment of runs that are measured: profiles of the user's own would change what tandem chooses by itself.
    Its threads are bound as it binds them, unless the user says otherwise."""
    return os.environ | {"XDG_CONFIG_HOME": str(folder.resolve() / "no-profiles")}


def accelerators(machine):
    """The names of its devices. OpenMPTarget, a back end for tests, tells none: in all builds that we know its devices
    are threads of the host."""
    return [device["name"] for device in machine["devices"] if machine["device_backend"] != "OpenMPTarget"]


class Tandem:
    def __init__(self, path):
        if not os.access(path, os.X_OK) or path.is_dir():
            raise Problem(f"there is no program {path}: build it by configs/quickstart.sh, or name one by --tandem")
        self.path = path.resolve()
        told = self.call("--version").stdout.splitlines()
        self.version = told[0].strip() if told else ""
        self.build = [line.strip() for line in told[1:]]  # Kokkos, back ends, and what else it tells
        if not self.version.startswith("tandem "):
            raise Problem(f"{path} is not tandem")
        # Builds with other options, or of a changed tree, have the same version: the program itself tells them apart,
        # and what it says of its libraries, which may be elsewhere.
        self.identity = [self.version, *self.build, hashlib.sha256(self.path.read_bytes()).hexdigest()]

    def call(self, *arguments, environment=None):
        return subprocess.run([self.path, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    @functools.cache
    def platform(self, spec="", threads=None):
        """What `tandem info --platform` tells; Unavailable for a platform that this machine does not have, or that
        needs more threads."""
        called = self.call("info", "--platform", *([spec] if spec else []),
                           *(["--threads", threads] if threads else []), "--json")
        if called.returncode != 0:
            raise Unavailable(called.stderr.strip().removeprefix("tandem: ") or f"no platform {spec}")
        return json.loads(called.stdout)

    def sockets(self):
        """Those that this process may use, which is what platforms are made of: the machine may have more."""
        return len({core["socket"] for core in self.platform()["machine"]["allowed_cores"]})

    def threads(self):
        """Of the host, with all that there is: tandem knows of limits on CPU time, and how to read OMP_NUM_THREADS."""
        return sum(unit["threads"] for unit in self.platform()["units"] if unit["kind"] == "host")

    def machine(self):
        """For the summaries: the machine in the words that a reader needs."""
        described = self.platform()["machine"]
        return {"cpu": described["cpu"], "cores": described["cores"], "sockets": described["sockets"],
                # Those that this process may use: fewer in a batch job, in a container, or by taskset.
                "allowed_cores": len(described["allowed_cores"]), "cpu_limit": described["cpu_limit"],
                "memory": described["memory"], "devices": accelerators(described),
                "system": f"{platform.system()} {platform.release()}",
                "threads": os.environ.get("OMP_NUM_THREADS", "one a core"),
                "binding": {name: os.environ[name] for name in BINDING if name in os.environ}}
