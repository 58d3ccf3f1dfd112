#include "core/design/tools/tool_table.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/design/slots/design_catalogue.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/halo.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, Some<ToolWording> auto& wording)
{
    visit.requiredText("framework", wording.framework);
    visit.requiredText("collective", wording.collective);
}

namespace {

struct ToolRowText {
    std::string axis, launcher;
    ToolRow row;
};

template <class Visitor>
void fields(Visitor& visit, Some<ToolRowText> auto& text)
{
    visit.requiredText("id", text.row.id);
    visit.text("axis", text.axis);
    visit.requiredText("need", text.row.need);
    visit.requiredText("collective", text.row.collective);
    visit.requiredText("book", text.row.book);
    visit.texts("frameworks", text.row.frameworks);
    visit.texts("options", text.row.options);
    visit.text("inherits", text.row.inherits);
    visit.text("launcher", text.launcher);
    visit.object("code", text.row.code);
}

void noteAt(Error& error, std::string pointer, std::string message, std::string expected)
{
    error.problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
}

void resolve(ToolRowText& text, const std::string& pointer, Error& error)
{
    ToolRow& row = text.row;
    if (!text.axis.empty()) {
        row.axis = axisFromName(text.axis);
        if (!row.axis)
            noteAt(error, pointer + "/axis", say("{} is no axis", inQuotes(text.axis)),
                   "data, training, model, inference or coordination");
    }
    if (text.launcher == "torchrun")
        row.launcher = ToolLauncher::Torchrun;
    else if (text.launcher == "ray")
        row.launcher = ToolLauncher::Ray;
    else if (!text.launcher.empty())
        noteAt(error, pointer + "/launcher", say("{} is no launcher", inQuotes(text.launcher)), "torchrun or ray");
    if (row.frameworks.empty())
        noteAt(error, pointer + "/frameworks", "no framework stands there", "one or more names");
}

}  // namespace

std::string ToolRow::frameworkList() const
{
    return fmt::format("{}", fmt::join(frameworks, ", "));
}

const ToolRow& ToolTable::rowOf(Axis axis) const
{
    return *std::find_if(rows.begin(), rows.end(), [axis](const ToolRow& row) { return row.axis == axis; });
}

const ToolRow* ToolTable::find(std::string_view id) const
{
    const auto found = std::find_if(rows.begin(), rows.end(), [id](const ToolRow& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

const ToolRow* ToolTable::rowOfOption(std::string_view option) const
{
    const auto found = std::find_if(rows.begin(), rows.end(), [option](const ToolRow& row) {
        return std::find(row.options.begin(), row.options.end(), option) != row.options.end();
    });
    return found == rows.end() ? nullptr : &*found;
}

Result<ToolTable> parseToolTable(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    ToolTable table;
    Error error;
    std::vector<ToolRowText> rows;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-tools");
    root.requiredText("source", table.source);
    root.requiredText("date", table.date);
    root.texts("way", table.way);
    root.text("maturity", table.maturity);
    root.list("rows", rows);

    std::set<std::string> ids, options;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string pointer = fmt::format("/rows/{}", i);
        resolve(rows[i], pointer, error);
        const ToolRow& row = rows[i].row;
        if (!ids.insert(row.id).second)
            noteAt(error, pointer + "/id", say("{} is taken by another row", inQuotes(row.id)), "an id of its own");
        for (const std::string& option : row.options)
            if (!options.insert(option).second)
                noteAt(error, pointer + "/options", say("{} leads to two rows", inQuotes(option)), "each in one row");
        table.rows.push_back(row);
    }
    for (const Axis axis : allAxes)
        if (std::count_if(table.rows.begin(), table.rows.end(),
                          [axis](const ToolRow& row) { return row.axis == axis; }) != 1)
            noteAt(error, "/rows", say("the axis {} has not exactly one row", std::string(axisName(axis))),
                   "one row for each axis");
    if (!error.problems.empty())
        return fail(std::move(error));
    return table;
}

namespace {

Result<ToolTable> readToolTable()
{
    return parseResource("catalogue/tools.json", parseToolTable);
}

}  // namespace

const Result<ToolTable>& toolTable()
{
    static const Result<ToolTable> table = readToolTable();
    return table;
}

namespace {

std::string titleOfOption(const std::string& option)
{
    const Result<DesignCatalogue>& catalogue = designCatalogue();
    const SlotOption* found = catalogue ? catalogue->menu(Slot::Communication).find(option) : nullptr;
    return found != nullptr ? found->title : inQuotes(option);
}

}  // namespace

ToolChoice toolsFor(const ToolTable& table, const Project& project)
{
    std::vector<std::string> options;
    for (const SlotChoice& choice : project.design.communication.slot.choices)
        options.push_back(choice.option);
    if (options.empty())
        options.emplace_back(traitsOf(project.design.communication.pattern).option);
    ToolChoice choice;
    if (exchangesHalos(project.design)) {
        choice.unowned.emplace_back(
            "Table 41.5.1 has no row for a halo exchange: MPI has it, and mpirun or srun starts the program");
        choice.launcher = ToolLauncher::Mpi;
        return choice;
    }
    for (const std::string& option : options) {
        const ToolRow* row = table.rowOfOption(option);
        if (row == nullptr)
            choice.unowned.push_back(say("Table 41.5.1 has no row for {}", lowered(titleOfOption(option))));
        else if (std::find(choice.rows.begin(), choice.rows.end(), row) == choice.rows.end())
            choice.rows.push_back(row);
    }
    if (!choice.rows.empty())
        choice.launcher = choice.rows.front()->launcher;
    return choice;
}

}  // namespace scalewright
