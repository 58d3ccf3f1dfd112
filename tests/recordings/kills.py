#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs killed at random moments, and what is left of their files: a job of its own, not part of the tests.

    /usr/bin/python3 tests/recordings/kills.py build/app [--kills 1000] [--minutes M] [--seed 1] [--only NAME,...] [-o TABLE.md]

Each is started in a folder of its own and gets SIGKILL, SIGTERM or SIGINT at a moment drawn from 0 to its own length.
Afterwards

  files      what was there before is as it was, or is what the whole run leaves there; no file is half written
  resumed    the same call again ends well, and what it leaves is complete
  processes  none that it started is left (after SIGINT and SIGTERM; SIGKILL leaves it no moment to end them)
  litter     nothing else is left in the folder after that call

"edited window" runs under Xvfb, with xdotool at its keyboard: fields change, undo, save. Its file and what it keeps for
recovery have to be whole project files at any time. Without the two programs it is left out.

--minutes ends each program's kills early; the table says how many there were. The status is 1 where one of them does not hold.
"""
import argparse
import collections
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = "import sys,time\nfor i in range(6): time.sleep(0.02)\nprint('scalewright: comp=0.1 comm=0.02')\n"
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


class Job:
    def __init__(self, words, whole, prepare=None, keeps=(), leaves=(), status=(0,), display=None):
        self.words, self.whole, self.prepare, self.keeps = words, whole, prepare, keeps
        self.leaves, self.status, self.display = set(leaves), status, display


EDITED_S = 5
KEYS = ["Tab", "Tab", "Right", "Right", "Left", "Up", "Down", "Page_Up", "4", "2", "ctrl+z", "ctrl+shift+z", "ctrl+s", "ctrl+4", "ctrl+6"]


def type_into(process, display, draw):
    """Keys into that window until it is gone; with focus, as there is no window manager."""
    keys = " ".join(draw.choice(KEYS) for _ in range(400))
    script = (f"w=$(xdotool search --sync --onlyvisible --pid {process.pid} | tail -1); xdotool windowfocus $w; "
              f"for k in {keys}; do kill -0 {process.pid} 2>/dev/null || exit; xdotool key --clearmodifiers $k; done")
    return subprocess.Popen(["bash", "-c", script], env=dict(os.environ, DISPLAY=display), stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def jobs(apps, example, display):
    cli, window = f"{apps}/scalewright-cli", f"{apps}/scalewright"

    def validates(folder, name):
        run = subprocess.run([cli, "validate", f"{folder}/{name}"], capture_output=True, text=True)
        return None if run.returncode == 0 else run.stderr.strip()

    def rows(folder, name, count):
        with open(f"{folder}/{name}") as file:
            lines = [line for line in file if line[:1].isdigit()]
        return None if len(lines) == count else f"{len(lines)} rows of {count}"

    def copy(folder):
        shutil.copy(example, f"{folder}/a.scalewright")

    def wholly_kept(folder):
        kept = glob.glob(f"{folder}-home/d/**/recovery/*.scalewright", recursive=True)
        return validates(folder, "a.scalewright") or next(filter(None, (validates("/", each) for each in kept)), None)

    program = [sys.executable, "program.py"]
    edited = {"edited window": Job([window, "a.scalewright"], wholly_kept, copy, leaves=["a.scalewright"], status=None,
                                    display=display)} if display else {}
    return {**edited,
        "ladder run": Job([cli, "ladder", "run", "--p", "1,2", "--repeat", "2", "--warmup", "0", "-o", "rows.csv", "--", *program],
                          lambda d: rows(d, "rows.csv", 4), leaves=["rows.csv"]),
        "ladder run --project": Job([cli, "ladder", "run", "--p", "1,2", "--repeat", "1", "--warmup", "0", "--project", "a.scalewright",
                                     "-o", "rows.csv", "--", *program], lambda d: validates(d, "a.scalewright"), copy,
                                    leaves=["rows.csv", "a.scalewright"]),
        "measure": Job([cli, "measure", "--machine", "none", "-o", "profile.json", "--", *program],
                       lambda d: None if json.load(open(f"{d}/profile.json")) else "empty", leaves=["profile.json"]),
        "measure --project": Job([cli, "measure", "--machine", "none", "--project", "new.scalewright", "--", *program],
                                 lambda d: validates(d, "new.scalewright"), leaves=["new.scalewright"]),
        "probe": Job([cli, "probe", "memory", "--repeats", "3", "--array", "16MiB", "--json", "-o", "memory.json"],
                     lambda d: None if json.load(open(f"{d}/memory.json")) else "empty", leaves=["memory.json"]),
        "run": Job([cli, "run", "-p", "1,2", "--repeat", "1", "--no-probe", "-o", "my.scalewright", "--", *program],
                   lambda d: validates(d, "my.scalewright"), leaves=["my.scalewright", "my.ladder.csv"]),
        "report to a folder": Job([cli, "report", "a.scalewright", "-o", "report"],
                                lambda d: None if os.path.exists(f"{d}/report/README.md") else "no README.md", copy,
                                keeps=["a.scalewright"], leaves=["a.scalewright", "report"], status=(0, 2)),
        "report to an archive": Job([cli, "report", "a.scalewright", "-o", "report.tar.gz"],
                                  lambda d: reproduces(cli, f"{d}/report.tar.gz"), copy, keeps=["a.scalewright"],
                                  leaves=["a.scalewright", "report.tar.gz"], status=(0, 2)),
        "export": Job([window, "--export", "figures", "a.scalewright"],
                      lambda d: None if os.path.exists(f"{d}/figures/index.html") else "no index.html", copy,
                      keeps=["a.scalewright"], leaves=["a.scalewright", "figures"]),
        "window": Job([window, "a.scalewright"], lambda d: validates(d, "a.scalewright"), copy, keeps=["a.scalewright"],
                      leaves=["a.scalewright"], status=None),
    }


def reproduces(cli, archive):
    run = subprocess.run([cli, "reproduce", archive], capture_output=True, text=True)
    return None if run.returncode == 0 else run.stdout + run.stderr


def started(job, folder, mark):
    screen = dict(QT_QPA_PLATFORM="xcb", DISPLAY=job.display) if job.display else dict(QT_QPA_PLATFORM="offscreen")
    environment = dict(os.environ, **screen, SCALEWRIGHT_KILLS=mark, HOME=f"{folder}-home",
                       XDG_CONFIG_HOME=f"{folder}-home/c", XDG_DATA_HOME=f"{folder}-home/d", XDG_CACHE_HOME=f"{folder}-home/e")
    # What a shell starts in the background ignores SIGINT, and so would what is started here.
    return subprocess.Popen(job.words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, start_new_session=True,
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def left_running(mark):
    """Processes that were started with that mark."""
    found = []
    for each in os.listdir("/proc"):
        if each.isdigit() and int(each) != os.getpid():
            try:
                with open(f"/proc/{each}/environ", "rb") as file:
                    if f"SCALEWRIGHT_KILLS={mark}".encode() in file.read().split(b"\0"):
                        found.append(int(each))
            except OSError:
                pass
    return found


def content(folder, names):
    return {name: open(f"{folder}/{name}", "rb").read() for name in names}


def ended(process, job, patience):
    if job.status is None:  # a window runs until it is told
        time.sleep(0.6)
        process.terminate()
    return process.wait(timeout=patience)


def killed_once(job, folder, length, number, seed, wrong):
    draw = random.Random(f"{seed} {number}")
    mark = f"{os.getpid()}-{number}"
    os.makedirs(folder)
    os.makedirs(f"{folder}-home")
    with open(f"{folder}/program.py", "w") as file:
        file.write(PROGRAM)
    if job.prepare:
        job.prepare(folder)
    before = content(folder, job.keeps)
    process = started(job, folder, mark)
    typing = type_into(process, job.display, draw) if job.display else None
    time.sleep(draw.uniform(0, EDITED_S if typing else length))
    number_of_signal = draw.choice(SIGNALS)
    process.send_signal(number_of_signal)
    process.wait(timeout=60)
    if typing:
        os.killpg(typing.pid, signal.SIGKILL)
        typing.wait()
    if number_of_signal != signal.SIGKILL:
        for _ in range(100):
            if not left_running(mark):
                break
            time.sleep(0.05)
        else:
            wrong["processes"] += 1
            print(f"  {number} {number_of_signal.name}: left {left_running(mark)} running", file=sys.stderr)
    for pid in left_running(mark):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    if content(folder, job.keeps) != before:
        wrong["files"] += 1
        print(f"  {number} {number_of_signal.name}: changed a file by the kill", file=sys.stderr)
    status = ended(started(job, folder, mark + "-again"), job, 120)
    says = None
    try:
        says = job.whole(folder)
    except (OSError, ValueError) as problem:
        says = str(problem)
    if says or (job.status is not None and status not in job.status):
        wrong["resumed"] += 1
        print(f"  {number} {number_of_signal.name}: status {status}, {says}", file=sys.stderr)
    litter = set(os.listdir(folder)) - job.leaves - {"program.py"}
    if litter:
        wrong["litter"] += 1
        print(f"  {number} {number_of_signal.name}: left {sorted(litter)}", file=sys.stderr)
    if content(folder, job.keeps) != before:
        wrong["files"] += 1
        print(f"  {number} {number_of_signal.name}: changed a file by the call after it", file=sys.stderr)
    shutil.rmtree(folder)
    shutil.rmtree(f"{folder}-home")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("apps")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    example = os.path.abspath(f"{os.path.dirname(__file__)}/../../resources/examples/output-41.7.2.scalewright")
    table = ["| program | kills | files | resumed | processes | litter |", "|---|---|---|---|---|---|"]
    failed = False
    screen = None
    if shutil.which("Xvfb") and shutil.which("xdotool"):
        screen = subprocess.Popen(["Xvfb", ":97", "-screen", "0", "1280x800x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
    with tempfile.TemporaryDirectory() as top:
        for name, job in jobs(os.path.abspath(options.apps), example, screen and ":97").items():
            if options.only and name not in options.only.split(","):
                continue
            folder = f"{top}/length"
            os.makedirs(folder)
            with open(f"{folder}/program.py", "w") as file:
                file.write(PROGRAM)
            if job.prepare:
                job.prepare(folder)
            os.makedirs(f"{folder}-home")
            begin = time.time()
            ended(started(job, folder, "length"), job, 120)
            length = time.time() - begin
            says = job.whole(folder)
            if says:
                raise SystemExit(f"{name} by itself: {says}")
            shutil.rmtree(folder)
            shutil.rmtree(f"{folder}-home")
            wrong = collections.Counter()
            kills, end = 0, time.monotonic() + 60 * options.minutes
            while kills < options.kills and time.monotonic() < end:
                killed_once(job, f"{top}/{kills}", length, kills, f"{options.seed} {name}", wrong)
                kills += 1
            table.append(f"| {name} | {kills} | " + " | ".join(
                str(wrong[what]) + " wrong" if wrong[what] else "as promised" for what in ("files", "resumed", "processes", "litter")) + " |")
            print(table[-1], flush=True)
            failed = failed or bool(wrong)
    if screen:
        screen.terminate()
    text = "\n".join(table) + "\n"
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
