// The command line speaks English: a message of core among the arguments of fmt::format, a list of them.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/json.h"
#include "core/base/result.h"

template <>
struct fmt::formatter<scalewright::Message> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const scalewright::Message& message, Context& context) const
    {
        return fmt::formatter<std::string>::format(scalewright::english(message), context);
    }
};

namespace scalewright::cli {

/// What the command line says: a message of core, or its own English as it stands.
struct Words : Message {
    Words() = default;
    Words(Message message) : Message(std::move(message)) {}
    Words(std::string text) : Message(verbatim(std::move(text))) {}
    Words(const char* text) : Words(std::string(text)) {}
};

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, Words message, Words expected = {}, Where where = {})
{
    return scalewright::fail(code, Message(std::move(message)), Message(std::move(expected)), std::move(where));
}

[[nodiscard]] inline std::vector<std::string> inEnglish(const std::vector<Message>& messages)
{
    std::vector<std::string> texts;
    texts.reserve(messages.size());
    for (const Message& message : messages)
        texts.push_back(english(message));
    return texts;
}

/// Why a part of an answer could not be worked out: its first problem.
[[nodiscard]] inline std::string refusal(const Error& error)
{
    return english(messageOf(error.problems.front()));
}

[[nodiscard]] inline Json wordsJson(const Message& message)
{
    return Json(english(message));
}

[[nodiscard]] inline Json listJson(const std::vector<std::string>& texts)
{
    return Json(Json::Array(texts.begin(), texts.end()));
}

}  // namespace scalewright::cli
