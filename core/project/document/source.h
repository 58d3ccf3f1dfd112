// SPDX-License-Identifier: GPL-3.0-or-later
// The sources of the values in a data file: the files in resources/catalogue list their sources once, and values refer
// to them by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/project/document/fields.h"

namespace scalewright {

struct DataSource {
    std::string title, date, url;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<DataSource> auto& source)
{
    visit.requiredText("title", source.title);
    visit.requiredText("date", source.date);
    visit.text("url", source.url);
}

using Sources = std::vector<std::pair<std::string, DataSource>>;

}  // namespace scalewright
