// SPDX-License-Identifier: GPL-3.0-or-later
// The report as a list of parts in reading order: decision, sections, conclusion, appendix. Every form of the report
// writes the same list.
//
//     for (const ReportPart& part : reportParts(report)) …
#pragma once

#include <string>
#include <vector>

#include "core/output/report/report.h"

namespace scalewright::report_parts {

/// A text with the words before it, which may be empty.
struct LabelledText {
    std::string label, text;
};

struct ReportPart {
    enum class Kind {
        Heading,  ///< of a section; `number` is 0 in the appendix
        Subheading,  ///< in the appendix
        Paragraph,
        Items,  ///< paragraphs with a bold label each
        UserText,  ///< CommonMark
        Figure,
        Table,
    };
    Kind kind = Kind::Paragraph;
    std::string lead{};  ///< the bold start of a paragraph
    std::string text{};
    std::string note{};  ///< the soft end of a paragraph
    std::string key{};  ///< of a heading: "ceiling"
    std::size_t number = 0;  ///< of a heading or a figure
    std::vector<LabelledText> items{};
    const ReportFigure* figure = nullptr;
    const Table* table = nullptr;
    bool isAppendix = false;
};

/// Preview: sections without a result are kept, with the reasons, and there is no appendix. The parts refer to the
/// report.
enum class ReportExtent { Complete, Preview };
[[nodiscard]] std::vector<ReportPart> reportParts(const Report& report, ReportExtent extent = ReportExtent::Complete);

/// "Ada Lovelace · 28 November 2026"
[[nodiscard]] std::string bylineText(const Report& report);

}  // namespace scalewright::report_parts
