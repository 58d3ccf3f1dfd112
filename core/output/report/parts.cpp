// SPDX-License-Identifier: GPL-3.0-or-later
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

std::vector<ListedFact> collectFacts(const Report& report, bool (*isWanted)(const Fact&))
{
    std::vector<ListedFact> list;
    for (const ReportSection& section : report.sections)
        for (const Fact& fact : section.answer.details)
            if (isWanted(fact) &&
                std::none_of(list.begin(), list.end(), [&](const ListedFact& each) { return each.text == fact.text; }))
                list.push_back({section.title, fact.text});
    return list;
}

bool isCitedInSection(const ReportSection& section, const Reference& reference)
{
    const Answer& answer = section.answer;
    return cites(answer.because, reference) || cites(answer.confidence.reason, reference) ||
           std::any_of(answer.details.begin(), answer.details.end(),
                       [&](const Fact& fact) { return cites(fact.text, reference); }) ||
           std::any_of(section.figures.begin(), section.figures.end(),
                       [&](const ReportFigure& figure) { return cites(figure.caption, reference); });
}

}  // namespace

std::vector<ListedFact> collectLimits(const Report& report)
{
    return collectFacts(report, isLimit);
}

std::vector<ListedFact> collectSources(const Report& report)
{
    return collectFacts(report, isSource);
}

std::vector<Reference> collectCitedReferences(const Report& report)
{
    std::vector<Reference> cited;
    for (const Reference& reference : report.references)
        if (std::any_of(report.sections.begin(), report.sections.end(),
                        [&](const ReportSection& section) { return isCitedInSection(section, reference); }))
            cited.push_back(reference);
    std::sort(cited.begin(), cited.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    return cited;
}

std::vector<AppendixDetail> appendixDetails(const ReportSection& section)
{
    std::vector<AppendixDetail> details;
    if (!section.answer.confidence.reason.empty())
        details.push_back({"", section.answer.confidence.reason});
    for (const Fact& fact : section.answer.details)
        if (!isLimit(fact) && !isSource(fact))
            details.push_back({fact.label.empty() ? factKindName(fact.kind) : fact.label, fact.text});
    return details;
}

std::size_t figureNumber(const Report& report, const ReportFigure& figure)
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
