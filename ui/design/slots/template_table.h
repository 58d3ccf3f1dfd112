// SPDX-License-Identifier: GPL-3.0-or-later
// The filled-in template of Figure 41.4.1 as a table: pure functions of the project.
#pragma once

#include "core/design/slots/design_catalogue.h"
#include "ui/charts/word_table.h"

namespace scalewright::ui {

/// The six slots: choice, parameters, justification, rejected alternative.
[[nodiscard]] TextTable::Content templateTable(const Project& project, const DesignCatalogue& catalogue);
[[nodiscard]] FigureTexts templateTexts(const Project& project, const DesignCatalogue& catalogue);

}  // namespace scalewright::ui
