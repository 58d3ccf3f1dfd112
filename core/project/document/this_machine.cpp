// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/this_machine.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace scalewright {

std::string thisMachineSourceText(const std::string& processor, int cores)
{
    return fmt::format("{}: {}, {} core{}", thisMachineSource, processor, cores, cores == 1 ? "" : "s");
}

std::optional<std::string> measuredProcessor(const MaybeQuantity& figure)
{
    if (!figure || figure->provenance.origin != Origin::Measured)
        return std::nullopt;
    std::string_view source = figure->provenance.source;
    if (source == thisMachineSource)
        return std::string();
    const std::string begins = std::string(thisMachineSource) + ": ";
    if (!source.starts_with(begins))
        return std::nullopt;
    source.remove_prefix(begins.size());
    return std::string(source.substr(0, source.rfind(", ")));
}

bool hasCatalogueFigures(const Machine& machine)
{
    return std::ranges::any_of(quantities<Machine>, [&](const QuantityField<Machine>& field) {
        const MaybeQuantity& figure = machine.*field.member;
        return figure && figure->provenance.origin == Origin::Catalogue;
    });
}

bool isBelowOneCore(const MaybeQuantity& all, const MaybeQuantity& one)
{
    if (!all || !one)
        return false;
    return all->interval && one->interval ? all->interval->high < one->interval->low : all->value < one->value;
}

}  // namespace scalewright
