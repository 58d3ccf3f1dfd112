// The sources of the figures in a data file: the files of resources/catalogue list their sources once, and figures
// refer to them by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/project/document/fields.h"

namespace scalewright {

struct FigureSource {
    std::string title, date, url;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<FigureSource> auto& source)
{
    visit.requiredText("title", source.title);
    visit.requiredText("date", source.date);
    visit.text("url", source.url);
}

using Sources = std::vector<std::pair<std::string, FigureSource>>;

}  // namespace scalewright
