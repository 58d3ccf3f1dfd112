"""The book's way (section 41.4) of computing what bench_scaling times: small functions of p, plain loops, no NumPy.

Prints one line per pattern with its landmarks, then the seconds it took: the other program checks the first and
compares the second.
"""
import math
import sys
import time

T_COMP, ALPHA, BETA, GAMMA = 1.0, 0.0008, 0.04, 0.002
ALPHA2, BETA2, WORKERS_PER_NODE = 0.002, 0.1, 8
SHARDS, NEIGHBOURS, PARTICIPATION = 4, 2, 0.5
PRICE = 3.2
P_MAX = 4096


def ring(p, alpha, beta, gamma):
    return 2 * (p - 1) * alpha + 2 * (p - 1) / p * beta + (p - 1) / p * gamma


def rounds(p):
    return math.ceil(math.log2(p))


def recursive_doubling(p):
    f = math.floor(math.log2(p))
    if 2**f == p:
        return f * (ALPHA + BETA + GAMMA)
    return (f + 2) * (ALPHA + BETA) + (f + 1) * GAMMA


def rabenseifner(p):
    f = math.floor(math.log2(p))
    q = 2**f
    t = 2 * f * ALPHA + 2 * (q - 1) / q * BETA + (q - 1) / q * GAMMA
    return t if q == p else t + 2 * (ALPHA + BETA) + GAMMA


def hierarchical(p):
    g = WORKERS_PER_NODE
    return ring(min(g, p), ALPHA, BETA, GAMMA) + ring(math.ceil(p / g), ALPHA2, BETA2 / g, GAMMA / g)


def pipelined_broadcast(p):
    real = math.sqrt((p - 2) * BETA / ALPHA)
    return min((p - 2 + k) * (ALPHA + BETA / k) for k in (max(1, math.floor(real)), math.floor(real) + 1))


PATTERNS = {
    "book-ring-all-reduce": lambda p: ALPHA * (p - 1) + 2 * BETA * (p - 1) / p,
    "ring-all-reduce": lambda p: ring(p, ALPHA, BETA, GAMMA),
    "recursive-doubling-all-reduce": recursive_doubling,
    "rabenseifner-all-reduce": rabenseifner,
    "tree-all-reduce": lambda p: rounds(p) * (2 * ALPHA + 2 * BETA + GAMMA),
    "double-tree-all-reduce": lambda p: (math.sqrt(2 * rounds(p) * ALPHA) + math.sqrt(2 * BETA)) ** 2,
    "hierarchical-all-reduce": hierarchical,
    "reduce-scatter-all-gather": lambda p: ring(p, ALPHA, BETA, GAMMA),
    "shuffle": lambda p: (p - 1) * (ALPHA + BETA / p),
    "parameter-server": lambda p: 2 * max(SHARDS, p) * (ALPHA + BETA / SHARDS),
    "gossip": lambda p: min(NEIGHBOURS, p - 1) * (ALPHA + BETA),
    "scatter-gather": lambda p: 2 * (rounds(p) * ALPHA + (p - 1) / p * BETA),
    "federated-averaging": lambda p: 2 * math.ceil(PARTICIPATION * p) * (ALPHA + BETA),
    "pipelined-broadcast": pipelined_broadcast,
}


def predict(pattern):
    def t_comm(p):
        return 0.0 if p <= 1 else pattern(p)

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

    workers = range(1, P_MAX + 1)
    rows = [(p, T_COMP / p, t_comm(p), t_step(p), speedup(p), efficiency(p), comm_to_compute(p), cost(p)) for p in workers]
    p_star = min(workers, key=t_step)
    p_dominates = next((p for p in workers if comm_to_compute(p) >= 1.0), 0)
    knee = max(workers, key=lambda p: efficiency(p) / t_step(p))
    return rows, p_star, p_dominates, knee


def main():
    start = time.perf_counter()
    found = {name: predict(pattern) for name, pattern in PATTERNS.items()}
    seconds = time.perf_counter() - start
    for name, (rows, p_star, p_dominates, knee) in found.items():
        total = math.fsum(value for row in rows for value in row)
        print(name, p_star, p_dominates, knee, repr(total))
    print("seconds", seconds)
    print("python", sys.version.split()[0])


main()
