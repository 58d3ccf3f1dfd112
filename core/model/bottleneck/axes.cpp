#include "core/model/bottleneck/axes.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, Some<AxisEntry> auto& entry)
{
    visit.requiredText("id", entry.id);
    visit.requiredText("title", entry.title);
    visit.requiredText("spreads", entry.spreads);
    visit.requiredText("cures", entry.cures);
}

namespace {

// The file's names stay texts until all members are read, so that every wrong one is reported with its pointer.
struct RowText {
    std::string axis;
    AxisRow row;
};

struct LeafText {
    std::string bottleneck, axis;
    AxisLeaf leaf;
};

template <class Visitor>
void fields(Visitor& visit, Some<RowText> auto& text)
{
    visit.requiredText("axis", text.axis);
    visit.requiredText("symptom", text.row.symptom);
    visit.requiredText("book", text.row.book);
    visit.texts("tools", text.row.tools);
}

template <class Visitor>
void fields(Visitor& visit, Some<LeafText> auto& text)
{
    visit.requiredText("bottleneck", text.bottleneck);
    visit.requiredText("axis", text.axis);
    visit.requiredText("title", text.leaf.title);
    visit.requiredText("remedy", text.leaf.remedy);
    visit.text("remark", text.leaf.remark);
}

class Resolver {
public:
    explicit Resolver(std::vector<Problem>& problems) : m_problems(problems) {}

    void note(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    template <class Value, class Names>
    bool named(const std::string& name, const std::string& pointer, std::optional<Value> known, const Names& all,
               const char* (*nameOf)(Value), Value& out)
    {
        if (known) {
            out = *known;
            return true;
        }
        std::string names;
        for (const Value each : all)
            names += (names.empty() ? "" : ", ") + std::string(nameOf(each));
        if (!name.empty())
            note(pointer, say("{} is not known", inQuotes(name)), say("one of {}", names));
        return false;
    }

    template <class Value, class Given, class Key>
    void complete(const char* list, const std::vector<Given>& given, Key key, const auto& all,
                  const char* (*nameOf)(Value))
    {
        for (const Value each : all) {
            const auto count =
                std::count_if(given.begin(), given.end(), [&](const Given& one) { return one.*key == each; });
            if (count != 1)
                note(std::string("/") + list, say("{} stands there {} times", std::string(nameOf(each)), count),
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
    std::vector<RowText> rows;
    std::vector<LeafText> leaves;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-axes");
    root.requiredText("source", menu.source);
    root.list("axes", menu.axes);
    root.list("rows", rows);
    root.list("leaves", leaves);
    Resolver resolver(error.problems);

    for (std::size_t i = 0; i < rows.size(); ++i)
        if (resolver.named(rows[i].axis, fmt::format("/rows/{}/axis", i), axisFromName(rows[i].axis), allAxes, axisName,
                           rows[i].row.axis))
            menu.rows.push_back(rows[i].row);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        LeafText& leaf = leaves[i];
        const std::string pointer = fmt::format("/leaves/{}", i);
        const bool bottleneck =
            resolver.named(leaf.bottleneck, pointer + "/bottleneck", bottleneckFromName(leaf.bottleneck),
                           allBottlenecks, bottleneckName, leaf.leaf.bottleneck);
        if (!resolver.named(leaf.axis, pointer + "/axis", axisFromName(leaf.axis), allAxes, axisName, leaf.leaf.axis) ||
            !bottleneck)
            continue;
        if (leaf.leaf.axis != axisOf(leaf.leaf.bottleneck))
            resolver.note(pointer + "/axis", say("{} is not where the flow leads", inQuotes(leaf.axis)),
                          axisName(axisOf(leaf.leaf.bottleneck)));
        menu.leaves.push_back(leaf.leaf);
    }
    if (error.problems.empty()) {
        resolver.complete<Axis>("rows", menu.rows, &AxisRow::axis, allAxes, axisName);
        resolver.complete<Bottleneck>("leaves", menu.leaves, &AxisLeaf::bottleneck, allBottlenecks, bottleneckName);
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
