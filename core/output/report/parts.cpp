#include "core/output/report/parts.h"

#include <algorithm>

namespace scalewright::report_parts {

namespace {

bool isLimit(const Fact& fact)
{
    return fact.kind == FactKind::Assumption || fact.kind == FactKind::Warning;
}

bool isSource(const Fact& fact)
{
    return fact.kind == FactKind::Source;
}

std::vector<Listed> listed(const Report& report, bool (*wanted)(const Fact&))
{
    std::vector<Listed> list;
    for (const ReportSection& section : report.sections)
        for (const Fact& fact : section.answer.details)
            if (wanted(fact) &&
                std::none_of(list.begin(), list.end(), [&](const Listed& each) { return each.says == fact.says; }))
                list.push_back({section.title, fact.says});
    return list;
}

bool names(const ReportSection& section, const Reference& reference)
{
    const Answer& answer = section.answer;
    return cites(answer.because, reference) || cites(answer.sure.why, reference) ||
           std::any_of(answer.details.begin(), answer.details.end(),
                       [&](const Fact& fact) { return cites(fact.says, reference); }) ||
           std::any_of(section.figures.begin(), section.figures.end(),
                       [&](const ReportFigure& figure) { return cites(figure.caption, reference); });
}

}  // namespace

std::vector<Listed> limitsOf(const Report& report)
{
    return listed(report, isLimit);
}

std::vector<Listed> sourcesOf(const Report& report)
{
    return listed(report, isSource);
}

std::vector<Reference> citedIn(const Report& report)
{
    std::vector<Reference> cited;
    for (const Reference& reference : report.references)
        if (std::any_of(report.sections.begin(), report.sections.end(),
                        [&](const ReportSection& section) { return names(section, reference); }))
            cited.push_back(reference);
    std::sort(cited.begin(), cited.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    return cited;
}

std::vector<Detail> detailsOf(const ReportSection& section)
{
    std::vector<Detail> details;
    if (!section.answer.sure.why.empty())
        details.push_back({"", section.answer.sure.why});
    for (const Fact& fact : section.answer.details)
        if (!isLimit(fact) && !isSource(fact))
            details.push_back({fact.label.empty() ? factName(fact.kind) : fact.label, fact.says});
    return details;
}

std::size_t numberOf(const Report& report, const ReportFigure& figure)
{
    std::size_t number = 0;
    for (const ReportSection& section : report.sections)
        for (const ReportFigure& each : section.figures) {
            ++number;
            if (each.name == figure.name)
                return number;
        }
    return number;
}

}  // namespace scalewright::report_parts
