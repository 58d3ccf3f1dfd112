// SPDX-License-Identifier: GPL-3.0-or-later
// All pages, in rail order. A page that does not exist yet is absent rather than empty.
//
// The pages are assembled only here: the shell knows them only through the page interface (ui/page), and pages do not
// know each other.
#pragma once

#include <QStringList>

#include <vector>

#include "ui/page/page.h"

namespace scalewright::ui {

[[nodiscard]] std::vector<PageEntry> allPages();
[[nodiscard]] QStringList pageIds();

}  // namespace scalewright::ui
