#include "core/base/quantity/quantity.h"

#include <array>
#include <utility>

namespace scalewright {

namespace {
constexpr std::array<std::pair<Origin, const char*>, 5> names{{
    {Origin::Measured, "measured"},
    {Origin::Imported, "imported"},
    {Origin::Catalogue, "catalogue"},
    {Origin::Typed, "typed"},
    {Origin::Assumed, "assumed"},
}};
}  // namespace

const char* originName(Origin origin)
{
    for (const auto& [known, name] : names)
        if (known == origin)
            return name;
    return "assumed";
}

std::optional<Origin> originFromName(const std::string& name)
{
    for (const auto& [origin, known] : names)
        if (name == known)
            return origin;
    return std::nullopt;
}

}  // namespace scalewright
