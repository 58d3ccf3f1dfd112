// What the intervals promise, and what must hold for any ladder at all. Ladders are simulated here from laws with known
// parameters: the truth is the expected value.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "core/fit/fit.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

namespace {

constexpr std::uint64_t seed = 417;
constexpr int ladders = test::rounds(1000);
constexpr double slack = test::sanitized ? 6 : 0;  // of a hundred ladders one percent is one ladder

struct Truth {
    double sigma, kappa, gamma;
    [[nodiscard]] double throughput(double p) const { return gamma * p / (1 + sigma * (p - 1) + kappa * p * (p - 1)); }
};

/// What the noise of a run is 3 % of: its own time, or the throughput of a middling rung at every p.
enum class Noise { OfTheValue, Constant };

double of(const Truth& truth, const std::string& name)
{
    return name == "gamma" ? truth.gamma : name == "kappa" ? truth.kappa : truth.sigma;
}

/// Share of simulated ladders whose interval holds the truth, in percent, for each parameter.
std::map<std::string, double> coverage(Law law, const Truth& truth, const std::vector<int>& workers, int repeats, Noise noise)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    const double middle = truth.throughput(workers[workers.size() / 2]);
    std::map<std::string, double> held;
    for (int i = 0; i < ladders; ++i) {
        Ladder ladder{.scaling = Scaling::Strong};
        for (const int p : workers)
            for (int repeat = 0; repeat < repeats; ++repeat) {
                const double x = truth.throughput(p), e = 0.03 * normal(random);
                ladder.points.push_back({.p = p, .timeS = noise == Noise::OfTheValue ? (1 + e) / x : 1 / (x + e * middle)});
            }
        const Result<LadderFit> fit = fitLaw(measured(ladder).value(), law);
        if (!fit)
            qFatal("%s", describe(fit.error()).c_str());
        for (const FittedParameter& parameter : fit->parameters) {
            const double wanted = of(truth, parameter.name);
            const bool inside = (!parameter.low || *parameter.low <= wanted) && (!parameter.high || wanted <= *parameter.high);
            held[parameter.name] += inside ? 100.0 / ladders : 0;
        }
    }
    return held;
}

template <class Number>
bool finite(const std::optional<Number>& value)
{
    return !value || std::isfinite(*value);
}

/// Sum of squared deviations of a ladder without repeats, of the curve with one parameter changed.
double residualSum(LadderFit fit, const MeasuredLadder& ladder, const std::string& name, double changed)
{
    for (FittedParameter& parameter : fit.parameters)
        if (parameter.name == name)
            parameter.value = changed;
    if (fit.law == Law::AlphaBeta) {
        fit.communication.alphaS = fit.communication.alpha2S = fit.find("alpha")->value;
        fit.communication.betaS = fit.communication.beta2S = fit.find("beta")->value;
    }
    double sum = 0;
    for (const Rung& rung : ladder.rungs) {
        const double y = ladder.isThroughput ? *rung.throughputPerS : (ladder.scaling == Scaling::Weak ? rung.p : 1) / rung.timeS;
        sum += std::pow(y - fit.throughputPerS(rung.p), 2);
    }
    return sum;
}

/// Empty where everything a person could see of the fit is a number or words.
std::string unsound(const LadderFit& fit, const MeasuredLadder& ladder)
{
    for (const FittedParameter& parameter : fit.parameters) {
        if (!std::isfinite(parameter.value) || parameter.value < 0 || !finite(parameter.low) || !finite(parameter.high))
            return parameter.name + " is not a number";
        if ((parameter.low && *parameter.low > parameter.value) || (parameter.high && *parameter.high < parameter.value))
            return parameter.name + " lies outside its interval";
        if ((!parameter.low || !parameter.high || parameter.atBound) && parameter.note.empty())
            return parameter.name + " has no words for what is missing";
    }
    if (!finite(fit.rSquared) || !std::isfinite(fit.noise) || !finite(fit.criterion) || !finite(fit.peakP) || !finite(fit.limitSpeedup) ||
        !finite(fit.limitThroughput))
        return "a figure of the fit is not a number";
    if ((!fit.peakP && fit.peakNote.empty()) || (!fit.limitSpeedup && fit.limitNote.empty()) || (!fit.criterion && fit.criterionNote.empty()))
        return "something that does not exist has no words";
    for (const Rung& rung : ladder.rungs)
        for (const int p : {rung.p, 2 * rung.p})
            if (!std::isfinite(fit.timeS(p)) || !(fit.timeS(p) > 0) || !std::isfinite(fit.speedup(p)) || fit.speedup(p) < 0)
                return "a time or speedup of the curve is not one";
    return {};
}

}  // namespace

class tst_fit_coverage : public QObject {
    Q_OBJECT
private slots:
    void promised_data();
    void promised();
    void fewPoints_data();
    void fewPoints();
    void anyLadder();
};

void tst_fit_coverage::promised_data()
{
    QTest::addColumn<int>("law");
    QTest::addColumn<int>("noise");
    for (const Noise noise : {Noise::OfTheValue, Noise::Constant}) {
        const char* words = noise == Noise::OfTheValue ? "3 % of each value" : "3 % of a middling value, everywhere";
        QTest::addRow("usl, %s", words) << int(Law::Usl) << int(noise);
        QTest::addRow("amdahl, %s", words) << int(Law::Amdahl) << int(noise);
    }
}

void tst_fit_coverage::promised()
{
    QFETCH(int, law);
    QFETCH(int, noise);
    const Truth truth = Law(law) == Law::Usl ? Truth{0.03, 0.0005, 100} : Truth{0.05, 0, 100};
    const auto held = coverage(Law(law), truth, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64}, 3, Noise(noise));
    for (const auto& [name, percent] : held) {
        qInfo("%s, 12 points, 3 repeats, seed %llu, %d ladders: %s held %.1f %% of the time (95 %% nominal)", lawName(Law(law)),
              static_cast<unsigned long long>(seed), ladders, name.c_str(), percent);
        QVERIFY2(percent >= 92 - slack && percent <= 98 + slack, name.c_str());
    }
}

void tst_fit_coverage::fewPoints_data()
{
    promised_data();
}

void tst_fit_coverage::fewPoints()
{
    QFETCH(int, law);
    QFETCH(int, noise);
    const Truth truth = Law(law) == Law::Usl ? Truth{0.03, 0.0005, 100} : Truth{0.05, 0, 100};
    const auto held = coverage(Law(law), truth, {1, 2, 4, 8, 16, 32, 64}, 1, Noise(noise));
    for (const auto& [name, percent] : held) {
        qInfo("%s, 7 points, 1 repeat, seed %llu, %d ladders: %s held %.1f %% of the time (95 %% nominal)", lawName(Law(law)),
              static_cast<unsigned long long>(seed), ladders, name.c_str(), percent);
        // Seven points say little about their own noise: the promise is only not to claim much more than is known.
        QVERIFY2(percent >= 90 - slack, name.c_str());
    }
}

void tst_fit_coverage::anyLadder()
{
    std::mt19937_64 random(seed);
    const auto between = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    const auto below = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    int fitted = 0;
    for (int i = 0; i < ladders; ++i) {
        Ladder ladder{.scaling = below(2) == 0 ? Scaling::Strong : Scaling::Weak};
        const bool throughput = below(2) == 0, repeats = below(2) == 0;
        const double scale = std::pow(10, between(-9, 12)), bend = between(-1.5, 1.5), noise = below(3) == 0 ? 0 : std::pow(10, between(-4, 0));
        const double growth = std::exp(between(0, 1.2));
        double p = 1 + below(3);
        for (int rungs = 1 + below(12); rungs > 0 && p < 1e6; --rungs) {
            for (int runs = repeats ? 1 + below(4) : 1; runs > 0; --runs) {
                const double figure = scale * std::pow(p, bend) * std::exp(noise * between(-1, 1));
                LadderPoint point{.p = static_cast<int>(p)};
                (throughput ? point.throughputPerS : point.timeS) = figure;
                ladder.points.push_back(point);
            }
            p = std::max(std::floor(p * growth), p + 1);
        }
        const Result<MeasuredLadder> rungs = measured(ladder);
        QVERIFY(rungs.has_value());
        const FitOptions options{.pattern = allPatterns[static_cast<std::size_t>(below(static_cast<int>(allPatterns.size())))], .communication = {}};
        const FitComparison comparison = fitLaws(*rungs, options);
        QVERIFY(!comparison.verdict.empty());
        QCOMPARE(comparison.fits.size() + comparison.refused.size(), std::size_t(4));
        for (const LadderFit& fit : comparison.fits) {
            ++fitted;
            const std::string fault = unsound(fit, *rungs);
            QVERIFY2(fault.empty(), qPrintable(QString("ladder %1, %2: %3").arg(i).arg(lawName(fit.law), fault.c_str())));
            // Least squares: no single parameter does better elsewhere within its bounds.
            if (repeats)
                continue;
            for (const FittedParameter& parameter : fit.parameters) {
                const double least = residualSum(fit, *rungs, parameter.name, parameter.value);
                for (const double factor : {0.5, 0.99, 1.01, 2.0}) {
                    const double changed = parameter.name == "f" ? std::min(1.0, parameter.value * factor) : parameter.value * factor;
                    const double other = residualSum(fit, *rungs, parameter.name, changed);
                    QVERIFY2(!(other < least * (1 - 1e-6)) || fit.noise < 1e-9,
                             qPrintable(QString("ladder %1, %2: %3 x %4 is better").arg(i).arg(lawName(fit.law), parameter.name.c_str()).arg(factor)));
                }
            }
        }
    }
    qInfo("seed %llu: %d fits", static_cast<unsigned long long>(seed), fitted);
    QVERIFY(fitted > ladders);
}

SCALEWRIGHT_TEST(tst_fit_coverage)
#include "tst_fit_coverage.moc"
