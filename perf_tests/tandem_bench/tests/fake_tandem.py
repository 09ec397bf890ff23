# SPDX-License-Identifier: BSD-3-Clause
"""Stands in for tandem in tests of the driver: instant, and the same arguments give the same record.

Every call is noted in the file FAKE_TANDEM_LOG. FAKE_TANDEM_SECONDS makes runs last, FAKE_TANDEM_FAILS makes those
with this word fail, FAKE_TANDEM_JOULES is the energy of searches, FAKE_TANDEM_METERED the only platform that it covers
as a whole, FAKE_TANDEM_VERSION its version, FAKE_TANDEM_BUILD its second line, FAKE_TANDEM_BACKEND that of devices, of
which there are none without, FAKE_TANDEM_CPU the machine's CPU, FAKE_TANDEM_CORES those that it may use,
FAKE_TANDEM_LIMIT a limit on their time, FAKE_TANDEM_THREADS the host's threads. The machine has two sockets, of which
it may use one.
"""
import argparse
import hashlib
import json
import os
import pathlib
import sys
import time

STEPS = 5
PROFILE = """[algorithms.bfs]
[algorithms.bfs.host]
edges_per_second = 1
[algorithms.bfs-top-down]
[algorithms.bfs-top-down.host]
edges_per_second = 2
"""


def chance(*words):
    """In 0..1, by the words."""
    return int(hashlib.sha256(" ".join(map(str, words)).encode()).hexdigest()[:8], 16) / 0xFFFFFFFF


def step(edges, vertices, seconds):
    return {"start": 1e-5, "compute": 0.8 * seconds, "pack": 0.02 * seconds, "copy_out": 0.0, "wait": 0.15 * seconds,
            "copy_in": 0.0, "scatter": 0.03 * seconds, "active": vertices, "edges": edges, "bytes": {"bitmap": 64},
            "exchange": "push"}


def unit(name, share, options, seconds):
    edges, vertices = int(1e6 * share), int(6e4 * share)
    per_vertex = {"high": 0.1, "low": 1.5}.get(options.partition, 1)
    vertices = int(vertices * (per_vertex if name == "host" else 1))
    steps = [step(edges // STEPS, max(1, vertices // STEPS), seconds * part) for part in (0.1, 0.5, 0.3, 0.08, 0.02)]
    total = {key: value if isinstance(value, dict) else sum(one[key] for one in steps)
             for key, value in steps[0].items() if key != "exchange"}
    return {"name": name, "threads": 1, "vertices": vertices, "ghosts": vertices, "edges": edges,
            "boundary_edges": edges // 2, "total": total, "steps": steps}


def run(options):
    time.sleep(float(os.environ.get("FAKE_TANDEM_SECONDS", 0)))
    devices = int(options.platform.partition("S")[2].rstrip("G") or 0)
    alpha = 1.0 if devices == 0 else float(options.alpha or 0.5)
    is_search = options.algorithm == "bfs"
    runs = []
    for source in range(int(options.sources) if is_search else 1):
        asked = (options.algorithm, options.platform, options.partition, options.alpha, options.seed, source)
        seconds = 0.01 * max(alpha, 0.05) * (1 + 0.2 * chance(*asked))
        units = [unit("host", alpha, options, seconds)]
        units += [unit(f"device {number}", (1 - alpha) / devices, options, seconds) for number in range(devices)]
        runs.append({"source": source, "edges_per_second": 1e6 / seconds, "seconds": seconds, "supersteps": STEPS,
                     "alpha": alpha, "beta": 0.5, "beta_aggregated": 0.04, "units": units})
        if is_search:
            runs[-1]["fetch_parents"] = 0.05 * seconds
    # A tenth of the searches' own time.
    naming = {"name parents": 0.1 * sum(one["seconds"] for one in runs)} if is_search else {}
    record = {"version": "0", "algorithm": options.algorithm, "seconds": {"load": 1} | naming, "runs": runs}
    pathlib.Path(options.json).write_text(json.dumps(record))


def graph500(options):
    record = {"alpha": float(options.alpha or 1), "energy": "not available: no counter",
              "bfs": {"edges": [1e6] * int(options.roots), "seconds": [0.01] * int(options.roots)}}
    if "FAKE_TANDEM_JOULES" in os.environ:
        is_all = os.environ.get("FAKE_TANDEM_METERED", options.platform) == options.platform
        record["energy"] = "2 RAPL domains" + ("" if is_all else ": energy of a part only")
        record["bfs"]["joules" if is_all else "partial_joules"] = float(os.environ["FAKE_TANDEM_JOULES"])
    pathlib.Path(options.json).write_text(json.dumps(record))


def model(options):
    link = float(options.link) / float(options.bytes_per_edge)
    points = [{"alpha": alpha, "speedup": link / (float(options.beta) * float(options.rate) + alpha * link)}
              for alpha in map(float, options.alpha.split(","))]
    print(json.dumps({"points": points}))


def plan(options):
    # Of 1000 bytes a vertex of LOW on the host leaves the device room for more edges.
    memory = float(options.device_memory or 1000)
    share = min(1, memory / 1000 * (1.2 if options.partition == "low" else 1))
    units = [{"name": "host", "share": 1 - share, "bytes": 1}, {"name": "device 0", "share": share, "bytes": 1000}]
    has_host = "S" in (options.platform or "1S")
    predictions = [{"policy": policy, "alpha": alpha / 20, "beta": 0.5, "beta_aggregated": 0.04, "seconds": 0.01,
                    "rate": 1e8, "speedup": 20 / alpha if has_host else None}
                   for policy in ("high", "low", "rand") for alpha in range(1, 21)]
    print(json.dumps({"units": units, "recommended": {"policy": "rand", "alpha": 0.35, "seconds": 0.01, "rate": 1e8},
                      "predictions": predictions}))


def info(options):
    if options.platform.startswith("2S"):
        sys.exit("tandem: 2 sockets asked for, this process may use 1")
    allowed = [{"cpus": [core], "socket": 1} for core in range(int(os.environ.get("FAKE_TANDEM_CORES", 2)))]
    backend = os.environ.get("FAKE_TANDEM_BACKEND")
    devices = [{"name": "a device"}] if backend else []
    machine = {"cpu": os.environ.get("FAKE_TANDEM_CPU", "fake"), "cores": 2, "sockets": 2, "memory": 1 << 30,
               "devices": devices, "device_backend": backend, "allowed_cores": allowed,
               "cpu_limit": os.environ.get("FAKE_TANDEM_LIMIT")}
    units = [{"kind": "host", "threads": int(os.environ.get("FAKE_TANDEM_THREADS", 2))},
             {"kind": "device", "threads": 1}]
    print(json.dumps({"machine": machine, "notes": [], "platform": options.platform, "units": units}))


def main():
    words = sys.argv[1:]
    if words == ["--version"]:
        print(f"tandem {os.environ.get('FAKE_TANDEM_VERSION', '0.0.0 (fake)')}")
        print(os.environ.get("FAKE_TANDEM_BUILD", "Kokkos 9.9, host Fake"))
        return
    if log := os.environ.get("FAKE_TANDEM_LOG"):
        with open(log, "a") as file:
            file.write(" ".join(words) + "\n")
    if os.environ.get("FAKE_TANDEM_FAILS", "never") in words:
        sys.exit("tandem: told to fail")
    parser = argparse.ArgumentParser()
    for option in ("graph", "partition", "alpha", "direction", "sources", "iterations", "seed", "beta", "rate", "link",
                   "bytes-per-edge", "algorithm", "profile", "roots", "device-memory"):
        parser.add_argument(f"--{option}")
    parser.add_argument("--platform", nargs="?", const="", default="")
    parser.add_argument("--json", nargs="?")
    if words[:2] == ["--quiet", "--threads"]:  # as the driver of peers says first
        del words[:3]
    command = words[0]
    if command in ("generate", "convert"):
        pathlib.Path(words[2]).write_text("graph")
    elif command == "calibrate":
        pathlib.Path(parser.parse_known_args(words)[0].profile).write_text(PROFILE)
    elif command == "run":
        parser.set_defaults(algorithm=words[1])
        run(parser.parse_known_args(words)[0])
    else:
        {"model": model, "plan": plan, "info": info, "graph500": graph500}[command](parser.parse_known_args(words)[0])


main()
