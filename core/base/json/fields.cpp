// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/fields.h"

#include "core/base/ranges/ranges.h"

namespace scalewright {

void Field::setNull(std::string_view key, std::string_view reason)
{
    m_members.emplace_back(key, Json());
    m_members.emplace_back(std::string(key) + "_reason", Json(reason.empty() ? "too large to compute" : reason));
}

void addFields(Json::Object& object, std::initializer_list<Field> members)
{
    for (const Field& each : members)
        append(object, each.members());
}

Json::Object objectOf(std::initializer_list<Field> members)
{
    Json::Object object;
    addFields(object, members);
    return object;
}

}  // namespace scalewright
