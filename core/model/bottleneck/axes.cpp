// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/axes.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<AxisEntry> auto& entry)
{
    visit.requiredText("id", entry.id);
    visit.requiredText("title", entry.title);
    visit.requiredText("spreads", entry.distributes);
    visit.requiredText("cures", entry.remedies);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<AxisRow> auto& row)
{
    visit.requiredEnumeration("axis", row.axis);
    visit.requiredText("symptom", row.symptom);
    visit.requiredText("book", row.bookSection);
    visit.texts("tools", row.tools);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<AxisLeaf> auto& leaf)
{
    visit.requiredEnumeration("bottleneck", leaf.bottleneck);
    visit.requiredEnumeration("axis", leaf.axis);
    visit.requiredText("title", leaf.title);
    visit.requiredText("remedy", leaf.remedy);
    visit.text("remark", leaf.remark);
}

namespace {

template <NamedEnum Value, class Entry>
void requireEachOnce(ObjectReader& root, const char* list, const std::vector<Entry>& entries, Value Entry::*key)
{
    for (const Value each : valuesOf<Value>()) {
        const auto count = std::ranges::count_if(entries, [&](const Entry& entry) { return entry.*key == each; });
        if (count != 1)
            root.addProblem(std::string("/") + list, formatMessage("{} is listed {} times", nameOf(each), count),
                            "each exactly once");
    }
}

}  // namespace

const AxisRow& AxisMenu::row(Axis axis) const
{
    return *std::ranges::find(rows, axis, &AxisRow::axis);
}

const AxisLeaf& AxisMenu::leaf(Bottleneck bottleneck) const
{
    return *std::ranges::find(leaves, bottleneck, &AxisLeaf::bottleneck);
}

Result<AxisMenu> parseAxisMenu(std::string_view text)
{
    return readDataFile<AxisMenu>(text, "scalewright-axes", [](ObjectReader& root, AxisMenu& menu) {
        root.requiredText("source", menu.source);
        root.list("axes", menu.axes);
        root.list("rows", menu.rows);
        root.list("leaves", menu.leaves);
        if (!root.isValid())
            return;
        for (std::size_t i = 0; i < menu.leaves.size(); ++i)
            if (const AxisLeaf& leaf = menu.leaves[i]; leaf.axis != axisOf(leaf.bottleneck))
                root.addProblem(fmt::format("/leaves/{}/axis", i),
                                formatMessage("{} is not the axis of this bottleneck", inQuotes(nameOf(leaf.axis))),
                                nameOf(axisOf(leaf.bottleneck)));
        requireEachOnce(root, "rows", menu.rows, &AxisRow::axis);
        requireEachOnce(root, "leaves", menu.leaves, &AxisLeaf::bottleneck);
    });
}

Result<AxisMenu> readAxisMenu()
{
    return parseResource("catalogue/axes.json", parseAxisMenu);
}

}  // namespace scalewright
