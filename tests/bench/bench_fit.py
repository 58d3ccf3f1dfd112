# SPDX-License-Identifier: GPL-3.0-or-later
"""What bench_fit does, with scipy: USL by curve_fit within bounds, then 95 % profile ends by brentq over least_squares.

Prints sigma, kappa, gamma, then the seconds of curve_fit alone and of fit and ends together: the other program checks the
first and compares the others.
"""
import statistics
import sys
import time

import numpy as np
import scipy
from scipy.optimize import brentq, curve_fit, least_squares
from scipy.stats import t as student

P = np.array([1, 18, 36, 72, 108, 144, 216], float)  # R's specsdm91
X = np.array([64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775, 1702.2])
REPEATS = 21


def usl(p, sigma, kappa, gamma):
    return gamma * p / (1 + sigma * (p - 1) + kappa * p * (p - 1))


def fit():
    best, _ = curve_fit(usl, P, X, p0=[0.05, 1e-3, 65], bounds=(0, np.inf), x_scale=[0.01, 1e-4, 100])
    return best


def ends(best):
    residuals = X - usl(P, *best)
    least = residuals @ residuals
    jacobian = np.stack([(usl(P, *(best + step)) - usl(P, *(best - step))) / (2 * step.sum()) for step in np.diag(1e-6 * best)], 1)
    inverse = np.linalg.inv(jacobian.T @ jacobian)
    left = np.eye(len(P)) - jacobian @ inverse @ jacobian.T
    # One run a rung shows no shape of noise: in proportion to the throughput, or as large everywhere, whichever is wider.
    widths = []
    for variance in (np.diag(X**2), np.eye(len(P))):
        spread = left @ variance
        degrees = np.trace(spread) ** 2 / np.trace(spread @ spread)
        covariance = least / np.trace(spread) * inverse @ jacobian.T @ variance @ jacobian @ inverse
        widths.append(student.ppf(0.975, degrees) * np.sqrt(np.diag(covariance)))
    width = np.max(widths, 0)
    allowed = width**2 / np.diag(inverse)
    found = []
    for j in range(3):
        rest = [i for i in range(3) if i != j]

        def excess(value):
            def deviations(others):
                parameters = np.empty(3)
                parameters[j] = value
                parameters[rest] = others
                return X - usl(P, *parameters)

            start = np.maximum(best[rest], 1e-12)
            return 2 * least_squares(deviations, start, bounds=(0, np.inf), x_scale=start).cost - least - allowed[j]

        low = best[j] - width[j]
        while low > 0 and excess(low) < 0:
            low -= width[j]
        low = max(low, 1e-9 * best[j])
        found.append(0.0 if excess(low) < 0 else brentq(excess, low, best[j], rtol=1e-6))
        high = best[j] + width[j]
        while excess(high) < 0:
            high += width[j]
        found.append(brentq(excess, best[j], high, rtol=1e-6))
    return found


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


best = fit()
print(*best)
print(*ends(best))
print(statistics.median(seconds(fit) for _ in range(REPEATS)))
print(statistics.median(seconds(lambda: ends(fit())) for _ in range(3)))
print(f"Python {sys.version.split()[0]}, scipy {scipy.__version__}")
