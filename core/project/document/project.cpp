#include "core/project/document/project.h"

#include <algorithm>
#include <limits>

namespace scalewright {

namespace {

// Of a quotient of two positive quantities that may lie anywhere in their intervals, independently.
std::optional<Interval> quotientInterval(const Quantity& above, const Quantity& below)
{
    if (!above.interval && !below.interval)
        return std::nullopt;
    const auto ends = [](const Quantity& quantity) {
        return quantity.interval.value_or(Interval{quantity.value, quantity.value, 1});
    };
    const Interval a = ends(above);
    const Interval b = ends(below);
    // Both hold together with at least that (Bonferroni).
    return Interval{a.low / b.high, a.high / b.low, std::max(0.0, a.level + b.level - 1)};
}

}  // namespace

MaybeQuantity transferTime(const MaybeQuantity& message, const MaybeQuantity& bandwidth)
{
    if (message && message->value == 0)
        return Quantity{0, std::nullopt, message->provenance};  // nothing to carry, whatever carries it
    if (!message || !bandwidth || bandwidth->value <= 0)
        return std::nullopt;
    Quantity beta = *bandwidth;
    beta.value = message->value / bandwidth->value;
    beta.interval = quotientInterval(*message, *bandwidth);
    return beta;
}

int workersOnNode(const Target& target)
{
    const MaybeQuantity& held = target.workersPerNode;
    return held && !rangeProblem(held->value, Dimension::Count, Range::Workers) ? static_cast<int>(held->value) : 1;
}

std::optional<int> workersAvailable(const Target& target)
{
    const MaybeQuantity& machines = target.machinesAvailable;
    if (!machines || rangeProblem(machines->value, Dimension::Count, Range::Workers))
        return std::nullopt;
    constexpr double most = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(most, machines->value * workersOnNode(target)));
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
    constexpr double anyMessageBytes = 1e9;
    MaybeQuantity& message = project.design.communication.messageBytes;
    if (betaS <= 0) {
        message = typed(0);
        return;
    }
    if (!message || message->value <= 0) {
        message = assumed(anyMessageBytes);
        message->provenance.conditions = "stands for any size: only beta = n/B was given";
    }
    project.target.bandwidthBytesPerS = typed(message->value / betaS);
}

Project asVariant(const Project& project, std::size_t index)
{
    const Variant& variant = project.variants.at(index);
    Project result = project;
    result.variantName = variant.name;
    static_cast<Proposal&>(result) = variant;
    result.variantUnknown = variant.unknown;
    return result;
}

}  // namespace scalewright
