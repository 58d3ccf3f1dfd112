// SPDX-License-Identifier: GPL-3.0-or-later
// HTML that the report and its preview share.
#pragma once

#include <functional>
#include <string>

#include "core/output/report/parts.h"
#include "core/output/report/report.h"

namespace scalewright::report_parts {

/// What differs between the two.
struct HtmlForm {
    std::function<std::string(const ReportPart&)> heading, figure;
    std::function<std::string(const Table&)> table;
    std::function<std::string(const std::string&)> userText;
    std::function<std::string(const std::string&)> box;  ///< around the decision
    const char *headAttributes, *textAttributes, *numberAttributes;  ///< of a table's cells
};

[[nodiscard]] std::string htmlColumnHeader(const Column& column);
/// The heading and all rows, without the <table> around them.
[[nodiscard]] std::string htmlTableRows(const Table& table, const HtmlForm& form);
/// Below the title: author, date, decision and notes.
[[nodiscard]] std::string htmlFront(const Report& report, const HtmlForm& form);
[[nodiscard]] std::string htmlPart(const ReportPart& part, const HtmlForm& form);

}  // namespace scalewright::report_parts
