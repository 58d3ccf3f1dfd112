// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/foreign_formats.h"

#include <algorithm>
#include <charconv>
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

/// Empty if the text is not hexadecimal.
std::string bytesOfHexadecimal(std::string_view text)
{
    std::string bytes;
    for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
        unsigned value = 0;
        if (std::from_chars(text.data() + at, text.data() + at + 2, value, 16).ptr != text.data() + at + 2)
            return {};
        bytes += static_cast<char>(static_cast<unsigned char>(value));
    }
    return bytes;
}

const std::vector<ForeignFormat>& foreignFormats()
{
    static const std::vector<ForeignFormat> all = [] {
        Result<std::vector<ForeignFormat>> read = parseResource("catalogue/foreign-formats.json", parseForeignFormats);
        return read ? std::move(*read) : std::vector<ForeignFormat>();
    }();
    return all;
}

std::optional<Error> errorOfFormat(std::string_view head, bool isBinary)
{
    const auto isIn = [&](const std::string& mark) { return head.find(mark) != std::string_view::npos; };
    const auto isFirst = [start = isBinary ? head : trimmed(head)](const std::string& mark) {
        return start.starts_with(mark);
    };
    for (const ForeignFormat& each : foreignFormats())
        if (each.isBinary == isBinary && std::all_of(each.marks.begin(), each.marks.end(), isIn) &&
            (each.starts.empty() || std::any_of(each.starts.begin(), each.starts.end(), isFirst)))
            return Error{ErrorCode::Input, {{formatMessage("is {}", each.name), each.instead, {}}}};
    return std::nullopt;
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
        std::vector<std::string> bytes;
        const bool isComplete = name != nullptr && name->asString() != nullptr && instead != nullptr &&
                                instead->asString() != nullptr && readTextList(json, "starts", format.starts) &&
                                readTextList(json, "contains", format.marks) && readTextList(json, "bytes", bytes);
        format.isBinary = !bytes.empty();
        for (const std::string& hexadecimal : bytes)
            format.starts.push_back(bytesOfHexadecimal(hexadecimal));
        if (!isComplete || isAmong(format.starts, "") || (format.starts.empty() && format.marks.empty()))
            return fail(ErrorCode::Input, "a format is incomplete",
                        "\"name\" and \"instead\", with \"starts\", \"bytes\" or \"contains\" as lists of texts",
                        {.jsonPointer = fmt::format("/formats/{}", i)});
        format.name = *name->asString();
        format.instead = *instead->asString();
        all.push_back(std::move(format));
    }
    return all;
}

constexpr std::size_t formatHeadBytes = 16u << 10;

std::optional<Error> binaryFormatError(std::string_view bytes)
{
    return errorOfFormat(bytes.substr(0, formatHeadBytes), true);
}

std::optional<Error> foreignFormatError(std::string_view text)
{
    return errorOfFormat(text.substr(0, formatHeadBytes), false);
}

}  // namespace scalewright
