// What core says, in an answer of the command line.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace scalewright::cli {

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
