#!/usr/bin/env python3
"""What-ifs of `timeline import` held against runs that were really made: a job of its own, not part of the tests.

    /usr/bin/python3 tests/recordings/what_if.py build/app/cli/scalewright-cli [--pairs 5] [--steps 20] [--delay 0.04]

needs Debian's python3-torch (gloo). Two ranks train a small network data-parallel, with several buckets under way at
once; in the second run of a pair rank 1 sleeps --delay seconds in each step. The second run's recording, replayed with
rank 1 as fast as the median of the others, is what the first run took. Prints a line for each pair and the median of
the differences; the status is 1 where that is above 5 %, or where the sleeping rank is not named.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time


def train(rank, world, folder, steps, delay):
    import torch
    import torch.distributed as dist
    from torch.nn.parallel import DistributedDataParallel
    from torch.profiler import ProfilerActivity, profile, schedule

    torch.set_num_threads(1)
    torch.manual_seed(rank)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meet", rank=rank, world_size=world)
    layers = []
    for _ in range(6):
        layers += [torch.nn.Linear(512, 512), torch.nn.ReLU()]
    model = DistributedDataParallel(torch.nn.Sequential(*layers), bucket_cap_mb=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    inputs = torch.randn(256, 512)

    def written(profiler):
        profiler.export_chrome_trace(f"{folder}/rank{rank}.json")

    with profile(activities=[ProfilerActivity.CPU], on_trace_ready=written,
                 schedule=schedule(wait=2, warmup=2, active=steps)) as profiler:
        for _ in range(steps + 4):
            if rank == 1 and delay > 0:
                time.sleep(delay)
            optimizer.zero_grad()
            model(inputs).square().mean().backward()
            optimizer.step()
            profiler.step()
    dist.destroy_process_group()


def record(folder, steps, delay):
    os.makedirs(folder)
    ranks = [subprocess.Popen([sys.executable, __file__, "--rank", str(rank), "--folder", folder, "--steps", str(steps),
                               "--delay", str(delay), "-"]) for rank in (0, 1)]
    for process in ranks:
        if process.wait(timeout=300) != 0:
            raise SystemExit("a rank failed")
    os.remove(f"{folder}/meet") if os.path.exists(f"{folder}/meet") else None


def imported(cli, folder, *options):
    answer = subprocess.run([cli, "timeline", "import", folder, "--json", *options], check=True, capture_output=True)
    return json.loads(answer.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--delay", type=float, default=0.04)
    parser.add_argument("--rank", type=int)
    parser.add_argument("--world", type=int, default=2)
    parser.add_argument("--folder")
    options = parser.parse_args()
    if options.rank is not None:
        return train(options.rank, options.world, options.folder, options.steps, options.delay)
    differences, named = [], 0
    with tempfile.TemporaryDirectory() as root:
        for pair in range(options.pairs):
            quick, slow = f"{root}/quick{pair}", f"{root}/slow{pair}"
            record(quick, options.steps, 0)
            record(slow, options.steps, options.delay)
            really = imported(options.cli, quick)["replay"]["recorded_span_s"]
            answer = imported(options.cli, slow, "--as-median", "1")
            replay = answer["replay"]
            difference = replay["what_if"]["span_s"] / really - 1
            differences.append(difference)
            named += answer["straggler"] == 1
            print(f"pair {pair}: recorded {replay['recorded_span_s']:.3f} s, unchanged {100 * replay['error']:+.2f} %, "
                  f"what if {replay['what_if']['span_s']:.3f} s, really {really:.3f} s: {100 * difference:+.1f} %; "
                  f"straggler {answer['straggler']}: {answer['straggler_about']}", flush=True)
    middle = statistics.median(differences)
    print(f"median {100 * middle:+.1f} % over {len(differences)} pairs; the sleeping rank named in {named}")
    return 0 if abs(middle) <= 0.05 and named == len(differences) else 1


if __name__ == "__main__":
    raise SystemExit(main())
