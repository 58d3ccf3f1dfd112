// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/quantity.h"

#include <array>
#include <utility>

namespace scalewright {

namespace {
constexpr std::array<std::pair<Origin, const char*>, 5> originNames{{
    {Origin::Measured, "measured"},
    {Origin::Imported, "imported"},
    {Origin::Catalogue, "catalogue"},
    {Origin::Typed, "typed"},
    {Origin::Assumed, "assumed"},
}};
}  // namespace

const char* originName(Origin origin)
{
    for (const auto& [candidate, name] : originNames)
        if (candidate == origin)
            return name;
    return "assumed";
}

std::optional<Origin> originFromName(const std::string& name)
{
    for (const auto& [origin, candidateName] : originNames)
        if (name == candidateName)
            return origin;
    return std::nullopt;
}

}  // namespace scalewright
