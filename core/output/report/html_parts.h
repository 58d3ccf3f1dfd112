// SPDX-License-Identifier: GPL-3.0-or-later
// HTML that the report and its preview share.
#pragma once

#include <functional>
#include <string>

#include "core/output/report/report.h"

namespace scalewright::report_parts {

/// What differs between the two.
struct HtmlForm {
    std::function<std::string(const ReportFigure&)> figure;
    std::function<std::string(const Table&)> table;
    std::function<std::string(const std::string&)> userText;
    const char *headAttributes, *textAttributes, *numberAttributes;  ///< of a table's cells
};

[[nodiscard]] std::string htmlColumnHeader(const Column& column);
/// The heading and all rows, without the <table> around them.
[[nodiscard]] std::string htmlTableRows(const Table& table, const HtmlForm& form);
/// The section from the headline, or the reasons for its absence, to the next step.
[[nodiscard]] std::string htmlSectionBody(const ReportSection& section, const HtmlForm& form);
[[nodiscard]] std::string htmlSectionDetails(const ReportSection& section);
/// The limits, the sources and the bibliography of the report.
[[nodiscard]] std::string htmlAppendix(const Report& report);

}  // namespace scalewright::report_parts
