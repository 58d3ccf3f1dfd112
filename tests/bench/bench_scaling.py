# SPDX-License-Identifier: GPL-3.0-or-later
"""The book's way (section 41.4) of computing what bench_scaling times: small functions of p, plain loops, no NumPy.

    python3 bench_scaling.py times

A line of `times` is a pattern's name and T_comm of p = 1 to p-max: bench_scaling writes them, by the papers' formulas. Prints one line
per pattern with its landmarks, then the seconds it took: the other program checks the first and compares the second.
"""
import math
import sys
import time

T_COMP = 1.0
PRICE = 3.2


def read(path):
    with open(path) as lines:
        return {name: [float(each) for each in values] for name, *values in map(str.split, lines)}


def predict(times):
    def t_comm(p):
        return 0.0 if p <= 1 else times[p - 1]

    def t_step(p):
        return T_COMP / p + t_comm(p)

    def speedup(p):
        return T_COMP / t_step(p)

    def efficiency(p):
        return speedup(p) / p

    def comm_to_compute(p):
        return t_comm(p) / (T_COMP / p)

    def cost(p):
        return PRICE * p * t_step(p) / 3600

    workers = range(1, len(times) + 1)
    rows = [(p, T_COMP / p, t_comm(p), t_step(p), speedup(p), efficiency(p), comm_to_compute(p), cost(p)) for p in workers]
    p_star = min(workers, key=t_step)
    p_dominates = next((p for p in workers if comm_to_compute(p) >= 1.0), 0)
    knee = max(workers, key=lambda p: efficiency(p) / t_step(p))
    return rows, p_star, p_dominates, knee


def main():
    patterns = read(sys.argv[1])
    start = time.perf_counter()
    found = {name: predict(times) for name, times in patterns.items()}
    seconds = time.perf_counter() - start
    for name, (rows, p_star, p_dominates, knee) in found.items():
        total = math.fsum(value for row in rows for value in row)
        print(name, p_star, p_dominates, knee, repr(total))
    print("seconds", seconds)
    print("python", sys.version.split()[0])


main()
