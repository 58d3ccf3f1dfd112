#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `run` says of programs whose lost speedup has a known cause: a job of its own, not part of the tests.

    tests/recordings/planted.py build/app/scalewright-cli [--set first] [--only NAME] [--keep FOLDER]

needs mpicc and mpirun, cc with OpenMP, python3-torch and two cores. Each program runs at p = 1 and 2, three times each:
planted.c is the first set, structures.c and structures.py are the second, written after the program could judge the
first. A verdict is true if it names the planted cause, wrong if it names another one with certainty, and withheld
otherwise. Prints a table with the load; the status is 1 if a verdict is wrong.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent

# Name, launcher, words, the owners of the lost speedup that are true. "none": hardly anything is lost.
FIRST = [
    ("even, each rank's line", "mpirun", "ranks even each data", {"none"}),
    ("even, only the time", "mpirun", "ranks even time data", {"none"}),
    ("even, no line", "mpirun", "ranks even none data", {"none"}),
    ("serial part, each rank's line", "mpirun", "ranks serial each data", {"serial-fraction", "load-imbalance"}),
    ("serial part, rank 0's line", "mpirun", "ranks serial first data", {"serial-fraction"}),
    ("serial part, only the time", "mpirun", "ranks serial time data", {"serial-fraction"}),
    ("late rank, each rank's line", "mpirun", "ranks late each data", {"load-imbalance"}),
    ("uneven work, each rank's line", "mpirun", "ranks uneven each data", {"load-imbalance"}),
    ("large exchange, each rank's line", "mpirun", "ranks exchange each data", {"communication-wall"}),
    ("large exchange, waiting apart", "mpirun", "ranks exchange apart data", {"communication-wall"}),
    ("8 bytes, each rank's line", "mpirun", "ranks tiny each data", {"none"}),
    ("reading, each rank's line", "mpirun", "ranks reading each data", {"input-output", "serial-fraction"}),
    ("threads, even", "none", "threads even time data", {"none"}),
    ("threads, serial part", "none", "threads serial time data", {"serial-fraction", "load-imbalance"}),
    ("threads, memory bandwidth", "none", "threads triad time data", {"compute-inflation", "none"}),
]
SECOND = [
    ("pipeline, the second stage longer", "mpirun", "mpi pipeline data", {"load-imbalance"}),
    ("rank 0 only hands out tasks", "mpirun", "mpi farm data", {"load-imbalance"}),
    ("all-to-all of 16 MiB", "mpirun", "mpi alltoall data", {"communication-wall"}),
    ("the ranks are late in turn, 8 bytes", "mpirun", "mpi turns data", {"load-imbalance"}),
    ("400 000 exchanges of 8 bytes", "mpirun", "mpi messages data", {"communication-wall"}),
    ("rank 0 reads for all", "mpirun", "mpi reader data", {"load-imbalance", "input-output"}),
    ("rank 0 finishes alone", "mpirun", "mpi tail data", {"load-imbalance", "serial-fraction"}),
    ("2 threads per rank, bound to one core", "mpirun", "mpi nested data", {"none"}),
    ("2 threads per rank on 2 cores", "none", "mpirun --bind-to none -np {p} mpi nested data", {"compute-inflation"}),
    ("a contended lock", "none", "omp lock data", {"serial-fraction", "load-imbalance"}),
    ("a triangular loop", "none", "omp triangle data", {"load-imbalance"}),
    ("reads from random addresses after a serial start", "none", "omp random data", {"load-imbalance", "serial-fraction"}),
    ("one thread writes and syncs", "none", "omp writer written", {"input-output", "serial-fraction"}),
    ("a pool with one long task", "none", "python3 structures.py pool {p}", {"load-imbalance"}),
    ("a pool that returns 40 MB per task", "none", "python3 structures.py return {p}",
     {"communication-wall", "serial-fraction"}),
    ("gloo, large gradients", "torchrun", "structures.py gradients", {"communication-wall"}),
    ("gloo, a slow loader on rank 1", "torchrun", "structures.py loader", {"load-imbalance", "input-output"}),
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
    parser.add_argument("--set", choices=["first", "second"])
    parser.add_argument("--keep")
    options = parser.parse_args()
    cli = os.path.abspath(options.cli)
    counts = {"true": 0, "wrong": 0, "withheld": 0}
    print("| program | load | S(2) | owner | decided | verdict | answer |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        for compiler, source, program in [(["mpicc", "-DWITH_MPI"], "planted", "ranks"), (["cc"], "planted", "threads"),
                                          (["mpicc", "-DWITH_MPI"], "structures", "mpi"), (["cc"], "structures", "omp")]:
            subprocess.run([*compiler, "-D_GNU_SOURCE", "-O2", "-fopenmp", "-o", folder / program, HERE / f"{source}.c"], check=True)
        shutil.copy(HERE / "structures.py", folder)
        (folder / "data").write_bytes(os.urandom(64 << 20))
        programs = {"first": FIRST, "second": SECOND}.get(options.set, FIRST + SECOND)
        for number, (name, launcher, words, truths) in enumerate(programs):
            if options.only not in name:
                continue
            project = folder / f"{number}.scalewright"
            command = [f"./{word}" if word in ("ranks", "threads", "mpi", "omp") else word for word in words.split()]
            if launcher == "none" and "{p}" not in words:
                command = ["env", "OMP_NUM_THREADS={p}", *command]
            load = os.getloadavg()[0]
            run = subprocess.run([cli, "run", "-p", "1,2", "--no-probe", "--launcher", launcher, "-o", project, "--", *command],
                                 cwd=folder, capture_output=True, text=True,
                                 env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
            owner, decided, speedup, text = verdict(cli, project)
            if run.returncode != 0:
                text = run.stderr.strip() + " " + text
            lost = 2 - speedup if speedup else None
            isNone = "none" in truths and lost is not None and lost < 0.3
            isTrue = isNone or (owner in truths and decided)
            result = "true" if isTrue else "wrong" if decided and owner not in truths else "withheld"
            counts[result] += 1
            print(f"| {name} | {load:.1f} | {speedup and round(speedup, 2)} | {owner} | {decided} | {result} | {text} |", flush=True)
    print(f"\n{counts['true']} true, {counts['wrong']} wrong, {counts['withheld']} withheld")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
