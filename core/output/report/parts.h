// What the report's three forms share: which facts go into which list.
#pragma once

#include <string>
#include <vector>

#include "core/output/report/report.h"

namespace scalewright::report_parts {

/// One entry of a list: what it says, and in which section it was said.
struct Listed {
    std::string section, says;
};

/// Assumptions and warnings; sources. Of all sections, each sentence once.
[[nodiscard]] std::vector<Listed> limitsOf(const Report& report);
[[nodiscard]] std::vector<Listed> sourcesOf(const Report& report);
/// Of Report::references those that the answers or the figures name, by their keys.
[[nodiscard]] std::vector<Reference> citedIn(const Report& report);

/// What the appendix says of a section: why it is sure, and every detail that no list has.
struct Detail {
    std::string label, says;  ///< the label may be empty
};
[[nodiscard]] std::vector<Detail> detailsOf(const ReportSection& section);

/// A figure's number, counted through the report; 1 is the first.
[[nodiscard]] std::size_t numberOf(const Report& report, const ReportFigure& figure);

}  // namespace scalewright::report_parts
