# SPDX-License-Identifier: GPL-3.0-or-later
"""The map that bench_algorithm_map paints, by numpy and matplotlib (Agg): argmin on the same columns, a row a pixel, redrawn
by pcolormesh with its mesh kept. Prints the median in ms."""
import math
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

FRAMES, B, ALPHA2, B2, G = 40, 25e9, 20e-6, 12.5e9, 8
WIDTH, ROWS, P_HIGH = 1100, 600, 1024

ratio = 2 ** (math.log2((P_HIGH + 0.5) / 1.5) / WIDTH)
columns = []
p = 2
while p <= P_HIGH:
    columns.append(p)
    power = 1 << p.bit_length()
    following = max(p + 1, int(p * ratio))
    p = power if p < power < following else following
p = np.array(columns, dtype=float)[None, :]
n = np.logspace(3, 10, ROWS)[:, None]
f = np.floor(np.log2(p))
L = np.ceil(np.log2(p))
power = f == L
q = 2**f
nodes = np.ceil(p / G)
inside = np.minimum(G, p)
last = p - G * (nodes - 1)  # workers of the last node, who take the whole message over as many cards


def cheapest(alpha):
    beta, beta2 = n / B, n / B2
    ring = 2 * (p - 1) * alpha + 2 * (p - 1) / p * beta
    doubling = np.where(power, L * (alpha + beta), (f + 2) * (alpha + beta))
    rabenseifner = 2 * f * alpha + 2 * (q - 1) / q * beta + np.where(power, 0, 2 * (alpha + beta))
    tree = L * (2 * alpha + 2 * beta)
    double_tree = (np.sqrt(2 * L * alpha) + np.sqrt(2 * beta)) ** 2
    hierarchical = (2 * ((inside - 1) * alpha + (inside - 1) / inside * beta)
                    + 2 * (nodes - 1) * ALPHA2 + 2 * (nodes - 1) / nodes * beta2 / last)
    server = 2 * p * (alpha + beta)
    return np.argmin(np.stack([ring, doubling, rabenseifner, tree, double_tree, hierarchical, server]), axis=0)


figure, axes = plt.subplots(figsize=(12, 7), dpi=100)
axes.set_xscale("log", base=2)
axes.set_yscale("log")
edges = np.concatenate([[1.5], (p[0, 1:] + p[0, :-1]) / 2, [P_HIGH + 0.5]])
heights = np.concatenate([n[:, 0], [n[-1, 0] ** 2 / n[-2, 0]]])
mesh = axes.pcolormesh(edges, heights, cheapest(10e-6), cmap="Oranges", vmin=0, vmax=6)
axes.plot([100], [1e8], "ko")
labels = [axes.annotate(text, (64, 1e6)) for text in ("ring", "recursive doubling", "Rabenseifner", "double tree", "your design")]

seconds = []
for i in range(FRAMES + 3):
    start = time.perf_counter()
    mesh.set_array(cheapest(10e-6 * math.exp(2 * math.sin(0.05 * i))))
    figure.canvas.draw()
    if i >= 3:
        seconds.append(time.perf_counter() - start)
print(f"{1000 * sorted(seconds)[len(seconds) // 2]:.3f}")
