// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutate.h"

#include <array>
#include <random>
#include <vector>

#include "core/base/json/json.h"
#include "core/project/document/project_fields.h"
#include "core/project/enums/pattern.h"

namespace scalewright::fuzz {
namespace {

using Random = std::minstd_rand;

template <class Container>
auto& anyOf(Container& all, Random& random)
{
    return all[random() % std::size(all)];
}

// Numbers at and beyond the allowed limits.
constexpr std::array numbers{"0",       "-0",     "1",      "2",          "3",    "-1",    "0.5",
                             "0.95",    "1e-9",   "1e-300", "1e300",      "1e9",  "4096",  "65536",
                             "1048576", "65537",  "1.0001", "2147483647", "1e15", "1e18",  "7",
                             "100.0",   "0.0001", "33",     "4.9e-324",   "12",   "1e-30", "1e30"};

Json anyNumber(Random& random)
{
    return Json::Number{anyOf(numbers, random)};
}

/// Every value in the document, the root first.
void collect(Json& value, std::vector<Json*>& found)
{
    found.push_back(&value);
    if (Json::Array* list = value.asArray())
        for (Json& each : *list)
            collect(each, found);
    else if (Json::Object* object = const_cast<Json::Object*>(value.asObject()))
        for (auto& [key, each] : *object)
            collect(each, found);
}

/// Sets a quantity of a project, even if the document does not have it yet.
void setQuantity(Json& document, Random& random)
{
    const auto fields = allFields();
    const std::string pointer = fields[random() % fields.size()]->jsonPointer;
    Json* at = &document;
    for (std::size_t from = 1; from <= pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', from), pointer.size());
        const std::string token = pointer.substr(from, end - from);
        if (token == "*") {
            Json::Array* list = at->asArray();
            if (!list) {
                *at = Json::Array{};
                list = at->asArray();
            }
            if (list->empty())
                list->push_back(Json::Object{});
            at = &anyOf(*list, random);
        } else {
            if (!at->asObject())
                *at = Json::Object{};
            if (!at->find(token))
                at->set(token, Json());
            at = const_cast<Json*>(at->find(token));
        }
        from = end + 1;
    }
    *at = anyNumber(random);
}

void change(Json& document, Random& random)
{
    std::vector<Json*> all;
    collect(document, all);
    Json& one = *anyOf(all, random);
    const Json other = *anyOf(all, random);
    Json::Object* object = const_cast<Json::Object*>(one.asObject());
    Json::Array* list = one.asArray();
    switch (random() % 8) {
    case 0: setQuantity(document, random); return;
    case 1: one = other; return;
    case 2:
        if (object && !object->empty())
            object->erase(object->begin() + long(random() % object->size()));
        else if (list && !list->empty())
            list->erase(list->begin() + long(random() % list->size()));
        else
            one = Json();
        return;
    case 3:
        if (list && list->size() < 64)
            list->push_back(list->empty() ? other : Json(anyOf(*list, random)));
        else if (object && !object->empty())
            anyOf(*object, random).second = other;
        else
            one = anyNumber(random);
        return;
    case 4:
        if (const std::string* text = one.asString()) {
            if (random() % 2)
                one = std::string(patternName(anyOf(allPatterns, random)));
            else
                one = text->substr(0, random() % (text->size() + 1));
            return;
        }
        [[fallthrough]];
    case 5:
        if (const bool* flag = one.asBool()) {
            one = !*flag;
            return;
        }
        [[fallthrough]];
    default:
        for (int tries = 0; tries < 8; ++tries)
            if (Json* number = anyOf(all, random); number->asNumber()) {
                *number = anyNumber(random);
                return;
            }
        one = anyNumber(random);
    }
}

}  // namespace

std::string mutatedJson(std::string_view document, std::uint32_t seed)
{
    Result<Json> read = parseJson(document);
    if (!read)
        return {};
    Random random(seed + 1);
    Json changed = *std::move(read);
    for (std::uint32_t more = 1 + std::uint32_t(random() % 4); more > 0; --more)
        change(changed, random);
    return writeJson(changed);
}

}  // namespace scalewright::fuzz
