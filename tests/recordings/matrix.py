#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Verdicts held against planted truths: a job of its own, not part of the tests.

    /usr/bin/python3 tests/recordings/matrix.py build/app/scalewright-cli [--steps 30] [--repeat 3] [-o TABLE.md]

needs mpicc and mpirun, and Debian's python3-torch (gloo) for the training. Four programs (heat, training, and heat
with a planted serial part of 25 %, and with a rank that sleeps), on 1, 2 and 4 ranks, quiet and beside as many busy
loops as there are processors. Every run leaves traces; three runs at each count make a ladder. What the program says
of each is true, wrong or withheld against what was planted:

  late rank      heat, training: none. serial: rank 0, which works while the others wait. straggler: the last rank.
                  A rank of the training that is named is true where its own stopwatch has its steps, up to the last
                  gradient, at least 5 % longer than the others': the machine made it late, and late it was.
  serial share   of the ladders of heat and serial: f as Amdahl has it, 0 and 0.25, in its interval of 95 %.

The status is 1 where a verdict is wrong, or where more than a fifth are withheld when quiet. More ranks than
processors are "crowded" in the table: there ranks take turns, and late is whoever is scheduled last.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RANKS = (1, 2, 4)
STEP = 0.06
PLANTED = {"heat": [], "serial": ["serial", "0.25"], "straggler": ["late", "{last}", "0.02"]}


def recorded(program, ranks, folder, steps):
    """Runs the program and leaves a trace of each rank; its own seconds."""
    os.makedirs(folder, exist_ok=True)
    if program == "training":
        processes = [subprocess.Popen([sys.executable, f"{HERE}/what_if.py", "-", "--rank", str(rank), "--world",
                                       str(ranks), "--folder", folder, "--steps", str(steps), "--delay", "0",
                                       "--pairs", "0"],
                                      stdout=subprocess.DEVNULL) for rank in range(ranks)]
        if any([process.wait(timeout=600) != 0 for process in processes]):
            raise SystemExit("a rank of the training failed")
        if os.path.exists(f"{folder}/meet"):
            os.remove(f"{folder}/meet")
        return None
    words = [word.format(last=ranks - 1) for word in PLANTED[program]]
    run = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), f"{folder}/../heat",
                          folder, str(steps), str(STEP), *words], check=True, capture_output=True, text=True)
    return float(run.stdout.split("time=")[1].split()[0])


def answer(cli, *words, text=None):
    run = subprocess.run([cli, *words, "--json"], capture_output=True, text=True, input=text)
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr)
    return json.loads(run.stdout)


def late_rank(cli, program, ranks, folder):
    """(verdict, what was said): of the rank that the others wait for."""
    truth = {"serial": 0, "straggler": ranks - 1}.get(program) if ranks > 1 else None
    said = answer(cli, "timeline", "import", folder)
    named = said.get("straggler")
    if program == "training" and named is not None:  # the machine may have made one late
        own = [float(open(f"{folder}/own{rank}", encoding="utf-8").read()) for rank in range(ranks)]
        times = own[named] / statistics.median(own[:named] + own[named + 1:])
        return "true" if times >= 1.05 else "wrong", f"rank {named}, by its stopwatch {times:.2f} times the others"
    verdict = "true" if named == truth else "withheld" if named is None else "wrong"
    return verdict, "none" if named is None else f"rank {named}"


def serial_share(cli, program, rows, cores, load):
    """(verdict, what was said): f of Amdahl's law fitted to the ladder's times, which say how busy the machine was."""
    truth = 0.25 if program == "serial" else 0.0
    text = f"# a ladder by Scalewright, recorded by matrix.py, {cores} cores, load {load:.1f} at the start\np,time\n" + "".join(f"{p},{seconds}\n" for p, seconds in rows)
    said = answer(cli, "fit", "-", "--model", "amdahl", "--scaling", "strong", text=text)
    f = (said.get("parameters") or {}).get("f") or {}
    if f.get("low") is None or f.get("high") is None:
        return "withheld", "no interval"
    if f["high"] - f["low"] > 0.5:
        return "withheld", f"{f['low']:.2f} to {f['high']:.2f}, which says nothing"
    held = f["low"] - 0.02 <= truth <= f["high"] + 0.02  # what a step exchanges is no part of the law
    return "true" if held else "wrong", f"{f['value']:.3f} [{f['low']:.3f}, {f['high']:.3f}]"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--programs", default="heat,training,serial,straggler")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    cores = os.cpu_count()
    lines = [f"{cores} processors, {options.steps} steps, {options.repeat} runs of each", "",
             "| program | ranks | machine | about | said | verdict |", "|---|---|---|---|---|---|"]
    counts = {}

    def add(program, ranks, machine, about, verdict, said):
        lines.append(f"| {program} | {ranks} | {machine} | {about} | {said} | {verdict} |")
        print(lines[-1], flush=True)
        counts.setdefault(machine, []).append(verdict)

    with tempfile.TemporaryDirectory() as root:
        subprocess.run(["mpicc", "-O2", "-o", f"{root}/heat", f"{HERE}/heat.c"], check=True)
        for machine in ("quiet", "loaded"):
            busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)] \
                if machine == "loaded" else []
            try:
                for program in options.programs.split(","):
                    rows = []
                    for ranks in RANKS:
                        folders = [f"{root}/{machine}-{program}-{ranks}-{i}" for i in range(options.repeat)]
                        seconds = [recorded(program, ranks, folder, options.steps) for folder in folders]
                        rows += [(ranks, each) for each in seconds if each]
                        for folder in folders:
                            verdict, said = late_rank(options.cli, program, ranks, folder)
                            add(program, ranks, machine + (", crowded" if ranks > cores else ""), "late rank", verdict,
                                said)
                    if program in ("heat", "serial"):
                        load = cores if machine == "loaded" else 0
                        verdict, said = serial_share(options.cli, program, rows, cores, load)
                        crowded = RANKS[-1] > cores
                        add(program, "1 to 4", machine + (", crowded" if crowded else ""), "serial share", verdict, said)
            finally:
                for process in busy:
                    process.kill()
                    process.wait()
    lines.append("")
    for machine, verdicts in counts.items():
        lines.append(f"{machine}: " + ", ".join(f"{name} {verdicts.count(name)}" for name in
                                                ("true", "wrong", "withheld")))
        print(lines[-1])
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    quiet = counts.get("quiet", [])
    return 1 if any("wrong" in each for each in counts.values()) or quiet.count("withheld") > len(quiet) / 5 else 0


if __name__ == "__main__":
    raise SystemExit(main())
