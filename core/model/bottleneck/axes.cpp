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

namespace {

// Names stay text until all members have been read, so that every invalid name is reported with its pointer.
struct UnresolvedAxisRow {
    std::string axis;
    AxisRow row;
};

struct UnresolvedAxisLeaf {
    std::string bottleneck, axis;
    AxisLeaf leaf;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<UnresolvedAxisRow> auto& text)
{
    visit.requiredText("axis", text.axis);
    visit.requiredText("symptom", text.row.symptom);
    visit.requiredText("book", text.row.bookSection);
    visit.texts("tools", text.row.tools);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<UnresolvedAxisLeaf> auto& text)
{
    visit.requiredText("bottleneck", text.bottleneck);
    visit.requiredText("axis", text.axis);
    visit.requiredText("title", text.leaf.title);
    visit.requiredText("remedy", text.leaf.remedy);
    visit.text("remark", text.leaf.remark);
}

class NameResolver {
public:
    explicit NameResolver(std::vector<Problem>& problems) : m_problems(problems) {}

    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.jsonPointer = std::move(pointer)}});
    }

    template <class Value, class Names>
    bool resolveName(const std::string& name, const std::string& pointer, std::optional<Value> parsed,
                     const Names& allValues, const char* (*nameOf)(Value), Value& out)
    {
        if (parsed) {
            out = *parsed;
            return true;
        }
        std::string names;
        for (const Value each : allValues)
            names += (names.empty() ? "" : ", ") + std::string(nameOf(each));
        if (!name.empty())
            addProblem(pointer, formatMessage("unknown name {}", inQuotes(name)), formatMessage("one of {}", names));
        return false;
    }

    template <class Value, class Given, class Key>
    void requireEachOnce(const char* list, const std::vector<Given>& entries, Key key, const auto& allValues,
                         const char* (*nameOf)(Value))
    {
        for (const Value each : allValues) {
            const auto count =
                std::count_if(entries.begin(), entries.end(), [&](const Given& entry) { return entry.*key == each; });
            if (count != 1)
                addProblem(std::string("/") + list,
                           formatMessage("{} is listed {} times", std::string(nameOf(each)), count),
                           "each exactly once");
        }
    }

private:
    std::vector<Problem>& m_problems;
};

}  // namespace

const AxisRow& AxisMenu::row(Axis axis) const
{
    return *std::find_if(rows.begin(), rows.end(), [axis](const AxisRow& each) { return each.axis == axis; });
}

const AxisLeaf& AxisMenu::leaf(Bottleneck bottleneck) const
{
    return *std::find_if(leaves.begin(), leaves.end(),
                         [bottleneck](const AxisLeaf& each) { return each.bottleneck == bottleneck; });
}

Result<AxisMenu> parseAxisMenu(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    AxisMenu menu;
    Error error;
    std::vector<UnresolvedAxisRow> rows;
    std::vector<UnresolvedAxisLeaf> leaves;
    ObjectReader root(error.problems, *document, {});
    root.checkFileFormat("scalewright-axes");
    root.requiredText("source", menu.source);
    root.list("axes", menu.axes);
    root.list("rows", rows);
    root.list("leaves", leaves);
    NameResolver resolver(error.problems);

    for (std::size_t i = 0; i < rows.size(); ++i)
        if (resolver.resolveName(rows[i].axis, fmt::format("/rows/{}/axis", i), axisFromName(rows[i].axis), allAxes,
                                 axisName, rows[i].row.axis))
            menu.rows.push_back(rows[i].row);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        UnresolvedAxisLeaf& leaf = leaves[i];
        const std::string pointer = fmt::format("/leaves/{}", i);
        const bool bottleneck =
            resolver.resolveName(leaf.bottleneck, pointer + "/bottleneck", bottleneckFromName(leaf.bottleneck),
                                 allBottlenecks, bottleneckName, leaf.leaf.bottleneck);
        if (!resolver.resolveName(leaf.axis, pointer + "/axis", axisFromName(leaf.axis), allAxes, axisName,
                                  leaf.leaf.axis) ||
            !bottleneck)
            continue;
        if (leaf.leaf.axis != axisOf(leaf.leaf.bottleneck))
            resolver.addProblem(pointer + "/axis",
                                formatMessage("{} is not the axis of this bottleneck", inQuotes(leaf.axis)),
                                axisName(axisOf(leaf.leaf.bottleneck)));
        menu.leaves.push_back(leaf.leaf);
    }
    if (error.problems.empty()) {
        resolver.requireEachOnce<Axis>("rows", menu.rows, &AxisRow::axis, allAxes, axisName);
        resolver.requireEachOnce<Bottleneck>("leaves", menu.leaves, &AxisLeaf::bottleneck, allBottlenecks,
                                             bottleneckName);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return menu;
}

Result<AxisMenu> readAxisMenu()
{
    return parseResource("catalogue/axes.json", parseAxisMenu);
}

}  // namespace scalewright
