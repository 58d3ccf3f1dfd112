# SPDX-License-Identifier: GPL-3.0-or-later
"""Files, by the command line as a whole process against Python's own: a ladder of 10^5 rows read and its medians by p (csv and
statistics), and the report of Output 41.7.2 (no peer). Usage: bench_files.py SCALEWRIGHT_CLI PROJECT. Prints rows of
docs/benchmarks.md; ends with 1 where the two read other medians."""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

cli, project = sys.argv[1], sys.argv[2]
ROWS, PAIRS = 100_000, 5
PYTHON = """
import csv, statistics, sys
times = {}
for row in csv.DictReader(open(sys.argv[1])):
    times.setdefault(int(row["p"]), []).append(float(row["comp"]) + float(row["comm"]) + float(row["idle"]))
for p in sorted(times):
    print(p, statistics.median(times[p]))
"""


def seconds(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout


def median(values):
    return sorted(values)[len(values) // 2]


with tempfile.TemporaryDirectory() as folder:
    ladder = os.path.join(folder, "ladder.csv")
    random.seed(41)
    with open(ladder, "w") as out:
        out.write("p,comp,comm,idle\n")
        for i in range(ROWS):
            p = 2 ** (i % 8)
            out.write(f"{p},{100 / p * random.uniform(1, 1.1):.6f},{random.uniform(1, 2):.6f},{random.uniform(0, 1):.6f}\n")
    ours, theirs = [], []
    for _ in range(PAIRS):
        took, said = seconds([cli, "attribute", ladder, "--json"])
        ours.append(took)
        took, other = seconds([sys.executable, "-c", PYTHON, ladder])
        theirs.append(took)
    medians = {row["p"]: row["t"] for row in json.loads(said)["rows"]}
    same = all(abs(medians[int(p)] / float(t) - 1) < 1e-6 for p, t in (line.split() for line in other.splitlines()))
    held = median(ours) <= median(theirs)
    print(f"| ladder of 10⁵ rows, read and attributed | {median(ours):.2f} s | Python's csv and statistics, medians only "
          f"{median(theirs):.2f} s | {median(theirs) / median(ours):.3g} | 1 time | {'held' if held else 'missed'} |")
    took = median([seconds([cli, "report", project, "-o", os.path.join(folder, f"report{i}")])[0] for i in range(PAIRS)])
    print(f"| report with figures, four formats | {took:.2f} s |  |  | 2 s | {'held' if took <= 2 else 'missed'} |")
    if not same:
        print("the medians differ", file=sys.stderr)
sys.exit(0 if same else 1)
