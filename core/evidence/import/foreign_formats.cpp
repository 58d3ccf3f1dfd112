// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/foreign_formats.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/message.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

/// False for anything but a list of texts; a missing member is an empty list.
bool readTextList(const Json& object, const char* key, std::vector<std::string>& target)
{
    const Json* value = object.find(key);
    if (value == nullptr)
        return true;
    if (value->asArray() == nullptr)
        return false;
    for (const Json& each : *value->asArray()) {
        if (each.asString() == nullptr || each.asString()->empty())
            return false;
        target.push_back(*each.asString());
    }
    return true;
}

const std::vector<ForeignFormat>& foreignFormats()
{
    static const std::vector<ForeignFormat> all = [] {
        Result<std::vector<ForeignFormat>> read = parseResource("catalogue/foreign-formats.json", parseForeignFormats);
        return read ? std::move(*read) : std::vector<ForeignFormat>();
    }();
    return all;
}

}  // namespace

Result<std::vector<ForeignFormat>> parseForeignFormats(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    const Json* list = document->find("formats");
    if (list == nullptr || list->asArray() == nullptr)
        return fail(ErrorCode::Input, "holds no list of formats", "\"formats\": […]", {.jsonPointer = "/formats"});
    std::vector<ForeignFormat> all;
    for (std::size_t i = 0; i < list->asArray()->size(); ++i) {
        const Json& json = (*list->asArray())[i];
        const Json *name = json.find("name"), *instead = json.find("instead");
        ForeignFormat format;
        const bool isComplete = name != nullptr && name->asString() != nullptr && instead != nullptr &&
                                instead->asString() != nullptr && readTextList(json, "starts", format.starts) &&
                                readTextList(json, "contains", format.marks);
        if (!isComplete || (format.starts.empty() && format.marks.empty()))
            return fail(ErrorCode::Input, "a format is incomplete",
                        "\"name\" and \"instead\", with \"starts\" or \"contains\" as lists of texts",
                        {.jsonPointer = fmt::format("/formats/{}", i)});
        format.name = *name->asString();
        format.instead = *instead->asString();
        all.push_back(std::move(format));
    }
    return all;
}

std::optional<Error> foreignFormatError(std::string_view text)
{
    constexpr std::size_t headBytes = 16u << 10;
    const std::string_view head = text.substr(0, headBytes);
    const std::string_view start = trimmed(head);
    for (const ForeignFormat& each : foreignFormats()) {
        const bool starts =
            each.starts.empty() || std::any_of(each.starts.begin(), each.starts.end(),
                                               [&](const std::string& mark) { return start.starts_with(mark); });
        if (starts && std::all_of(each.marks.begin(), each.marks.end(),
                                  [&](const std::string& mark) { return head.find(mark) != std::string_view::npos; }))
            return Error{ErrorCode::Input, {{formatMessage("is {}", each.name), each.instead, {}}}};
    }
    return std::nullopt;
}

}  // namespace scalewright
