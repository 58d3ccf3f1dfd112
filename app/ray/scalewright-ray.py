#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times what a Ray program exchanges, over message sizes and worker counts: alpha and bandwidth for scalewright-cli
fit-comm.

    ray submit cluster.yaml scalewright-ray.py -o timings.csv
    scalewright-cli fit-comm timings.csv

Workers are actors, spread over the nodes. A ping-pong is one object that another actor fetches; in an all-to-all each
of p actors fetches its share from every actor, and `bytes` is the whole vector that one of them splits. `seconds` is
the median over repeats, including the task calls, which a Ray program also makes."""
import argparse
import os
import statistics
import sys
import time

import ray

KINDS = ["all-to-all", "ping-pong"]


@ray.remote
class Worker:
    def host(self):
        return os.uname().nodename

    def give(self, sizes):
        return [ray.put(bytes(size)) for size in sizes]

    def take(self, references):
        return sum(len(each) for each in ray.get(references))


def parse_options():
    parser = argparse.ArgumentParser(description="times objects between Ray's actors; CSV for scalewright-cli fit-comm")
    parser.add_argument("--only", action="append", choices=KINDS, help="what to time; may be repeated (default: both)")
    parser.add_argument("--workers", type=int, default=0, help="number of actors (default: one per node)")
    parser.add_argument("--to", type=int, default=16 << 20, help="largest message in bytes")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--warmup", type=int, default=3)
    parser.add_argument("-o", "--output", help="CSV file (default: standard output)")
    return parser.parse_args()


def sizes(most):
    """8 to 64 bytes, a plateau that gives alpha; from 1 MiB in doublings, a slope that gives the bandwidth; a few in
    between."""
    return [s for s in [8, 16, 32, 64, 512, 4096, 32768, 262144] + [1 << k for k in range(20, 31)] if s <= most]


def exchange(kind, workers, size):
    """Seconds of one exchange of objects that no actor has fetched before."""
    p = len(workers)
    if kind == "ping-pong":
        references = ray.get(workers[0].give.remote([size]))
        start = time.perf_counter()
        got = [ray.get(workers[1].take.remote(references))]
        want = size
    else:
        given = ray.get([each.give.remote([size // p] * p) for each in workers])
        start = time.perf_counter()
        got = ray.get([each.take.remote([from_[i] for from_ in given]) for i, each in enumerate(workers)])
        want = size // p * p
    spent = time.perf_counter() - start
    if any(each != want for each in got):
        raise SystemExit(f"scalewright-ray: {kind} of {size} bytes lost some of them: no time is reported")
    return spent


def place(hosts):
    pairs = [(a, b) for i, a in enumerate(hosts) for b in hosts[:i]]
    shared = sum(a == b for a, b in pairs)
    return "network" if shared == 0 else "shared-memory" if shared == len(pairs) else "mixed"


def main():
    options = parse_options()
    ray.init(address=os.environ.get("RAY_ADDRESS", "auto"))
    count = max(2, options.workers or len(ray.nodes()))
    workers = [Worker.options(scheduling_strategy="SPREAD").remote() for _ in range(count)]
    hosts = ray.get([each.host.remote() for each in workers])
    lines = [f"# scalewright-ray: Ray {ray.__version__}, objects between actors, {time.strftime('%Y-%m-%dT%H:%M:%S')}",
             f"# {count} actors, {place(hosts)}: {' '.join(hosts[:64])}",
             f"# seconds: median over repeats, task calls included; {options.warmup} warm-up exchanges are not counted",
             "collective,p,bytes,seconds,least,most,repeats,where"]
    counts, p = [], 2
    while p <= count:
        counts.append(p)
        p = count if p < count < 2 * p else 2 * p
    for p in counts:
        for kind in options.only or KINDS:
            if kind == "ping-pong" and p > 2:
                continue
            for size in sizes(options.to):
                if size < p:
                    continue
                for _ in range(options.warmup):
                    exchange(kind, workers[:p], size)
                times = [exchange(kind, workers[:p], size) for _ in range(options.repeats)]
                counted = size if kind == "ping-pong" else size // p * p
                lines.append(f"{kind},{p},{counted},{statistics.median(times):.9g},{min(times):.9g},{max(times):.9g},"
                             f"{options.repeats},{place(hosts[:p])}")
    text = "\n".join(lines) + "\n"
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
