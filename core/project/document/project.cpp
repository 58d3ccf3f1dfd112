// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/project.h"

#include <algorithm>
#include <limits>

namespace scalewright {

namespace {

// Interval of the quotient of two positive quantities, each of which may be anywhere in its interval.
std::optional<Interval> quotientInterval(const Quantity& above, const Quantity& below)
{
    if (!above.interval && !below.interval)
        return std::nullopt;
    const auto ends = [](const Quantity& quantity) {
        return quantity.interval.value_or(Interval{quantity.value, quantity.value, 1});
    };
    const Interval a = ends(above);
    const Interval b = ends(below);
    // Both intervals hold together with at least this confidence (Bonferroni).
    return Interval{a.low / b.high, a.high / b.low, std::max(0.0, a.level + b.level - 1)};
}

}  // namespace

MaybeQuantity transferTime(const MaybeQuantity& message, const MaybeQuantity& bandwidth)
{
    if (message && message->value == 0)
        return Quantity{0, std::nullopt, message->provenance};  // an empty message takes no time on any link
    if (!message || !bandwidth || bandwidth->value <= 0)
        return std::nullopt;
    Quantity beta = *bandwidth;
    beta.value = message->value / bandwidth->value;
    beta.interval = quotientInterval(*message, *bandwidth);
    return beta;
}

int workersOnNode(const Target& target)
{
    const MaybeQuantity& perNode = target.workersPerNode;
    return perNode && !rangeProblem(perNode->value, Dimension::Count, Range::WorkerCount)
               ? static_cast<int>(perNode->value)
               : 1;
}

std::optional<int> workersAvailable(const Target& target)
{
    const MaybeQuantity& machines = target.machinesAvailable;
    if (!machines || rangeProblem(machines->value, Dimension::Count, Range::WorkerCount))
        return std::nullopt;
    constexpr double maximumWorkers = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(maximumWorkers, machines->value * workersOnNode(target)));
}

bool hasTwoLevels(const Target& target)
{
    return target.alpha2S && target.bandwidth2BytesPerS && target.workersPerNode;
}

MaybeQuantity betaOf(const Project& project)
{
    return transferTime(project.design.communication.messageBytes, project.target.bandwidthBytesPerS);
}

void setBeta(Project& project, double betaS)
{
    constexpr double placeholderBytes = 1e9;
    MaybeQuantity& message = project.design.communication.messageBytes;
    if (betaS <= 0) {
        message = typed(0);
        return;
    }
    if (!message || message->value <= 0) {
        message = assumed(placeholderBytes);
        message->provenance.conditions = "placeholder size: only beta = n/B was given";
    }
    project.target.bandwidthBytesPerS = typed(message->value / betaS);
}

Project projectForVariantAt(const Project& project, std::size_t index)
{
    const Variant& variant = project.variants.at(index);
    Project result = project;
    result.variantName = variant.name;
    static_cast<Proposal&>(result) = variant;
    result.variantUnknown = variant.unknown;
    return result;
}

}  // namespace scalewright
