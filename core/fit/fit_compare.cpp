#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/fit/fit.h"
#include "core/quantity/units.h"
#include "core/statistics/student_t.h"

namespace scalewright {

namespace {

constexpr std::array everyLaw{Law::Amdahl, Law::Gustafson, Law::Usl, Law::AlphaBeta};
constexpr double hint = 2;      // Burnham & Anderson 2002: below, the data do not tell
constexpr double decisive = 6;  // 20 to 1

Message refusal(Law law, const Error& error)
{
    return say("{}: {}", std::string(lawName(law)), messageOf(error.problems.front()));
}

/// USL and the rings are one family: sigma = 2 beta/t_comp and kappa = alpha/t_comp of the book's ring. And a law with a
/// parameter at its bound may come down to another.
bool sameCurve(const LadderFit& a, const LadderFit& b)
{
    constexpr std::array samples{1, 2, 3, 5, 8, 13, 100};
    return std::all_of(samples.begin(), samples.end(),
                       [&](int p) { return std::abs(a.throughputPerS(p) / b.throughputPerS(p) - 1) <= 1e-6; });
}

bool betterByNoise(const LadderFit& a, const LadderFit& b)
{
    return std::round(1e9 * a.noise) < std::round(1e9 * b.noise);
}

Message title(const LadderFit& fit)
{
    return fit.law == Law::AlphaBeta ? say("alpha-beta ({})", titleOf(fit.pattern)) : verbatim(lawName(fit.law));
}

std::string percent(double share)
{
    return significant(100 * share, 2) + " %";
}

/// A kappa that its own interval keeps away from 0 contradicts a law without it, whatever the criterion says.
bool contradicts(const LadderFit& fit, const LadderFit& best)
{
    const FittedParameter* kappa = fit.find("kappa");
    return best.law == Law::Amdahl && kappa && kappa->low && *kappa->low > 0;
}

/// F of usl against amdahl, which is usl with kappa = 0: whether one parameter more pays for itself on these points. Unlike
/// AICc it is exact for few points (normal noise, no repeats: those weigh the points). Nothing where it cannot be asked.
struct PartialF {
    double f = 0, threshold = 0;
    [[nodiscard]] bool rejects() const { return f > threshold; }
};

std::optional<PartialF> partialF(const LadderFit& amdahl, const LadderFit& usl)
{
    const int freedom = usl.points - 3;
    if (freedom < 1 || usl.repeats != usl.points || !usl.rSquared || !amdahl.rSquared || *usl.rSquared >= 1)
        return std::nullopt;
    const double t = studentT(0.95, freedom);
    return PartialF{(*usl.rSquared - *amdahl.rSquared) / ((1 - *usl.rSquared) / freedom), t * t};
}

}  // namespace

FitComparison fitLaws(const MeasuredLadder& ladder, const FitOptions& options)
{
    FitComparison comparison;
    std::vector<LadderFit>& fits = comparison.fits;
    for (const Law law : everyLaw) {
        Result<LadderFit> fit = fitLaw(ladder, law, options);
        if (fit)
            fits.push_back(std::move(*fit));
        else
            comparison.refused.push_back(refusal(law, fit.error()));
    }
    if (fits.empty()) {
        comparison.verdict = say("no law can be fitted to this ladder");
        return comparison;
    }
    const bool comparable = std::all_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return fit.criterion.has_value(); });
    std::stable_sort(fits.begin(), fits.end(), [&](const LadderFit& a, const LadderFit& b) {
        // The same curve in other words has the same criterion but for rounding.
        return comparable ? std::round(1e6 * *a.criterion) < std::round(1e6 * *b.criterion) : betterByNoise(a, b);
    });

    // Before AICc decides, the nested test may: a throughput that falls is not Amdahl's.
    Message nested;
    const auto usl = std::find_if(fits.begin(), fits.end(), [](const LadderFit& fit) { return fit.law == Law::Usl; });
    if (comparable && fits.front().law == Law::Amdahl && usl != fits.end() && *usl->criterion - *fits.front().criterion < decisive) {
        if (const std::optional<PartialF> test = partialF(fits.front(), *usl); test && test->rejects()) {
            nested = say("usl: a partial F-test at 95 % rejects kappa = 0, amdahl's ({} against {}), though AICc, hard on {} points, is {} lower for amdahl",
                                 significant(test->f, 3), significant(test->threshold, 3), usl->points,
                                 significant(*usl->criterion - *fits.front().criterion, 2));
            std::rotate(fits.begin(), usl, usl + 1);
        }
    }

    const LadderFit& best = fits.front();
    Message same;
    const LadderFit* next = nullptr;
    for (std::size_t i = 1; i < fits.size() && !next; ++i) {
        if (sameCurve(best, fits[i]))
            same += say("; {} {}", title(fits[i]),
                                fits[i].parameters.size() == best.parameters.size() ? say("is the same curve in other words")
                                                                                    : say("comes to the same curve"));
        else
            next = &fits[i];
    }
    if (!next) {
        comparison.verdict = say("{} is the only curve that this ladder can carry, which does not make it right{}", title(best), same);
        return comparison;
    }
    if (!comparable) {
        comparison.verdict = say("too few points to compare: the laws have no AICc here. {} strays least from the points "
                                         "({} about the curve, {} {}), which is a hint and no more{}",
                                         title(best), percent(best.noise), title(*next), percent(next->noise), same);
        return comparison;
    }
    if (!nested.empty()) {
        comparison.verdict = nested + same;
        return comparison;
    }
    const double lead = *next->criterion - *best.criterion;
    const Message by = say("AICc {} lower than {}", significant(lead, 2), title(*next));
    if (lead < hint) {
        comparison.verdict = say("the data cannot tell {} from {}: their AICc differ by {}, less than {}{}", title(best),
                                         title(*next), significant(lead, 2), significant(hint), same);
        return comparison;
    }
    if (std::any_of(fits.begin(), fits.end(), [&](const LadderFit& fit) { return contradicts(fit, best); })) {
        comparison.verdict = say("the data do not decide: {} has an {}, but usl's interval of kappa excludes 0{}", title(best), by, same);
        return comparison;
    }
    comparison.decided = lead >= decisive;
    comparison.verdict = say("{}: {}, {}{}", title(best), by,
                                     lead < decisive ? say("which speaks for it without deciding")
                                                     : say("which decides between these laws on these points"),
                                     same);
    return comparison;
}

}  // namespace scalewright
