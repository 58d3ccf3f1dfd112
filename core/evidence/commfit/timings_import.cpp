// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/timings_import.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/evidence/commfit/timings_log.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

Result<TimingsImport> importTimings(const Project& project, std::string_view csv, const std::string& name,
                                    const std::string& date)
{
    Result<CollectiveTimings> log = readPartialTimings(csv, {});
    if (!log)
        return fail(withFileName(std::move(log.error()), name));
    if (log->groups.empty() && project.target.alphaS)  // the latency was measured before
        log->groups.push_back({.collective = "ping-pong",
                               .rows = {{.p = 2, .bytes = 0, .seconds = project.target.alphaS->value}},
                               .algorithm = "ping-pong",
                               .warnings = {"the project's latency is kept"}});
    if (Result<void> combined = combineStreams(*log); !combined)
        return fail(withFileName(std::move(combined.error()), name));

    const Pattern designed = project.design.communication.pattern;
    const Provenance provenance{Origin::Imported, name, date, {}};
    TimingsImport result{project, {}, {}};
    std::optional<CommFit> chosen;
    std::optional<Error> refused;
    for (const TimingGroup& group : log->groups) {
        const std::optional<ExchangeCost> namedCost =
            costOfCollective(group.algorithm.empty() ? group.collective : group.algorithm);
        // An all-reduce with an unknown algorithm is assumed to use the design's own, as are rows without a name.
        const ExchangeCost cost = !namedCost || (namedCost->isAlgorithmAssumed && namedCost->pattern &&
                                                 deliversFullSum(traitsOf(designed).outcome))
                                      ? costOfPattern(designed)
                                      : *namedCost;
        Result<CommFit> fit = fitCommunication(group, cost);
        if (fit) {
            const MaybeQuantity& link = project.target.bandwidthBytesPerS;  // the value before these timings
            const bool stated =
                link && (link->provenance.origin == Origin::Catalogue || link->provenance.origin == Origin::Typed);
            if (std::optional<std::string> faster =
                    stated ? fasterThanLinkWarning(group, cost, link->value) : std::nullopt)
                fit->warnings.push_back(std::move(*faster));
            if (!chosen || (fit->cost.pattern == designed && chosen->cost.pattern != designed))
                chosen = std::move(*fit);
        } else {
            result.warnings.push_back(describe(fit.error(), 1));
            if (!refused)
                refused = std::move(fit.error());
        }
        if (!cost.pattern)
            continue;  // the constants can be used, but a project stores timings only for known patterns
        const std::string label = group.collective.empty() ? name : fmt::format("{} ({})", name, group.collective);
        result.updatedProject.measurements.collectives.push_back({label, *cost.pattern, provenance, group.rows, {}});
    }
    if (!chosen)
        return fail(refused ? withFileName(std::move(*refused), name)
                            : Error{ErrorCode::Input,
                                    {{"no timings in the file", "rows of p, bytes, seconds", {.file = name}}}});

    result.fit = std::move(*chosen);
    result.warnings.insert(result.warnings.end(), log->skipped.begin(), log->skipped.end());
    result.warnings.insert(result.warnings.begin(), result.fit.warnings.begin(), result.fit.warnings.end());
    std::string conditions = fmt::format("fitted as {} over {} rows", result.fit.cost.name, result.fit.rowCount);
    for (auto [field, fitted] :
         {std::pair{&result.updatedProject.target.alphaS, &result.fit.alphaS},
          std::pair{&result.updatedProject.target.bandwidthBytesPerS, &result.fit.bandwidthBytesPerS}}) {
        *field = *fitted;
        (*field)->provenance = {Origin::Imported, name, date, conditions};
    }
    return result;
}

}  // namespace scalewright
