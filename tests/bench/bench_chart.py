# SPDX-License-Identifier: GPL-3.0-or-later
"""The figure that bench_chart paints, by matplotlib (Agg): lines kept, data replaced, redrawn. Prints the median in ms."""
import math
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

T_COMP, BETA, FRAMES = 1.0, 0.04, 40
p = np.arange(1, 1025)


def columns(alpha):
    comp = T_COMP / p
    comm = alpha * (p - 1) + 2 * BETA * (p - 1) / p
    step = comp + comm
    speedup = T_COMP / step
    return comp, comm, step, speedup


figure = plt.figure(figsize=(19.2, 10.8), dpi=100)
grid = figure.add_gridspec(4, 8)
large = figure.add_subplot(grid[:, :7])
small = [figure.add_subplot(grid[i, 7]) for i in range(4)]
comp, comm, step, speedup = columns(0.0008)
large.set_xscale("log", base=2)
large.set_xlim(1, 1024)
large.set_ylim(0, 12)
large.plot(p, p, "--", color="#A3A39D", linewidth=1)
(line,) = large.plot(p, speedup, color="#0072B2", linewidth=2)
large.axvline(13, color="#1B1B1A")
labels = [large.annotate(text, (34, 7.49)) for text in ("p* 34 (fastest)", "7.49x, in [28, 41]", "knee 9", "plan p 13")]
(point,) = large.plot([34], [7.49], "o")
lines = []
for axes, values in zip(small, (speedup / p, step, comm / comp, p * step)):
    axes.set_xscale("log", base=2)
    axes.set_axis_off()
    lines.append(axes.plot(p, values)[0])
    axes.axvline(13, linestyle=":")

seconds = []
band = None
areas = []
for i in range(FRAMES + 3):
    comp, comm, step, speedup = columns(0.0008 * math.exp(math.sin(0.05 * i)))
    start = time.perf_counter()
    line.set_ydata(speedup)
    if band:
        band.remove()
    band = large.fill_between(p, 0.8 * speedup, 1.2 * speedup, color="#0072B2", alpha=0.1)
    best = int(speedup.argmax())
    point.set_data([p[best]], [speedup[best]])
    for label in labels:
        label.xy = (p[best], speedup[best])
    for thin, values in zip(lines, (speedup / p, step, comm / comp, p * step)):
        thin.set_ydata(values)
    for area in areas:
        area.remove()
    areas = [small[1].fill_between(p, 0, comp, color="#0072B2"), small[1].fill_between(p, comp, step, color="#E69F00")]
    figure.canvas.draw()
    if i >= 3:
        seconds.append(time.perf_counter() - start)
print(f"{1000 * sorted(seconds)[len(seconds) // 2]:.3f}")
