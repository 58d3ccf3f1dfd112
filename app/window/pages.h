// All pages, in the order of the rail. A page that does not exist yet is absent, not empty.
//
// The pages are brought together only here: the shell knows them by their frame (ui/page), and no page knows another.
#pragma once

#include <QStringList>

#include <vector>

#include "ui/page/page.h"

namespace scalewright::ui {

[[nodiscard]] std::vector<PageEntry> allPages();
[[nodiscard]] QStringList pageIds();

}  // namespace scalewright::ui
