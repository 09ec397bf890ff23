# SPDX-License-Identifier: BSD-3-Clause
"""peers_worker PEER THREADS | prepare GRAPH.sg GRAPH.wsg SOURCES: the part that runs in a peer's virtual environment.

As a peer: reads a task a line from stdin and answers with a line on stdout, both JSON. A task names a graph, an
algorithm and the arguments of each call; only the calls are timed, their results go to a file of doubles.
"""
import importlib
import json
import os
import sys
import time

import numpy as np

from tandem_bench import peers_graph


def timed(run):
    """Wall-clock and CPU seconds, and what it returns."""
    cpu, start = time.process_time(), time.perf_counter()
    result = run()
    return time.perf_counter() - start, time.process_time() - cpu, result


def answer(peer, task):
    seconds, cpu_seconds, arrays = [], [], []
    for arguments in task["calls"]:
        call = getattr(peer, task["algorithm"])(*arguments)
        if call is None:
            return {"lacks": True}
        run, values = call
        wall, cpu, result = timed(run)
        seconds.append(wall)
        cpu_seconds.append(cpu)
        if values is not None and len(arrays) < task["keep"]:
            arrays.append(np.asarray(values(result), dtype=np.float64))
    if arrays:
        np.concatenate(arrays).tofile(task["output"])
    return {"seconds": seconds, "cpu_seconds": cpu_seconds, "compared": bool(arrays),
            "remark": peer.remarks.get(task["algorithm"], "")}


def serve(module, threads, replies):
    peer_class = importlib.import_module(f"tandem_bench.peer_{module}").Peer
    print(json.dumps({"name": peer_class.name, "version": peer_class.version}), file=replies, flush=True)
    peers = {}
    for line in sys.stdin:
        task = json.loads(line)
        if task["graph"] not in peers:
            peers[task["graph"]] = peer_class(peers_graph.read_graph(task["graph"]), threads)
        print(json.dumps(answer(peers[task["graph"]], task)), file=replies, flush=True)


def prepare(plain, weighted, num_sources):
    graph = peers_graph.read_graph(plain)
    peers_graph.write_weighted(graph, weighted)
    return {"vertices": graph.num_vertices, "arcs": graph.num_arcs, "directed": graph.directed,
            "sources": peers_graph.pick_sources(graph, num_sources)}


def main(work, *arguments):
    # Whatever a library prints must not get between the answers.
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if work == "prepare":
        plain, weighted, num_sources = arguments
        print(json.dumps(prepare(plain, weighted, int(num_sources))), file=replies, flush=True)
    else:
        serve(work, int(arguments[0]), replies)


if __name__ == "__main__":
    main(*sys.argv[1:])
