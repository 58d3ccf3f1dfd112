#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Python programs whose lost speedup has a known cause; for planted.py.

    structures.py pool P       a process pool with one task that takes half of the work
    structures.py return P     a process pool whose tasks return 40 MB each
    structures.py gradients    a training loop over gloo with large gradients (torchrun)
    structures.py loader       a training loop over gloo whose last rank loads its data slowly (torchrun)
"""
import os
import sys
import time


def work(seconds):
    """Uses this much processor time."""
    until = time.thread_time() + seconds
    total = 0
    while time.thread_time() < until:
        total += sum(range(1000))
    return total


def large(seconds):
    work(seconds)
    return os.urandom(1 << 20) * 40


def pool(kind, p):
    import multiprocessing
    with multiprocessing.Pool(p) as workers:
        start = time.monotonic()
        if kind == "pool":
            for _ in workers.imap_unordered(work, [0.05] * 20 + [1.0]):
                pass
        else:
            for _ in workers.imap_unordered(large, [0.1] * 20):
                pass
        print(f"scalewright: time={time.monotonic() - start:.6f}")


def train(kind):
    import torch
    import torch.distributed as dist
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    rank, ranks = dist.get_rank(), dist.get_world_size()
    gradients = torch.ones((1 << 23) if kind == "gradients" else 1024)
    dist.barrier()
    comp = comm = io = 0
    start = time.monotonic()
    for _ in range(20):
        t = time.monotonic()
        if kind == "loader" and ranks > 1 and rank == ranks - 1:
            time.sleep(0.03)
        io += time.monotonic() - t
        t = time.monotonic()
        work(0.1 / ranks)
        comp += time.monotonic() - t
        t = time.monotonic()
        dist.all_reduce(gradients)
        comm += time.monotonic() - t
    print(f"scalewright: rank={rank} time={time.monotonic() - start:.6f} comp={comp:.6f} comm={comm:.6f} io={io:.6f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1] in ("pool", "return"):
        pool(sys.argv[1], int(sys.argv[2]))
    else:
        train(sys.argv[1])
