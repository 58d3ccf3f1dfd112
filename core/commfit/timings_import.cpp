#include "core/commfit/timings_import.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace scalewright {

Result<TimingsImport> importTimings(const Project& project, std::string_view csv, const std::string& name, const std::string& date)
{
    Result<std::vector<TimingGroup>> groups = parseTimingsCsv(csv);
    if (!groups)
        return fail(inFile(std::move(groups.error()), name));

    const Pattern designed = project.design.communication.pattern;
    const Provenance provenance{Origin::Imported, name, date, {}};
    TimingsImport result{project, {}, {}};
    std::optional<CommFit> chosen;
    std::optional<Error> refused;
    for (const TimingGroup& group : *groups) {
        const Pattern pattern = patternOfCollective(group.collective).value_or(designed);
        Result<CommFit> fit = fitCommunication(group, pattern);
        if (fit) {
            if (!chosen || (fit->pattern == designed && chosen->pattern != designed))
                chosen = std::move(*fit);
        } else {
            result.warnings.push_back(describedMessage(fit.error(), 1));
            if (!refused)
                refused = std::move(fit.error());
        }
        const std::string label = group.collective.empty() ? name : fmt::format("{} ({})", name, group.collective);
        result.after.measurements.collectives.push_back({label, pattern, provenance, group.rows, {}});
    }
    if (!chosen)
        return fail(refused ? inFile(std::move(*refused), name)
                            : Error{ErrorCode::Input, {{say("no timings in the file"), say("rows of p, bytes, seconds"), {.file = name}}}});

    result.fit = std::move(*chosen);
    result.warnings.insert(result.warnings.begin(), result.fit.warnings.begin(), result.fit.warnings.end());
    std::string conditions = fmt::format("fitted as {} over {} rows", patternName(result.fit.pattern), result.fit.rows);
    for (auto [field, fitted] : {std::pair{&result.after.target.alphaS, &result.fit.alphaS},
                                 std::pair{&result.after.target.bandwidthBytesPerS, &result.fit.bandwidthBytesPerS}}) {
        *field = *fitted;
        (*field)->provenance = {Origin::Imported, name, date, conditions};
    }
    return result;
}

}  // namespace scalewright
