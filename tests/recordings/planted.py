#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `run` says of programs whose lost speedup has a known cause: a job of its own, not part of the tests.

    tests/recordings/planted.py build/app/scalewright-cli [--only NAME] [--keep FOLDER]

needs mpicc and mpirun, cc with OpenMP and two cores. Each program (planted.c) runs at p = 1 and 2, three times each. A
verdict is true if it names the planted cause, wrong if it names another one with certainty, and withheld otherwise.
Prints a table; the status is 1 if a verdict is wrong.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent

# Name, launcher, program, cause, lines, the owners of the lost speedup that are true. "none": hardly anything is lost.
PROGRAMS = [
    ("even, each rank's line", "mpirun", "ranks", "even", "each", {"none"}),
    ("even, only the time", "mpirun", "ranks", "even", "time", {"none"}),
    ("even, no line", "mpirun", "ranks", "even", "none", {"none", "start-up"}),
    ("serial part, each rank's line", "mpirun", "ranks", "serial", "each", {"serial-part", "load-imbalance"}),
    ("serial part, rank 0's line", "mpirun", "ranks", "serial", "first", {"serial-part"}),
    ("serial part, only the time", "mpirun", "ranks", "serial", "time", {"serial-part"}),
    ("late rank, each rank's line", "mpirun", "ranks", "late", "each", {"load-imbalance", "straggler"}),
    ("uneven work, each rank's line", "mpirun", "ranks", "uneven", "each", {"load-imbalance"}),
    ("large exchange, each rank's line", "mpirun", "ranks", "exchange", "each", {"communication-wall"}),
    ("8 bytes, each rank's line", "mpirun", "ranks", "tiny", "each", {"none"}),
    ("reading, each rank's line", "mpirun", "ranks", "reading", "each", {"io", "serial-part"}),
    ("threads, even", "none", "threads", "even", "time", {"none"}),
    ("threads, serial part", "none", "threads", "serial", "time", {"serial-part"}),
    ("threads, memory bandwidth", "none", "threads", "triad", "time", {"memory-bandwidth", "unknown"}),
]


def verdict(cli, project):
    """Owner, whether it is decided, speedup at p = 2 and the headline."""
    run = subprocess.run([cli, "attribute", project, "--json"], capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        return "no answer", False, None, run.stderr.strip()
    answer = json.loads(run.stdout)
    row = next((row for row in answer["rows"] if row["p"] == 2), {})
    return answer["owner"], answer["owner_decided"], row.get("speedup"), answer["answer"]["headline"] + " " + answer["answer"].get(
        "because", "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    cli = os.path.abspath(options.cli)
    counts = {"true": 0, "wrong": 0, "withheld": 0}
    print("| program | S(2) | owner | decided | verdict | answer |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        subprocess.run(["mpicc", "-O2", "-DWITH_MPI", "-o", folder / "ranks", HERE / "planted.c"], check=True)
        subprocess.run(["cc", "-O2", "-fopenmp", "-o", folder / "threads", HERE / "planted.c"], check=True)
        (folder / "data").write_bytes(os.urandom(64 << 20))
        for number, (name, launcher, program, cause, lines, truths) in enumerate(PROGRAMS):
            if options.only not in name:
                continue
            project = folder / f"{number}.scalewright"
            command = [f"./{program}", cause, lines, "data"]
            if launcher == "none":
                command = ["env", "OMP_NUM_THREADS={p}", *command]
            run = subprocess.run([cli, "run", "-p", "1,2", "--no-probe", "--launcher", launcher, "-o", project, "--", *command],
                                 cwd=folder, capture_output=True, text=True,
                                 env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
            owner, decided, speedup, text = verdict(cli, project)
            if run.returncode != 0:
                text = run.stderr.strip() + " " + text
            lost = 2 - speedup if speedup else None
            isTrue = owner in truths or ("none" in truths and lost is not None and lost < 0.3)
            result = "true" if isTrue and (decided or "none" in truths) else "wrong" if decided and not isTrue else "withheld"
            counts[result] += 1
            print(f"| {name} | {speedup and round(speedup, 2)} | {owner} | {decided} | {result} | {text} |", flush=True)
    print(f"\n{counts['true']} true, {counts['wrong']} wrong, {counts['withheld']} withheld")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
