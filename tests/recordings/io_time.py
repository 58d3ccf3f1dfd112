#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `measure` says of reading and writing, against a stopwatch in the program: a job of its own, not part of the tests.

    /usr/bin/python3 tests/recordings/io_time.py build/app/scalewright-cli [--runs 50] [--folder DIR]

needs cc. A program reads a file that is not in the cache, writes one, or writes and syncs, between ten pieces of work.
Its own seconds at the file are to lie in the range that `measure` gives; where it gives none, it has not seen them. The
status is 1 where more than 5 % lie outside.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--folder")
    options = parser.parse_args()
    outside = 0
    print("| program | runs | inside | not seen | stopwatch | range |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        subprocess.run(["cc", "-O2", "-o", f"{folder}/io", f"{HERE}/io.c"], check=True)
        with open(f"{folder}/data", "wb") as file:
            for _ in range(200):
                file.write(os.urandom(1 << 20))
            os.fsync(file.fileno())
        for mode, name in enumerate(("reads", "writes", "writes and syncs")):
            inside, unseen, times, lows, highs = 0, 0, [], [], []
            for _ in range(options.runs):
                run = subprocess.run([options.cli, "measure", "--machine", "none", "--json", "--", f"{folder}/io", str(mode),
                                      "200", "0.3", f"{folder}/data" if mode == 0 else f"{folder}/out"],
                                     capture_output=True, text=True, check=True)
                truth = float(run.stderr.split("stopwatch")[1].split()[0])
                said = json.loads(run.stdout).get("io_time_s")
                times.append(truth)
                if not isinstance(said, dict) or said.get("low") is None:
                    unseen += 1
                    continue
                lows.append(said["low"])
                highs.append(said["high"])
                inside += said["low"] - 1e-6 <= truth <= said["high"] + 1e-6
            outside += options.runs - unseen - inside
            middle = f"{statistics.median(lows):.2f} to {statistics.median(highs):.2f} s" if lows else ""
            print(f"| {name} | {options.runs} | {inside} | {unseen} | {statistics.median(times):.2f} s | {middle} |", flush=True)
    return 1 if outside > 0.05 * 3 * options.runs else 0


if __name__ == "__main__":
    sys.exit(main())
