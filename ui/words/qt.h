// Core's texts are UTF-8, and what a project says may hold anything: every text of core that is shown or exported comes
// through qt(), which cleans it. What a person edits, or a thing is found by, is taken as it is
// (QString::fromStdString).
#pragma once

#include <QString>

#include <string>
#include <string_view>

#include "core/base/text/quote.h"

namespace scalewright::ui {

[[nodiscard]] inline QString qt(std::string_view text)
{
    const std::string clean = cleaned(text);
    return QString::fromUtf8(clean.data(), static_cast<qsizetype>(clean.size()));
}

/// "the board" -> "The board".
[[nodiscard]] inline QString sentenceCase(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

}  // namespace scalewright::ui
