# SPDX-License-Identifier: GPL-3.0-or-later
"""Files, by the command line as a whole process: a ladder of 10^5 rows read and its medians by p, against Python's csv and
statistics; a folder of 200 Megatron logs; a trace of 1 GB, whose memory must not grow with the file; the report of Output 41.7.2.
Usage: bench_files.py SCALEWRIGHT_CLI PROJECT. Prints rows of docs/benchmarks.md; ends with 1 where a reader and Python differ."""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

cli, project = sys.argv[1], sys.argv[2]
ROWS, PAIRS, WORKERS, RUNS, ITERATIONS, TRACE_BYTES = 100_000, 5, 8, 25, 500, 10**9
PYTHON = """
import csv, statistics, sys
times = {}
for row in csv.DictReader(open(sys.argv[1])):
    times.setdefault(int(row["p"]), []).append(float(row["comp"]) + float(row["comm"]) + float(row["idle"]))
for p in sorted(times):
    print(p, statistics.median(times[p]))
"""
ITERATION = (" [2024-05-01 12:00:01] iteration {:8d}/{:8d} | consumed samples: {:12d} | elapsed time per iteration (ms): {:.1f} | "
             "throughput per GPU (TFLOP/s/GPU): 150.0 | learning rate: 1.500E-04 | global batch size: {:5d} | lm loss: 2.1E+00 | "
             "loss scale: 1.0 | grad norm: 2.1 | number of skipped iterations:   0 | number of nan iterations:   0 |\n")
EVENT = ('{{"ph": "X", "cat": "{}", "name": "{}", "pid": 0, "tid": {}, "ts": {}.{:03d}, "dur": {}, "args": {{"External id": {}, '
         '"Ev Idx": {}, "Input Dims": [[64, 1024], [1024, 4096]], "Concrete Inputs": ["", ""], "device": 0, "stream": {}}}}},\n')
KINDS = [("kernel", "gemm", 7, 900), ("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 20, 300), ("cpu_op", "aten::linear", 1, 100)]


def run(command):
    """Seconds, standard output, and the process's largest resident memory in MB."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - start
        if status != 0:
            sys.exit(f"{command} failed")
        output.seek(0)
        return took, output.read(), usage.ru_maxrss * 1024 / 1e6


def median(values):
    return sorted(values)[len(values) // 2]


def row(what, ours, aim, held, peer="", ratio=""):
    print(f"| {what} | {ours} | {peer} | {ratio} | {aim} | {'held' if held else 'missed'} |", flush=True)


def ladder(folder):
    path = os.path.join(folder, "ladder.csv")
    with open(path, "w") as out:
        out.write("p,comp,comm,idle\n")
        for i in range(ROWS):
            p = 2 ** (i % 8)
            out.write(f"{p},{100 / p * random.uniform(1, 1.1):.6f},{random.uniform(1, 2):.6f},{random.uniform(0, 1):.6f}\n")
    ours, theirs = [], []
    for _ in range(PAIRS):
        took, said, _ = run([cli, "attribute", path, "--json"])
        ours.append(took)
        took, other, _ = run([sys.executable, "-c", PYTHON, path])
        theirs.append(took)
    medians = {row["p"]: row["t"] for row in json.loads(said)["rows"]}
    same = all(abs(medians[int(p)] / float(t) - 1) < 1e-6 for p, t in (line.split() for line in other.splitlines()))
    row("ladder of 10⁵ rows, read and attributed", f"{median(ours):.2f} s", "1 time", median(ours) <= median(theirs),
        f"Python's csv and statistics, medians only {median(theirs):.2f} s", f"{median(theirs) / median(ours):.3g}")
    return same


def logs(folder):
    path = os.path.join(folder, "logs")
    os.mkdir(path)
    written = {}
    for i in range(WORKERS * RUNS):
        p = 2 ** (i % WORKERS)
        times = [1000 / p * random.uniform(1, 1.1) for _ in range(ITERATIONS)]
        written.setdefault(p, []).append(median(times))
        with open(os.path.join(path, f"{p}gpus-run{i // WORKERS}.log"), "w") as out:
            out.write(f"using world size: {p}, data-parallel size: {p}, tensor-model-parallel size: 1\n")
            for step, took in enumerate(times, 1):
                out.write(ITERATION.format(step, ITERATIONS, 64 * step, took, 64))
    took = [run([cli, "attribute", path, "--json"]) for _ in range(PAIRS)]
    read = {row["p"]: row["t"] for row in json.loads(took[0][1])["rows"]}
    seconds = median([each[0] for each in took])
    row(f"folder of {WORKERS * RUNS} logs of {ITERATIONS} steps", f"{seconds:.2f} s", "2 s", seconds <= 2)
    base = read[1] / median(written[1])  # the time of a step or of the run
    return all(abs(read[p] / median(times) / base - 1) < 0.05 for p, times in written.items())


def trace(folder):
    path = os.path.join(folder, "trace.json")
    events, written = 0, 0
    with open(path, "w") as out:
        written += out.write('{"traceEvents": [\n')
        while written < TRACE_BYTES:
            block = []
            for i in range(events, events + 3000):
                category, name, lane, duration = KINDS[i % 3]
                block.append(EVENT.format(category, name, lane, i // 3 * 1000 + 300 * (i % 3), i % 1000, duration, i, i, lane))
            events += len(block)
            written += out.write("".join(block))
        out.write('{"ph": "i", "name": "end", "pid": 0, "tid": 1, "ts": 0}\n]}\n')
    took, said, peak = run([cli, "timeline", "import", path, "--json"])
    row(f"trace of {written / 1e9:.0f} GB with {events / 1e6:.1f} million spans imported", f"{took:.1f} s, {peak:.0f} MB", "500 MB",
        peak <= 500)
    return True


random.seed(41)
with tempfile.TemporaryDirectory() as folder:
    same = ladder(folder)
    same = logs(folder) and same
    trace(folder)
    took = median([run([cli, "report", project, "-o", os.path.join(folder, f"report{i}")])[0] for i in range(PAIRS)])
    row("report with figures, four formats", f"{took:.2f} s", "2 s", took <= 2)
if not same:
    print("a reader and Python differ", file=sys.stderr)
sys.exit(0 if same else 1)
