// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of the K-th smallest of p random times: the cost of waiting for the slowest, or for the first K.
//
//     normalOrderMean(64, 64);      // 2.3437: the slowest of 64 is 2.34 standard deviations late
//     exponentialOrderMean(8, 10);  // H_10 - H_2: the first 8 of 10
//
// K need not be an integer (the Beta function allows this), which keeps tables over p smooth.
#pragma once

namespace scalewright {

/// Mean of the k-th smallest of p standard normals (k = p: the largest): the mean of the density Phi^(k-1)
/// (1-Phi)^(p-k) phi / B(k, p-k+1) by the trapezoidal rule, which converges exponentially for a smooth density that
/// vanishes at both ends; computed from logarithms, so that p up to 2^20 neither over- nor underflows. Accurate to
/// 1e-10. Preconditions: 1 <= k <= p <= 2^21.
[[nodiscard]] double normalOrderMean(double k, double p);

/// Blom 1958, PhiInv((k - 0.375)/(p + 0.25)), used to start a search: 4.5 % off for the largest of 2, within 1 % from p
/// = 8 on.
[[nodiscard]] double blomOrderMean(double k, double p);

/// Variance of the median of `runs` normals divided by the variance of their mean: 1, 1, 1.346, 1.193, … towards pi/2
/// (Sarhan & Greenberg 1962, table 10C.1; from eleven runs on, pi/2, which is at most 6 % too high). Precondition: runs
/// >= 1.
[[nodiscard]] double medianVarianceRatio(int runs);

/// H_n = 1 + 1/2 + … + 1/n, accurate to the last few bits; 0 for n = 0. Precondition: n >= 0.
[[nodiscard]] double harmonicNumber(int n);

/// Mean of the k-th smallest of p exponentials with mean 1: H_p - H_(p-k) (Dutta et al. 2018). Precondition: 1 <= k <=
/// p.
[[nodiscard]] double exponentialOrderMean(int k, int p);

/// Mean of the k-th smallest of p sums of `terms` exponentials with mean 1 (Erlang), standardised: minus `terms`,
/// divided by sqrt(terms). Up to 512 terms, by the same rule on the Erlang density; for more, where the sum is nearly
/// normal, by applying Wilson & Hilferty 1931, terms (1 - 1/(9 terms) + z/(3 sqrt(terms)))^3, to normal order
/// statistics (within 2e-4 up to p = 4096). Preconditions: 1 <= k <= p <= 2^21, terms >= 1.
[[nodiscard]] double erlangOrderMean(int terms, double k, double p);

}  // namespace scalewright
