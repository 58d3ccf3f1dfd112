#include "core/evidence/commfit/timings_import.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/evidence/commfit/timings_log.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

Result<TimingsImport> importTimings(const Project& project, std::string_view csv, const std::string& name,
                                    const std::string& date)
{
    Result<TimingLog> log = readTimings(csv, {});
    if (!log)
        return fail(inFile(std::move(log.error()), name));

    const Pattern designed = project.design.communication.pattern;
    const Provenance provenance{Origin::Imported, name, date, {}};
    TimingsImport result{project, {}, {}};
    std::optional<CommFit> chosen;
    std::optional<Error> refused;
    for (const TimingGroup& group : log->groups) {
        const std::optional<ExchangeCost> known =
            costOfCollective(group.algorithm.empty() ? group.collective : group.algorithm);
        // An all-reduce by nobody knows which algorithm is taken for the design's own, as rows without a name are.
        const ExchangeCost cost =
            !known || (known->assumed && known->pattern && givesTheSum(traitsOf(designed).delivers)) ? costOf(designed)
                                                                                                     : *known;
        Result<CommFit> fit = fitCommunication(group, cost);
        if (fit) {
            const MaybeQuantity& link = project.target.bandwidthBytesPerS;  // as it was stated before these timings
            const bool stated =
                link && (link->provenance.origin == Origin::Catalogue || link->provenance.origin == Origin::Typed);
            if (std::optional<std::string> faster = stated ? fasterThanLink(group, cost, link->value) : std::nullopt)
                fit->warnings.push_back(std::move(*faster));
            if (!chosen || (fit->cost.pattern == designed && chosen->cost.pattern != designed))
                chosen = std::move(*fit);
        } else {
            result.warnings.push_back(describe(fit.error(), 1));
            if (!refused)
                refused = std::move(fit.error());
        }
        if (!cost.pattern)
            continue;  // its constants are taken; a project keeps timings of patterns
        const std::string label = group.collective.empty() ? name : fmt::format("{} ({})", name, group.collective);
        result.after.measurements.collectives.push_back({label, *cost.pattern, provenance, group.rows, {}});
    }
    if (!chosen)
        return fail(refused ? inFile(std::move(*refused), name)
                            : Error{ErrorCode::Input,
                                    {{"no timings in the file", "rows of p, bytes, seconds", {.file = name}}}});

    result.fit = std::move(*chosen);
    result.warnings.insert(result.warnings.end(), log->left.begin(), log->left.end());
    result.warnings.insert(result.warnings.begin(), result.fit.warnings.begin(), result.fit.warnings.end());
    std::string conditions = fmt::format("fitted as {} over {} rows", result.fit.cost.name, result.fit.rows);
    for (auto [field, fitted] : {std::pair{&result.after.target.alphaS, &result.fit.alphaS},
                                 std::pair{&result.after.target.bandwidthBytesPerS, &result.fit.bandwidthBytesPerS}}) {
        *field = *fitted;
        (*field)->provenance = {Origin::Imported, name, date, conditions};
    }
    return result;
}

}  // namespace scalewright
