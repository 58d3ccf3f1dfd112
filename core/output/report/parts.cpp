// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/parts.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/model/bottleneck/flow.h"
#include "core/output/answers/phrases.h"
#include "core/output/report/questions.h"

namespace scalewright::report_parts {

namespace {

using Kind = ReportPart::Kind;

constexpr std::size_t maximumBodyRows = 12;  // a longer table is in the appendix

bool isLimit(const Fact& fact)
{
    return fact.kind == FactKind::Assumption || fact.kind == FactKind::Warning;
}

bool isSource(const Fact& fact)
{
    return fact.kind == FactKind::Source;
}

bool isCitedInSection(const ReportSection& section, const Reference& reference)
{
    const Answer& answer = section.answer;
    return cites(answer.because, reference) || cites(answer.confidence.reason, reference) ||
           std::ranges::any_of(answer.details, [&](const Fact& fact) { return cites(fact.text, reference); }) ||
           std::ranges::any_of(section.figures,
                               [&](const ReportFigure& figure) { return cites(figure.caption, reference); });
}

std::vector<LabelledText> citedReferences(const Report& report)
{
    std::vector<LabelledText> cited;
    for (const Reference& reference : report.references)
        if (std::ranges::any_of(report.sections,
                                [&](const ReportSection& section) { return isCitedInSection(section, reference); }))
            cited.push_back({"", reference.entry});
    std::ranges::sort(cited, [](const auto& a, const auto& b) { return a.text < b.text; });
    return cited;
}

/// Where its table is not in the body.
bool hasTableInAppendix(const ReportSection& section)
{
    const Table& table = section.answer.table;
    return !table.rows.empty() && section.choices.empty() &&
           (section.keepsTableForAppendix || !section.summary.rows.empty() || table.rows.size() > maximumBodyRows);
}

/// The text with tests and ceilings in words: "fits in memory" for "fits-in-memory".
std::string inWords(std::string text)
{
    const auto spell = [&](const std::string& id) {
        for (std::size_t at = 0; (at = text.find(id, at)) != std::string::npos; at += id.size())
            std::replace(text.begin() + std::ptrdiff_t(at), text.begin() + std::ptrdiff_t(at + id.size()), '-', ' ');
    };
    for (const Test test : allTests)
        spell(nameOf(test));
    for (const Bottleneck bottleneck : allBottlenecks)
        spell(nameOf(bottleneck));
    return text;
}

/// The command prints these as well; in a report they would be a dump.
bool isOnlyInCommand(FactKind kind)
{
    return kind == FactKind::Calibration || kind == FactKind::Alternative;
}

/// One item for each label, in the order of the first ones.
std::vector<LabelledText> groupedByLabel(const std::vector<LabelledText>& items)
{
    std::vector<LabelledText> groups;
    for (const LabelledText& item : items)
        if (const auto group = std::ranges::find(groups, item.label, &LabelledText::label);
            group == groups.end() || item.label.empty())
            groups.push_back(item);
        else
            group->text += (group->text.ends_with('.') ? " " : item.text.ends_with('.') ? ". " : "; ") + item.text;
    return groups;
}

/// A label before a sentence; the name of a rule is spelt out.
std::string labelText(std::string label)
{
    if (std::ranges::count(label, '-') > 1 && label.find(' ') == std::string::npos)
        std::replace(label.begin(), label.end(), '-', ' ');
    return label.empty() ? label : inWords(std::move(label)) + ":";
}

class PartList {
public:
    PartList(const Report& report, ReportExtent extent) : m_report(report), m_extent(extent) {}

    std::vector<ReportPart> make()
    {
        for (const std::string& reason : m_report.decision.reasons)
            m_statements.insert(capitalised(reason));
        addUserText(m_report.introduction);
        std::size_t number = 0;
        for (std::size_t i = 0; i < m_report.sections.size(); ++i)
            addSection(m_report.sections[i], reportQuestions()[i].key, number);
        if (!m_report.conclusion.empty()) {
            addHeading(reportSectionTitle("conclusion"), "conclusion", ++number);
            addUserText(m_report.conclusion);
        }
        if (m_extent == ReportExtent::Complete)
            addAppendix();
        return std::move(m_parts);
    }

private:
    ReportPart& add(ReportPart part)
    {
        part.isAppendix = m_isAppendix;
        return m_parts.emplace_back(std::move(part));
    }
    void addHeading(const std::string& title, const std::string& key, std::size_t number)
    {
        add({.kind = Kind::Heading, .text = title, .key = key, .number = number});
    }
    void addUserText(const std::string& words)
    {
        if (words.empty())
            return;
        add({.text = "In the author's words:"});
        add({.kind = Kind::UserText, .text = words});
    }
    void addItems(std::vector<LabelledText> items)
    {
        if (!items.empty())
            add({.kind = Kind::Items, .items = std::move(items)});
    }
    void addTable(const Table& table)
    {
        if (!table.rows.empty())
            add({.kind = Kind::Table, .table = &table});
    }
    void addItemsWithHeading(const char* title, const std::vector<LabelledText>& items)
    {
        if (items.empty())
            return;
        add({.kind = Kind::Subheading, .text = title});
        addItems(groupedByLabel(items));
    }

    void addSection(const ReportSection& section, const std::string& key, std::size_t& number)
    {
        const Answer& answer = section.answer;
        const bool isPreview = m_extent == ReportExtent::Preview;
        const bool isShown = !answer.headline.empty() && (isPreview || !section.isOpen);
        const bool isPrinted =
            (!answer.headline.empty() && !section.isOpen) || !section.reportText.empty() || !section.figures.empty();
        if (!isPrinted && !isPreview) {
            m_open.push_back(section.title);
            return;
        }
        addHeading(section.title, key, isPrinted ? ++number : 0);
        if (isShown)
            add({.lead = answer.headline, .text = answer.because, .note = confidenceText(answer.confidence)});
        else if (isPreview)
            for (const std::string& each : section.missingReasons)
                add({.note = each});
        for (const ReportFigure& figure : section.figures)
            add({.kind = Kind::Figure, .number = ++m_figureCount, .figure = &figure});
        std::vector<LabelledText> choices;
        for (const ReportChoice& choice : section.choices)
            choices.push_back({choice.title, choice.text});
        addItems(std::move(choices));
        addUserText(section.reportText);
        if (isShown && !section.summary.rows.empty())
            addTable(section.summary);
        else if (isShown && section.choices.empty() && !hasTableInAppendix(section))
            addTable(answer.table);
    }

    std::vector<LabelledText> facts(bool (*isWanted)(const Fact&)) const
    {
        std::vector<LabelledText> list;
        for (const ReportSection& section : m_report.sections)
            for (const Fact& fact : section.isOpen ? std::vector<Fact>() : section.answer.details)
                if (isWanted(fact) && !contains(list, fact.text, &LabelledText::text))
                    list.push_back({labelText(section.title), fact.text});
        return list;
    }

    /// Without what the decision or an earlier section says.
    std::vector<LabelledText> details(const ReportSection& section)
    {
        std::vector<LabelledText> details;
        if (!section.answer.confidence.reason.empty())
            details.push_back({"", section.answer.confidence.reason});
        for (const Fact& fact : section.answer.details)
            if (!isLimit(fact) && !isSource(fact) && !isOnlyInCommand(fact.kind) &&
                m_statements.insert(asSentence(capitalised(fact.text))).second &&
                std::ranges::none_of(section.choices, [&](const ReportChoice& choice) {
                    return std::ranges::any_of(choice.reasons,
                                               [&](const std::string& each) { return fact.text.ends_with(each); });
                }))
                details.push_back({labelText(fact.label.empty() ? nameOf(fact.kind) : fact.label), inWords(fact.text)});
        return groupedByLabel(details);
    }

    void addAppendix()
    {
        m_isAppendix = true;
        addHeading("Appendix", "appendix", 0);
        std::vector<LabelledText> limits = facts(isLimit);
        if (!m_open.empty())
            limits.push_back({"Not answered:", fmt::format("{}.", fmt::join(m_open, ", "))});
        addItemsWithHeading("Limits and assumptions", limits);
        if (!m_report.workerRows.table.rows.empty()) {
            add({.kind = Kind::Subheading, .text = "Other worker counts", .key = "workers"});
            addTable(m_report.workerRows.table);
        }
        for (const ReportSection& section : m_report.sections) {
            if (section.answer.headline.empty() || section.isOpen)
                continue;
            add({.kind = Kind::Subheading,
                 .text = section.title,
                 .note = fmt::format("section {} of the book · {}", section.bookSection, section.command)});
            if (hasTableInAppendix(section))
                addTable(section.answer.table);
            addItems(details(section));
        }
        addItemsWithHeading("Sources", facts(isSource));
        addItemsWithHeading("Bibliography", citedReferences(m_report));
        add({.note = formatMessage("Computed by {} on {}. With --explain, each command prints more.", m_report.program,
                                   m_report.date)});
    }

    const Report& m_report;
    ReportExtent m_extent;
    std::vector<ReportPart> m_parts;
    std::vector<std::string> m_open;  ///< titles of the sections without a result
    std::set<std::string> m_statements;  ///< made so far, as sentences
    std::size_t m_figureCount = 0;
    bool m_isAppendix = false;
};

}  // namespace

std::vector<ReportPart> reportParts(const Report& report, ReportExtent extent)
{
    return PartList(report, extent).make();
}

std::string bylineText(const Report& report)
{
    static constexpr std::array months{"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};
    const std::size_t month =
        report.date.size() == 10 ? std::size_t(10 * (report.date[5] - '0') + report.date[6] - '0') : 0;
    const std::string date = month < 1 || month > months.size()
                                 ? report.date
                                 : fmt::format("{} {} {}", report.date.substr(report.date[8] == '0' ? 9 : 8),
                                               months[month - 1], report.date.substr(0, 4));
    return (report.author.empty() ? "" : report.author + " · ") + date;
}

}  // namespace scalewright::report_parts
