// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by all forms of the report: which facts go into which list.
#pragma once

#include <string>
#include <vector>

#include "core/output/report/report.h"

namespace scalewright::report_parts {

/// One entry of a list: its text, and the section it comes from.
struct ListedFact {
    std::string section, text;
};

/// Assumptions and warnings, or sources, from all sections; each sentence appears once.
[[nodiscard]] std::vector<ListedFact> collectLimits(const Report& report);
[[nodiscard]] std::vector<ListedFact> collectSources(const Report& report);
/// The Report::references whose keys are cited in the answers or the figures.
[[nodiscard]] std::vector<Reference> collectCitedReferences(const Report& report);

/// An appendix entry for a section: the reason for its confidence, or a detail that is not in any list.
struct AppendixDetail {
    std::string label, text;  ///< the label may be empty
};
[[nodiscard]] std::vector<AppendixDetail> appendixDetails(const ReportSection& section);

/// The figure's number in the report, starting at 1.
[[nodiscard]] std::size_t figureNumber(const Report& report, const ReportFigure& figure);

}  // namespace scalewright::report_parts
