// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics/order_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/statistics/distributions.h"

namespace scalewright {

namespace {

constexpr double negligibleLogDensity = -37;  // e^-37: smaller terms do not change the result in double precision

double logNormalCdf(double x)
{
    // For large x, 1 - small rounds to 1, so compute the logarithm from the small part directly.
    return x > 1 ? std::log1p(-0.5 * std::erfc(x / std::numbers::sqrt2))
                 : std::log(0.5 * std::erfc(-x / std::numbers::sqrt2));
}

// Mean of f(x) under a density that has one peak near `centre` and is given by its logarithm up to a constant: sums
// over x = centre + i step until the density is negligible. `step` is a fraction of the density's width.
template <class LogDensity, class Value>
double meanUnderDensity(LogDensity logDensity, Value value, double centre, double step)
{
    for (const double direction : {1.0, -1.0})  // starting far down the slope would make values relative to it overflow
        for (double stride = direction * step; logDensity(centre + stride) > logDensity(centre); stride *= 2)
            centre += stride;
    const double reference = logDensity(centre);
    double weight = 1;
    double sum = value(centre);
    double peak = 0;
    for (const double direction : {1.0, -1.0})
        for (int i = 1;; ++i) {
            const double x = centre + direction * i * step;
            const double height = logDensity(x) - reference;
            if (!(height > peak + negligibleLogDensity))
                break;
            peak = std::max(peak, height);
            const double density = std::exp(height);
            weight += density;
            sum += density * value(x);
        }
    return sum / weight;
}

// Mean of f over the k-th smallest of p standard normals.
template <class Value>
double meanOverNormalOrder(double k, double p, Value value)
{
    const double u = k / (p + 1);
    const double centre = blomOrderMean(k, p);
    const double slope = std::exp(-0.5 * centre * centre) / std::sqrt(2 * std::numbers::pi);
    const double width = std::min(1.0, std::sqrt(u * (1 - u) / (p + 2)) / slope);
    const double below = k - 1;
    const double above = p - k;
    const auto logDensity = [=](double x) {
        double sum = -0.5 * x * x;
        if (below > 0)
            sum += below * logNormalCdf(x);
        if (above > 0)
            sum += above * logNormalCdf(-x);
        return sum;
    };
    return meanUnderDensity(logDensity, value, centre, width / 4);
}

// log P(n, x) and log Q(n, x), the two tails of a sum of n exponentials with mean 1, for integer n.
struct ErlangTails {
    double logLower, logUpper;
};

ErlangTails logErlangTails(int n, double logFactorial, double x)
{
    const double logTerm = n * std::log(x) - x - logFactorial;  // of x^n e^-x/n!
    if (x < n + 1) {
        double term = 1;
        double sum = 1;
        for (int i = 1; term > 1e-17 * sum; ++i)
            sum += term *= x / (n + i);
        const double logBelow = logTerm + std::log(sum);
        return {logBelow, std::log1p(-std::exp(logBelow))};
    }
    double term = 1;
    double sum = 1;
    for (int i = n - 1; i > 0 && term > 1e-17 * sum; --i)
        sum += term *= i / x;
    const double logAbove = logTerm + std::log(n / x) + std::log(sum);
    return {std::log1p(-std::exp(logAbove)), logAbove};
}

constexpr int maximumExactTerms = 512;

// Wilson and Hilferty 1931: the quantile of a sum of n exponentials from the standard normal quantile z.
double wilsonHilfertyQuantile(int n, double z)
{
    const double root = 1 - 1 / (9.0 * n) + z / (3 * std::sqrt(static_cast<double>(n)));
    return n * root * root * root;
}

}  // namespace

double normalOrderMean(double k, double p)
{
    return meanOverNormalOrder(k, p, [](double x) { return x; });
}

double blomOrderMean(double k, double p)
{
    return normalQuantile((k - 0.375) / (p + 0.25));
}

double harmonicNumber(int n)
{
    constexpr int summed = 32;
    if (n <= summed) {
        double sum = 0;
        for (int i = n; i > 0; --i)
            sum += 1.0 / i;
        return sum;
    }
    const double x = n;
    const double inverse = 1 / (x * x);
    // Euler-Maclaurin expansion.
    return std::log(x) + std::numbers::egamma + 0.5 / x - inverse * (1.0 / 12 - inverse * (1.0 / 120 - inverse / 252));
}

double exponentialOrderMean(int k, int p)
{
    return harmonicNumber(p) - harmonicNumber(p - k);
}

double erlangOrderMean(int terms, double k, double p)
{
    const double n = terms;
    if (terms > maximumExactTerms)
        return (meanOverNormalOrder(k, p, [terms](double z) { return wilsonHilfertyQuantile(terms, z); }) - n) /
               std::sqrt(n);
    const double u = k / (p + 1);
    const double z = blomOrderMean(k, p);
    const double slope = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
    const double normalWidth = std::min(1.0, std::sqrt(u * (1 - u) / (p + 2)) / slope);
    const double below = k - 1;
    const double above = p - k;
    // Integrates over y = log x, where the density is smooth down to x = 0 and has a nearly constant width.
    const double root = std::max(0.1 / n, 1 - 1 / (9 * n) + z / (3 * std::sqrt(n)));
    const double centre = std::log(n * root * root * root);
    double logFactorial = 0;
    for (int i = 2; i <= terms; ++i)
        logFactorial += std::log(i);
    const auto logDensity = [=](double y) {
        const double x = std::exp(y);
        const ErlangTails tails = logErlangTails(terms, logFactorial, x);
        double sum = n * y - x;
        if (below > 0)
            sum += below * tails.logLower;
        if (above > 0)
            sum += above * tails.logUpper;
        return sum;
    };
    const double mean = meanUnderDensity(
        logDensity, [](double y) { return std::exp(y); }, centre,
        normalWidth / (4 * std::sqrt(n) * std::max(root, 0.3)));
    return (mean - n) / std::sqrt(n);
}

double medianVarianceRatio(int runs)
{
    constexpr std::array<double, 11> times{1, 1, 1, 1.3460, 1.1930, 1.4342, 1.2880, 1.4730, 1.3457, 1.4949, 1.3829};
    return runs < static_cast<int>(times.size()) ? times[static_cast<std::size_t>(runs)] : std::numbers::pi / 2;
}

}  // namespace scalewright
