// Every page that is built, in the order of the rail. Pages that do not exist yet are absent, not empty.
//
// Here and nowhere else the pages come together: the shell knows them by their frame (ui/page), and no page knows
// another.
#pragma once

#include <QStringList>

#include <vector>

#include "ui/page/page.h"

namespace scalewright::ui {

[[nodiscard]] std::vector<PageEntry> allPages();
[[nodiscard]] QStringList pageIds();

}  // namespace scalewright::ui
