// SPDX-License-Identifier: GPL-3.0-or-later
// Core's texts are UTF-8, and texts from a project may contain anything, so all core texts that are shown or exported
// go through toQString(), which cleans them. Texts that the user edits, or that serve as lookup keys, are converted
// unchanged (QString::fromStdString).
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/quote.h"

namespace scalewright::ui {

[[nodiscard]] inline QString toQString(std::string_view text)
{
    const std::string clean = sanitised(text);
    return QString::fromUtf8(clean.data(), static_cast<qsizetype>(clean.size()));
}

[[nodiscard]] inline QStringList toQStrings(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& each : texts)
        list << toQString(each);
    return list;
}

/// Translates texts outside of QObjects.
struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Scalewright)
};

/// "the board" -> "The board".
[[nodiscard]] inline QString sentenceCase(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

}  // namespace scalewright::ui
