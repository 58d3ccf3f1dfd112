#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs packaging/test repeatedly beside programs that keep the cores busy: a long job, not part of the tests.

    tests/recordings/repeat.py [--times 20] [--load 4] [--logs DIR]

Prints one row per run. The exit status is 1 if a test failed in any run; the logs of failed runs stay in DIR.
"""
import argparse
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--load", type=int, default=4, help="programs that keep a core busy")
    parser.add_argument("--logs", default=os.path.join(ROOT, "build", "repeated"))
    options = parser.parse_args()
    os.makedirs(options.logs, exist_ok=True)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    failed = False
    print("| date | commit | busy programs | minutes | result | failed |\n|---|---|---|---|---|---|", flush=True)
    try:
        for number in range(options.times):
            log = os.path.join(options.logs, f"{number + 1}.log")
            start = time.time()
            with open(log, "w") as output:
                status = subprocess.run([os.path.join(ROOT, "packaging", "test")], stdout=output, stderr=output).returncode
            with open(log, errors="replace") as output:
                text = output.read()
            results = re.findall(r"^\d+ passed, \d+ failed.*", text, re.MULTILINE)
            names = sorted(set(re.findall(r"^FAIL!  : (\S+\(.*?\))", text, re.MULTILINE)))
            day = time.strftime("%F %H:%M", time.gmtime(start))
            minutes = (time.time() - start) / 60
            print(f"| {day} | {commit} | {options.load} | {minutes:.1f} | {results[-1] if results else 'no result'} | {', '.join(names)} |",
                  flush=True)
            failed = failed or status != 0
            if status == 0:
                os.remove(log)
    finally:
        for each in busy:
            each.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
