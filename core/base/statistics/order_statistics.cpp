#include "core/base/statistics/order_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace scalewright {

namespace {

constexpr double negligible = -37;  // e^-37: what lies beyond changes no bit that counts

double lowerLog(double x)
{
    // Far up 1 - small is 1: the logarithm needs the small part itself.
    return x > 1 ? std::log1p(-0.5 * std::erfc(x / std::numbers::sqrt2))
                 : std::log(0.5 * std::erfc(-x / std::numbers::sqrt2));
}

// Mean of f(x) under a density known up to a factor by its logarithm, which has one peak near `centre` and a width of
// about `width`: sums over x = centre + i step until the density has died out.
template <class LogDensity, class Value>
double meanUnder(LogDensity logDensity, Value value, double centre, double step)
{
    for (const double direction : {1.0, -1.0})  // a guess far down a slope would overflow what is relative to it
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
            if (!(height > peak + negligible))
                break;
            peak = std::max(peak, height);
            const double density = std::exp(height);
            weight += density;
            sum += density * value(x);
        }
    return sum / weight;
}

// Mean of f under the k-th smallest of p standard normals.
template <class Value>
double normalOrderMeanOf(double k, double p, Value value)
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
            sum += below * lowerLog(x);
        if (above > 0)
            sum += above * lowerLog(-x);
        return sum;
    };
    return meanUnder(logDensity, value, centre, width / 4);
}

// log P(n, x) and log Q(n, x), the two tails of a sum of n exponentials of mean 1, for whole n.
struct ErlangTails {
    double below, above;
};

ErlangTails erlangTails(int n, double logFactorial, double x)
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

constexpr int mostExactTerms = 512;

// Wilson and Hilferty 1931: the quantile of a sum of n exponentials at the z of a standard normal.
double nearlyNormal(int n, double z)
{
    const double root = 1 - 1 / (9.0 * n) + z / (3 * std::sqrt(static_cast<double>(n)));
    return n * root * root * root;
}

}  // namespace

double normalQuantile(double u)
{
    // Abramowitz & Stegun 26.2.23, good to 4.5e-4, then Halley's steps, each of which triples the digits.
    const double tail = std::min(u, 1 - u);
    const double t = std::sqrt(-2 * std::log(tail));
    double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int i = 0; i < 3; ++i) {
        // At -x, where the lower tail keeps its digits.
        const double excess =
            (0.5 * std::erfc(x / std::numbers::sqrt2) - tail) * std::sqrt(2 * std::numbers::pi) * std::exp(0.5 * x * x);
        x += excess / (1 - 0.5 * x * excess);
    }
    return u < 0.5 ? -x : x;
}

double normalOrderMean(double k, double p)
{
    return normalOrderMeanOf(k, p, [](double x) { return x; });
}

double blomOrderMean(double k, double p)
{
    return normalQuantile((k - 0.375) / (p + 0.25));
}

double harmonic(int n)
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
    // Euler and Maclaurin.
    return std::log(x) + std::numbers::egamma + 0.5 / x - inverse * (1.0 / 12 - inverse * (1.0 / 120 - inverse / 252));
}

double exponentialOrderMean(int k, int p)
{
    return harmonic(p) - harmonic(p - k);
}

double erlangOrderMean(int terms, double k, double p)
{
    const double n = terms;
    if (terms > mostExactTerms)
        return (normalOrderMeanOf(k, p, [terms](double z) { return nearlyNormal(terms, z); }) - n) / std::sqrt(n);
    const double u = k / (p + 1);
    const double z = blomOrderMean(k, p);
    const double slope = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
    const double normalWidth = std::min(1.0, std::sqrt(u * (1 - u) / (p + 2)) / slope);
    const double below = k - 1;
    const double above = p - k;
    // In y = log x, where the density is smooth down to x = 0 and its width about even.
    const double root = std::max(0.1 / n, 1 - 1 / (9 * n) + z / (3 * std::sqrt(n)));
    const double centre = std::log(n * root * root * root);
    double logFactorial = 0;
    for (int i = 2; i <= terms; ++i)
        logFactorial += std::log(i);
    const auto logDensity = [=](double y) {
        const double x = std::exp(y);
        const ErlangTails tails = erlangTails(terms, logFactorial, x);
        double sum = n * y - x;
        if (below > 0)
            sum += below * tails.below;
        if (above > 0)
            sum += above * tails.above;
        return sum;
    };
    const double mean = meanUnder(
        logDensity, [](double y) { return std::exp(y); }, centre,
        normalWidth / (4 * std::sqrt(n) * std::max(root, 0.3)));
    return (mean - n) / std::sqrt(n);
}

double medianVariance(int runs)
{
    constexpr std::array<double, 11> times{1, 1, 1, 1.3460, 1.1930, 1.4342, 1.2880, 1.4730, 1.3457, 1.4949, 1.3829};
    return runs < static_cast<int>(times.size()) ? times[static_cast<std::size_t>(runs)] : std::numbers::pi / 2;
}

}  // namespace scalewright
