// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/tools/benchmark.h"

#include "core/base/text/quote.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

constexpr const char* torchProgram = R"py(#!/usr/bin/env python3
"""Times collectives of torch.distributed over message sizes and worker counts: alpha and bandwidth for scalewright-cli fit-comm.

    torchrun --standalone --nproc_per_node=8 benchmark.py -o timings.csv
    scalewright-cli fit-comm timings.csv

`bytes` is the message: what one rank gives to an all-reduce or sends one way in a ping-pong; for reduce-scatter, all-gather and
all-to-all the whole vector that is split or joined. `seconds` is the median over repeats of the slowest rank's time; a ping-pong is
half of a round trip."""
import argparse
import os
import statistics
import sys
import time

import torch
import torch.distributed as dist

KINDS = ["all-reduce", "reduce-scatter", "all-gather", "all-to-all", "ping-pong"]


def options():
    parser = argparse.ArgumentParser(description="times collectives of torch.distributed; CSV for scalewright-cli fit-comm")
    parser.add_argument("--only", action="append", choices=KINDS, help="a collective; may be repeated (default: all)")
    parser.add_argument("--to", type=int, default=16 << 20, help="the largest message in bytes")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--warmup", type=int, default=3)
    parser.add_argument("--budget", type=float, default=2.0, help="seconds of one size: large messages get fewer repeats, never fewer than 5")
    parser.add_argument("-o", "--output", help="the CSV file, written by rank 0 (default: standard output)")
    return parser.parse_args()


def sizes(most):
    """8 to 64 bytes, a plateau that gives alpha; from 1 MiB in doublings, a slope that gives the bandwidth; a few between."""
    return [s for s in [8, 16, 32, 64, 512, 4096, 32768, 262144] + [1 << k for k in range(20, 31)] if s <= most]


def once(kind, group, rank, p, a, b):
    """One call: `a` is sent and `b` received; an all-reduce sums `b` in place."""
    part = b.numel() // p
    if kind == "all-reduce":
        dist.all_reduce(b, group=group)
    elif kind == "reduce-scatter":
        dist.reduce_scatter(b[:part], list(a.split(part)), group=group)
    elif kind == "all-gather":
        dist.all_gather(list(b.split(part)), a[:part], group=group)
    elif kind == "all-to-all":
        dist.all_to_all_single(b, a, group=group)
    elif rank == 0:
        dist.send(a, 1, group=group)
        dist.recv(b, 1, group=group)
    elif rank == 1:
        dist.recv(b, 0, group=group)
        dist.send(a, 0, group=group)


def right(kind, rank, p, b):
    """Every rank gives its number plus one."""
    part = b.numel() // p
    if kind == "all-reduce":
        return bool((b == p * (p + 1) / 2).all())
    if kind == "reduce-scatter":
        return bool((b[:part] == p * (p + 1) / 2).all())
    if kind == "ping-pong":
        return rank > 1 or bool((b == 2 - rank).all())
    return bool((b == torch.arange(1, p + 1, device=b.device, dtype=b.dtype).repeat_interleave(part)).all())


def slowest(seconds, group, device):
    time_s = torch.tensor([seconds], dtype=torch.float64, device=device)
    dist.all_reduce(time_s, op=dist.ReduceOp.MAX, group=group)
    return float(time_s)


def measure(kind, group, rank, p, size, device, ask):
    """A row, or None if the message is too small to be split."""
    n = size // 4
    if kind not in ("all-reduce", "ping-pong"):
        n = n // p * p
    if n == 0:
        return None
    a = torch.full((n,), float(rank + 1), device=device)
    b = a.clone() if kind == "all-reduce" else torch.zeros(n, device=device)
    wait = torch.cuda.synchronize if device.type == "cuda" else (lambda: None)
    once(kind, group, rank, p, a, b)
    wait()
    if slowest(0.0 if right(kind, rank, p, b) else 1.0, group, device) > 0:
        raise SystemExit(f"benchmark: {kind} of {size} bytes gave a wrong result on p = {p}: no time is reported")
    for _ in range(ask.warmup - 1):
        once(kind, group, rank, p, a, b)
    times, begun, going = [], time.perf_counter(), True
    while going:
        wait()
        dist.barrier(group=group)
        start = time.perf_counter()
        once(kind, group, rank, p, a, b)
        wait()
        mine = time.perf_counter() - start
        times.append(slowest((mine / 2 if rank == 0 else 0.0) if kind == "ping-pong" else mine, group, device))
        # Rank 0's clock decides for all.
        spent = slowest(time.perf_counter() - begun if rank == 0 else 0.0, group, device)
        going = len(times) < ask.repeats and (len(times) < 5 or spent < ask.budget)
    return n * 4, statistics.median(times), min(times), max(times), len(times)


def place(hosts):
    pairs = [(a, b) for i, a in enumerate(hosts) for b in hosts[:i]]
    shared = sum(a == b for a, b in pairs)
    return "network" if shared == 0 else "shared-memory" if shared == len(pairs) else "mixed"


def main():
    ask = options()
    cards = torch.cuda.is_available()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if cards else torch.device("cpu")
    if cards:
        torch.cuda.set_device(device)
    backend = "nccl" if cards else "gloo"
    dist.init_process_group(backend)
    rank, world = dist.get_rank(), dist.get_world_size()
    if world < 2:
        raise SystemExit("benchmark: one process exchanges nothing: torchrun --nproc_per_node=2 or more")
    torch.set_num_threads(1)
    hosts = [None] * world
    dist.all_gather_object(hosts, os.uname().nodename)
    lines = [f"# benchmark.py: torch {torch.__version__}, {backend}, {time.strftime('%Y-%m-%dT%H:%M:%S')}",
             f"# {world} ranks, {place(hosts)}: {' '.join(hosts[:64])}",
             f"# seconds: median over repeats of the slowest rank; {ask.warmup} warm-up call(s) left out"]
    if place(hosts) != "network":
        lines.append("# ranks share a host: these are not times of a network alone")
    lines.append("collective,p,bytes,seconds,least,most,repeats,where")
    counts, p = [], 2
    while p <= world:
        counts.append(p)
        p = world if p < world < 2 * p else 2 * p
    left = set()
    for p in counts:
        group = dist.new_group(list(range(p)))
        for kind in (ask.only or KINDS) if rank < p else []:
            if kind in left or (kind == "ping-pong" and p > 2):
                continue
            for size in sizes(ask.to):
                try:
                    row = measure(kind, group, rank, p, size, device, ask)
                except (RuntimeError, NotImplementedError) as why:
                    if "does not support" not in str(why) and not isinstance(why, NotImplementedError):
                        raise
                    left.add(kind)
                    if rank == 0:
                        print(f"benchmark: {backend} has no {kind}: it is left out", file=sys.stderr)
                    break
                if row and rank == 0:
                    lines.append(f"{kind},{p},{row[0]},{row[1]:.9g},{row[2]:.9g},{row[3]:.9g},{row[4]},{place(hosts[:p])}")
        dist.barrier()
    if rank == 0:
        text = "\n".join(lines) + "\n"
        if ask.output:
            with open(ask.output, "w") as file:
                file.write(text)
        else:
            sys.stdout.write(text)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
)py";

constexpr const char* rayProgram = R"py(#!/usr/bin/env python3
"""Times what a Ray program exchanges, over message sizes and worker counts: alpha and bandwidth for scalewright-cli fit-comm.

    ray submit cluster.yaml benchmark.py -o timings.csv
    scalewright-cli fit-comm timings.csv

Workers are actors, spread over the nodes. A ping-pong is one object that another actor fetches; in an all-to-all each of p actors
fetches its share from everybody, and `bytes` is the whole vector that one of them splits. `seconds` is the median over repeats, the
task calls included, for a Ray program pays them too."""
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


def options():
    parser = argparse.ArgumentParser(description="times objects between Ray's actors; CSV for scalewright-cli fit-comm")
    parser.add_argument("--only", action="append", choices=KINDS, help="what to time; may be repeated; both")
    parser.add_argument("--workers", type=int, default=0, help="how many actors; one for each node")
    parser.add_argument("--to", type=int, default=16 << 20, help="the largest message in bytes")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--warmup", type=int, default=3)
    parser.add_argument("-o", "--output", help="the CSV file; standard output")
    return parser.parse_args()


def sizes(most):
    """8 to 64 bytes, a plateau that gives alpha; from 1 MiB in doublings, a slope that gives the bandwidth; a few between."""
    return [s for s in [8, 16, 32, 64, 512, 4096, 32768, 262144] + [1 << k for k in range(20, 31)] if s <= most]


def exchange(kind, workers, size):
    """Seconds of one exchange of objects that nobody has fetched before."""
    p = len(workers)
    if kind == "ping-pong":
        references = ray.get(workers[0].give.remote([size]))
        begun = time.perf_counter()
        got = [ray.get(workers[1].take.remote(references))]
        want = size
    else:
        given = ray.get([each.give.remote([size // p] * p) for each in workers])
        begun = time.perf_counter()
        got = ray.get([each.take.remote([from_[i] for from_ in given]) for i, each in enumerate(workers)])
        want = size // p * p
    spent = time.perf_counter() - begun
    if any(each != want for each in got):
        raise SystemExit(f"benchmark: {kind} of {size} bytes lost some of them: no time is reported")
    return spent


def place(hosts):
    pairs = [(a, b) for i, a in enumerate(hosts) for b in hosts[:i]]
    shared = sum(a == b for a, b in pairs)
    return "network" if shared == 0 else "shared-memory" if shared == len(pairs) else "mixed"


def main():
    ask = options()
    ray.init(address=os.environ.get("RAY_ADDRESS", "auto"))
    count = max(2, ask.workers or len(ray.nodes()))
    workers = [Worker.options(scheduling_strategy="SPREAD").remote() for _ in range(count)]
    hosts = ray.get([each.host.remote() for each in workers])
    lines = [f"# benchmark.py: Ray {ray.__version__}, objects between actors, {time.strftime('%Y-%m-%dT%H:%M:%S')}",
             f"# {count} actors, {place(hosts)}: {' '.join(hosts[:64])}",
             f"# seconds: median over repeats, task calls included; {ask.warmup} warm-up exchange(s) left out",
             "collective,p,bytes,seconds,least,most,repeats,where"]
    counts, p = [], 2
    while p <= count:
        counts.append(p)
        p = count if p < count < 2 * p else 2 * p
    for p in counts:
        for kind in ask.only or KINDS:
            if kind == "ping-pong" and p > 2:
                continue
            for size in sizes(ask.to):
                if size < p:
                    continue
                for _ in range(ask.warmup):
                    exchange(kind, workers[:p], size)
                times = [exchange(kind, workers[:p], size) for _ in range(ask.repeats)]
                told = size if kind == "ping-pong" else size // p * p
                lines.append(f"{kind},{p},{told},{statistics.median(times):.9g},{min(times):.9g},{max(times):.9g},{ask.repeats},{place(hosts[:p])}")
    text = "\n".join(lines) + "\n"
    if ask.output:
        with open(ask.output, "w") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
)py";

}  // namespace

const char* benchmarkToolName(BenchmarkTool tool)
{
    switch (tool) {
    case BenchmarkTool::Torch: return "torch";
    case BenchmarkTool::Ray: return "ray";
    case BenchmarkTool::Mpi: return "mpi";
    }
    return "torch";
}

Result<BenchmarkTool> benchmarkToolFromName(std::string_view name)
{
    for (const BenchmarkTool tool : {BenchmarkTool::Torch, BenchmarkTool::Ray, BenchmarkTool::Mpi})
        if (name == benchmarkToolName(tool))
            return tool;
    return fail(ErrorCode::Input, formatMessage("unknown benchmark {}", inQuotes(name)), "torch, ray or mpi");
}

std::vector<std::string> timedCollectives(Pattern pattern)
{
    std::vector<std::string> names;
    for (const char* name : traitsOf(pattern).benchmarks)
        if (name)
            names.emplace_back(name);
    return names;
}

std::string benchmarkProgram(BenchmarkTool tool)
{
    switch (tool) {
    case BenchmarkTool::Torch: return torchProgram;
    case BenchmarkTool::Ray: return rayProgram;
    case BenchmarkTool::Mpi: break;
    }
    return {};
}

}  // namespace scalewright
