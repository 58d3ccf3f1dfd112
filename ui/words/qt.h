// Core's texts are UTF-8.
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace scalewright::ui {

[[nodiscard]] inline QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "the board" -> "The board".
[[nodiscard]] inline QString sentenceCase(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

}  // namespace scalewright::ui
