// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that was counted for the size, next to the result of the book's own code.
#pragma once

#include <QStringList>

#include "core/output/answers/size.h"
#include "ui/charts/word_table.h"

namespace scalewright::ui {

struct SizingTexts {
    TextTable::Content table;
    QStringList notes;
    QString basis;  ///< what the fields do not show, and the book's defaults
};
[[nodiscard]] SizingTexts sizingTexts(const Project& project, const ProjectSizing& sizing);

}  // namespace scalewright::ui
