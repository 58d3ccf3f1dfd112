// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/tools/tool_table.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/design/slots/design_catalogue.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/halo_exchange.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<BookCodeWording> auto& wording)
{
    visit.requiredText("framework", wording.framework);
    visit.requiredText("collective", wording.collective);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<ToolRow> auto& row)
{
    visit.requiredText("id", row.id);
    visit.enumeration("axis", row.axis);
    visit.requiredText("need", row.need);
    visit.requiredText("collective", row.collective);
    visit.requiredText("book", row.bookSection);
    visit.texts("frameworks", row.frameworks);
    visit.texts("options", row.options);
    visit.text("inherits", row.inheritedFeatures);
    visit.enumeration("launcher", row.launcher);
    visit.object("code", row.codeWording);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<UnlistedTools> auto& tools)
{
    visit.requiredText("exchange", tools.exchange);
    visit.texts("frameworks", tools.frameworks);
    visit.enumeration("launcher", tools.launcher);
}

std::string ToolRow::frameworkList() const
{
    return fmt::format("{}", fmt::join(frameworks, ", "));
}

const ToolRow& ToolTable::rowOf(Axis axis) const
{
    return *std::ranges::find(rows, axis, &ToolRow::axis);
}

const ToolRow* ToolTable::find(std::string_view id) const
{
    return findElement(rows, id, &ToolRow::id);
}

const ToolRow* ToolTable::rowOfOption(std::string_view option) const
{
    return findElementIf(rows, [option](const ToolRow& row) { return contains(row.options, option); });
}

const UnlistedTools* ToolTable::findUnlisted(std::string_view exchange) const
{
    return findElement(unlisted, exchange, &UnlistedTools::exchange);
}

Result<ToolTable> parseToolTable(std::string_view text)
{
    return readDataFile<ToolTable>(text, "scalewright-tools", [](ObjectReader& root, ToolTable& table) {
        root.requiredText("source", table.source);
        root.requiredText("date", table.date);
        root.texts("way", table.figureColumns);
        root.text("maturity", table.maturityNote);
        root.list("rows", table.rows);
        root.list("unlisted", table.unlisted);
        std::set<std::string> ids, options;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const ToolRow& row = table.rows[i];
            const std::string pointer = fmt::format("/rows/{}", i);
            if (row.frameworks.empty())
                root.addProblem(pointer + "/frameworks", "no framework is listed", "one or more names");
            if (!ids.insert(row.id).second)
                root.addProblem(pointer + "/id", formatMessage("another row already uses the id {}", inQuotes(row.id)),
                                "a unique id");
            for (const std::string& option : row.options)
                if (!options.insert(option).second)
                    root.addProblem(pointer + "/options", formatMessage("option {} is in two rows", inQuotes(option)),
                                    "each option in one row");
        }
        for (const Axis axis : allAxes)
            if (std::ranges::count_if(table.rows, [axis](const ToolRow& row) { return row.axis == axis; }) != 1)
                root.addProblem("/rows", formatMessage("the axis {} does not have exactly one row", nameOf(axis)),
                                "one row per axis");
    });
}

const Result<ToolTable>& toolTable()
{
    static const Result<ToolTable> table = parseResource("catalogue/tools.json", parseToolTable);
    return table;
}

namespace {

std::string titleOfOption(const std::string& option)
{
    const Result<DesignCatalogue>& catalogue = designCatalogue();
    const SlotOption* found = catalogue ? catalogue->menu(Slot::Communication).find(option) : nullptr;
    return found != nullptr ? found->title : inQuotes(option);
}

/// Adds an exchange that has no row in the table.
void addUnlisted(ToolChoice& choice, const std::string& part, const std::string& exchange, const UnlistedTools* tools)
{
    ToolChoice::Owner owner{part, exchange, {}};
    std::string sentence = formatMessage("{} is not in Table 41.5.1", exchange);
    if (tools) {
        owner.frameworks = joinNonEmpty(tools->frameworks, ", ");
        sentence += formatMessage(": use {}", joinWithOr(tools->frameworks));
        choice.launcher = tools->launcher;
    }
    choice.owners.push_back(std::move(owner));
    choice.unownedCollectives.push_back(std::move(sentence));
}

}  // namespace

ToolChoice toolsFor(const ToolTable& table, const Project& project)
{
    std::vector<SlotChoice> choices = project.design.communication.slot.choices;
    const std::string pricedOption = traitsOf(project.design.communication.pattern).slotOption;
    const ToolRow* priced = table.rowOfOption(pricedOption);
    if (choices.empty())
        choices.push_back({.option = pricedOption, .scope = {}, .unknown = {}});
    // A sharded exchange is what an all-reduce over shards consists of: its framework replaces the replicating one.
    else if (priced && priced->axis == Axis::Model)
        for (SlotChoice& each : choices)
            if (each.option == "all-reduce")
                each.option = pricedOption;
    ToolChoice choice;
    if (exchangesHalos(project.design)) {
        addUnlisted(choice, {}, "halo exchange", table.findUnlisted(haloExchange));
        return choice;
    }
    for (const SlotChoice& each : choices) {
        const ToolRow* row = table.rowOfOption(each.option);
        if (row == nullptr) {
            addUnlisted(choice, each.scope, uncapitalised(titleOfOption(each.option)), table.findUnlisted(each.option));
            continue;
        }
        choice.owners.push_back({each.scope, row->collective, row->frameworkList()});
        if (!contains(choice.rows, row))
            choice.rows.push_back(row);
    }
    if (!choice.rows.empty())
        choice.launcher = choice.rows.front()->launcher;
    return choice;
}

const std::vector<std::string>& toolsForAxis(const AxisRow& row, const Profile& profile)
{
    const Result<ToolTable>& table = toolTable();
    if (!table || !profile.model || profile.baseline.model || (row.axis != Axis::Training && row.axis != Axis::Model))
        return row.tools;
    const std::string_view option = traitsOf(profile.model->primaryExchange().pattern).slotOption;
    const UnlistedTools* tools = table->findUnlisted(option == "gossip" ? haloExchange : option);
    return tools ? tools->frameworks : row.tools;
}

}  // namespace scalewright
