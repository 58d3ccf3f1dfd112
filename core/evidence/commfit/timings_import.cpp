// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/timings_import.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/ranges/ranges.h"
#include "core/evidence/commfit/timings_log.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

constexpr const char* fittedConditions = "fitted as ";

/// Every pair of constants that the stored timings of a file can give.
std::vector<CommFit> fitsOf(const Project& project, const std::string& source)
{
    std::vector<CommFit> fits;
    for (const CollectiveMeasurement& each : project.measurements.collectives) {
        if (each.provenance.source != source)
            continue;
        TimingGroup group{.rows = each.timings};
        if (each.name.starts_with(source + " (") && each.name.ends_with(')'))
            group.collective = each.name.substr(source.size() + 2, each.name.size() - source.size() - 3);
        std::vector<ExchangeCost> costs{costOfPattern(each.pattern)};
        if (std::optional<ExchangeCost> named = costOfCollective(group.collective))
            costs.push_back(*std::move(named));
        for (const ExchangeCost& cost : costs)
            if (Result<CommFit> fit = fitCommunication(group, cost))
                fits.push_back(*std::move(fit));
    }
    return fits;
}

}  // namespace

std::vector<RefittedValue> refitTimings(const Project& project)
{
    std::vector<RefittedValue> values;
    const auto hasTimingsFrom = [&](const std::string& source) {
        const std::vector<CollectiveMeasurement>& stored = project.measurements.collectives;
        return std::ranges::any_of(stored, [&](const auto& each) { return each.provenance.source == source; });
    };
    const auto add = [&](const std::string& parent, const MaybeQuantity& stored, const FieldInfo& field,
                         Quantity CommFit::*member) {
        if (!stored || (!stored->provenance.conditions.starts_with(fittedConditions) &&
                        !hasTimingsFrom(stored->provenance.source)))
            return;
        RefittedValue value{parent + field.jsonPointer, stored->provenance.source, *stored, std::nullopt};
        for (const CommFit& fit : fitsOf(project, value.source)) {
            const Quantity& candidate = fit.*member;
            if (!value.refitted ||
                std::abs(candidate.value - stored->value) < std::abs(value.refitted->value - stored->value))
                value.refitted = candidate;
        }
        values.push_back(std::move(value));
    };
    const auto addTarget = [&](const std::string& parent, const Target& target) {
        add(parent, target.alphaS, fieldOf(&Target::alphaS), &CommFit::alphaS);
        add(parent, target.bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS), &CommFit::bandwidthBytesPerS);
    };
    addTarget("", project.target);
    for (std::size_t i = 0; i < project.variants.size(); ++i)
        addTarget(fmt::format("/variants/{}", i), project.variants[i].target);
    return values;
}

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
    append(result.warnings, log->skipped);
    result.warnings.insert(result.warnings.begin(), result.fit.warnings.begin(), result.fit.warnings.end());
    std::string conditions =
        fmt::format("{}{} over {} rows", fittedConditions, result.fit.cost.name, result.fit.rowCount);
    for (auto [field, fitted] :
         {std::pair{&result.updatedProject.target.alphaS, &result.fit.alphaS},
          std::pair{&result.updatedProject.target.bandwidthBytesPerS, &result.fit.bandwidthBytesPerS}}) {
        *field = *fitted;
        (*field)->provenance = {Origin::Imported, name, date, conditions};
    }
    return result;
}

}  // namespace scalewright
