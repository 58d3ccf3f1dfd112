# SPDX-License-Identifier: GPL-3.0-or-later
"""The Predict page's figure drawn by matplotlib: S(p) large with its landmarks and uncertainty band, and E, T(p), R and
cost as four small charts, 1920 by 1080 pixels. Each redraw is what a slider asks for: new alpha, new data in the lines
that are there already, one draw of the whole canvas by the Agg renderer.

Usage: bench_figure.py [REDRAWS]; prints the median in milliseconds. With --png FILE it also leaves the last picture
there.
"""
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

P = np.arange(1, 4097, dtype=float)
T_COMP, BETA, PRICE, PLAN = 1.0, 0.04, 3.2, 13
COMPUTE, COMMUNICATION, MONEY, GREY = "#0072B2", "#E69F00", "#CC79A7", "#999999"


def columns(alpha):
    comp = T_COMP / P
    comm = alpha * (P - 1) + 2 * BETA * (P - 1) / P
    step = comp + comm
    speedup = T_COMP / step
    return comp, comm, step, speedup, speedup / P, comm / comp, PRICE * P * step / 3600


class Figure:
    def __init__(self):
        self.figure = plt.figure(figsize=(19.2, 10.8), dpi=100)
        grid = self.figure.add_gridspec(4, 2, width_ratios=(3, 1), left=0.05, right=0.98, top=0.95, bottom=0.07, hspace=0.5)
        self.main = self.figure.add_subplot(grid[:, 0])
        self.small = [self.figure.add_subplot(grid[i, 1]) for i in range(4)]
        for axes in (self.main, *self.small):
            axes.set_xscale("log", base=2)
            axes.set_xlim(1, 1024)
        self.main.set(title="Speedup S(p)", xlabel="workers p", ylabel="speedup", ylim=(0, 12))
        for axes, title in zip(self.small, ("Efficiency E(p)", "Step time T(p), s", "Comm / compute R(p)", "Cost per step, USD")):
            axes.set_title(title, fontsize=9)
        self.small[0].set_ylim(0, 1)
        self.small[1].set_ylim(0, 1)
        self.small[2].set_ylim(0, 4)
        self.small[3].set_ylim(0, 0.02)
        self.main.plot(P, P, "--", color=GREY, linewidth=1)
        (self.speedup,) = self.main.plot(P, P, color=COMPUTE, linewidth=1)
        (self.marks,) = self.main.plot([], [], "o", color=COMPUTE)
        self.plan = self.main.axvline(PLAN, color="black", linewidth=1)
        self.crossing = self.main.axvline(PLAN, color=COMMUNICATION, linestyle=":", linewidth=1)
        self.labels = [self.main.text(1, 1, "") for _ in range(4)]
        (self.efficiency,) = self.small[0].plot(P, P, color=COMPUTE, linewidth=1)
        (self.ratio,) = self.small[2].plot(P, P, color=COMMUNICATION, linewidth=1)
        (self.cost,) = self.small[3].plot(P, P, color=MONEY, linewidth=1)
        self.filled = []

    def redraw(self, alpha):
        comp, comm, step, speedup, efficiency, ratio, cost = columns(alpha)
        low, high = columns(alpha * 1.5)[3], columns(alpha / 1.5)[3]
        p_star, knee = int(np.argmin(step)), int(np.argmax(efficiency / step))
        crossing = int(np.argmax(ratio >= 1))
        self.speedup.set_ydata(speedup)
        self.efficiency.set_ydata(efficiency)
        self.ratio.set_ydata(ratio)
        self.cost.set_ydata(cost)
        self.marks.set_data(P[[knee, p_star]], speedup[[knee, p_star]])
        self.crossing.set_xdata([P[crossing]] * 2)
        texts = ((p_star, f"p* {p_star + 1}"), (knee, f"knee {knee + 1}"), (crossing, "R = 1"), (PLAN - 1, "plan p"))
        for label, (i, text) in zip(self.labels, texts):
            label.set_text(text)
            label.set_position((P[i], speedup[i]))
        for old in self.filled:
            old.remove()
        self.filled = [
            self.main.fill_between(P, low, high, color=COMPUTE, alpha=0.12, linewidth=0),
            self.small[1].fill_between(P, 0, comp, color=COMPUTE, linewidth=0),
            self.small[1].fill_between(P, comp, step, color=COMMUNICATION, linewidth=0),
        ]
        self.figure.canvas.draw()


def main():
    arguments = sys.argv[1:]
    picture = None
    if "--png" in arguments:
        at = arguments.index("--png")
        picture = arguments[at + 1]
        del arguments[at : at + 2]
    redraws = int(arguments[0]) if arguments else 25
    figure = Figure()
    figure.redraw(0.0008)
    times = []
    for alpha in np.geomspace(0.0002, 0.004, redraws):
        start = time.perf_counter()
        figure.redraw(alpha)
        times.append(1e3 * (time.perf_counter() - start))
    print(f"{np.median(times):.3f}")
    if picture:
        figure.figure.savefig(picture)


main()
