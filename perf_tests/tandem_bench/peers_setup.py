# SPDX-License-Identifier: BSD-3-Clause
"""Virtual environments in the cache of dependencies: one for each peer, and the driver's own, to draw in; versions are
those of configs/versions.env.

peers_setup NAME makes one and prints its Python. With TANDEM_OFFLINE in the environment nothing is fetched.
"""
import fcntl
import os
import pathlib
import subprocess
import sys
import time

from .files import Unavailable

ROOT = pathlib.Path(__file__).resolve().parents[2]

# package: key of its version; the first one is in the name of the environment's folder
PACKAGES = {
    "networkit": {"networkit": "NETWORKIT_VERSION", "numpy": "NUMPY_VERSION"},
    "igraph": {"igraph": "IGRAPH_VERSION", "numpy": "NUMPY_VERSION"},
    "graphblas": {"python-graphblas": "PYTHON_GRAPHBLAS_VERSION",
                  "suitesparse-graphblas": "SUITESPARSE_GRAPHBLAS_VERSION", "numpy": "NUMPY_VERSION"},
    "bench": {"matplotlib": "MATPLOTLIB_VERSION"},
}
PEERS = tuple(name for name in PACKAGES if name != "bench")


def dependencies():
    """Must agree with configs/lib/common.sh."""
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("TANDEM_DEPS") or pathlib.Path(cache) / "tandem")


def versions(path=ROOT / "configs/versions.env"):
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def reason(output):
    """The line of pip's output that tells most: its first error, else the last line."""
    lines = output.strip().splitlines() or ["no message"]
    return next((line for line in lines if line.startswith("ERROR:")), lines[-1]).removeprefix("ERROR:").strip()


def _logged(what, command, log):
    """Runs a command, its output into a log; Unavailable with the last line of it when the command fails."""
    start = time.monotonic()
    with open(log, "w", encoding="utf-8") as output:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                              check=False).returncode
    if code != 0:
        raise Unavailable(f"{what} failed ({reason(log.read_text(encoding='utf-8', errors='replace'))}); see {log}")
    print(f"tandem: {what}: done in {time.monotonic() - start:.0f} s", file=sys.stderr)


def environment(name):
    """The Python of an environment, which is made when it is not there. Must agree with configs/lib/bench.sh."""
    wanted = {package: versions()[key] for package, key in PACKAGES[name].items()}
    cache = dependencies()
    folder = cache / f"venv-{name}-{next(iter(wanted.values()))}"
    python, done = folder / "bin/python", folder / ".done"
    if done.exists():
        return python
    if os.environ.get("TANDEM_OFFLINE"):
        raise Unavailable(f"{folder} is not there, and TANDEM_OFFLINE is set")
    try:
        (cache / "log").mkdir(parents=True, exist_ok=True)
        with open(cache / ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # as setup.sh does
            if not done.exists():
                log = cache / "log" / f"{folder.name}.log"
                _logged(f"Python environment of {name}", [sys.executable, "-m", "venv", "--clear", folder], log)
                _logged(" ".join(f"{package} {version}" for package, version in wanted.items()),
                        [python, "-m", "pip", "install", "--disable-pip-version-check",
                         *(f"{package}=={version}" for package, version in wanted.items())], log)
                done.touch()
    except OSError as error:
        raise Unavailable(str(error)) from error
    return python


def main(arguments):
    try:
        if len(arguments) != 1 or arguments[0] not in PACKAGES:
            raise Unavailable(f"peers_setup takes one of {', '.join(PACKAGES)}")
        print(environment(arguments[0]))
    except Unavailable as error:
        print(f"tandem: error: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
