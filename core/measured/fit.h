// Laws of scaling fitted to a ladder, with intervals that are honest and refusals where the data cannot tell.
//
//   amdahl      S = 1/(f + (1-f)/p)                          Amdahl 1967          sigma = f
//   gustafson   S = p - f(p-1)                               Gustafson 1988       f (weak scaling)
//   usl         X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))   Gunther 2007     sigma, kappa, gamma
//   alpha-beta  T(p) = t_comp/p + T_comm(p; alpha, beta)     the design's pattern t_comp, alpha, beta
//
// Least squares of throughput, as R's usl does (specsdm91: sigma 0.02773, kappa 1.044e-4, gamma 90.0, peak 96.5).
// Intervals by profile likelihood at 95 %.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measured/ladder.h"
#include "core/scaling/pattern.h"

namespace scalewright {

enum class Law { Amdahl, Gustafson, Usl, AlphaBeta };

/// "amdahl", "gustafson", "usl", "alpha-beta".
[[nodiscard]] const char* lawName(Law law);
/// Error (Input) listing the names that exist.
[[nodiscard]] Result<Law> lawFromName(std::string_view name);

struct FittedParameter {
    std::string name;   ///< "sigma"
    double value = 0;
    std::optional<Interval> interval;  ///< absent with the reason in `note`
    std::string note;   ///< "at its bound: kappa = 0", or why there is no interval
};

struct LadderFit {
    Law law = Law::Usl;
    std::vector<FittedParameter> parameters;
    double rSquared = 0;
    double residualS = 0;            ///< relative standard error of the points about the curve
    std::optional<double> criterion; ///< AICc; absent with too few points
    std::string criterionNote;
    std::optional<double> peakP;     ///< absent with the reason
    std::string peakNote;
    std::optional<double> limitSpeedup;
    std::string limitNote;
    std::optional<double> limitThroughput;
    int points = 0, repeats = 0;     ///< distinct p, and runs in all
    std::vector<std::string> warnings;

    /// T(p), seconds (for throughput ladders per unit of work), and S(p) against the ladder's base. p >= 1.
    [[nodiscard]] double timeS(double p) const;
    [[nodiscard]] double speedup(double p) const;

    // What timeS needs beyond the parameters.
    double baseTimeS = 1;
    int baseP = 1;
    Pattern pattern = Pattern::BookRingAllReduce;
    CommunicationParameters communication;
};

struct FitOptions {
    Pattern pattern = Pattern::BookRingAllReduce;  ///< alpha-beta's, with its other parameters
    CommunicationParameters communication;
};

/// Error (Refused): the ladder cannot tell this law's parameters (fewer distinct p than parameters plus one, all p equal,
/// an interval without an end), saying what to measure in addition.
[[nodiscard]] Result<LadderFit> fitLaw(const MeasuredLadder& ladder, Law law, const FitOptions& options = {});

/// Every law that the ladder can carry, the best by AICc first; the refusals in words beside them.
struct FitComparison {
    std::vector<LadderFit> fits;
    std::vector<std::string> refused;  ///< "usl: too few points to compare …"
    std::string verdict;               ///< which one, by how much, or that the data cannot tell
};
[[nodiscard]] FitComparison fitLaws(const MeasuredLadder& ladder, const FitOptions& options = {});

}  // namespace scalewright
