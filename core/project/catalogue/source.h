// Where the figures of a data file are from: the files of resources/catalogue name their sources once, and figures name
// one of them.
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
void fields(Visitor& visit, Some<FigureSource> auto& source)
{
    visit.requiredText("title", source.title);
    visit.requiredText("date", source.date);
    visit.text("url", source.url);
}

using Sources = std::vector<std::pair<std::string, FigureSource>>;

}  // namespace scalewright
