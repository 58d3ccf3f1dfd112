#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What-ifs of `timeline import` held against runs that were really made: a job of its own, not part of the tests.

    /usr/bin/python3 tests/recordings/what_if.py build/app/scalewright-cli [--pairs 10] [--steps 20] [--delay 0.04]

needs Debian's python3-torch (gloo). Two ranks train a small network data-parallel, with several buckets under way at
once. Each layer's work is a wait with jitter, as of an accelerator: two ranks that compute on the cores of one machine
are each other's load, and one that is late leaves the other a quieter machine. They record windows of --steps steps in
turn, and in every second window rank 1 takes --delay seconds more in each step. That window's recording, replayed with
rank 1 as fast as the other, is what the window before it took. Prints a line for each pair and the median of the
differences with its interval of 95 % (sign test); the status is 1 where no value within 5 % lies in it, or where the
late rank is not named.
"""
import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time


def train(rank, world, folder, steps, delay, pairs):
    """Without pairs: one window of a network that really computes, and what a stopwatch says of its own work: from the
    beginning of a step to its last gradient, which waits for nobody."""
    import torch
    import torch.distributed as dist
    from torch.nn.parallel import DistributedDataParallel
    from torch.profiler import ProfilerActivity, profile, schedule

    torch.set_num_threads(1)
    torch.manual_seed(rank)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meet", rank=rank, world_size=world)
    jitter = random.Random(rank)

    class Layer(torch.autograd.Function):
        """Passes on what it gets, after some 4 ms forward and 8 ms backward."""

        @staticmethod
        def forward(ctx, x):
            time.sleep(0.004 * jitter.lognormvariate(0, 0.1))
            return x.view_as(x)

        @staticmethod
        def backward(ctx, grad):
            time.sleep(0.008 * jitter.lognormvariate(0, 0.1))
            return grad

    class Accelerated(torch.nn.Linear):
        def forward(self, x):
            return Layer.apply(super().forward(x))

    layers = []
    for _ in range(6):
        layers += [Accelerated(512, 512) if pairs else torch.nn.Linear(512, 512), torch.nn.ReLU()]
    model = DistributedDataParallel(torch.nn.Sequential(*layers), bucket_cap_mb=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    inputs = torch.randn(8 if pairs else 256, 512, requires_grad=True)
    windows = max(2 * pairs, 1)
    written = []

    def write(profiler):
        into = f"{folder}/{len(written)}" if pairs else folder
        os.makedirs(into, exist_ok=True)
        profiler.export_chrome_trace(f"{into}/rank{rank}.json")
        written.append(into)

    cycle = steps + 4
    begun, own = 0.0, []
    model.module[0].weight.register_hook(lambda grad: own.append(time.perf_counter() - begun))
    with profile(activities=[ProfilerActivity.CPU], on_trace_ready=write,
                 schedule=schedule(wait=2, warmup=2, active=steps, repeat=windows)) as profiler:
        for step in range(cycle * windows):
            if rank == 1 and delay > 0 and step // cycle % 2 == 1:
                time.sleep(delay)
            optimizer.zero_grad()
            begun = time.perf_counter()
            model(inputs).square().mean().backward()
            optimizer.step()
            profiler.step()
    if not pairs:
        with open(f"{folder}/own{rank}", "w", encoding="utf-8") as file:
            file.write(str(statistics.mean(own[4:])))
    dist.destroy_process_group()


def record(folder, options):
    os.makedirs(folder, exist_ok=True)
    ranks = [subprocess.Popen([sys.executable, __file__, "--rank", str(rank), "--folder", folder, "--steps",
                               str(options.steps), "--delay", str(options.delay), "--pairs", str(options.pairs), "-"])
             for rank in (0, 1)]
    for process in ranks:
        if process.wait(timeout=1200) != 0:
            raise SystemExit("a rank failed")


def imported(cli, folder, *options):
    answer = subprocess.run([cli, "timeline", "import", folder, "--json", *options], check=True, capture_output=True)
    return json.loads(answer.stdout)


def interval(values):
    """The median's interval of at least 95 % by the sign test: order statistics of a binomial of one half."""
    values, n = sorted(values), len(values)
    below, k = 0.5 ** n, 0
    while k + 1 < n / 2 and below + math.comb(n, k + 1) * 0.5 ** n <= 0.025:
        k += 1
        below += math.comb(n, k) * 0.5 ** n
    return values[k], values[n - 1 - k]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--delay", type=float, default=0.04)
    parser.add_argument("--rank", type=int)
    parser.add_argument("--world", type=int, default=2)
    parser.add_argument("--folder")
    options = parser.parse_args()
    if options.rank is not None:
        return train(options.rank, options.world, options.folder, options.steps, options.delay, options.pairs)
    differences, named, left = [], 0, 0
    with tempfile.TemporaryDirectory() as root:
        folder = options.folder or root
        record(folder, options)
        for pair in range(options.pairs):
            quick = imported(options.cli, f"{folder}/{2 * pair}")
            answer = imported(options.cli, f"{folder}/{2 * pair + 1}", "--as-median", "1")
            replay = answer["replay"]
            if not quick["replay"] or not replay:
                left += 1
                print(f"pair {pair}: not replayed: {quick['replay_reason'] or answer['replay_reason']}", flush=True)
                continue
            really = quick["replay"]["recorded_span_s"]
            difference = replay["what_if"]["span_s"] / really - 1
            differences.append(difference)
            named += answer["straggler"] == 1
            print(f"pair {pair}: recorded {replay['recorded_span_s']:.3f} s, unchanged {100 * replay['error']:+.2f} %, "
                  f"what if {replay['what_if']['span_s']:.3f} s, really {really:.3f} s: {100 * difference:+.1f} %; "
                  f"straggler {answer['straggler']}: {answer['straggler_about']}", flush=True)
    middle = statistics.median(differences)
    low, high = interval(differences)
    print(f"median {100 * middle:+.1f} % ({100 * low:+.1f} to {100 * high:+.1f} %) over {len(differences)} pairs; "
          f"the late rank named in {named}; {left} not replayed")
    return 0 if low <= 0.05 and high >= -0.05 and named == len(differences) and left == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
